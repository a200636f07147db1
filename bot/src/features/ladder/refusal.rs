//! Reasons for refusing a challenge on a ladder.

use clubs::domain::ladder::{Distance, LadderRefusal};
use discord::localization::Localizable;
use fluent_bundle::FluentValue;
use games::domain::{Timestamp, UserId};

use crate::localization::{BotTexts, Language, localize};

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
    let mut player = defender;
    let mut args = Vec::new();
    match refusal {
        LadderRefusal::NotOnLadder(absent) => player = absent,
        LadderRefusal::Lower { by, unit } => args.push(("distance", value(&distance(by, unit)))),
        LadderRefusal::TooHigh { by, reach, unit } => {
            args.extend([("distance", value(&distance(by, unit))), ("reach", value(&reach))]);
        }
        LadderRefusal::OtherDivision { own, other } => {
            args.extend([("own", value(&own)), ("other", value(&other))]);
        }
        LadderRefusal::OutLimit { open } | LadderRefusal::InLimit { open } => {
            args.push(("open", value(&open)));
        }
        LadderRefusal::TooSoon { until } | LadderRefusal::Vacation { until } => {
            args.push(("until", value(&time(until))));
        }
        LadderRefusal::Oneself | LadderRefusal::AlreadyPlaying | LadderRefusal::LastPair => {}
    }
    args.push(("player", value(&name(player))));
    let code = if matches!(refusal, LadderRefusal::Lower { by: 0, .. }) { "lower-level" } else { refusal.code() };
    language.localize(&format!("ladder-refused-{code}"), &args)
}

fn value(value: &impl Localizable<BotTexts>) -> FluentValue<'static> {
    value.value()
}
