#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

pub mod abalone;
pub mod chance;
pub mod color;
pub mod conformance;
pub mod diagram;
pub mod fanorona;
pub mod fliporona;
pub mod hex;
pub mod notalone;
pub mod notation;
pub mod perft;
pub mod playing;
pub mod position_line;
pub mod record;
pub mod setup;
pub mod table;
pub mod two_boards;

pub use color::Color;
pub use diagram::Diagram;
pub use playing::Match;
pub use setup::{open, open_at, options, propose};
pub use table::{Outcome, Place, Ruleset, Seat, Table, Team};
