//! A database that has lost the server's keys: people are strangers to it. The server starts all the same, and says so.
use super::App;
use crate::store::{Store, StoreError};

const COOKIES: &str = "THE KEY THAT SIGNS COOKIES IS LOST: this database has games or subscriptions, but not the key by which their people \
    are known (the row `cookies` of its table `secrets`). A new key is made now. Everyone is a new guest with it: nobody has their seats, \
    their games or their name any more. If that is not meant, stop the server at once, and put back a backup that has the key.";
const PUSH: &str = "THE KEYS FOR PUSH MESSAGES ARE LOST: this database has subscriptions, but not the keys that they were made with (the row \
    `push` of its table `secrets`). New ones are made now; push services refuse their messages until each browser subscribes again. If \
    that is not meant, stop the server, and put back a backup that has the keys.";

impl App {
    /// Says in the log which keys are lost, before they are made anew.
    pub(crate) async fn tell_lost_keys(store: &dyn Store) -> Result<(), StoreError> {
        for lost in Self::lost_keys(store).await? {
            tracing::error!("{lost}");
        }
        Ok(())
    }

    pub(super) async fn lost_keys(store: &dyn Store) -> Result<Vec<&'static str>, StoreError> {
        let mut lost = Vec::new();
        if !store.has_secret("cookies").await? && store.is_used().await? {
            lost.push(COOKIES);
        }
        if !store.has_secret("push").await? && !store.subscribers().await?.is_empty() {
            lost.push(PUSH);
        }
        Ok(lost)
    }
}
