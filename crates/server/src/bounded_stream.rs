//! Bounds for the other end of a connection: the time in which it reads what is written, and how much it sends that comes to nothing.
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Sleep;

/// How much a peer has sent, and how much it may have sent before it is cut off: a socket's frames need not come to a message, and are no
/// requests either.
pub(crate) struct Received {
    bytes: AtomicU64,
    most: AtomicU64,
}

impl Received {
    /// Nothing so far, and no bound.
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self { bytes: AtomicU64::new(0), most: AtomicU64::new(u64::MAX) })
    }

    /// How many bytes have come.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Lets so many more come, and no more than that.
    pub(crate) fn allow(&self, more: u64) {
        self.most.store(self.bytes().saturating_add(more), Ordering::Relaxed);
    }

    /// Counts what has come; false if it is too much.
    fn add(&self, bytes: usize) -> bool {
        let before = self.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
        before + bytes as u64 <= self.most.load(Ordering::Relaxed)
    }
}

/// A stream that fails when its peer has not read everything within the time limit, or has sent more than it may.
pub(crate) struct BoundedStream<S> {
    stream: S,
    received: Arc<Received>,
    limit: Duration,
    /// Runs from the first write that had to wait until everything is written. Reading a byte now and then does not restart it.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl<S> BoundedStream<S> {
    pub(crate) fn new(stream: S, limit: Duration, received: Arc<Received>) -> Self {
        Self { stream, received, limit, waiting: None }
    }

    /// Waits, and returns an error once the limit has passed.
    fn wait(&mut self, context: &mut Context<'_>) -> Poll<io::Error> {
        let limit = self.limit;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(tokio::time::sleep(limit)));
        waiting.as_mut().poll(context).map(|()| io::ErrorKind::TimedOut.into())
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for BoundedStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        if self.received.add(buffer.filled().len() - before) {
            return Poll::Ready(Ok(()));
        }
        Poll::Ready(Err(io::Error::new(io::ErrorKind::InvalidData, "too much for one message")))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for BoundedStream<S> {
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
            let mut stream = BoundedStream::new(ours, Duration::from_millis(50), Received::new());
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
        let mut stream = BoundedStream::new(ours, Duration::from_secs(30), Received::new());
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

    #[tokio::test]
    async fn a_peer_sends_what_it_may_and_no_more() {
        let (ours, mut theirs) = tokio::io::duplex(64);
        let received = Received::new();
        let mut stream = BoundedStream::new(ours, Duration::from_secs(30), received.clone());
        let mut heard = [0; 10];
        for (allowed, fits) in [(u64::MAX, true), (10, true), (9, false)] {
            received.allow(allowed);
            theirs.write_all(&[7; 10]).await.unwrap();
            assert_eq!(stream.read_exact(&mut heard).await.is_ok(), fits, "{allowed:?}");
        }
        assert_eq!(received.bytes(), 30);
    }
}
