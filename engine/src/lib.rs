#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

mod analysis;
mod engine;
mod game;
mod games;
mod levels;
mod protocol;
pub mod puzzle;
mod search;
#[cfg(test)]
#[path = "../tests/play/setups.rs"]
mod setups;

#[doc(hidden)]
pub mod tuning;

pub use analysis::{Analysis, Judged, analyze, chance_to_win, write_score};
pub use engine::{Engine, Question, Thought};
pub use game::Score;
pub use levels::Level;
pub use protocol::{ServeError, serve};
pub use search::{FORCED, Limits, WIN};
