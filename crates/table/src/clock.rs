//! The clocks of a table, from the times in its log.
use quinta_rules::Seat;
use quinta_wire::{Clock, ClockView};

/// How much time each seat has, and whose runs.
#[derive(Debug, Clone)]
pub(crate) struct Clocks {
    clock: Clock,
    seats: usize,
    left: [u64; Seat::MOST],
    running: Option<(Seat, u64)>,
}

/// The clocks as they were at some moment, to be set back to it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ClockReading {
    left: [u64; Seat::MOST],
    /// Whose time ran, and how much of it was spent on this turn.
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
        Self { clock, seats, left: [budget(clock); Seat::MOST], running: None }
    }

    /// Starts the clock of this seat, or of nobody.
    pub(crate) fn start(&mut self, seat: Option<Seat>, now: u64) {
        self.running = seat.filter(|_| self.clock != Clock::None).map(|seat| (seat, now));
        // Each move has its full time, whatever was left of the last one.
        if let (Some(seat), Clock::PerMove { .. } | Clock::Days { .. }) = (seat, self.clock) {
            self.left[seat.index()] = budget(self.clock);
        }
    }

    /// The seat has acted.
    pub(crate) fn stop(&mut self, seat: Seat, now: u64) {
        let Some((running, since)) = self.running.take() else { return };
        if running != seat {
            return;
        }
        if let Clock::PerGame { increment, .. } = self.clock {
            let left = &mut self.left[seat.index()];
            let spent = now.saturating_sub(since);
            *left = left.saturating_sub(spent) + u64::from(increment) * 1000;
        }
    }

    /// The seat's time has run out: nothing is left, and it runs no more this turn.
    pub(crate) fn run_out(&mut self, seat: Seat) {
        self.left[seat.index()] = 0;
        self.running = None;
    }

    /// Adds time during which the running clock stood still.
    pub(crate) fn hold(&mut self, milliseconds: u64) {
        if let Some((_, since)) = &mut self.running {
            *since += milliseconds;
        }
    }

    /// Reads the clocks.
    pub(crate) fn read(&self, now: u64) -> ClockReading {
        let running = self.running.map(|(seat, since)| (seat, now.saturating_sub(since)));
        ClockReading { left: self.left, running }
    }

    /// Sets the clocks back to a reading; the time already spent on that turn stays spent.
    pub(crate) fn set_back(&mut self, to: &ClockReading, now: u64) {
        self.left = to.left;
        self.running = to.running.map(|(seat, spent)| (seat, now.saturating_sub(spent)));
    }

    /// Whose time runs, and when it runs out.
    pub(crate) fn deadline(&self) -> Option<(Seat, u64)> {
        self.running.map(|(seat, since)| (seat, since + self.left[seat.index()]))
    }

    pub(crate) fn view(&self, now: u64) -> Option<ClockView> {
        (self.clock != Clock::None).then(|| ClockView {
            now,
            running: self.running.map(|(seat, _)| seat),
            deadline: self.deadline().map(|(_, deadline)| deadline),
            left: self.left[..self.seats].to_vec(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_move_has_its_time_and_a_game_has_its_own() {
        let [a, b] = [0, 1].map(|seat| Seat::new(seat).unwrap());
        let mut clocks = Clocks::new(Clock::PerMove { seconds: 5 }, 2);
        clocks.start(Some(a), 1000);
        assert_eq!(clocks.deadline(), Some((a, 6000)));
        clocks.run_out(a);
        assert_eq!(clocks.deadline(), None);
        clocks.stop(a, 9000);
        clocks.start(Some(a), 10_000);
        assert_eq!(clocks.deadline(), Some((a, 15_000)), "the next move has its full time");

        let mut clocks = Clocks::new(Clock::PerGame { seconds: 60, increment: 2 }, 2);
        clocks.start(Some(b), 0);
        clocks.stop(b, 10_000);
        clocks.start(Some(b), 20_000);
        assert_eq!(clocks.deadline(), Some((b, 20_000 + 52_000)));
        assert_eq!(Clocks::new(Clock::None, 2).view(0), None);
    }
}
