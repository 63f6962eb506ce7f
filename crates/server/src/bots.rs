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

/// Something to think about, and what to do with the answer.
pub(crate) struct SearchJob {
    /// Whose line it waits in: the address that brought it about. Lines take turns.
    pub(crate) line: String,
    /// What it is for: a table, or a hint at one. A newer job for the same takes the place of the one that waits.
    pub(crate) subject: String,
    pub(crate) level: BotLevel,
    pub(crate) rules: Rules,
    pub(crate) state: State,
    /// An action that it is asked about.
    pub(crate) about: Option<Action>,
    /// Whether nobody needs the answer any more: it is asked when a thread takes the job.
    pub(crate) stale: Box<dyn Fn() -> bool + Send>,
    pub(crate) answer: Box<dyn FnOnce(Thought) + Send>,
}

/// What a bot came up with.
#[derive(Clone)]
pub(crate) struct Thought {
    /// `None` if the bot panicked.
    pub(crate) decision: Option<Decision>,
    pub(crate) time: Duration,
}

impl Thought {
    /// What it does. A bot that failed passes: that is always legal, and the game goes on.
    pub(crate) fn action(&self) -> Action {
        self.decision.as_ref().map_or(Action::PASS, |decision| decision.action)
    }
}

/// What waits and what is being thought about.
#[derive(Default)]
struct Queue {
    lines: HashMap<String, VecDeque<SearchJob>>,
    /// The lines that are not empty, in the order of their turns.
    turns: VecDeque<String>,
    /// The subjects that are being thought about: none is by two threads.
    busy: HashSet<String>,
    waiting: usize,
    /// What is done only while nobody waits, in its order.
    later: VecDeque<Work>,
    /// How many threads do such work.
    at_leisure: usize,
    closed: bool,
}

/// Work that can wait. It must not panic.
pub(crate) type Work = Box<dyn FnOnce() + Send>;

/// What a thread does next.
enum Next {
    /// Somebody waits for it; so many jobs are behind it.
    Think(Box<SearchJob>, usize),
    Later(Work),
}

impl Queue {
    fn add(&mut self, job: SearchJob) {
        let line = self.lines.entry(job.line.clone()).or_default();
        if let Some(stale) = line.iter_mut().find(|waiting| waiting.subject == job.subject) {
            *stale = job;
            return;
        }
        if line.is_empty() {
            self.turns.push_back(job.line.clone());
        }
        line.push_back(job);
        self.waiting += 1;
    }

    /// The next job whose subject nobody thinks about: of the line whose turn it is, its first.
    fn take(&mut self) -> Option<SearchJob> {
        for _ in 0..self.turns.len() {
            let name = self.turns.pop_front()?;
            let line = self.lines.get_mut(&name)?;
            let free = line.iter().position(|job| !self.busy.contains(&job.subject));
            let job = free.and_then(|place| line.remove(place));
            if line.is_empty() {
                self.lines.remove(&name);
            } else {
                self.turns.push_back(name);
            }
            if let Some(job) = job {
                self.waiting -= 1;
                self.busy.insert(job.subject.clone());
                return Some(job);
            }
        }
        None
    }

    /// What to do next on one of so many threads. Half of them, and at least one, may be taken by what can wait.
    fn next(&mut self, threads: usize) -> Option<Next> {
        if let Some(job) = self.take() {
            let behind = self.behind(&job.line);
            return Some(Next::Think(Box::new(job), behind));
        }
        if self.at_leisure >= (threads / 2).max(1) {
            return None;
        }
        let work = self.later.pop_front()?;
        self.at_leisure += 1;
        Some(Next::Later(work))
    }

    /// How many jobs the others of this line may have to wait for: the bots of one address share its time.
    fn behind(&self, line: &str) -> usize {
        let own = self.lines.get(line).map_or(0, VecDeque::len);
        own.max(self.turns.len())
    }
}

/// The pool.
#[derive(Clone)]
pub(crate) struct Bots(Arc<Shared>);

/// What thinks.
type Choose = fn(&SearchJob, Duration) -> Decision;

struct Shared {
    queue: Mutex<Queue>,
    news: Condvar,
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
                queue = self.news.wait(queue).unwrap_or_else(PoisonError::into_inner);
            };
            drop(queue);
            let (job, behind) = match next {
                Next::Think(job, behind) => (job, behind),
                Next::Later(work) => {
                    work();
                    self.queue().at_leisure -= 1;
                    self.news.notify_all();
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
            (job.answer)(Thought { decision: chosen.ok(), time: started.elapsed() });
            self.queue().busy.remove(&job.subject);
            self.news.notify_all();
        }
    }
}

impl Bots {
    pub(crate) fn new(threads: usize) -> std::io::Result<Self> {
        Self::thinking_with(threads, choose)
    }

    fn thinking_with(threads: usize, choose: Choose) -> std::io::Result<Self> {
        let shared = Shared { queue: Mutex::default(), news: Condvar::new(), choose };
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
        self.0.news.notify_one();
    }

    /// Hands in work that is done only while no bot waits for a thread.
    pub(crate) fn later(&self, work: Work) {
        self.0.queue().later.push_back(work);
        self.0.news.notify_one();
    }

    /// How many wait.
    pub(crate) fn waiting(&self) -> usize {
        self.0.queue().waiting
    }

    /// Lets the threads end, each after what it thinks about.
    pub(crate) fn close(&self) {
        self.0.queue().closed = true;
        self.0.news.notify_all();
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

    fn job(line: &str, subject: &str, level: BotLevel) -> (SearchJob, mpsc::Receiver<Thought>) {
        let (tell, told) = mpsc::channel();
        let rules = Rules::FRONT;
        let mut state = State::new(&rules, 2, Seat::new(0).unwrap()).unwrap();
        let deal = quinta_deal::Deal::new(&quinta_deal::Seed([1; 32]), &rules, 2).unwrap();
        while let Some(chance) = deal.answer(&rules, &state) {
            state.chance(&rules, &chance).unwrap();
        }
        let answer = Box::new(move |thought| drop(tell.send(thought)));
        let (line, subject, about) = (line.into(), subject.into(), None);
        let stale = Box::new(|| false);
        (SearchJob { line, subject, level, rules, state, about, stale, answer }, told)
    }

    fn subjects(queue: &mut Queue) -> Vec<String> {
        std::iter::from_fn(|| queue.take()).map(|job| job.subject).collect()
    }

    #[test]
    fn lines_take_turns_and_a_table_has_one_job() {
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
            queue.later.push_back(Box::new(|| {}));
        }
        queue.add(job("a", "t", BotLevel::Random).0);
        assert!(matches!(queue.next(4), Some(Next::Think(..))), "who waits comes first");
        assert!(matches!(queue.next(4), Some(Next::Later(_))));
        assert!(matches!(queue.next(4), Some(Next::Later(_))));
        assert!(queue.next(4).is_none(), "two of four threads stay free for bots");
        queue.at_leisure = 0;
        assert!(matches!(queue.next(1), Some(Next::Later(_))), "one thread does both");
    }

    #[test]
    fn what_nobody_needs_any_more_is_not_thought_about() {
        let bots = Bots::thinking_with(1, |job, budget| {
            assert!(job.level != BotLevel::Designer, "it was thought about");
            choose(job, budget)
        });
        let bots = bots.unwrap();
        let (mut stale, never_told) = job("a", "t", BotLevel::Designer);
        stale.stale = Box::new(|| true);
        bots.think(stale);
        assert!(never_told.recv().is_err(), "it was dropped");
        let (good, told) = job("a", "t", BotLevel::Random);
        bots.think(good);
        assert!(told.recv().unwrap().decision.is_some(), "its table is not busy for ever");
        bots.close();
    }

    #[test]
    fn a_bot_that_panics_passes_and_its_thread_lives_on() {
        let bots = Bots::thinking_with(1, |job, budget| {
            assert!(job.level != BotLevel::Designer, "a designer that fails");
            choose(job, budget)
        });
        let bots = bots.unwrap();
        let (broken, told) = job("a", "t", BotLevel::Designer);
        bots.think(broken);
        let thought = told.recv().unwrap();
        assert!(thought.decision.is_none() && thought.action() == Action::PASS);
        let (good, told) = job("a", "t", BotLevel::Random);
        bots.think(good);
        assert!(told.recv().unwrap().decision.is_some());
        bots.close();
    }
}
