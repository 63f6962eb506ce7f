//! The bots of the tables: who is asked, and what is done with the answer.
use super::App;
use crate::bots::{SearchJob, Thought};
use crate::live::{Core, Live};
use crate::metrics::count;
use quinta_rules::Action;
use quinta_table::host::{Advised, Input, Question, Turn};
use quinta_wire::BotLevel;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::sync::oneshot;

impl App {
    /// Has a bot think about its turn, if this process runs the game.
    pub(super) fn think(self: &Arc<Self>, live: &Arc<Live>, core: &Core, turn: Turn) {
        let Turn { seat, level, at } = turn;
        let table = live.clone();
        let stale = move || table.bot_at.load(Ordering::Relaxed) != at;
        self.ask_bot(live, core, live.id.clone(), (level, None), stale, move |thought| {
            Input::BotDecided { seat, at, action: thought.map(|thought| thought.action()) }
        });
    }

    /// Has a bot think about a hint or about an action.
    pub(super) fn advise(self: &Arc<Self>, live: &Arc<Live>, core: &Core, question: Question) {
        let Question { number, level, about } = question;
        let subject = if about.is_some() { "coach" } else { "hint" };
        let subject = format!("{subject} {}", live.id);
        self.ask_bot(
            live,
            core,
            subject,
            (level, about),
            || false,
            move |thought| {
                // A bot that failed has no advice.
                let advised = |thought: Thought| match thought.decision {
                    Some(decision) => Advised {
                        action: Some(decision.action),
                        advice: quinta_tab::advice(&decision, about.as_ref()),
                    },
                    None => Advised::default(),
                };
                Input::Advised { question: number, advised: thought.map(advised) }
            },
        );
    }

    /// Has a bot think about the position on the table, and tells the host what came of it.
    fn ask_bot(
        self: &Arc<Self>,
        live: &Arc<Live>,
        core: &Core,
        subject: String,
        (level, about): (BotLevel, Option<Action>),
        stale: impl Fn() -> bool + Send + 'static,
        input: impl FnOnce(Option<Thought>) -> Input + Send + 'static,
    ) {
        let Some(&state) = core.table().state() else { return };
        let (sender, receiver) = oneshot::channel();
        self.bots.think(SearchJob {
            queue_key: core.queue_key(),
            subject,
            level,
            rules: core.table().rules().clone(),
            state,
            about,
            stale: Box::new(stale),
            on_thought: Box::new(move |thought| drop(sender.send(thought))),
        });
        let (app, live) = (self.clone(), live.clone());
        tokio::spawn(async move {
            // A newer question may have taken its place before a thread was free.
            let thought: Option<Thought> = receiver.await.ok();
            if let Some(thought) = &thought {
                app.note_thought(thought);
            }
            let input = input(thought);
            // After a restart the game is read again and the bot thinks anew.
            if app.is_stopping() && matches!(input, Input::BotDecided { .. }) {
                return;
            }
            let mut core = live.core.lock().await;
            let _ = app.drive(&live, &mut core, input).await;
        });
    }

    fn note_thought(&self, thought: &Thought) {
        self.metrics.bot_time.observe(thought.time);
        if thought.decision.is_none() {
            count(&self.metrics.bots_failed);
            tracing::error!("a bot panicked; it passed instead");
        }
    }
}
