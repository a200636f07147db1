//! What is known of a person.

use crate::domain::ids::Timestamp;
use crate::domain::people::preferences::Preferences;

/// What is known of a person beside their games.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PersonRecord {
    /// Discord's locale tag as last seen in an interaction (`fr`, `en-US`).
    pub locale: Option<String>,
    /// The last direct message to them was refused: theirs are closed, or they share no server with the bot.
    pub dm_closed: bool,
    /// When the first reminder since their last action was sent; `None`: they have acted since the last one.
    pub silent_since: Option<Timestamp>,
    /// What they have chosen. The default where it cannot be parsed: `Store::preferences` reports it, and no game stops for it.
    pub preferences: Preferences,
}
