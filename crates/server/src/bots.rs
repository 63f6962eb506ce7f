//! The bots' threads: a bounded pool beside the async ones, and the one place that maps a level to a bot.
use quinta_bots::Budget;
use quinta_rules::{Action, Rules, State};
use quinta_wire::Level;
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
    pub(crate) answer: Box<dyn FnOnce(Action, Duration) + Send>,
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
                    let action = choose(job.level, &job.rules, &job.state, budget);
                    (job.answer)(action, started.elapsed());
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
        Level::Architect => Duration::from_millis(1500),
    };
    (alone / (1 + u32::try_from(behind).unwrap_or(u32::MAX - 1))).max(FLOOR)
}

/// What a bot of this level does: the one place that knows which bot stands behind a level.
pub(crate) fn choose(level: Level, rules: &Rules, state: &State, budget: Duration) -> Action {
    let bot = match level {
        Level::Random => quinta_bots::Level::Random,
        Level::Seedling => quinta_bots::Level::Seedling,
        Level::Gardener => quinta_bots::Level::Gardener,
        Level::Designer => quinta_bots::Level::Designer,
        Level::Architect => quinta_bots::Level::Architect,
    };
    let mut seed = [0; 8];
    // A bot that plays the same way twice is no harm.
    let _ = getrandom::fill(&mut seed);
    let seed = u64::from_le_bytes(seed);
    bot.sit_down(rules, state.seats()).action(state, Budget::Time(budget), seed)
}

/// The levels that there are bots for.
pub(crate) const LEVELS: [Level; 5] = Level::ALL;
