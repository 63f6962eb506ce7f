//! The review of a game: the architect judges one move at each request, so that the page can show its progress.
use quinta_bots::review::Judged;
use quinta_bots::{Bot, BotLevel, BotModel, BotSpec, Budget, SearchContext};
use quinta_record::{Record, Replay};
use quinta_wire::ReviewProgress;

/// A review in progress.
pub(crate) struct RunningReview {
    id: String,
    replay: Replay,
    /// The indices of its moves among the steps.
    moves: Vec<usize>,
    bot: Box<dyn Bot>,
    budget: Budget,
    judged: Vec<Judged>,
}

impl RunningReview {
    pub(crate) fn begin(
        id: String,
        record: &Record,
        budget: &str,
        model: &BotModel,
        context: SearchContext,
    ) -> Result<Self, String> {
        let budget = budget.parse().map_err(|why| format!("{why}"))?;
        let replay = Replay::of(record).map_err(|why| why.to_string())?;
        let steps = replay.steps().enumerate();
        let moves =
            steps.filter(|(_, one)| one.step.action().is_some()).map(|(index, _)| index).collect();
        let architect = BotSpec::from(BotLevel::Architect);
        let seats = replay.state().seats();
        let bot = architect.build(replay.rules(), seats, model, context);
        Ok(Self { id, replay, moves, bot, budget, judged: Vec::new() })
    }

    /// Judges the next move, if there is one.
    pub(crate) fn judge(&mut self) {
        let number = self.judged.len();
        let moment = self.moves.get(number).and_then(|&step| self.replay.steps().nth(step));
        let Some((moment, (_, action))) = moment.and_then(|one| Some((one, one.step.action()?)))
        else {
            return;
        };
        let judged = Judged::of(&*self.bot, moment.before, action, self.budget, number as u64);
        self.judged.push(judged);
    }

    /// Returns the progress, with the review once all moves are judged.
    pub(crate) fn progress(&self) -> ReviewProgress {
        let (judged, moves) = (self.judged.len(), self.moves.len());
        let review = (judged == moves).then(|| quinta_table::review(&self.replay, &self.judged));
        ReviewProgress { id: self.id.clone(), judged: judged as u32, moves: moves as u32, review }
    }
}
