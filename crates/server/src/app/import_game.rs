//! Importing a game that was played in a browser.
use super::{App, ID_LENGTH, RequestError};
use crate::identity::{Guest, letters, random_text};
use crate::metrics::count;
use crate::store::StoreError;
use crate::time::now;
use quinta_table::{Entry, ImportedLog, Refusal, Requester, Table};
use quinta_wire::ImportGame;
use sha2::{Digest, Sha256};
use std::net::IpAddr;
use std::sync::Arc;

/// The longest id that a game has in a browser.
const LONGEST_ID: usize = 64;

impl App {
    /// Takes a game from a browser and lets it go on here. Its log is believed only as far as a table would have written it. Who hands the
    /// same game over again finds it where it is. Returns its id.
    pub(crate) async fn import_game(
        self: &Arc<Self>,
        guest: &Guest,
        address: IpAddr,
        game: ImportGame,
    ) -> Result<String, RequestError> {
        if self.is_stopping() {
            return Err(RequestError::ShuttingDown);
        }
        self.may_make_table(&guest.id, address).await?;
        let is_plain = |b: u8| b.is_ascii_alphanumeric() || b == b'-';
        if !(1..=LONGEST_ID).contains(&game.id.len()) || !game.id.bytes().all(is_plain) {
            return Err(RequestError::BadLog("that is no id of a game".into()));
        }
        let (taken, origin) = (self.who_is(guest).await, self.key.origin(address));
        // Playing a long game again takes a while, and nobody else should wait for it.
        let work = tokio::task::spawn_blocking(move || read(&taken, &origin, &game));
        let (id, entries, table) = work.await.map_err(|why| {
            tracing::error!(%why, "a log could not be looked at");
            RequestError::Store
        })??;
        self.make_room().await?;
        self.may_write_game(address, &entries).await?;
        match self.store.append(&id, &entries).await {
            Ok(()) => {}
            Err(StoreError::Conflict) => return self.imported_before(id, &entries).await,
            Err(why) => return Err(self.store_failed(&why)),
        }
        self.index(&table, Some(address)).await;
        count(&self.metrics.tables_made);
        let live = self.put(table, false).ok_or(RequestError::Store)?;
        self.bring_back(live).await?;
        Ok(id)
    }

    /// A game that its player has handed over before: it may have gone on here, but not in the browser.
    async fn imported_before(&self, id: String, again: &[Entry]) -> Result<String, RequestError> {
        let stored = self.store.read(&id).await.map_err(|why| self.store_failed(&why))?;
        // The first entries differ by their invitations.
        let mut both = stored.iter().zip(again).skip(1);
        if again.len() <= stored.len() && both.all(|(stored, again)| stored.event == again.event) {
            return Ok(id);
        }
        Err(Refusal::Stale.into())
    }
}

/// The game as this guest's: the id that it always gets here, its log and its table.
fn read(
    guest: &Guest,
    origin: &str,
    game: &ImportGame,
) -> Result<(String, Vec<Entry>, Table), RequestError> {
    let bad = |why: quinta_table::LogError| RequestError::BadLog(why.to_string());
    let imported = ImportedLog::read(&game.id, &game.log, quinta_tab::ME).map_err(bad)?;
    let hash = Sha256::new()
        .chain_update("quinta handed over\n")
        .chain_update(format!("{}\n{}\n{}", guest.id, game.id, imported.secret()))
        .finalize();
    let id = letters(&hash[..ID_LENGTH]);
    let host = Requester { from: Some(origin), ..Requester::new(&guest.id, &guest.name, now()) };
    let entries = imported.entries(&host, &random_text(12));
    let table = Table::from_log(&id, entries.iter().cloned()).map_err(bad)?;
    Ok((id, entries, table))
}
