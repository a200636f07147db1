//! A hosted game without Discord: types and rules (`domain`), SQL (`store`), and what every use case shares: load a game, decide, commit.

pub mod alarms;
pub mod challenges;
pub mod change;
pub mod competition;
pub mod conditional_moves;
pub mod domain;
pub mod endings;
pub mod games;
pub mod jobs;
pub mod memory;
pub mod moves;
pub mod offers;
pub mod outages;
pub mod people;
pub mod questions;
pub mod random;
pub mod rate_limits;
pub mod refusal;
pub mod reliability;
pub mod reminders;
pub mod replay;
pub mod running_turn;
pub mod seeks;
pub mod selection;
pub mod store;
pub mod vacations;

pub use change::Done;
pub use games::{EngineQueue, Games, Settings};
pub use questions::{OpenQuestion, Question, Side};
pub use rate_limits::{Limited, Rates};
pub use refusal::{GameError, IllegalMove};
pub use replay::ReplayedGame;
pub use selection::GameSelection;
