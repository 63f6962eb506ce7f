//! The participants of an arena match: our bots, and other programs.
use crate::input;
use quinta_bots::{BotModel, BotSpec, Budget, SearchContext};
use quinta_engine::{Client, Program, Remote};
use quinta_lab::arena::{Entrant, Player};
use quinta_lab::naive::{Naive, UnknownNaive};
use quinta_rules::Rules;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// A participant named on the command line.
#[derive(Clone)]
pub(super) struct Participant {
    /// As it was written there.
    pub(super) text: String,
    who: Who,
}

#[derive(Clone)]
enum Who {
    Bot(BotSpec, BotModel),
    Naive(Naive),
    Program { budget: Budget, command: String, id: Arc<OnceLock<String>> },
}

/// Parses a participant, for clap.
pub(super) fn participant(text: &str) -> Result<Participant, String> {
    let who = match text.split_once(':') {
        Some(("naive", name)) => Who::Naive(name.parse().map_err(|e: UnknownNaive| e.to_string())?),
        Some(("cmd", rest)) => {
            let timed =
                rest.split_once(':').and_then(|(time, rest)| Some((time.parse().ok()?, rest)));
            let (budget, command) = timed.unwrap_or((Budget::default(), rest));
            Who::Program { budget, command: command.to_owned(), id: Arc::default() }
        }
        _ => {
            let (spec, model) = input::bot(text).map_err(|error| format!("{error:#}"))?;
            Who::Bot(spec, model)
        }
    };
    Ok(Participant { text: text.to_owned(), who })
}

impl Participant {
    /// The name by which another program introduced itself.
    pub(super) fn id(&self) -> Option<&str> {
        match &self.who {
            Who::Program { id, .. } => id.get().map(String::as_str),
            Who::Bot(..) | Who::Naive(_) => None,
        }
    }

    /// The name for records: the one by which a program introduced itself, or else what was written.
    pub(super) fn name(&self) -> &str {
        self.id().unwrap_or(&self.text)
    }

    /// The entrant, for a table with these rules and this many seats.
    pub(super) fn entrant<'a>(
        &self,
        rules: &Rules,
        seats: usize,
        context: &SearchContext,
        grace: Duration,
    ) -> Entrant<'a> {
        match &self.who {
            Who::Bot(spec, model) => {
                let (model, context) = (model.clone(), context.clone());
                Entrant::with_model(&self.text, *spec, rules, seats, model, context)
            }
            Who::Naive(naive) => Entrant::naive(&self.text, *naive, rules),
            Who::Program { budget, command, id } => {
                let quinta = std::env::current_exe().ok();
                let program = Program { command: command.clone(), grace, quinta };
                let (id, rules) = (id.clone(), rules.clone());
                let make = move || {
                    let mut client = Client::start(&program).map_err(|e| e.to_string())?;
                    let introduction = client.introduce().map_err(|e| e.to_string())?;
                    id.get_or_init(|| introduction.name);
                    Ok(Box::new(Remote::new(client, rules.clone())) as Box<dyn Player>)
                };
                Entrant { name: self.text.clone(), budget: *budget, make: Box::new(make) }
            }
        }
    }
}
