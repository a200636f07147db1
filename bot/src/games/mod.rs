//! Use cases: challenge, accept, play, resign … They decide and return values; no Discord below this line, no SQL above it.

pub mod change;
pub mod competition;
pub mod endings;
pub mod offers;
pub mod outages;
pub mod people;
pub mod questions;
pub mod rate_limits;
pub mod refusal;
pub mod reminder_schedule;
pub mod replay;
pub mod running_turn;
pub mod selection;

pub use change::Done;
pub use questions::{OpenQuestion, Question, Side};
pub use rate_limits::{Limited, Rates};
pub use refusal::{GameError, IllegalMove};
pub use replay::replayed_game::ReplayedGame;
pub use selection::Certainty;

use std::collections::HashMap;
use std::sync::Arc;

use async_trait::async_trait;
use tracing::error;

use crate::clock::{Clock, SystemUptime, Uptime};
use crate::domain::{EngineLevel, GameId, Limits, TimeControl, UserId, VacationAllowance};
use crate::random::{Random, SystemRandom};
use crate::store::Store;

/// Plays for engines, and judges games.
#[async_trait]
pub trait EngineQueue: Send + Sync {
    /// A move for the player on turn, in any accepted spelling; `None` when it finds none. After half a minute it may be asked
    /// again, also by another process: the move that is committed first counts.
    async fn choose_move(&self, level: EngineLevel, game: &ReplayedGame) -> Option<String>;

    /// Judges every turn of a game, for this person; `None` when it has no room for it.
    async fn analyze(&self, _asker: UserId, _game: &ReplayedGame) -> Option<Arc<engine::Analysis>> {
        None
    }

    /// How many games are thought about before this one; `None` when it does not wait for its move.
    fn games_before(&self, _game: GameId) -> Option<usize> {
        None
    }

    /// Whether no other game can wait for its move at present.
    fn is_full(&self) -> bool {
        false
    }
}

#[derive(Clone)]
pub struct Games {
    pub(crate) store: Arc<Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) random: Arc<dyn Random>,
    pub(crate) settings: Settings,
    pub(crate) wake: Arc<tokio::sync::Notify>,
    pub(crate) test_reminders: reminder_schedule::TestReminders,
    pub(crate) known_locales: people::activity::KnownLocales,
    pub(crate) rate_limits: rate_limits::RateLimits,
    pub(crate) outages: outages::OpenOutages,
    /// `None`: the program plays no engine.
    pub(crate) engine_queue: Option<Arc<dyn EngineQueue>>,
}

/// Limits and times of the use cases, from the configuration.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Where browsers find games, without a slash at its end; `None`: there are no pages.
    pub public_url: Option<Arc<str>>,
    /// Whether boards open inside Discord, as an Activity.
    pub has_activity: bool,
    pub challenge_expires_hours: u32,
    /// An open challenge expires after so many days, unless its owner says otherwise.
    pub seek_expires_days: u32,
    /// Reminder steps: hours before the deadline, descending.
    pub reminder_hours: Vec<u32>,
    /// Pace of a challenge that names none, and what stops its clocks.
    pub default_time_control: TimeControl,
    pub max_open: u32,
    pub hints: bool,
    pub vacation: VacationAllowance,
    /// Days without a sign of life after which a player gets no more.
    pub reminded_days: u32,
    /// In so many games a second the deadline is corrected in Discord after an outage.
    pub corrections_per_second: u16,
    pub limits: Limits,
    /// Of what one person asks for.
    pub rates: Rates,
}

impl Games {
    /// The use cases over this store; `wake` is told of every commit, so that messages go out at once.
    pub fn new(store: Arc<Store>, clock: Arc<dyn Clock>, settings: Settings, wake: Arc<tokio::sync::Notify>) -> Self {
        let (random, test_reminders) = (Arc::new(SystemRandom), reminder_schedule::TestReminders::default());
        let uptime: Arc<dyn Uptime> = Arc::new(SystemUptime::start());
        let rate_limits = rate_limits::RateLimits::new(settings.rates, &uptime);
        let known_locales = people::activity::KnownLocales::default();
        let outages = outages::OpenOutages::default();
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

    /// With rates that are measured by another clock.
    #[must_use]
    pub fn with_uptime(self, uptime: &Arc<dyn Uptime>) -> Self {
        Self { rate_limits: rate_limits::RateLimits::new(self.settings.rates, uptime), ..self }
    }

    #[must_use]
    pub fn with_random(self, random: Arc<dyn Random>) -> Self {
        Self { random, ..self }
    }

    /// With engines, for which this thinks.
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
        ReplayedGame::open(record, ply)
    }

    /// The versions of these games, for those who follow them.
    pub async fn versions_of(&self, games: &[GameId]) -> Result<Vec<(GameId, i64)>, GameError> {
        Ok(self.store.versions_of(games).await?)
    }

    /// These games as they are now. One that cannot be read is left out, and its line in a list says less.
    pub async fn replay_all(&self, games: &[GameId]) -> Result<HashMap<GameId, ReplayedGame>, GameError> {
        let mut replayed = HashMap::new();
        for (game, record) in self.store.games(games).await? {
            match record.map_err(GameError::from).and_then(|record| ReplayedGame::open(record, None)) {
                Ok(opened) => drop(replayed.insert(game, opened)),
                Err(problem) => error!(game.id = %game, "Listed game {game} without its position: {problem}"),
            }
        }
        Ok(replayed)
    }
}
