//! The rules of a ladder in words.

use clubs::domain::ladder::{Again, Decided, LadderHead, LadderRules, PausedGames, Reach, RulePreset, SeasonReset};
use games::domain::Pauses;

use crate::commands::setup_words;
use crate::features::ladder::view::parts::name_of;
use crate::localization::time_in_words::in_words;
use crate::localization::{Language, localize};

pub(in crate::features::ladder) fn rules(language: Language, head: &LadderHead) -> String {
    let rules = &head.rules;
    let mut lines = vec![
        localize!(language, "ladder-rules-title", name = name_of(head), preset = preset(language, head.preset)),
        localize!(
            language,
            "ladder-rules-games",
            game = setup_words::stored_setup(language, &head.setup),
            pace = setup_words::stored_pace(language, &head.time_control)
        ),
        localize!(language, "ladder-rules-reach", reach = reach(language, rules)),
        localize!(language, "ladder-rules-out", count = rules.outgoing),
        localize!(language, "ladder-rules-in", count = incoming(language, rules)),
        silence(language, rules),
    ];
    let word = |parameter: &str, word: &str| language.localize(&format!("ladder-rules-{parameter}-{word}"), &[]);
    lines.extend([
        word("win", rules.win.as_str()),
        word("draw", rules.draw.as_str()),
        word("loss", rules.loss.as_str()),
        word("time", rules.time_out.as_str()),
    ]);
    lines.push(match rules.again {
        Again::AtOnce => localize!(language, "ladder-rules-again-at-once"),
        Again::After(pause) => localize!(language, "ladder-rules-again", pause = in_words(language, pause)),
        Again::OtherGameFirst => localize!(language, "ladder-rules-again-other"),
    });
    lines.push(word("join", rules.join.as_str()));
    if rules.pauses != Pauses::All {
        lines.push(word("pauses", rules.pauses.as_str()));
    }
    match rules.paused {
        PausedGames::Count => {}
        PausedGames::Free => lines.push(localize!(language, "ladder-rules-paused")),
    }
    lines.extend(rules.idle.map(|idle| localize!(language, "ladder-rules-idle", time = in_words(language, idle))));
    if rules.is_first_challenge_free {
        lines.push(localize!(language, "ladder-rules-first"));
    }
    match rules.decided {
        Decided::AtEnd => {}
        Decided::AtChallenge => lines.push(localize!(language, "ladder-rules-decided")),
    }
    lines.extend(seasons(language, rules));
    lines.join("\n• ")
}

/// Divisions, the length of a season, and how the next one starts.
fn seasons(language: Language, rules: &LadderRules) -> Vec<String> {
    let mut lines = Vec::new();
    lines.extend(rules.division.map(|size| localize!(language, "ladder-rules-division", size = size)));
    if let Some(season) = rules.season {
        lines.push(localize!(language, "ladder-rules-season", time = in_words(language, season)));
        match (rules.reset, rules.division) {
            (SeasonReset::Keep, None) => {}
            (SeasonReset::Keep, Some(_)) => {
                lines.push(localize!(language, "ladder-rules-promoted", count = rules.promoted));
            }
            (SeasonReset::ByRating, _) => lines.push(localize!(language, "ladder-rules-reset-rating")),
            (SeasonReset::Random, _) => lines.push(localize!(language, "ladder-rules-reset-random")),
        }
    }
    lines
}

/// The name of a preset. Its choice lists numbers after a colon, which settings may have changed.
fn preset(language: Language, preset: RulePreset) -> String {
    let choice = language.attribute("command-organize-ladder-create-preset", &format!("choice-{preset}"));
    choice.split(':').next().unwrap_or_default().trim().to_owned()
}

fn reach(language: Language, rules: &LadderRules) -> String {
    let part = |reach: &Reach| match *reach {
        Reach::Places(places) => localize!(language, "ladder-reach-places", count = places),
        Reach::Percent(percent) => localize!(language, "ladder-reach-percent", percent = percent),
        Reach::BeyondRatingOrder(places) => localize!(language, "ladder-reach-rating", count = places),
        Reach::Tier => localize!(language, "ladder-reach-tier"),
        Reach::Step => localize!(language, "ladder-reach-step"),
        Reach::All => localize!(language, "ladder-reach-all"),
    };
    let parts: Vec<String> = rules.reach.iter().map(part).collect();
    match parts.as_slice() {
        [one] => one.clone(),
        several => {
            let list = several.join(&localize!(language, "ladder-reach-or"));
            localize!(language, "ladder-reach-best", list = list)
        }
    }
}

/// Limits of simultaneous challenges to one player: `5 up to place 5, 4 up to place 10, below that 3`.
fn incoming(language: Language, rules: &LadderRules) -> String {
    let band = |(last, limit): &(u32, u32)| localize!(language, "ladder-in-band", limit = *limit, place = *last);
    let mut parts: Vec<String> = rules.incoming.bands.iter().map(band).collect();
    let below = rules.incoming.below;
    parts.push(if parts.is_empty() {
        localize!(language, "ladder-in-all", limit = below)
    } else {
        localize!(language, "ladder-in-below", limit = below)
    });
    parts.join(", ")
}

fn silence(language: Language, rules: &LadderRules) -> String {
    if rules.silence.accepts() && rules.answer == 0 {
        return localize!(language, "ladder-rules-at-once");
    }
    let key = format!("ladder-rules-silence-{}", rules.silence);
    localize!(language, &key, time = in_words(language, rules.answer))
}
