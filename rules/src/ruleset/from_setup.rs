//! Rulesets that a setup line names.

use super::rules::Ruleset;
use crate::notation::setup_line::{Options, SetupError};

/// A ruleset that is made from a setup line.
pub(crate) trait FromSetup: Ruleset + Clone + Send + Sync + 'static {
    /// The word that the line begins with.
    const NAME: &'static str;
    /// The options that it may have.
    const OPTIONS: &'static [&'static str];

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
