//! Who may accept an open challenge, in words.

use crate::discord::localization::{Language, localize};
use crate::domain::{NEW_PLAYER_GAMES, SeekFilter};

/// A line for each condition.
pub fn conditions(language: Language, filter: SeekFilter) -> Vec<String> {
    let reliable = filter.reliability.map(|percent| localize!(language, "seek-reliability", percent = percent));
    let experienced =
        filter.experienced_only.then(|| localize!(language, "seek-experienced", count = NEW_PLAYER_GAMES));
    reliable.into_iter().chain(experienced).collect()
}
