//! The rules of Abalone and its sisters as pure values: no clock, no Discord, no SQL, no pixel.
pub mod diagram;
pub mod hex;
pub mod table;

pub use diagram::Diagram;
pub use table::{Outcome, Ruleset, Seat, Table};

/// Opens a new match from a setup line such as `abalone layout=belgian-daisy sprint=25`.
pub fn open(setup: &str) -> Result<Box<dyn Table>, table::Refusal> {
    Err(table::Refusal { code: "unknown-game", args: vec![("game", setup.to_owned())], text: format!("I do not know the game `{setup}`") })
}

/// Opens a match from a setup line and a position line.
pub fn open_at(setup: &str, _position: &str) -> Result<Box<dyn Table>, table::Refusal> {
    open(setup)
}
