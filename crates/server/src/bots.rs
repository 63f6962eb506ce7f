//! The bots' threads: a bounded pool beside the async ones.
use quinta_bots::{Budget, Decision};
use quinta_rules::{Action, Rules, State};
use quinta_tab::think;
use quinta_wire::BotLevel;
use std::collections::{HashMap, HashSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The least time that a bot has, however many wait.
const FLOOR: Duration = Duration::from_millis(10);

/// A position to think about, and what to do with the result.
pub(crate) struct SearchJob {
    /// The queue it waits in, named by the address that caused it. Queues take turns.
    pub(crate) queue_key: String,
    /// What it is for: a table, or a hint at one. A newer job for the same subject replaces the one that waits.
    pub(crate) subject: String,
    pub(crate) level: BotLevel,
    pub(crate) rules: Rules,
    pub(crate) state: State,
    /// An action that it is asked about.
    pub(crate) about: Option<Action>,
    /// Tells whether the result is still of use; asked when a thread takes the job.
    pub(crate) stale: Box<dyn Fn() -> bool + Send>,
    /// Called with the result.
    pub(crate) on_thought: Box<dyn FnOnce(Thought) + Send>,
}

/// The result of a search.
#[derive(Clone)]
pub(crate) struct Thought {
    /// `None` if the bot panicked.
    pub(crate) decision: Option<Decision>,
    pub(crate) time: Duration,
}

impl Thought {
    /// The action to take. A bot that failed passes: that is always legal, and the game goes on.
    pub(crate) fn action(&self) -> Action {
        self.decision.as_ref().map_or(Action::PASS, |decision| decision.action)
    }
}

/// The jobs that wait, and the subjects of those in progress.
#[derive(Default)]
struct Queue {
    queues: HashMap<String, VecDeque<SearchJob>>,
    /// The keys of the queues that are not empty, in the order of their turns.
    turns: VecDeque<String>,
    /// The subjects in progress: no two threads work on the same one.
    busy: HashSet<String>,
    waiting: usize,
    /// What is done only while no job waits.
    background: VecDeque<BackgroundWork>,
    /// How many threads do such work.
    background_threads: usize,
    closed: bool,
}

/// Work that can wait for every search job. It must not panic.
pub(crate) type BackgroundWork = Box<dyn FnOnce() + Send>;

/// What a thread does next.
enum Next {
    /// A search job, with the number of jobs behind it.
    Think(Box<SearchJob>, usize),
    Background(BackgroundWork),
}

impl Queue {
    fn add(&mut self, job: SearchJob) {
        let queue = self.queues.entry(job.queue_key.clone()).or_default();
        if let Some(stale) = queue.iter_mut().find(|waiting| waiting.subject == job.subject) {
            *stale = job;
            return;
        }
        if queue.is_empty() {
            self.turns.push_back(job.queue_key.clone());
        }
        queue.push_back(job);
        self.waiting += 1;
    }

    /// Takes the first job whose subject is not busy from the queue whose turn it is.
    fn take(&mut self) -> Option<SearchJob> {
        for _ in 0..self.turns.len() {
            let key = self.turns.pop_front()?;
            let queue = self.queues.get_mut(&key)?;
            let free = queue.iter().position(|job| !self.busy.contains(&job.subject));
            let job = free.and_then(|index| queue.remove(index));
            if queue.is_empty() {
                self.queues.remove(&key);
            } else {
                self.turns.push_back(key);
            }
            if let Some(job) = job {
                self.waiting -= 1;
                self.busy.insert(job.subject.clone());
                return Some(job);
            }
        }
        None
    }

    /// Takes what one of `threads` threads does next. Background work may take half of them, but at least one.
    fn next(&mut self, threads: usize) -> Option<Next> {
        if let Some(job) = self.take() {
            let behind = self.behind(&job.queue_key);
            return Some(Next::Think(Box::new(job), behind));
        }
        if self.background_threads >= (threads / 2).max(1) {
            return None;
        }
        let work = self.background.pop_front()?;
        self.background_threads += 1;
        Some(Next::Background(work))
    }

    /// How many jobs the others of this queue may have to wait for: the bots of one address share its time.
    fn behind(&self, queue_key: &str) -> usize {
        let own = self.queues.get(queue_key).map_or(0, VecDeque::len);
        own.max(self.turns.len())
    }
}

/// The pool.
#[derive(Clone)]
pub(crate) struct Bots(Arc<Shared>);

/// How a job is carried out: by a bot, except in tests.
type Choose = fn(&SearchJob, Budget) -> Decision;

struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
    choose: Choose,
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        // No bot thinks under the lock, so nothing is left half done.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, threads: usize) {
        loop {
            let mut queue = self.queue();
            let next = loop {
                if queue.closed {
                    return;
                }
                if let Some(next) = queue.next(threads) {
                    break next;
                }
                queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
            };
            drop(queue);
            let (job, behind) = match next {
                Next::Think(job, behind) => (job, behind),
                Next::Background(work) => {
                    work();
                    self.queue().background_threads -= 1;
                    self.changed.notify_all();
                    continue;
                }
            };
            if (job.stale)() {
                self.queue().busy.remove(&job.subject);
                continue;
            }
            let started = Instant::now();
            let budget = budget(job.level, behind / threads);
            let chosen = catch_unwind(AssertUnwindSafe(|| (self.choose)(&job, budget)));
            (job.on_thought)(Thought { decision: chosen.ok(), time: started.elapsed() });
            self.queue().busy.remove(&job.subject);
            self.changed.notify_all();
        }
    }
}

impl Bots {
    pub(crate) fn new(threads: usize) -> std::io::Result<Self> {
        Self::thinking_with(threads, choose)
    }

    fn thinking_with(threads: usize, choose: Choose) -> std::io::Result<Self> {
        let shared = Shared { queue: Mutex::default(), changed: Condvar::new(), choose };
        let shared = Arc::new(shared);
        for number in 0..threads {
            let shared = shared.clone();
            std::thread::Builder::new()
                .name(format!("bot-{number}"))
                .spawn(move || shared.work(threads))?;
        }
        Ok(Self(shared))
    }

    /// Hands a job to the pool. Every table has at most one that waits and one that is thought about.
    pub(crate) fn think(&self, job: SearchJob) {
        self.0.queue().add(job);
        self.0.changed.notify_one();
    }

    /// Adds work that is done only while no search job waits.
    pub(crate) fn run_in_background(&self, work: BackgroundWork) {
        self.0.queue().background.push_back(work);
        self.0.changed.notify_one();
    }

    /// The number of jobs that wait.
    pub(crate) fn waiting(&self) -> usize {
        self.0.queue().waiting
    }

    /// Lets the threads end, each after what it thinks about.
    pub(crate) fn close(&self) {
        self.0.queue().closed = true;
        self.0.changed.notify_all();
    }
}

/// How much a bot may think with so many waiting behind it for the same thread.
fn budget(level: BotLevel, behind: usize) -> Budget {
    let share = 1 + u32::try_from(behind).unwrap_or(u32::MAX - 1);
    match level.budget() {
        Budget::Time(time) => Budget::Time((time / share).max(FLOOR)),
        simulations @ Budget::Simulations(_) => simulations,
    }
}

/// What the bot that is asked does.
fn choose(job: &SearchJob, budget: Budget) -> Decision {
    let mut seed = [0; 8];
    // A bot that plays the same way twice is no harm.
    let _ = getrandom::fill(&mut seed);
    let seed = u64::from_le_bytes(seed);
    let bot = job.level.build(&job.rules, job.state.seats());
    think(&*bot, &job.state, job.about.as_ref(), budget, seed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quinta_rules::Seat;
    use std::sync::mpsc;

    fn job(
        queue_key: &str,
        subject: &str,
        level: BotLevel,
    ) -> (SearchJob, mpsc::Receiver<Thought>) {
        let (sender, receiver) = mpsc::channel();
        let rules = Rules::FRONT;
        let mut state = State::new(&rules, 2, Seat::new(0).unwrap()).unwrap();
        let deal = quinta_deal::Deal::new(&quinta_deal::Seed([1; 32]), &rules, 2).unwrap();
        while let Some(chance) = deal.answer(&rules, &state) {
            state.chance(&rules, &chance).unwrap();
        }
        let on_thought = Box::new(move |thought| drop(sender.send(thought)));
        let (queue_key, subject, about) = (queue_key.into(), subject.into(), None);
        let stale = Box::new(|| false);
        (SearchJob { queue_key, subject, level, rules, state, about, stale, on_thought }, receiver)
    }

    fn subjects(queue: &mut Queue) -> Vec<String> {
        std::iter::from_fn(|| queue.take()).map(|job| job.subject).collect()
    }

    #[test]
    fn queues_take_turns_and_a_table_has_one_job() {
        let mut queue = Queue::default();
        // One address asks at 28 tables, again and again; a stranger asks once.
        for _ in 0..100 {
            for table in 0..28 {
                queue.add(job("flood", &format!("t{table}"), BotLevel::Architect).0);
            }
        }
        queue.add(job("stranger", "s", BotLevel::Random).0);
        assert_eq!(queue.waiting, 29);
        let order = subjects(&mut queue);
        assert_eq!((order.len(), order[1].as_str()), (29, "s"), "the stranger is second");
        assert_eq!(queue.waiting, 0);
    }

    #[test]
    fn a_newer_job_waits_until_the_one_that_is_thought_about_is_done() {
        let mut queue = Queue::default();
        queue.add(job("a", "t", BotLevel::Random).0);
        assert!(queue.take().is_some());
        queue.add(job("a", "t", BotLevel::Gardener).0);
        queue.add(job("a", "t", BotLevel::Seedling).0);
        assert!(queue.take().is_none(), "its table is busy");
        queue.busy.clear();
        assert_eq!(queue.take().map(|job| job.level), Some(BotLevel::Seedling), "the newest");
    }

    #[test]
    fn what_can_wait_comes_last_and_leaves_half_of_the_threads() {
        let mut queue = Queue::default();
        for _ in 0..3 {
            queue.background.push_back(Box::new(|| {}));
        }
        queue.add(job("a", "t", BotLevel::Random).0);
        assert!(matches!(queue.next(4), Some(Next::Think(..))), "who waits comes first");
        assert!(matches!(queue.next(4), Some(Next::Background(_))));
        assert!(matches!(queue.next(4), Some(Next::Background(_))));
        assert!(queue.next(4).is_none(), "two of four threads stay free for bots");
        queue.background_threads = 0;
        assert!(matches!(queue.next(1), Some(Next::Background(_))), "one thread does both");
    }

    #[test]
    fn what_nobody_needs_any_more_is_not_thought_about() {
        let bots = Bots::thinking_with(1, |job, budget| {
            assert!(job.level != BotLevel::Designer, "it was thought about");
            choose(job, budget)
        });
        let bots = bots.unwrap();
        let (mut stale, never_thought) = job("a", "t", BotLevel::Designer);
        stale.stale = Box::new(|| true);
        bots.think(stale);
        assert!(never_thought.recv().is_err(), "it was dropped");
        let (good, receiver) = job("a", "t", BotLevel::Random);
        bots.think(good);
        assert!(receiver.recv().unwrap().decision.is_some(), "its table is not busy for ever");
        bots.close();
    }

    #[test]
    fn a_bot_that_panics_passes_and_its_thread_lives_on() {
        let bots = Bots::thinking_with(1, |job, budget| {
            assert!(job.level != BotLevel::Designer, "a designer that fails");
            choose(job, budget)
        });
        let bots = bots.unwrap();
        let (broken, receiver) = job("a", "t", BotLevel::Designer);
        bots.think(broken);
        let thought = receiver.recv().unwrap();
        assert!(thought.decision.is_none() && thought.action() == Action::PASS);
        let (good, receiver) = job("a", "t", BotLevel::Random);
        bots.think(good);
        assert!(receiver.recv().unwrap().decision.is_some());
        bots.close();
    }
}
