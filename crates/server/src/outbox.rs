//! Where messages wait for one socket, weighed until they are sent.
use crate::weights::{Scale, Weight};
use axum::extract::ws::Utf8Bytes;
use std::sync::Arc;
use tokio::sync::mpsc;

/// Messages that may wait for a reader.
const QUEUE: usize = 64;

/// A message that waits, and its weight.
pub(crate) struct Waiting {
    pub(crate) text: Utf8Bytes,
    pub(crate) weight: Weight,
}

/// The end at which messages are put.
#[derive(Clone)]
pub(crate) struct Outbox {
    queue: mpsc::Sender<Waiting>,
    scale: Arc<Scale>,
}

impl Outbox {
    /// An empty one with this scale, and the end from which messages are taken.
    pub(crate) fn new(scale: Arc<Scale>) -> (Self, mpsc::Receiver<Waiting>) {
        let (queue, waiting) = mpsc::channel(QUEUE);
        (Self { queue, scale }, waiting)
    }

    fn weighed(&self, text: Utf8Bytes) -> Option<Waiting> {
        let weight = self.scale.weigh(text.len())?;
        Some(Waiting { text, weight })
    }

    /// Puts a message there at once; false if too much waits already.
    pub(crate) fn put(&self, text: Utf8Bytes) -> bool {
        self.weighed(text).is_some_and(|message| self.queue.try_send(message).is_ok())
    }

    /// Puts a message there as soon as there is a place in the queue; false if too much waits already.
    pub(crate) async fn put_after_others(&self, text: Utf8Bytes) -> bool {
        match self.weighed(text) {
            Some(message) => self.queue.send(message).await.is_ok(),
            None => false,
        }
    }
}
