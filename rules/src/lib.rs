#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

pub mod board;
pub mod color;
pub mod conformance;
pub mod diagram;
pub mod games;
pub mod notation;
pub mod record;
pub mod refusal;
pub mod registry;
pub mod rng;
pub mod ruleset;
pub mod seat;
pub mod summary;

pub use color::Color;
pub use diagram::Diagram;
pub use refusal::{Refusable, Refusal};
pub use registry::{open, open_at, options, propose};
pub use ruleset::{AnyGame, Choice, EndReason, Game, Outcome, Ruleset, Synonyms, perft};
pub use seat::{Seat, SeatInfo, Team, team_name, team_of};
