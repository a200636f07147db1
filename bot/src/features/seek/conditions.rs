//! The conditions for accepting an open challenge, in words.

use games::domain::{NEW_PLAYER_GAMES, RatingRange, SeekFilter, Setup};
use games::seeks::rating_group;

use crate::commands::setup_words::group_name;
use crate::localization::{Language, localize};

pub fn conditions(language: Language, filter: SeekFilter, setup: &Setup) -> Vec<String> {
    let reliable = filter.reliability.map(|percent| localize!(language, "seek-reliability", percent = percent));
    let experienced =
        filter.experienced_only.then(|| localize!(language, "seek-experienced", count = NEW_PLAYER_GAMES));
    let rated = filter.ratings.map(|range| {
        let group = group_name(language, rating_group(setup));
        localize!(language, "seek-ratings", range = range_words(language, range), group = group)
    });
    reliable.into_iter().chain(experienced).chain(rated).collect()
}

/// *from 1400 to 1700*
pub fn range_words(language: Language, range: RatingRange) -> String {
    match (range.lowest, range.highest) {
        (Some(lowest), Some(highest)) => {
            localize!(language, "seek-range", lowest = lowest.to_string(), highest = highest.to_string())
        }
        (lowest, None) => localize!(language, "seek-range-from", lowest = lowest.unwrap_or(0).to_string()),
        (None, Some(highest)) => localize!(language, "seek-range-to", highest = highest.to_string()),
    }
}
