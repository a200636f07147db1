#![doc = include_str!("../README.md")]

pub mod abalone;
pub mod conformance;
pub mod diagram;
pub mod hex;
pub mod notation;
pub mod perft;
pub mod playing;
pub mod record;
pub mod setup;
pub mod table;

pub use diagram::Diagram;
pub use playing::Match;
pub use setup::{open, open_at};
pub use table::{Outcome, Ruleset, Seat, Table};
