//! The trait of every game ([`Ruleset`]), a game in progress ([`Game`]), and its type-erased form ([`AnyGame`]).

mod any_game;
mod completion;
mod from_setup;
mod game;
mod hidden_colors;
mod key;
mod outcome;
pub mod perft;
mod rules;
mod synonyms;

pub use any_game::{AnyGame, Choice};
pub(crate) use from_setup::{FromSetup, PlayStrategy};
pub use game::Game;
pub use key::PositionKey;
pub use outcome::{EndReason, Outcome};
pub use rules::{MoveList, Ruleset};
pub use synonyms::Synonyms;
