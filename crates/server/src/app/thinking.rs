//! The bots of the tables: who is asked, and what is done with the answer.
use super::App;
use crate::bots::{Job, Thought};
use crate::live::{Core, Live};
use crate::metrics::count;
use crate::time::now;
use std::sync::Arc;
use tokio::sync::oneshot;

impl App {
    /// Lets a bot think if one is to act and none does.
    pub(super) fn wake_bot(self: &Arc<Self>, live: &Arc<Live>, core: &mut Core) {
        let Some((seat, level, at)) = core.table.bot_to_act() else { return };
        let Some(state) = core.table.state().filter(|_| core.thinking.is_none()) else { return };
        core.thinking = Some((seat, at));
        let (app, answering) = (self.clone(), live.clone());
        let runtime = tokio::runtime::Handle::current();
        self.bots.think(Job {
            line: core.line(),
            subject: live.id.clone(),
            level,
            rules: core.table.rules().clone(),
            state: *state,
            answer: Box::new(move |thought| {
                app.note_thought(&thought);
                let action = thought.action();
                runtime.spawn(async move { app.bot_acts(&answering, seat, at, &action).await });
            }),
        });
    }

    fn note_thought(&self, thought: &Thought) {
        self.metrics.bot_time.observe(thought.time);
        if thought.decision.is_none() {
            count(&self.metrics.bots_failed);
            tracing::error!("a bot panicked; it passed instead");
        }
    }

    async fn bot_acts(
        self: &Arc<Self>,
        live: &Arc<Live>,
        seat: quinta_rules::Seat,
        at: u64,
        action: &quinta_rules::Action,
    ) {
        let mut core = live.core.lock().await;
        if core.thinking == Some((seat, at)) {
            core.thinking = None;
        }
        // After a restart the game is read again and the bot thinks anew.
        if self.is_stopping() {
            return;
        }
        match core.table.bot_acts(seat, at, action, now()) {
            Ok(change) => {
                count(&self.metrics.bot_moves);
                if self.commit(live, &mut core, change).await.is_err() {
                    // The store may recover: try again in a while.
                    let (app, live) = (self.clone(), live.clone());
                    tokio::spawn(async move {
                        tokio::time::sleep(std::time::Duration::from_secs(2)).await;
                        let mut core = live.core.lock().await;
                        app.wake_bot(&live, &mut core);
                    });
                }
            }
            // The position has changed while it thought.
            Err(_) => self.wake_bot(live, &mut core),
        }
    }

    pub(super) async fn hint(
        self: &Arc<Self>,
        live: &Live,
        core: tokio::sync::MutexGuard<'_, Core>,
    ) -> Option<quinta_bots::Decision> {
        let (tell, told) = oneshot::channel();
        let app = self.clone();
        self.bots.think(Job {
            line: core.line(),
            subject: format!("hint {}", live.id),
            level: quinta_wire::Level::Architect,
            rules: core.table.rules().clone(),
            state: *core.table.state()?,
            answer: Box::new(move |thought| {
                app.note_thought(&thought);
                // Whoever asked may be gone, and a bot that failed has no advice.
                let _ = tell.send(thought.decision);
            }),
        });
        drop(core);
        told.await.ok().flatten()
    }
}
