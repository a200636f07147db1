//! One small trait for every game ([`Ruleset`]), one playing of it ([`Game`]), and its type-erased form ([`AnyGame`]).

mod any_game;
mod completion;
mod game;
mod hidden_colors;
mod outcome;
mod rules;

pub use any_game::{AnyGame, Choice};
pub use game::Game;
pub use outcome::{EndReason, Outcome};
pub use rules::Ruleset;
