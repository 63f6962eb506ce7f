//! The bots of the tables: who is asked, and what is done with the answer.
use super::{App, By, RequestError};
use crate::bots::{SearchJob, Thought};
use crate::live::{Core, Hint, Live, Question};
use crate::metrics::count;
use crate::time::now;
use quinta_bots::Decision;
use quinta_rules::Action;
use quinta_table::Refusal;
use quinta_wire::BotLevel;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::sync::{MutexGuard, watch};

impl App {
    /// Lets a bot think if one is to act and none does.
    pub(super) fn wake_bot(self: &Arc<Self>, live: &Arc<Live>, core: &mut Core) {
        if !live.is_held() {
            return;
        }
        let Some((seat, level, at)) = core.table.bot_to_act() else { return };
        let Some(state) = core.table.state().filter(|_| core.thinking.is_none()) else { return };
        core.thinking = Some((seat, at));
        let (app, answering, asking) = (self.clone(), live.clone(), live.clone());
        let runtime = tokio::runtime::Handle::current();
        self.bots.think(SearchJob {
            line: core.line(),
            subject: live.id.clone(),
            level,
            rules: core.table.rules().clone(),
            state: *state,
            about: None,
            stale: Box::new(move || asking.bot_at.load(Ordering::Relaxed) != at),
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
                if self.commit(live, &mut core, change, By::Holder).await.is_err() {
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

    /// What a bot of this level would do, and what it thinks of an action. Whoever asks again in the same position gets the same answer; a question that a later one of another position
    /// has pushed out of the line is refused.
    pub(super) async fn hint(
        self: &Arc<Self>,
        live: &Live,
        mut core: MutexGuard<'_, Core>,
        level: BotLevel,
        about: Option<Action>,
    ) -> Result<Option<Decision>, RequestError> {
        let Some(&state) = core.table.state() else { return Ok(None) };
        let question = Question { state, level, about };
        let asked = core.hint.as_ref().filter(|hint| hint.question == question && hint.is_alive());
        let mut answer = match asked {
            Some(hint) => hint.answer.clone(),
            None => self.ask_for_hint(live, &mut core, &question),
        };
        drop(core);
        let thought = answer.wait_for(Option::is_some).await.map_err(|_| Refusal::Stale)?;
        // A bot that failed has no advice.
        Ok(thought.as_ref().and_then(|thought| thought.decision.clone()))
    }

    fn ask_for_hint(
        self: &Arc<Self>,
        live: &Live,
        core: &mut Core,
        question: &Question,
    ) -> watch::Receiver<Option<Thought>> {
        let (tell, answer) = watch::channel(None);
        core.hint = Some(Box::new(Hint { question: *question, answer: answer.clone() }));
        let Question { state, level, about } = *question;
        let subject = if about.is_some() { "coach" } else { "hint" };
        let app = self.clone();
        self.bots.think(SearchJob {
            line: core.line(),
            subject: format!("{subject} {}", live.id),
            level,
            rules: core.table.rules().clone(),
            state,
            about,
            stale: Box::new(|| false),
            answer: Box::new(move |thought| {
                app.note_thought(&thought);
                tell.send_replace(Some(thought));
            }),
        });
        answer
    }
}
