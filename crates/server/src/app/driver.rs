//! Doing what a table's host wants done: messages are sent, entries are stored, bots think.
use super::failing::{answer_by, in_time};
use super::{App, ID_LENGTH, RequestError, fresh_seed};
use crate::identity::{Guest, random_text};
use crate::limits::bytes_of;
use crate::live::{Core, Live};
use crate::metrics::count;
use crate::push::PushNotice;
use crate::store::StoreError;
use crate::time::{not_before, now};
use quinta_table::host::{AppendKind, Effect, Fresh, Host, Input, Now, StoreRequest, StoreResult};
use quinta_table::{Entry, LogEvent};
use quinta_wire::{ByeReason, ClientMessage, Command, Refused, Reply};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;
use tokio::time::timeout_at;

impl App {
    /// Carries out a command; returns its answer.
    pub(super) async fn carry_out(
        self: &Arc<Self>,
        live: &Arc<Live>,
        guest: &Guest,
        address: IpAddr,
        message: ClientMessage,
    ) -> Result<Result<Reply, Refused>, RequestError> {
        if self.is_stopping() {
            return Err(RequestError::ShuttingDown);
        }
        live.touch();
        // A socket may have been open for long: who sits down is called as they are called now.
        let name = match &message.command {
            Command::Sit { name: None, .. } => self.who_is(guest).await.name,
            _ => guest.name.clone(),
        };
        let Ok(mut core) = timeout_at(answer_by(), live.core.lock()).await else {
            tracing::warn!(table = live.id, "a command waited too long for those before it");
            return Err(RequestError::Store);
        };
        let was_put_away = !self.has(&live.id);
        if !self.keep(live) {
            drop(core);
            let live = self.find(&live.id).await?;
            return Box::pin(self.carry_out(&live, guest, address, message)).await;
        }
        if was_put_away {
            // Nobody has run it since.
            self.hold(live).await;
        }
        // A stranger's word does not put a table's bots into the stranger's line.
        if !core.table().seats_of(&guest.id).is_empty() {
            core.address = Some(address);
        }
        if matches!(message.command, Command::TakeOver { .. } | Command::Abandon { .. }) {
            self.know_elsewhere(live, &mut core).await?;
        }
        let (ticket, answer) = core.ticket();
        let fresh = || Fresh {
            id: random_text(ID_LENGTH),
            secret: fresh_seed(),
            invitation: random_text(12),
        };
        let fresh = matches!(message.command, Command::Rematch {}).then(fresh).map(Box::new);
        let (who, from) = (guest.id.clone(), Some(self.key.origin(address)));
        // Whatever fails is in the answer.
        let input = Input::Command { ticket, who, name, from, message, fresh };
        core.asked_from = Some(address);
        let _ = self.drive(live, &mut core, input).await;
        core.asked_from = None;
        drop(core);
        answer.await.map_err(|_| RequestError::Store)
    }

    /// Tells a table's host something, and does what follows from it. Fails if the store did.
    pub(crate) async fn drive(
        self: &Arc<Self>,
        live: &Arc<Live>,
        core: &mut Core,
        input: Input,
    ) -> Result<(), RequestError> {
        let may_append = !matches!(input, Input::CheckPresence | Input::Disconnect { .. });
        if may_append && self.store.shared().is_some() && core.table().deadline().is_some() {
            let trying = async { Ok(self.try_store().await) };
            let _ = in_time(trying).await;
        }
        let mut done = Ok(());
        core.host.set_running(live.is_held());
        let mut step = self.with_outages(core, |host, now| host.handle(input, now));
        loop {
            live.note(&core.host);
            for effect in step.effects {
                self.perform(live, core, effect).await;
            }
            if let Some(call) = step.call {
                let result = self.call_store(live, core, call.request()).await;
                let result = result.unwrap_or_else(|why| {
                    let error = why.to_error();
                    done = Err(why);
                    StoreResult::Failed(error)
                });
                core.host.set_running(live.is_held());
                step = self.with_outages(core, |host, now| host.resume(call, result, now));
            } else if core.host.set_running(live.is_held()) {
                // The game has just come to this process, or has left it.
                step = core.host.handle(Input::CheckPresence, now().into());
            } else {
                break;
            }
        }
        self.tell_elsewhere(live, core);
        done
    }

    /// Tells a host something, and when nobody could have moved since its table's last event.
    fn with_outages<T>(&self, core: &mut Core, tell: impl FnOnce(&mut Host, Now<'_>) -> T) -> T {
        let (last, time) = (core.table().time(), now());
        let outages = self.away.lock().map(|away| away.after(last, time)).unwrap_or_default();
        tell(&mut core.host, Now { time, outages: &outages })
    }

    async fn perform(self: &Arc<Self>, live: &Arc<Live>, core: &mut Core, effect: Effect) {
        match effect {
            Effect::Send { to, message } => {
                let slow = core.send(&to, message);
                self.metrics.slow_readers.fetch_add(slow as u64, Ordering::Relaxed);
            }
            Effect::Answer { ticket, answer } => core.answer(ticket, answer),
            Effect::Think(turn) => self.think(live, core, turn),
            Effect::Advise(question) => self.advise(live, core, question),
            Effect::Notify { who, notice } => {
                if live.is_held() {
                    let notice = PushNotice::Table(notice);
                    self.push_notice(&who, notice, core.table().lobby(&who));
                }
            }
            Effect::Started => self.hold(live).await,
            // Whoever else stored it may have died before the lobby knew.
            Effect::Listed { own } => {
                if own || live.is_held() {
                    self.index_core(core).await;
                } else {
                    // Whoever stored it tells the lobby.
                    core.to_resume = false;
                }
            }
            Effect::Ended => self.let_go(live).await,
        }
    }

    async fn call_store(
        self: &Arc<Self>,
        live: &Live,
        core: &mut Core,
        request: StoreRequest<'_>,
    ) -> Result<StoreResult, RequestError> {
        match request {
            StoreRequest::Append { entries, new_table, kind } => {
                if let (Some((id, first)), Some(address)) = (new_table, core.address)
                    && !self.has(id)
                {
                    let LogEvent::Created(setting) = &first.event else {
                        return Err(RequestError::Store);
                    };
                    self.may_make_table(&setting.host, address).await?;
                    self.found(id, first.clone(), address).await?;
                }
                if let Some(address) = core.asked_from.filter(|_| kind == AppendKind::Command) {
                    self.may_write(address, bytes_of(entries)).await?;
                } else if let Some(address) = core.asked_from.or(core.address) {
                    self.writes(address, entries);
                }
                // Until the lobby is told again, a start has to look at the table.
                let resume = (!core.to_resume).then_some(true);
                let result = self.append(live, entries, kind, resume).await;
                core.to_resume |= matches!(result, Ok(StoreResult::Stored));
                result
            }
            StoreRequest::Read { after } => self.read_after(live, core, after).await,
        }
    }

    async fn append(
        &self,
        live: &Live,
        entries: &[Entry],
        kind: AppendKind,
        resume: Option<bool>,
    ) -> Result<StoreResult, RequestError> {
        let started = Instant::now();
        let has = |is: fn(&LogEvent) -> bool| entries.iter().any(|entry| is(&entry.event));
        if has(|event| matches!(event, LogEvent::Acted { .. })) {
            let by_bot = kind == AppendKind::Runner;
            count(if by_bot { &self.metrics.bot_moves } else { &self.metrics.moves });
        }
        let time = entries.last().map_or_else(now, |entry| entry.time);
        let stored = match (kind, self.store.shared()) {
            (AppendKind::Runner, Some(shared)) => {
                in_time(shared.append_held(&live.id, entries, resume)).await
            }
            _ => in_time(self.store.append_and(&live.id, entries, resume)).await,
        };
        match stored {
            Ok(()) => {
                self.note_store(true, time);
                self.metrics.store_time.observe(started.elapsed());
                if has(|event| matches!(event, LogEvent::Ended { .. })) {
                    count(&self.metrics.games_ended);
                }
                Ok(StoreResult::Stored)
            }
            Err(StoreError::Conflict) => Ok(StoreResult::Conflict),
            Err(StoreError::NotHeld) => {
                tracing::warn!(table = live.id, "another process runs this game by now");
                live.held.store(false, Ordering::Relaxed);
                Ok(StoreResult::Conflict)
            }
            Err(why) => {
                self.note_store(false, time);
                Err(self.store_failed(&why))
            }
        }
    }

    async fn read_after(
        &self,
        live: &Live,
        core: &mut Core,
        after: u64,
    ) -> Result<StoreResult, RequestError> {
        if after == 0 {
            tracing::error!(table = live.id, "memory and store differ; reading the log anew");
        }
        match in_time(self.store.read_after(&live.id, after)).await {
            Ok(entries) => {
                entries.last().inspect(|last| not_before(last.time));
                Ok(StoreResult::Entries(entries))
            }
            Err(why @ StoreError::Unreadable(_)) => {
                // A later release beside this one wrote it: there its people can go on.
                tracing::error!(table = live.id, %why, "what another process wrote cannot be read");
                self.drop_table(&live.id);
                core.dismiss(ByeReason::Shutdown);
                Err(RequestError::Store)
            }
            Err(why) => Err(self.store_failed(&why)),
        }
    }
}
