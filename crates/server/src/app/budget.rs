//! What an address may still make: tables, unfinished games, bytes in the database.
use super::{App, RequestError};
use crate::limits::{Scarce, bytes_of, counted};
use crate::metrics::count;
use quinta_table::Entry;
use std::net::IpAddr;

/// What a game takes in the index beside its log.
const GAME: u64 = 1024;

impl App {
    /// Whether this guest may make another table now, from this address; a rematch and a game from a browser are others too.
    pub(super) async fn may_make_table(
        &self,
        who: &str,
        address: IpAddr,
    ) -> Result<(), RequestError> {
        if !self.allows(Scarce::Tables, address).await {
            return Err(RequestError::TooFast);
        }
        let limits = &self.settings.limits;
        let unfinished = self.store.unfinished(who, &self.key.origin(address)).await;
        let unfinished = unfinished.map_err(|why| self.store_failed(&why))?;
        if unfinished.of_owner >= limits.unfinished
            || unfinished.of_address >= limits.unfinished_from_address
        {
            count(&self.metrics.refused_by_limit);
            return Err(RequestError::TooManyUnfinished);
        }
        Ok(())
    }

    /// Whether this address may still have a game with these entries written today.
    pub(super) async fn may_write_game(
        &self,
        address: IpAddr,
        entries: &[Entry],
    ) -> Result<(), RequestError> {
        self.may_write(address, GAME + bytes_of(entries)).await
    }

    /// Whether this address may still have so many bytes written today, by this process and by all of them together.
    pub(crate) async fn may_write(&self, address: IpAddr, bytes: u64) -> Result<(), RequestError> {
        let disk = &self.disk;
        let Err(missing) = disk.take(address, bytes) else { return Ok(()) };
        if let (Some(missing), Some(shared)) = (missing, self.store.shared()) {
            // A database that fails is no reason to refuse: nothing is written without it.
            let taken = shared.take(disk.allowance(), counted(address), missing).await;
            if taken.unwrap_or(true) {
                disk.put(address, missing);
                if disk.take(address, bytes).is_ok() {
                    return Ok(());
                }
            }
        }
        count(&self.metrics.refused_by_limit);
        Err(RequestError::TooMuchWritten)
    }

    /// Counts what is written for this address and cannot be refused any more, as what a bot does at its table.
    pub(super) fn writes(&self, address: IpAddr, entries: &[Entry]) {
        self.disk.charge(address, bytes_of(entries));
    }
}
