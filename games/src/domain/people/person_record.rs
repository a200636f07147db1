//! Stored facts about a person beside their games.

use crate::domain::ids::Timestamp;
use crate::domain::people::preferences::Preferences;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PersonRecord {
    /// Discord's locale tag as last seen in an interaction (`fr`, `en-US`).
    pub locale: Option<String>,
    /// The last direct message was refused: they accept none, or share no server with the bot.
    pub dm_closed: bool,
    /// When the first reminder since their last action was sent; `None` if they have acted since.
    pub silent_since: Option<Timestamp>,
    /// The default if the stored text cannot be parsed: `Store::preferences` reports it, and games go on.
    pub preferences: Preferences,
}
