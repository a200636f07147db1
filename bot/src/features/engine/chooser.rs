//! Threads that choose the moves of engines. Their priority is low, so that answers to players never wait for them.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use async_trait::async_trait;
use engine::{Engine, Level, Question};
use tokio::sync::oneshot;
use tracing::{error, warn};

use crate::domain::{EngineLevel, GameId, UserId};
use crate::games::{MoveChooser, ReplayedGame};

/// Positions of one person that are thought about at the same time.
const MOST_OF_ONE: usize = 1;

/// How much nicer than the rest of the program the threads are, of 19.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// Chooses moves with the engine, in threads of its own. Dropping it ends them after the move that they think about.
pub struct EngineThreads(Arc<Shared>);

struct Shared {
    jobs: Mutex<Jobs>,
    changed: Condvar,
    /// Positions that may wait.
    longest: usize,
}

#[derive(Default)]
struct Jobs {
    /// In the order in which they were asked.
    list: VecDeque<Job>,
    is_closed: bool,
}

struct Job {
    position: Arc<Position>,
    is_running: bool,
    /// Who asks. A position without anybody left is not thought about.
    waiting: Vec<oneshot::Sender<Option<String>>>,
}

/// What is thought about.
#[derive(Debug, PartialEq, Eq)]
struct Position {
    game: GameId,
    level: Level,
    setup: String,
    turns: Vec<String>,
    opponent: Option<UserId>,
}

impl Position {
    fn of(level: EngineLevel, game: &ReplayedGame) -> Option<Self> {
        let record = &game.record;
        Some(Self {
            game: record.game.game_id,
            level: Level::new(level.0)?,
            setup: record.game.setup.to_string(),
            turns: record.plies.iter().map(|ply| ply.notation.clone()).collect(),
            opponent: record.seats.iter().find_map(|seat| seat.player.user()),
        })
    }

    /// The same move in every process.
    fn choose(&self) -> Result<String, String> {
        let engine = Engine::open(&self.setup, self.level).map_err(|refusal| refusal.text)?;
        let seed = self.game.0.cast_unsigned() ^ (self.turns.len() as u64).rotate_left(40);
        let question = Question { start: None, turns: &self.turns, seed };
        engine.think(&question, &self.level.limits()).map(|thought| thought.turn).map_err(|refusal| refusal.text)
    }
}

impl EngineThreads {
    /// Starts so many threads, for which so many positions may wait.
    ///
    /// # Errors
    /// When the system has no thread to give.
    pub fn start(threads: usize, longest: usize) -> std::io::Result<Self> {
        let shared = Arc::new(Shared { jobs: Mutex::default(), changed: Condvar::new(), longest });
        let started = Self(Arc::clone(&shared));
        for number in 1..=threads {
            let shared = Arc::clone(&shared);
            thread::Builder::new().name(format!("engine {number}")).spawn(move || {
                lower_priority();
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
impl MoveChooser for EngineThreads {
    async fn choose_move(&self, level: EngineLevel, game: &ReplayedGame) -> Option<String> {
        let asked = self.0.ask(Position::of(level, game)?)?;
        asked.await.ok().flatten()
    }

    fn games_before(&self, game: GameId) -> Option<usize> {
        self.0.lock().list.iter().position(|job| job.position.game == game)
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

    /// Puts a position at the end of the queue, unless it is there already. `None` when the queue is full.
    fn ask(&self, position: Position) -> Option<oneshot::Receiver<Option<String>>> {
        let (answer, asked) = oneshot::channel();
        let mut jobs = self.lock();
        if let Some(job) = jobs.list.iter_mut().find(|job| *job.position == position) {
            job.waiting.push(answer);
            return Some(asked);
        }
        if self.is_full(&jobs) {
            return None;
        }
        jobs.list.push_back(Job { position: Arc::new(position), is_running: false, waiting: vec![answer] });
        self.changed.notify_all();
        Some(asked)
    }

    /// Thinks about one position after the other.
    fn work(&self) {
        while let Some(position) = self.next_position() {
            let chosen = catch_unwind(AssertUnwindSafe(|| position.choose()));
            let game = position.game;
            let chosen = match chosen {
                Ok(Ok(turn)) => Some(turn),
                Ok(Err(problem)) => {
                    warn!(game.id = %game, "The engine has no move in game {game}: {problem}");
                    None
                }
                Err(_) => {
                    error!(game.id = %game, "The engine panicked in game {game}");
                    None
                }
            };
            let mut jobs = self.lock();
            if let Some(index) = jobs.list.iter().position(|job| Arc::ptr_eq(&job.position, &position)) {
                for waiting in jobs.list.remove(index).into_iter().flat_map(|job| job.waiting) {
                    // Who has stopped waiting asks again.
                    drop(waiting.send(chosen.clone()));
                }
            }
            drop(jobs);
            // Another position of the same person may be next.
            self.changed.notify_all();
        }
    }

    /// Waits for the next position; `None` at the end.
    fn next_position(&self) -> Option<Arc<Position>> {
        let mut jobs = self.lock();
        loop {
            if jobs.is_closed {
                return None;
            }
            if let Some(position) = jobs.take_next() {
                return Some(position);
            }
            jobs = self.changed.wait(jobs).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Jobs {
    /// The first position that may be thought about now.
    fn take_next(&mut self) -> Option<Arc<Position>> {
        self.list.retain(|job| job.is_running || job.waiting.iter().any(|waiting| !waiting.is_closed()));
        let running: Vec<Option<UserId>> =
            self.list.iter().filter(|job| job.is_running).map(|job| job.position.opponent).collect();
        let is_free = |job: &Job| {
            let of_same = running.iter().filter(|opponent| **opponent == job.position.opponent).count();
            !job.is_running && of_same < MOST_OF_ONE
        };
        let next = self.list.iter_mut().find(|job| is_free(job))?;
        next.is_running = true;
        Some(Arc::clone(&next.position))
    }
}

/// On Linux a thread has a priority of its own.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    if let Err(problem) = rustix::process::setpriority_process(None, NICENESS) {
        warn!("The engine thinks at the priority of the whole program: {problem}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(game: i64, opponent: u64) -> Position {
        Position {
            game: GameId(game),
            level: Level::new(1).expect("a level"),
            setup: "abalone".to_owned(),
            turns: Vec::new(),
            opponent: Some(UserId(opponent)),
        }
    }

    /// A queue that no thread empties.
    fn queue(longest: usize) -> EngineThreads {
        EngineThreads::start(0, longest).expect("no thread")
    }

    #[test]
    fn each_person_has_one_position_at_a_time_and_one_that_nobody_waits_for_is_left_out() {
        let threads = queue(10);
        let asked: Vec<_> =
            [(1, 7), (2, 7), (3, 8), (4, 9)].map(|(game, user)| threads.0.ask(position(game, user))).into();
        assert_eq!(threads.games_before(GameId(3)), Some(2));
        let mut asked = asked.into_iter();
        let kept = [asked.next(), asked.next()];
        drop(asked.next());
        let next = || threads.0.lock().take_next().map(|position| position.game.0);
        assert_eq!([next(), next(), next()], [Some(1), Some(4), None]);
        assert_eq!(threads.games_before(GameId(3)), None);
        drop(kept);
    }

    #[test]
    fn a_full_queue_takes_no_other_position_but_the_same_ones() {
        let threads = queue(1);
        let first = threads.0.ask(position(1, 7));
        assert!(first.is_some() && threads.is_full());
        assert!(threads.0.ask(position(2, 8)).is_none() && threads.0.ask(position(1, 7)).is_some());
    }

    #[tokio::test]
    async fn the_same_position_has_the_same_move_whoever_asks() {
        let (one, other) =
            (EngineThreads::start(1, 5).expect("a thread"), EngineThreads::start(1, 5).expect("a thread"));
        let mut chosen = Vec::new();
        for threads in [&one, &one, &other] {
            let asked = threads.0.ask(position(5, 7)).expect("room");
            chosen.push(asked.await.expect("a thread").expect("a move"));
        }
        assert!(rules::open("abalone").expect("a game").play(&chosen[0]).is_ok(), "{chosen:?}");
        assert_eq!((&chosen[0], &chosen[0]), (&chosen[1], &chosen[2]));
    }
}
