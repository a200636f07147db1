//! The use cases on one store, with their settings and what a process keeps in memory.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use base::clock::{Clock, SystemUptime, Uptime};
use tracing::error;

use crate::domain::{EngineLevel, GameId, GameRecord, Limits, TimeControl, Timestamp, UserId, VacationAllowance};
use crate::memory::{KnownLocales, OpenOutages};
use crate::random::{Random, SystemRandom};
use crate::rate_limits::{Limited, RateLimits, Rates};
use crate::refusal::GameError;
use crate::replay::ReplayedGame;
use crate::store::Store;

#[async_trait]
pub trait EngineQueue: Send + Sync {
    /// A move for the player on turn, in any accepted spelling; `None` if none is found. It may be asked again after
    /// half a minute, also by another process: the move that is committed first counts.
    async fn choose_move(&self, level: EngineLevel, game: &ReplayedGame) -> Option<String>;

    /// Analyzes every turn of a game for this person; `None` if there is no room for it.
    async fn analyze(&self, _asker: UserId, _game: &ReplayedGame) -> Option<Arc<engine::Analysis>> {
        None
    }

    /// An analysis of this game that was made before.
    fn known_analysis(&self, _record: &GameRecord) -> Option<Arc<engine::Analysis>> {
        None
    }

    /// Number of games that are computed before this one; `None` if it does not wait for a move.
    fn games_before(&self, _game: GameId) -> Option<usize> {
        None
    }

    /// Whether no other game can wait for a move at present.
    fn is_full(&self) -> bool {
        false
    }
}

/// When this process last sent people a test reminder, within the last minute.
pub type TestReminders = Arc<Mutex<HashMap<UserId, Timestamp>>>;

#[derive(Clone)]
pub struct Games {
    pub store: Arc<Store>,
    pub clock: Arc<dyn Clock>,
    pub random: Arc<dyn Random>,
    pub settings: Settings,
    pub wake: Arc<tokio::sync::Notify>,
    pub test_reminders: TestReminders,
    pub known_locales: KnownLocales,
    pub rate_limits: RateLimits,
    pub outages: OpenOutages,
    /// `None`: this program plays no engine.
    pub engine_queue: Option<Arc<dyn EngineQueue>>,
}

#[derive(Debug, Clone)]
pub struct Settings {
    /// Base address of pages for browsers, without a trailing slash; `None`: there are no pages.
    pub public_url: Option<Arc<str>>,
    /// Whether boards open inside Discord, as an Activity.
    pub has_activity: bool,
    pub challenge_expires_hours: u32,
    /// Days after which an open challenge expires, unless its owner chooses otherwise.
    pub seek_expires_days: u32,
    /// Reminder steps: hours before the deadline, descending.
    pub reminder_hours: Vec<u32>,
    pub default_time_control: TimeControl,
    pub max_open: u32,
    pub hints: bool,
    pub vacation: VacationAllowance,
    /// Days without activity after which a player gets no more reminders.
    pub reminded_days: u32,
    /// Number of games per second whose deadline is corrected in Discord after an outage.
    pub corrections_per_second: u16,
    pub limits: Limits,
    pub rates: Rates,
}

impl Games {
    /// The use cases on this store. `wake` is notified of every commit, so that messages are sent at once.
    pub fn new(store: Arc<Store>, clock: Arc<dyn Clock>, settings: Settings, wake: Arc<tokio::sync::Notify>) -> Self {
        let (random, test_reminders) = (Arc::new(SystemRandom), TestReminders::default());
        let uptime: Arc<dyn Uptime> = Arc::new(SystemUptime::start());
        let rate_limits = RateLimits::new(settings.rates, &uptime);
        let known_locales = KnownLocales::default();
        let outages = OpenOutages::default();
        Self {
            store,
            clock,
            random,
            settings,
            wake,
            test_reminders,
            known_locales,
            rate_limits,
            outages,
            engine_queue: None,
        }
    }

    #[must_use]
    pub fn with_uptime(self, uptime: &Arc<dyn Uptime>) -> Self {
        Self { rate_limits: RateLimits::new(self.settings.rates, uptime), ..self }
    }

    #[must_use]
    pub fn with_random(self, random: Arc<dyn Random>) -> Self {
        Self { random, ..self }
    }

    #[must_use]
    pub fn with_engine_queue(self, engine_queue: Arc<dyn EngineQueue>) -> Self {
        Self { engine_queue: Some(engine_queue), ..self }
    }

    pub const fn default_time_control(&self) -> TimeControl {
        self.settings.default_time_control
    }

    /// A game, as it is now or after its first `ply` moves.
    pub async fn load(&self, game: GameId, ply: Option<u32>) -> Result<ReplayedGame, GameError> {
        let record = self.record(game).await?.ok_or(GameError::NoSuchGame)?;
        Ok(ReplayedGame::open(record, ply)?)
    }

    /// These games as they are now. An unreadable game is left out, and its row in a list shows less.
    pub async fn replay_all(&self, games: &[GameId]) -> Result<HashMap<GameId, ReplayedGame>, GameError> {
        let mut replayed = HashMap::new();
        for (game, record) in self.store.games(games).await? {
            match record.and_then(|record| ReplayedGame::open(record, None)) {
                Ok(opened) => drop(replayed.insert(game, opened)),
                Err(problem) => error!(game.id = %game, "Listed game {game} without its position: {problem}"),
            }
        }
        Ok(replayed)
    }

    /// Counts a request of this person.
    ///
    /// # Errors
    /// [`GameError::TooFast`] if the person has to wait.
    pub fn check_rate(&self, user: UserId, limited: Limited) -> Result<(), GameError> {
        self.rate_limits.take(user, limited).map_err(|wait| {
            let at = self.clock.now().plus(i64::try_from(wait.as_millis()).unwrap_or(i64::MAX));
            GameError::TooFast { limited, at }
        })
    }
}
