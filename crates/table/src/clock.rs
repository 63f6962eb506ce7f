//! The clocks of a table, from the times in its log.
use quinta_rules::Seat;
use quinta_wire::{Clock, ClockView};

/// How much time each seat has, and whose runs.
#[derive(Debug, Clone)]
pub(crate) struct Clocks {
    clock: Clock,
    left: Vec<u64>,
    running: Option<(Seat, u64)>,
}

fn budget(clock: Clock) -> u64 {
    let seconds = match clock {
        Clock::None => 0,
        Clock::PerMove { seconds } | Clock::PerGame { seconds, .. } => u64::from(seconds),
        Clock::Days { days } => u64::from(days) * 24 * 3600,
    };
    seconds * 1000
}

impl Clocks {
    pub(crate) fn new(clock: Clock, seats: usize) -> Self {
        Self { clock, left: vec![budget(clock); seats], running: None }
    }

    /// The seat's time begins to run; with `None` nobody's does.
    pub(crate) fn start(&mut self, seat: Option<Seat>, now: u64) {
        self.running = if self.clock == Clock::None { None } else { seat.map(|seat| (seat, now)) };
    }

    /// The seat has acted.
    pub(crate) fn stop(&mut self, seat: Seat, now: u64) {
        let Some((running, since)) = self.running.take() else { return };
        if running != seat {
            return;
        }
        let left = &mut self.left[seat.index()];
        match self.clock {
            Clock::PerGame { increment, .. } => {
                let spent = now.saturating_sub(since);
                *left = left.saturating_sub(spent) + u64::from(increment) * 1000;
            }
            clock => *left = budget(clock),
        }
    }

    /// The seat's time has run out: nothing is left, and it runs no more this turn.
    pub(crate) fn run_out(&mut self, seat: Seat) {
        self.left[seat.index()] = 0;
        self.running = None;
    }

    /// Whose time runs, and when it runs out.
    pub(crate) fn deadline(&self) -> Option<(Seat, u64)> {
        self.running.map(|(seat, since)| (seat, since + self.left[seat.index()]))
    }

    pub(crate) fn view(&self, now: u64) -> Option<ClockView> {
        (self.clock != Clock::None).then(|| ClockView {
            now,
            running: self.running.map(|(seat, _)| quinta_wire::Seat(seat)),
            deadline: self.deadline().map(|(_, deadline)| deadline),
            left: self.left.clone(),
        })
    }
}
