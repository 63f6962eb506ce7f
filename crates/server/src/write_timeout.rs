//! A time limit for writing to a connection: a peer that never reads an answer would keep it in memory forever.
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Sleep;

/// A stream that fails when its peer has not read everything within the time limit.
pub(crate) struct WriteTimeout<S> {
    stream: S,
    limit: Duration,
    /// Runs from the first write that had to wait until everything is written. Reading a byte now and then does not restart it.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl<S> WriteTimeout<S> {
    pub(crate) fn new(stream: S, limit: Duration) -> Self {
        Self { stream, limit, waiting: None }
    }

    /// Waits, and returns an error once the limit has passed.
    fn wait(&mut self, context: &mut Context<'_>) -> Poll<io::Error> {
        let limit = self.limit;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(tokio::time::sleep(limit)));
        waiting.as_mut().poll(context).map(|()| io::ErrorKind::TimedOut.into())
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        match Pin::new(&mut self.stream).poll_write(context, bytes) {
            Poll::Pending => self.wait(context).map(Err),
            written @ Poll::Ready(_) => written,
        }
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        match Pin::new(&mut self.stream).poll_write_vectored(context, slices) {
            Poll::Pending => self.wait(context).map(Err),
            written @ Poll::Ready(_) => written,
        }
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    /// After a flush everything has been written.
    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = ready!(Pin::new(&mut self.stream).poll_flush(context));
        self.waiting = None;
        Poll::Ready(flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    #[tokio::test]
    async fn a_peer_that_reads_nothing_or_next_to_nothing_times_out() {
        // A byte now and then does not count as reading.
        for reads in [false, true] {
            let (ours, mut theirs) = tokio::io::duplex(64);
            let mut stream = WriteTimeout::new(ours, Duration::from_millis(50));
            let reading = tokio::spawn(async move {
                let mut pace = tokio::time::interval(Duration::from_millis(1));
                loop {
                    pace.tick().await;
                    if reads && theirs.read_u8().await.is_err() {
                        return;
                    }
                }
            });
            let failed = stream.write_all(&vec![7; 10_000_000]).await.unwrap_err();
            assert_eq!(failed.kind(), io::ErrorKind::TimedOut);
            reading.abort();
        }
    }

    #[tokio::test]
    async fn a_peer_that_reads_gets_everything() {
        let (ours, mut theirs) = tokio::io::duplex(64);
        let mut stream = WriteTimeout::new(ours, Duration::from_secs(30));
        let reading = tokio::spawn(async move {
            let mut heard = Vec::new();
            theirs.read_to_end(&mut heard).await.map(|_| heard.len())
        });
        for _ in 0..10 {
            stream.write_all(&[7; 1000]).await.unwrap();
            stream.flush().await.unwrap();
        }
        drop(stream);
        assert_eq!(reading.await.unwrap().unwrap(), 10_000);
    }
}
