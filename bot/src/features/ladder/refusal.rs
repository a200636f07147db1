//! Why a challenge on a ladder is refused, in words with numbers.

use crate::discord::localization::Localizable as _;
use crate::discord::{Language, localize};
use crate::domain::clubs::ladder::{Distance, LadderRefusal};
use crate::domain::{Timestamp, UserId};

/// A sentence for the challenger. `name` and `time` write players and instants as their reader knows them: as mentions in Discord, as
/// names in a terminal.
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
    let mut player = defender;
    let mut args = Vec::new();
    match refusal {
        LadderRefusal::NotOnLadder(absent) => player = absent,
        LadderRefusal::Lower { by, unit } => args.push(("distance", distance(by, unit).value())),
        LadderRefusal::TooHigh { by, reach, unit } => {
            args.extend([("distance", distance(by, unit).value()), ("reach", reach.value())]);
        }
        LadderRefusal::OtherDivision { own, other } => {
            args.extend([("own", own.value()), ("other", other.value())]);
        }
        LadderRefusal::OutLimit { open } | LadderRefusal::InLimit { open } => args.push(("open", open.value())),
        LadderRefusal::TooSoon { until } | LadderRefusal::Vacation { until } => {
            args.push(("until", time(until).value()));
        }
        LadderRefusal::Oneself | LadderRefusal::AlreadyPlaying | LadderRefusal::LastPair => {}
    }
    args.push(("player", name(player).value()));
    let code = if matches!(refusal, LadderRefusal::Lower { by: 0, .. }) { "lower-level" } else { refusal.code() };
    language.localize(&format!("ladder-refused-{code}"), &args)
}
