//! Views of a table: for watchers, for a seat, and for the lobby.
use crate::log::{Summary, SummarySeat};
use crate::seat::Sitter;
use crate::table::Table;
use quinta_deal::fair;
use quinta_rules::Seat;
use quinta_wire::{
    Access, Choices, FairView, LobbySeat, LobbyTable, NumberedEvent, ResultView, SeatView, Stage,
    StateView, TableView, You, hex,
};

impl Table {
    /// The table as everyone sees it.
    pub fn view(&self, now: u64) -> TableView {
        TableView {
            id: self.id.clone(),
            name: self.name.clone(),
            number: self.number,
            stage: self.stage,
            options: self.options.clone(),
            rules: self.rules.clone(),
            seats: Seat::all(self.seats.len())
                .zip(&self.seats)
                .map(|(seat, sitter)| SeatView { seat, sitter: sitter.view() })
                .collect(),
            state: self.state().map(|state| StateView::of(&self.rules, state)),
            history: self.history.clone(),
            undo: self.undo_view(),
            clock: self.clocks.view(now),
            result: self.ended.as_ref().map(|(reason, winners)| ResultView {
                reason: *reason,
                winners: winners.clone(),
                scoring: self.scoring.clone(),
            }),
            fair: self.fair(),
            rematch: self.rematch.clone(),
        }
    }

    /// The commitment, and everything else once the game is over.
    pub fn fair(&self) -> FairView {
        let over = self.stage == Stage::Over;
        FairView {
            commitment: hex::write(&fair::commitment(&self.secret, self.dealt_as())),
            seed: over.then(|| self.secret.to_string()),
            luck: over.then(|| self.luck()),
            tab: self.tab.clone(),
        }
    }

    pub(crate) fn luck(&self) -> Vec<String> {
        let luck =
            |sitter: &Sitter| sitter.person().and_then(|p| p.luck.as_deref().map(hex::write));
        self.seats.iter().map(|sitter| luck(sitter).unwrap_or_default()).collect()
    }

    /// The events after this number.
    pub fn events_after(&self, number: u64) -> &[NumberedEvent] {
        // Numbers have no gaps and begin with 1.
        let from = usize::try_from(number).unwrap_or(usize::MAX);
        self.events.get(from..).unwrap_or(&self.events)
    }

    /// What the seats of this identity can do, if one of them is to act and no bot plays for it.
    pub fn choices(&self, who: &str) -> Option<Choices> {
        let seat = self.to_act()?;
        let sitter = &self.seats[seat.index()];
        if !sitter.is(who) || sitter.bot().is_some() {
            return None;
        }
        Choices::of(&self.rules, self.state()?, self.number)
    }

    /// What this identity is to the table.
    pub fn you(&self, who: &str, name: &str) -> You {
        let seats = self.seats_of(who);
        let host = self.host == who;
        You {
            name: name.to_owned(),
            invitation: (host || !seats.is_empty()).then(|| self.invitation.clone()),
            seats,
            host,
        }
    }

    /// The table in short, as it is kept for the lobby.
    pub fn summary(&self) -> Summary {
        let scores = self.state().map(quinta_rules::State::players);
        let won = |seat: usize| {
            self.ended.as_ref().is_some_and(|(_, w)| w.iter().any(|winner| winner.index() == seat))
        };
        let seats = self.seats.iter().enumerate().map(|(seat, sitter)| SummarySeat {
            who: sitter.person().map(|person| person.who.clone()),
            name: sitter.person().map(|person| person.name.clone()),
            level: if let Sitter::Bot(level) = sitter { Some(*level) } else { None },
            score: scores.map(|players| players[seat].score),
            won: won(seat),
        });
        Summary {
            name: self.name.clone(),
            seats: seats.collect(),
            clock: self.options.clock.into(),
            turn: self.to_act(),
            round: self.state().map(|state| state.round() as u8 + 1),
            last: self.time,
            ended: self.ended.as_ref().map(|(reason, _)| (*reason).into()),
            host: Some(self.host.clone()),
        }
    }

    /// The table in the lobby.
    pub fn lobby(&self, who: &str) -> LobbyTable {
        self.summary().lobby(&self.id, self.stage, who)
    }

    /// Whether strangers may know of it.
    pub fn is_open(&self) -> bool {
        self.options.access == Access::Open
    }

    /// Where it was made from, or else by whom: what tells makers of tables apart.
    pub fn made_from(&self) -> &str {
        self.from.as_deref().unwrap_or(&self.host)
    }

    /// The hash of how the game began that [`opening`](crate::opening) has of its record, while it is played. A game that goes on from
    /// another has begun like that one, which may be over.
    pub fn opening(&self) -> Option<String> {
        let first = self.game.as_ref().filter(|_| self.stage == Stage::Playing)?.first();
        let steps = self.steps.iter().map(|played| played.step);
        (self.made_before == 0).then(|| crate::opening(self.seats.len(), first, steps))
    }

    /// Whether a seat is free.
    pub fn has_free_seat(&self) -> bool {
        self.stage == Stage::Gathering && self.seats.contains(&Sitter::Open)
    }
}

impl Summary {
    /// The table in the lobby, as this identity sees it.
    pub fn lobby(&self, id: &str, stage: Stage, who: &str) -> LobbyTable {
        let is = |seat: &SummarySeat| seat.who.as_deref() == Some(who);
        let seats = self.seats.iter().map(|seat| LobbySeat {
            name: seat.name.clone(),
            level: seat.level,
            score: seat.score,
            won: seat.won,
            you: is(seat),
        });
        LobbyTable {
            id: id.to_owned(),
            name: self.name.clone(),
            stage,
            seats: seats.collect(),
            clock: self.clock.into(),
            your_turn: self.turn.is_some_and(|turn| self.seats.get(turn.index()).is_some_and(is)),
            round: self.round,
            last: self.last,
            ended: self.ended.map(Into::into),
            expires: None,
        }
    }
}
