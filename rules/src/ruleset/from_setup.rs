//! Rulesets created from setup lines.

use super::rules::Ruleset;
use crate::notation::setup_line::{Options, SetupError};

/// A position, and the turns after it.
pub(crate) type WrittenGame = (String, Vec<String>);

/// `PlayStrategy`'s notation of a game.
#[derive(Debug)]
pub(crate) struct PlayStrategy {
    /// Rows of the board, which identify the game of a position without a setup.
    pub rows: usize,
    /// Converts its position to a position line.
    pub read: fn(&str) -> Option<String>,
    /// Converts a setup line, a position line and the turns after it to its position and turns; `None` for options
    /// that it cannot express.
    pub write: fn(&str, &str, &[String]) -> Option<WrittenGame>,
}

/// A ruleset created from a setup line.
pub(crate) trait FromSetup: Ruleset + Clone + Send + Sync + 'static {
    /// The first word of the line.
    const NAME: &'static str;
    /// The options that the line may have.
    const OPTIONS: &'static [&'static str];

    /// `PlayStrategy`'s notation, if it knows this game.
    const PLAYSTRATEGY: Option<PlayStrategy> = None;

    /// Whether the options select this ruleset, if several have this name.
    fn is_meant(_options: &Options) -> bool {
        true
    }
    fn from_options(options: Options) -> Result<Self, SetupError>;
    /// Refuses setups that can be replayed but are unfit for a new game.
    fn check_new(&self) -> Result<(), SetupError> {
        Ok(())
    }
}
