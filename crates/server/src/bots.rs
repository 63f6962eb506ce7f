//! The bots' threads: a bounded pool beside the async ones, and the one place that maps a level to a bot.
use quinta_bots::{Budget, Decision};
use quinta_rules::{Rules, State};
use quinta_wire::{Advice, Level, Why};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

/// The least time that a bot has, however many wait.
const FLOOR: Duration = Duration::from_millis(10);

/// Something to think about, and what to do with the answer.
pub(crate) struct Job {
    pub(crate) level: Level,
    pub(crate) rules: Rules,
    pub(crate) state: State,
    pub(crate) answer: Box<dyn FnOnce(Decision, Duration) + Send>,
}

/// The pool.
#[derive(Clone)]
pub(crate) struct Bots {
    queue: mpsc::Sender<Job>,
    waiting: Arc<AtomicUsize>,
}

impl Bots {
    pub(crate) fn new(threads: usize) -> std::io::Result<Self> {
        let (queue, jobs) = mpsc::channel::<Job>();
        let jobs = Arc::new(Mutex::new(jobs));
        let waiting = Arc::new(AtomicUsize::new(0));
        for number in 0..threads.max(1) {
            let (jobs, waiting) = (jobs.clone(), waiting.clone());
            let threads = threads.max(1);
            std::thread::Builder::new().name(format!("bot-{number}")).spawn(move || {
                loop {
                    // Only the taking is under the lock, not the thinking.
                    let job = jobs.lock().ok().and_then(|jobs| jobs.recv().ok());
                    let Some(job) = job else { break };
                    let behind = waiting.fetch_sub(1, Ordering::Relaxed) - 1;
                    let started = Instant::now();
                    let budget = budget(job.level, behind / threads);
                    let decision = choose(job.level, &job.rules, &job.state, budget);
                    (job.answer)(decision, started.elapsed());
                }
            })?;
        }
        Ok(Self { queue, waiting })
    }

    /// Hands a job to the pool. Every table has at most one, so the queue is bounded by the tables.
    pub(crate) fn think(&self, job: Job) {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        if self.queue.send(job).is_err() {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// How many wait.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }
}

/// How long a bot may think with so many waiting behind it for the same thread.
fn budget(level: Level, behind: usize) -> Duration {
    let alone = match level {
        Level::Random | Level::Seedling | Level::Gardener => Duration::from_millis(100),
        Level::Designer => Duration::from_millis(600),
        Level::Mason | Level::Architect => Duration::from_millis(900),
    };
    (alone / (1 + u32::try_from(behind).unwrap_or(u32::MAX - 1))).max(FLOOR)
}

/// What a bot of this level does: the one place that knows which bot stands behind a level.
pub(crate) fn choose(level: Level, rules: &Rules, state: &State, budget: Duration) -> Decision {
    let bot = match level {
        Level::Random => quinta_bots::Level::Random,
        Level::Seedling => quinta_bots::Level::Seedling,
        Level::Gardener => quinta_bots::Level::Gardener,
        Level::Designer => quinta_bots::Level::Designer,
        Level::Mason => quinta_bots::Level::Mason,
        Level::Architect => quinta_bots::Level::Architect,
    };
    let mut seed = [0; 8];
    // A bot that plays the same way twice is no harm.
    let _ = getrandom::fill(&mut seed);
    let seed = u64::from_le_bytes(seed);
    bot.sit_down(rules, state.seats()).choose(state, Budget::Time(budget), seed)
}

/// Why a bot decided as it did, for the wire.
pub(crate) fn advice(decision: &Decision) -> Option<Advice> {
    let best = decision.candidates.first()?;
    let sure = best.win.map(|share| (100.0 * share).round().clamp(0.0, 100.0) as u8);
    Some(Advice { sure, why: best.why.iter().map(why).collect() })
}

fn why(why: &quinta_bots::Why) -> Why {
    use quinta_bots::Why as Bots;
    match *why {
        Bots::Random => Why::Random {},
        Bots::Group { attribute, size, points } => Why::Group { attribute, size, points },
        Bots::Pair { attribute } => Why::Pair { attribute },
        Bots::Starts => Why::Starts {},
        Bots::Surrounds { feature, jokers } => Why::Surrounds { feature, jokers },
        Bots::Rounds { points } => Why::Rounds { points },
        Bots::Spaces { spaces } => Why::Spaces { spaces },
        Bots::Affords { kind } => Why::Affords { kind },
        Bots::Takes { hexagons } => Why::Takes { hexagons },
        Bots::Denies { seat, points } => Why::Denies { seat, points },
        Bots::MakesRoom { places } => Why::MakesRoom { places },
        Bots::Costs { points } => Why::Costs { points },
        Bots::Begins => Why::Begins {},
        Bots::Stops => Why::Stops {},
    }
}

/// The levels that there are bots for.
pub(crate) const LEVELS: [Level; 6] = Level::ALL;
