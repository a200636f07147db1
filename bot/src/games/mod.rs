//! Use cases: challenge, accept, play, resign … They decide and return values; no Discord below this line, no SQL above it.

mod alarm;
pub mod audit;
mod challenge;
mod change;
pub mod claim;
mod course;
mod endings;
mod error;
mod export;
pub mod limits;
pub mod lines;
pub mod outage;
pub mod pace;
mod play;
mod proposals;
mod questions;
mod record;
mod remind;
mod settings;
pub mod standing;
pub mod tempo;
pub mod time;
mod vacation;
mod view;
mod which;

pub use alarm::Rang;
pub use challenge::{ColorChoice, Home, NewChallenge, Person};
pub use change::Done;
use change::{ATTEMPTS, Change, never, own_request};
pub use course::Course;
pub use endings::DrawAction;
use endings::{ended, lost};
pub use error::GameError;
pub use lines::LineError;
pub use play::PlayMove;
pub use proposals::{Answer, Withdrawal};
pub use questions::{Asked, Question, Side};
use record::BOARDS;
pub use vacation::{Leave, Short};
pub use view::View;
use view::corrupt;
pub use which::Guess;

use std::sync::Arc;

use crate::clock::Clock;
use crate::store::{GameId, Store};

/// The use cases.
#[derive(Clone)]
pub struct Games {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    settings: Settings,
    wake: Arc<tokio::sync::Notify>,
    trials: remind::Trials,
}

/// Limits and times of the use cases, from the configuration.
#[derive(Debug, Clone)]
pub struct Settings {
    /// A challenge expires after so many hours.
    pub challenge_expires_hours: u32,
    /// Reminder steps: hours before the deadline, descending.
    pub reminder_hours: Vec<u32>,
    /// Pace of a challenge that names none, and what stops its clocks.
    pub default_pace: tempo::Tempo,
    /// Games that a person may play and offer at the same time.
    pub max_open: u32,
    /// How much vacation everybody has.
    pub vacation: time::leave::Allowance,
    /// Reminders after which somebody who does nothing is left alone.
    pub reminders_ignored: u32,
    /// Of what players settle among themselves and claim.
    pub limits: limits::Limits,
}

impl Games {
    /// The use cases over this store; `wake` is told of every commit, so that messages go out at once.
    pub fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        settings: Settings,
        wake: Arc<tokio::sync::Notify>,
    ) -> Self {
        Self { store, clock, settings, wake, trials: remind::Trials::default() }
    }

    /// The pace of a challenge that names none, and what stops its clocks.
    pub const fn default_pace(&self) -> tempo::Tempo {
        self.settings.default_pace
    }

    /// A game, as it is now or after its first `ply` moves.
    pub async fn view(&self, game: GameId, ply: Option<u32>) -> Result<View, GameError> {
        let record = self.store.game(game).await?.ok_or(GameError::NoSuchGame)?;
        View::open(record, ply)
    }
}
