//! Who somebody is: the one place that knows what a guest is called, and what changes with it.
use super::{App, RequestError};
use crate::identity::{Guest, random_text};
use crate::store::{Profile, Whose};
use crate::time::now;
use quinta_table::is_called;
use quinta_wire::{ClientMessage, Command, Stage};
use std::net::IpAddr;
use std::sync::Arc;

/// The tables that have not begun at which a guest's new name is followed.
const FOLLOWED: u32 = 50;

impl App {
    /// The guest of a cookie or token as they are called now: it may be older than the last change, like the one that a socket was opened
    /// with. While the store fails, they are who it says.
    pub(crate) async fn who_is(&self, guest: &Guest) -> Guest {
        let profile = self.store.profile(&guest.id).await.unwrap_or_else(|why| {
            self.store_failed(&why);
            None
        });
        match profile {
            Some(Profile { name, language }) => Guest { id: guest.id.clone(), name, language },
            None => guest.clone(),
        }
    }

    /// Stores what a guest is called from now on, for every process.
    pub(crate) async fn rename(
        self: &Arc<Self>,
        before: &Guest,
        guest: &Guest,
        address: IpAddr,
    ) -> Result<(), RequestError> {
        let (name, language) = (guest.name.clone(), guest.language.clone());
        let profile = Profile { name, language };
        let put = self.store.put_profile(&guest.id, profile, now()).await;
        put.map_err(|why| self.store_failed(&why))?;
        if guest.name != before.name {
            self.rename_seats(before, guest, address).await;
        }
        Ok(())
    }

    /// The seats that were taken under the old name follow, where the game has not begun. They are renamed by commands of the guest's, which
    /// count as such: a seat for which there is none left keeps its name.
    async fn rename_seats(self: &Arc<Self>, before: &Guest, guest: &Guest, address: IpAddr) {
        let who = guest.id.as_str();
        let rows = self.store.latest(Stage::Gathering, Whose::Of(who), FOLLOWED).await;
        for row in rows.unwrap_or_default() {
            let Ok(live) = self.current(&row.game, 0).await else { continue };
            let seats = live
                .core
                .lock()
                .await
                .table()
                .seats_called(who, |seat| is_called(seat, &before.name));
            for seat in seats {
                let command = Command::Rename { seat, name: guest.name.clone() };
                let message = ClientMessage { id: random_text(12), command };
                let _ = self.command(&live, guest, address, message).await;
            }
        }
    }
}
