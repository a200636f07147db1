//! Threads that choose engine moves and analyze games. Their low priority keeps answers to players fast.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use async_trait::async_trait;
use base::cache::Cache;
use engine::{Analysis, Engine, Level, Question, analyze};
use games::domain::{EngineLevel, GameId, GameRecord, UserId};
use games::{EngineQueue, ReplayedGame};
use rules::Refusal;
use tokio::sync::oneshot;
use tracing::{error, warn};

/// Concurrent jobs per person.
const MOST_OF_ONE: usize = 1;

/// Positions searched per turn by the analysis of a short game.
const NODES_OF_A_TURN: u64 = 60_000;

/// Positions searched by an analysis of a whole game: a few seconds.
const NODES_OF_A_GAME: u64 = 6_000_000;

/// Analyses cached in memory for people who step through them.
const KEPT_ANALYSES: usize = 64;

/// Niceness of the threads relative to the rest of the program, at most 19.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// Chooses moves and analyzes games in its own threads. Dropping it ends them after their current job.
pub struct EngineThreads(Arc<Shared>);

struct Shared {
    jobs: Mutex<Jobs>,
    changed: Condvar,
    /// Maximum number of waiting jobs.
    longest: usize,
    analyses: Cache<Arc<Task>, Arc<Analysis>>,
}

#[derive(Default)]
struct Jobs {
    /// In order of request.
    list: VecDeque<Job>,
    /// Maximum number of concurrent analyses: with several threads, one is left to moves.
    most_analyses: usize,
    is_closed: bool,
}

struct Job {
    task: Arc<Task>,
    asker: Option<UserId>,
    is_running: bool,
    /// Receivers of the result. A job without any is dropped.
    waiting: Vec<oneshot::Sender<Option<Product>>>,
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Task {
    kind: Kind,
    game: GameId,
    setup: String,
    turns: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Move(Level),
    Analysis,
}

#[derive(Debug, Clone)]
enum Product {
    Move(String),
    Analysis(Arc<Analysis>),
}

impl Task {
    fn of(kind: Kind, record: &GameRecord) -> Self {
        Self {
            kind,
            game: record.game.game_id,
            setup: record.game.setup.to_string(),
            turns: record.plies.iter().map(|ply| ply.notation.clone()).collect(),
        }
    }

    /// Deterministic, so equal in every process.
    fn perform(&self) -> Result<Product, Refusal> {
        match self.kind {
            Kind::Move(level) => self.choose_move(level).map(Product::Move),
            Kind::Analysis => {
                let nodes = NODES_OF_A_TURN.min(NODES_OF_A_GAME / (self.turns.len() as u64).max(1));
                analyze(&self.setup, None, &self.turns, nodes).map(|analysis| Product::Analysis(Arc::new(analysis)))
            }
        }
    }

    fn choose_move(&self, level: Level) -> Result<String, Refusal> {
        let engine = Engine::open(&self.setup, level)?;
        let seed = self.game.0.cast_unsigned() ^ (self.turns.len() as u64).rotate_left(40);
        let question = Question { start: None, turns: &self.turns, seed };
        engine.think(&question, &level.limits()).map(|thought| thought.turn)
    }
}

impl EngineThreads {
    /// Starts `threads` threads with a queue of at most `longest` jobs.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub fn start(threads: usize, longest: usize) -> std::io::Result<Self> {
        let jobs = Jobs { most_analyses: threads.saturating_sub(1).max(1), ..Jobs::default() };
        let shared = Arc::new(Shared {
            jobs: Mutex::new(jobs),
            changed: Condvar::new(),
            longest,
            analyses: Cache::new(KEPT_ANALYSES),
        });
        let started = Self(Arc::clone(&shared));
        for number in 1..=threads {
            let shared = Arc::clone(&shared);
            thread::Builder::new().name(format!("engine {number}")).spawn(move || {
                // One log line for all threads is enough.
                if let Err(problem) = lower_priority()
                    && number == 1
                {
                    warn!("The engine thinks at the priority of the whole program: {problem}");
                }
                shared.work();
            })?;
        }
        Ok(started)
    }
}

impl Drop for EngineThreads {
    fn drop(&mut self) {
        self.0.lock().is_closed = true;
        self.0.changed.notify_all();
    }
}

#[async_trait]
impl EngineQueue for EngineThreads {
    async fn choose_move(&self, level: EngineLevel, game: &ReplayedGame) -> Option<String> {
        let task = Task::of(Kind::Move(Level::new(level.0)?), &game.record);
        let asker = game.record.seats.iter().find_map(|seat| seat.player.user());
        match self.0.ask(task, asker)?.await.ok()?? {
            Product::Move(turn) => Some(turn),
            Product::Analysis(_) => None,
        }
    }

    async fn analyze(&self, asker: UserId, game: &ReplayedGame) -> Option<Arc<Analysis>> {
        let task = Task::of(Kind::Analysis, &game.record);
        if let Some(analysis) = self.0.analyses.get(&task) {
            return Some(analysis);
        }
        match self.0.ask(task, Some(asker))?.await.ok()?? {
            Product::Analysis(analysis) => Some(analysis),
            Product::Move(_) => None,
        }
    }

    fn known_analysis(&self, record: &GameRecord) -> Option<Arc<Analysis>> {
        self.0.analyses.get(&Task::of(Kind::Analysis, record))
    }

    fn games_before(&self, game: GameId) -> Option<usize> {
        let jobs = self.0.lock();
        let index = jobs.list.iter().position(|job| job.task.game == game && job.task.kind != Kind::Analysis)?;
        // Moves go before analyses.
        let is_before = |job: &&Job| job.is_running || job.task.kind != Kind::Analysis;
        Some(jobs.list.iter().take(index).filter(is_before).count())
    }

    fn is_full(&self) -> bool {
        self.0.is_full(&self.0.lock())
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Jobs> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_full(&self, jobs: &Jobs) -> bool {
        jobs.list.iter().filter(|job| !job.is_running).count() >= self.longest
    }

    /// Queues a job, or joins an equal one. `None` if the queue is full.
    fn ask(&self, task: Task, asker: Option<UserId>) -> Option<oneshot::Receiver<Option<Product>>> {
        let (answer, receiver) = oneshot::channel();
        let mut jobs = self.lock();
        if let Some(job) = jobs.list.iter_mut().find(|job| *job.task == task) {
            job.waiting.push(answer);
            return Some(receiver);
        }
        if self.is_full(&jobs) {
            return None;
        }
        jobs.list.push_back(Job { task: Arc::new(task), asker, is_running: false, waiting: vec![answer] });
        self.changed.notify_all();
        Some(receiver)
    }

    /// Runs jobs until the queue is closed.
    fn work(&self) {
        while let Some(task) = self.next_task() {
            let performed = catch_unwind(AssertUnwindSafe(|| task.perform()));
            let game = task.game;
            let product = match performed {
                Ok(Ok(product)) => Some(product),
                Ok(Err(Refusal { text: problem, .. })) => {
                    warn!(game.id = %game, "The engine has no answer in game {game}: {problem}");
                    None
                }
                Err(_) => {
                    error!(game.id = %game, "The engine panicked in game {game}");
                    None
                }
            };
            if let Some(Product::Analysis(analysis)) = &product {
                self.analyses.insert(Arc::clone(&task), Arc::clone(analysis));
            }
            let mut jobs = self.lock();
            if let Some(index) = jobs.list.iter().position(|job| Arc::ptr_eq(&job.task, &task)) {
                for waiting in jobs.list.remove(index).into_iter().flat_map(|job| job.waiting) {
                    // Sending fails if the receiver has stopped waiting.
                    drop(waiting.send(product.clone()));
                }
            }
            drop(jobs);
            // The same person's next job may run now.
            self.changed.notify_all();
        }
    }

    /// Waits for the next job; `None` once closed.
    fn next_task(&self) -> Option<Arc<Task>> {
        let mut jobs = self.lock();
        loop {
            if jobs.is_closed {
                return None;
            }
            if let Some(task) = jobs.take_next() {
                return Some(task);
            }
            jobs = self.changed.wait(jobs).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Jobs {
    /// The first job that may run now. Moves go before analyses.
    fn take_next(&mut self) -> Option<Arc<Task>> {
        self.list.retain(|job| job.is_running || job.waiting.iter().any(|waiting| !waiting.is_closed()));
        let running = || self.list.iter().filter(|job| job.is_running);
        let analyses = running().filter(|job| job.task.kind == Kind::Analysis).count();
        let is_free = |job: &Job| {
            let of_same = running().filter(|other| other.asker == job.asker).count();
            let has_room = job.task.kind != Kind::Analysis || analyses < self.most_analyses;
            !job.is_running && of_same < MOST_OF_ONE && has_room
        };
        let free = || self.list.iter().enumerate().filter(|(_, job)| is_free(job));
        let (next, _) = free().min_by_key(|(_, job)| job.task.kind == Kind::Analysis)?;
        let job = self.list.get_mut(next)?;
        job.is_running = true;
        Some(Arc::clone(&job.task))
    }
}

/// On Linux each thread has its own priority.
fn lower_priority() -> std::io::Result<()> {
    #[cfg(target_os = "linux")]
    rustix::process::setpriority_process(None, NICENESS)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(kind: Kind, game: i64) -> Task {
        Task { kind, game: GameId(game), setup: "abalone".to_owned(), turns: Vec::new() }
    }

    fn first_move(game: i64) -> Task {
        task(Kind::Move(Level::new(1).expect("a level")), game)
    }

    /// A queue that no thread empties.
    fn queue(longest: usize) -> EngineThreads {
        EngineThreads::start(0, longest).expect("no thread")
    }

    /// The games of the next jobs.
    fn take<const N: usize>(threads: &EngineThreads) -> [Option<i64>; N] {
        std::array::from_fn(|_| threads.0.lock().take_next().map(|task| task.game.0))
    }

    #[test]
    fn the_unit_lets_engines_lower_their_priority() {
        let unit = include_str!("../../../../config/sumito.service");
        // The last filter line that names the call or a group with it decides.
        let lines = unit.lines().filter_map(|line| line.strip_prefix("SystemCallFilter="));
        let is_allowed = lines.rev().find_map(|line| {
            let names_it = |call| ["setpriority", "@resources", "@system-service"].contains(&call);
            line.trim_start_matches('~').split(' ').any(names_it).then(|| !line.starts_with('~'))
        });
        assert_eq!(is_allowed, Some(true), "{unit}");
    }

    #[test]
    fn each_person_has_one_job_at_a_time_and_one_that_nobody_waits_for_is_left_out() {
        let threads = queue(10);
        let answers: Vec<_> = [(1, 7), (2, 7), (3, 8), (4, 9)]
            .map(|(game, user)| threads.0.ask(first_move(game), Some(UserId(user))))
            .into();
        assert_eq!(threads.games_before(GameId(3)), Some(2));
        let mut answers = answers.into_iter();
        let pair = [answers.next(), answers.next()];
        drop(answers.next());
        assert_eq!(take(&threads), [Some(1), Some(4), None]);
        assert_eq!(threads.games_before(GameId(3)), None);
        drop(pair);
    }

    #[test]
    fn moves_go_before_analyses_of_which_one_runs_at_a_time() {
        let threads = queue(10);
        let analysis = |game| threads.0.ask(task(Kind::Analysis, game), Some(UserId(game.cast_unsigned())));
        let answers = [analysis(1), analysis(2), threads.0.ask(first_move(3), Some(UserId(3)))];
        assert_eq!(threads.games_before(GameId(3)), Some(0));
        assert_eq!(take(&threads), [Some(3), Some(1), None]);
        drop(answers);
    }

    #[test]
    fn a_full_queue_takes_no_other_job_but_the_same_ones() {
        let threads = queue(1);
        let first = threads.0.ask(first_move(1), Some(UserId(7)));
        assert!(first.is_some() && threads.is_full());
        assert!(threads.0.ask(first_move(2), Some(UserId(8))).is_none());
        assert!(threads.0.ask(first_move(1), Some(UserId(8))).is_some());
    }

    #[tokio::test]
    async fn the_same_position_has_the_same_move_whoever_asks() {
        let (one, other) =
            (EngineThreads::start(1, 5).expect("a thread"), EngineThreads::start(1, 5).expect("a thread"));
        let mut turns = Vec::new();
        for threads in [&one, &one, &other] {
            let answer = threads.0.ask(first_move(5), Some(UserId(7))).expect("room");
            let Product::Move(turn) = answer.await.expect("a thread").expect("an answer") else { panic!("a move") };
            turns.push(turn);
        }
        assert!(rules::open("abalone").expect("a game").play(&turns[0]).is_ok(), "{turns:?}");
        assert_eq!((&turns[0], &turns[0]), (&turns[1], &turns[2]));
    }
}
