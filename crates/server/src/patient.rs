//! A connection whose other end must take what it asked for: whoever never reads an answer would keep it in our memory for ever.
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Sleep;

/// A stream that fails once its other end has not taken everything that is to be written for so long.
pub(crate) struct Patient<S> {
    stream: S,
    patience: Duration,
    /// Runs from the first write that had to wait until everything is written. A byte now and then does not wind it up again.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl<S> Patient<S> {
    pub(crate) fn new(stream: S, patience: Duration) -> Self {
        Self { stream, patience, waiting: None }
    }

    /// Fails if the writing waits for too long.
    fn wait(&mut self, context: &mut Context<'_>) -> Poll<io::Error> {
        let patience = self.patience;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(tokio::time::sleep(patience)));
        waiting.as_mut().poll(context).map(|()| io::ErrorKind::TimedOut.into())
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
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

    /// Whoever flushes has handed everything over by then.
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
    async fn who_reads_nothing_or_next_to_nothing_is_left() {
        // A byte now and then is no reading either.
        for reads in [false, true] {
            let (ours, mut theirs) = tokio::io::duplex(64);
            let mut patient = Patient::new(ours, Duration::from_millis(50));
            let reading = tokio::spawn(async move {
                let mut pace = tokio::time::interval(Duration::from_millis(1));
                loop {
                    pace.tick().await;
                    if reads && theirs.read_u8().await.is_err() {
                        return;
                    }
                }
            });
            let failed = patient.write_all(&vec![7; 10_000_000]).await.unwrap_err();
            assert_eq!(failed.kind(), io::ErrorKind::TimedOut);
            reading.abort();
        }
    }

    #[tokio::test]
    async fn who_reads_gets_everything() {
        let (ours, mut theirs) = tokio::io::duplex(64);
        let mut patient = Patient::new(ours, Duration::from_secs(30));
        let reading = tokio::spawn(async move {
            let mut heard = Vec::new();
            theirs.read_to_end(&mut heard).await.map(|_| heard.len())
        });
        for _ in 0..10 {
            patient.write_all(&[7; 1000]).await.unwrap();
            patient.flush().await.unwrap();
        }
        drop(patient);
        assert_eq!(reading.await.unwrap().unwrap(), 10_000);
    }
}
