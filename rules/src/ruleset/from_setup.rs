//! Rulesets that a setup line names.

use super::rules::Ruleset;
use crate::notation::setup_line::{Options, SetupError};

/// A position, and the turns behind it.
pub(crate) type WrittenGame = (String, Vec<String>);

/// How `PlayStrategy` writes positions and turns of a game.
#[derive(Debug)]
pub(crate) struct PlayStrategy {
    /// Rows of the board, by which a position without a setup is told apart.
    pub rows: usize,
    /// From a position in its form to a position line.
    pub read: fn(&str) -> Option<String>,
    /// From a setup line, a position line and the turns behind it to the position and the turns in its form; `None` for options
    /// that it has no place for.
    pub write: fn(&str, &str, &[String]) -> Option<WrittenGame>,
}

/// A ruleset that is made from a setup line.
pub(crate) trait FromSetup: Ruleset + Clone + Send + Sync + 'static {
    /// The word that the line begins with.
    const NAME: &'static str;
    /// The options that it may have.
    const OPTIONS: &'static [&'static str];

    /// How `PlayStrategy` writes this game, if it knows it.
    const PLAYSTRATEGY: Option<PlayStrategy> = None;

    /// Of several rulesets with this name, do the options mean this one?
    fn is_meant(_options: &Options) -> bool {
        true
    }
    /// Reads the options.
    fn from_options(options: Options) -> Result<Self, SetupError>;
    /// Refuses setups that can be replayed but make no fair new game.
    fn check_new(&self) -> Result<(), SetupError> {
        Ok(())
    }
}
