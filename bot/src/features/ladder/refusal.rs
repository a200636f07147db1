//! Reasons for refusing a challenge on a ladder.

use clubs::domain::ladder::{Distance, LadderRefusal};
use games::domain::{Timestamp, UserId};

use crate::localization::{Language, localize};

/// A sentence for the challenger. `name` and `time` format players and instants for their reader: as mentions in
/// Discord, as plain names in a terminal.
pub fn describe_refusal(
    language: Language,
    refusal: LadderRefusal,
    defender: UserId,
    name: &dyn Fn(UserId) -> String,
    time: &dyn Fn(Timestamp) -> String,
) -> String {
    let distance = |count: usize, unit| match unit {
        Distance::Places => localize!(language, "ladder-distance-places", count = count),
        Distance::Tiers => localize!(language, "ladder-distance-tiers", count = count),
        Distance::Steps => localize!(language, "ladder-distance-steps", count = count),
    };
    let code = if matches!(refusal, LadderRefusal::Lower { by: 0, .. }) { "lower-level" } else { refusal.code() };
    let key = &format!("ladder-refused-{code}");
    let player = name(defender);
    match refusal {
        LadderRefusal::NotOnLadder(absent) => localize!(language, key, player = name(absent)),
        LadderRefusal::Lower { by, unit } => {
            localize!(language, key, player = player, distance = distance(by, unit))
        }
        LadderRefusal::TooHigh { by, reach, unit } => {
            localize!(language, key, player = player, distance = distance(by, unit), reach = reach)
        }
        LadderRefusal::OtherDivision { own, other } => {
            localize!(language, key, player = player, own = own, other = other)
        }
        LadderRefusal::OutLimit { open } | LadderRefusal::InLimit { open } => {
            localize!(language, key, player = player, open = open)
        }
        LadderRefusal::TooSoon { until } | LadderRefusal::Vacation { until } => {
            localize!(language, key, player = player, until = time(until))
        }
        LadderRefusal::Oneself | LadderRefusal::AlreadyPlaying | LadderRefusal::LastPair => {
            localize!(language, key, player = player)
        }
    }
}
