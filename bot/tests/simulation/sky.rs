//! What is above all processes: the time, the weather of the memory, and the log of all that was written.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use bot::clock::{Clock as _, ManualClock};
use bot::domain::{GameId, Notice, NoticeKind, RequestId, Timestamp, UserId, Vacation};
use bot::store::{Commit, FaultInjector, Message, StoreError};

use crate::calendar::VacationStatus;
use crate::dice::Dice;

/// What one commit says, without what the program makes of it: no deadline, no alarm.
#[derive(Debug, Clone)]
pub struct Written {
    pub at: Timestamp,
    pub game: GameId,
    pub version: i64,
    pub request: RequestId,
    pub actor: Option<UserId>,
    pub action: &'static str,
    pub pace: String,
    pub guild: bool,
    /// Whose turn it is after it.
    pub to_move: Option<u8>,
    pub is_playing: bool,
    pub notices: Vec<Notice>,
    /// Who sits where, when that is written.
    pub seats: Vec<UserId>,
}

/// A message that somebody took to send it.
#[derive(Debug, Clone)]
pub struct Taken {
    pub game: GameId,
    pub version: i64,
    pub kind: NoticeKind,
    pub notice: Notice,
}

#[derive(Default)]
struct State {
    log: Vec<Written>,
    leaves: Vec<VacationStatus>,
    taken: HashMap<i64, Taken>,
}

pub struct Sky {
    pub clock: Arc<ManualClock>,
    calm: AtomicBool,
    work: AtomicU64,
    faults: AtomicU64,
    dice: Mutex<Dice>,
    state: Mutex<State>,
}

impl Sky {
    pub fn over(clock: Arc<ManualClock>, seed: u64) -> Arc<Self> {
        Arc::new(Self {
            clock,
            calm: AtomicBool::new(false),
            work: AtomicU64::new(0),
            faults: AtomicU64::new(0),
            dice: Mutex::new(Dice::of(seed)),
            state: Mutex::default(),
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on nothing fails.
    pub fn calm_down(&self) {
        self.calm.store(true, Ordering::Relaxed);
    }

    pub fn is_calm(&self) -> bool {
        self.calm.load(Ordering::Relaxed)
    }

    /// Somebody does something.
    pub fn work(&self) {
        self.work.fetch_add(1, Ordering::Relaxed);
    }

    /// How much was done so far.
    pub fn worked(&self) -> u64 {
        self.work.load(Ordering::Relaxed)
    }

    /// How many calls of the memory have failed.
    pub fn faults(&self) -> u64 {
        self.faults.load(Ordering::Relaxed)
    }

    pub fn log(&self) -> Vec<Written> {
        self.state().log.clone()
    }

    /// All that became known of vacations, in order.
    pub fn leaves(&self) -> Vec<VacationStatus> {
        self.state().leaves.clone()
    }

    pub fn taken(&self) -> HashMap<i64, Taken> {
        self.state().taken.clone()
    }

    async fn pass(&self) -> Result<(), StoreError> {
        self.work();
        let (fails, pauses) = {
            let mut dice = self.dice.lock().unwrap_or_else(PoisonError::into_inner);
            (dice.once_in(150) && !self.is_calm(), dice.below(3))
        };
        // Whoever waits here may be killed here.
        for _ in 0..pauses {
            tokio::task::yield_now().await;
        }
        if fails {
            self.faults.fetch_add(1, Ordering::Relaxed);
            return Err(StoreError::Database { problem: "the simulation says so".to_owned(), transient: true });
        }
        Ok(())
    }
}

#[async_trait]
impl FaultInjector for Sky {
    async fn before(&self, _: &'static str) -> Result<(), StoreError> {
        self.pass().await
    }

    async fn after(&self, _: &'static str) -> Result<(), StoreError> {
        self.pass().await
    }

    fn wrote(&self, commit: &Commit) {
        let game = &commit.game;
        self.state().log.push(Written {
            at: commit.now,
            game: game.game_id,
            version: game.version,
            request: commit.request,
            actor: commit.actor,
            action: commit.action.as_str(),
            pace: game.time_control.to_string(),
            guild: game.place.guild_id.is_some(),
            to_move: game.turn.to_move.map(|seat| seat.0),
            is_playing: game.phase == bot::domain::Phase::Playing,
            notices: commit.notices.clone(),
            seats: commit.seats.iter().flatten().map(|seat| seat.user).collect(),
        });
    }

    fn wrote_vacation(&self, vacation: &Vacation) {
        let Vacation { user, number, span, automatic, .. } = *vacation;
        let (known, from, until) = (self.clock.now().0, span.from.0, span.until.0);
        self.state().leaves.push(VacationStatus { user, known, number, from, until, automatic });
    }

    fn claimed(&self, messages: &[Message]) {
        let mut state = self.state();
        for message in messages {
            let Message { message_id, game_id, version, notice, .. } = message;
            let taken = Taken { game: *game_id, version: *version, kind: notice.kind(), notice: notice.clone() };
            state.taken.insert(*message_id, taken);
        }
    }
}
