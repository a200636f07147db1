//! State shared by all processes: the clock, the store's faults, and the log of all commits.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use base::clock::{Clock as _, ManualClock};
use games::domain::{GameId, Notice, NoticeKind, RequestId, Timestamp, UserId};
use games::store::{Commit, StoreCall, StoreError, message_id_at};

use crate::in_memory_store::{FaultInjector, StoredVacation};
use crate::simulation::calendar::VacationEntry;
use crate::simulation::rng::Rng;

/// The facts of a commit, without derived data such as deadlines and alarms.
#[derive(Debug, Clone)]
pub struct CommitEntry {
    pub at: Timestamp,
    pub game: GameId,
    pub version: i64,
    pub request: RequestId,
    pub actor: Option<UserId>,
    pub action: &'static str,
    pub pace: String,
    pub guild: bool,
    /// The player on turn after it.
    pub to_move: Option<u8>,
    pub is_playing: bool,
    pub ply: u32,
    pub notices: Vec<Notice>,
    /// The players by seat, if the commit writes them.
    pub seats: Vec<UserId>,
}

#[derive(Debug, Clone)]
pub struct QueuedMessage {
    pub game: GameId,
    pub version: i64,
    pub kind: NoticeKind,
    pub notice: Notice,
}

#[derive(Default)]
struct State {
    log: Vec<CommitEntry>,
    vacations: Vec<VacationEntry>,
    messages: HashMap<i64, QueuedMessage>,
    journal: Vec<String>,
}

pub struct SimulationFaults {
    pub clock: Arc<ManualClock>,
    stopped: AtomicBool,
    work: AtomicU64,
    failed_calls: AtomicU64,
    rng: Mutex<Rng>,
    state: Mutex<State>,
}

impl SimulationFaults {
    pub fn new(clock: Arc<ManualClock>, seed: u64) -> Arc<Self> {
        Arc::new(Self {
            clock,
            stopped: AtomicBool::new(true),
            work: AtomicU64::new(0),
            failed_calls: AtomicU64::new(0),
            rng: Mutex::new(Rng::new(seed)),
            state: Mutex::default(),
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets some calls fail from now on.
    pub fn begin(&self) {
        self.stopped.store(false, Ordering::Relaxed);
    }

    /// Lets no call fail from now on.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    pub fn has_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Counts a call of the store or of Discord.
    pub fn work(&self) {
        self.work.fetch_add(1, Ordering::Relaxed);
    }

    /// The number of calls so far.
    pub fn worked(&self) -> u64 {
        self.work.load(Ordering::Relaxed)
    }

    pub fn failed_calls(&self) -> u64 {
        self.failed_calls.load(Ordering::Relaxed)
    }

    pub fn log(&self) -> Vec<CommitEntry> {
        self.state().log.clone()
    }

    /// Starts and ends of vacations, in order.
    pub fn vacations(&self) -> Vec<VacationEntry> {
        self.state().vacations.clone()
    }

    /// The messages of all commits, by their ids.
    pub fn queued_messages(&self) -> HashMap<i64, QueuedMessage> {
        self.state().messages.clone()
    }

    /// Writes an event with its simulated instant into the journal.
    pub fn record(&self, event: &dyn std::fmt::Debug) {
        let at = self.clock.now().0;
        self.state().journal.push(format!("{at} {event:?}"));
    }

    /// Every commit, vacation, failed call, request to Discord and kill, in order.
    pub fn journal(&self) -> Vec<String> {
        self.state().journal.clone()
    }

    async fn pass(&self) -> Result<(), StoreError> {
        self.work();
        let (fails, pauses) = {
            let mut rng = self.rng.lock().unwrap_or_else(PoisonError::into_inner);
            (rng.once_in(150) && !self.has_stopped(), rng.below(3))
        };
        // A process may be killed while it waits here.
        for _ in 0..pauses {
            tokio::task::yield_now().await;
        }
        if fails {
            let failed = self.failed_calls.fetch_add(1, Ordering::Relaxed);
            self.record(&("failed call", failed));
            return Err(StoreError::Database { problem: "the simulation says so".to_owned(), transient: true });
        }
        Ok(())
    }
}

/// Whether the call claims messages. Messages of a failed claim go out after the lease, and the reference knows no
/// leases.
fn is_claim(call: StoreCall<'_>) -> bool {
    matches!(call, StoreCall::Change(sql) if sql.contains("update outbox set claimed_until"))
}

#[async_trait]
impl FaultInjector for SimulationFaults {
    async fn before(&self, call: StoreCall<'_>) -> Result<(), StoreError> {
        if is_claim(call) { Ok(()) } else { self.pass().await }
    }

    async fn after(&self, call: StoreCall<'_>) -> Result<(), StoreError> {
        if is_claim(call) { Ok(()) } else { self.pass().await }
    }

    fn wrote(&self, commit: &Commit) {
        let game = &commit.game;
        let entry = CommitEntry {
            at: commit.now,
            game: game.game_id,
            version: game.version,
            request: commit.request,
            actor: commit.actor,
            action: commit.action.as_str(),
            pace: game.time_control.to_string(),
            guild: game.place.guild_id.is_some(),
            to_move: game.turn.to_move.map(|seat| seat.0),
            is_playing: game.phase == games::domain::Phase::Playing,
            ply: game.ply,
            notices: commit.notices.clone(),
            seats: commit.seats.iter().flatten().filter_map(|seat| seat.player.user()).collect(),
        };
        self.record(&entry);
        let mut state = self.state();
        for (notice, seq) in commit.notices.iter().zip(0..) {
            let id = message_id_at(entry.game, entry.version, seq);
            let (game, version, kind) = (entry.game, entry.version, notice.kind());
            state.messages.insert(id, QueuedMessage { game, version, kind, notice: notice.clone() });
        }
        state.log.push(entry);
    }

    fn wrote_vacation(&self, vacation: StoredVacation) {
        let StoredVacation { user, number, span, automatic } = vacation;
        let (known, from, until) = (self.clock.now().0, span.from.0, span.until.0);
        let entry = VacationEntry { user, known, number, from, until, automatic };
        self.record(&entry);
        self.state().vacations.push(entry);
    }
}
