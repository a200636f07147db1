//! Why a challenge on a ladder is refused, in words with numbers.

use crate::discord::localization::{Language, localize};
use crate::domain::clubs::ladder::refusal::{Distance, LadderRefusal};
use crate::domain::{Timestamp, UserId};

/// A sentence for the challenger.
///
/// `defender`, `name` and `time` write players and instants as their reader knows them: as mentions in Discord, as names in a
/// terminal.
pub fn sentence(
    language: Language,
    refusal: LadderRefusal,
    defender: &dyn Fn() -> String,
    name: &dyn Fn(UserId) -> String,
    time: &dyn Fn(Timestamp) -> String,
) -> String {
    let player = defender();
    match refusal {
        LadderRefusal::Oneself => localize!(language, "ladder-refused-self"),
        LadderRefusal::NotOnLadder(absent) => {
            localize!(language, "ladder-refused-not-on-ladder", player = name(absent))
        }
        LadderRefusal::Lower { by: 0, .. } => localize!(language, "ladder-refused-lower-level", player = player),
        LadderRefusal::Lower { by, unit } => {
            let distance = distance(language, by, unit);
            localize!(language, "ladder-refused-lower", player = player, distance = distance)
        }
        LadderRefusal::TooHigh { by, reach, unit } => {
            let distance = distance(language, by, unit);
            localize!(language, "ladder-refused-too-high", player = player, distance = distance, reach = reach)
        }
        LadderRefusal::OutLimit { open } => localize!(language, "ladder-refused-out-limit", open = open),
        LadderRefusal::InLimit { open } => {
            localize!(language, "ladder-refused-in-limit", player = player, open = open)
        }
        LadderRefusal::AlreadyPlaying => localize!(language, "ladder-refused-already-playing", player = player),
        LadderRefusal::TooSoon { until } => {
            localize!(language, "ladder-refused-too-soon", player = player, until = time(until))
        }
        LadderRefusal::Vacation { until } => {
            localize!(language, "ladder-refused-vacation", player = player, until = time(until))
        }
        LadderRefusal::LastPair => localize!(language, "ladder-refused-last-pair", player = player),
    }
}

fn distance(language: Language, count: usize, unit: Distance) -> String {
    match unit {
        Distance::Places => localize!(language, "ladder-distance-places", count = count),
        Distance::Tiers => localize!(language, "ladder-distance-tiers", count = count),
        Distance::Steps => localize!(language, "ladder-distance-steps", count = count),
    }
}
