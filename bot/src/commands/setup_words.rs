//! The setup of a game in words: rules, start, pace and variants.

use discord::code;
use games::domain::rating::RatingGroup;
use games::domain::{Game, Pace, Setup, SleepPolicy, TimeControl, VacationPolicy, Weekends};
use rules::Color;

use crate::board::description::color;
use crate::commands::layout_names::layout_name;
use crate::localization::{Language, localize, time_in_words};

/// The layout, the pace and the pauses of the clocks, one line each.
pub fn start_and_pace(language: Language, game: &Game) -> Vec<String> {
    start_and_pace_of(language, &game.setup, game.time_control)
}

/// As `start_and_pace`, before a game exists.
pub(crate) fn start_and_pace_of(language: Language, setup: &Setup, time_control: TimeControl) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(name) = layout_of(setup) {
        lines.push(layout(language, name));
    }
    lines.push(pace(language, time_control.pace));
    if !time_control.pace.is_live() && time_control.pace != Pace::Unlimited {
        lines.extend(pause_keys(time_control).map(|key| language.localize(key, &[])));
    }
    lines
}

pub(crate) fn start(language: Language, setup: &Setup) -> Option<String> {
    layout_of(setup).map(|name| layout(language, name))
}

fn layout_of(setup: &Setup) -> Option<&str> {
    let option = |name: &str| setup.option(name);
    // Games of more than two colors have one start.
    let is_of_two = !matches!(option("seats"), Some("3" | "4" | "6"));
    let has_layout = setup.game() == "abalone" && option("placement").is_none() && is_of_two;
    let shows = has_layout || setup.game() == "notalone" || option("layout").is_some();
    shows.then(|| option("layout").unwrap_or("standard"))
}

/// The name of the layout alone.
pub(crate) fn setup_layout(language: Language, setup: &Setup) -> Option<String> {
    layout_of(setup).map(|name| match name {
        "custom" => localize!(language, "result-layout-custom"),
        name => layout_name(language, name),
    })
}

pub(crate) fn pace(language: Language, pace: Pace) -> String {
    match pace {
        Pace::Days(days) => localize!(language, "challenge-pace-days", days = days),
        Pace::Fischer { start, increment, cap } => {
            let [start, increment, cap] = [start, increment, cap].map(|span| time_in_words::span(language, span));
            localize!(language, "challenge-pace-fischer", start = start, increment = increment, cap = cap)
        }
        Pace::Total(total) => localize!(language, "challenge-pace-total", total = time_in_words::span(language, total)),
        Pace::Unlimited => localize!(language, "challenge-pace-none"),
    }
}

/// A stored time control in words; as stored if it cannot be parsed.
pub(crate) fn stored_pace(language: Language, time_control: &str) -> String {
    match time_control.parse::<TimeControl>() {
        Ok(known) => pace(language, known.pace),
        Err(_) => format!("`{}`", code(time_control)),
    }
}

pub(crate) fn stored_setup(language: Language, setup: &str) -> String {
    let setup = Setup::stored(setup.to_owned());
    let name = [game_name(language, &setup)];
    name.into_iter()
        .chain(start(language, &setup))
        .chain(option_lines(language, &setup))
        .collect::<Vec<_>>()
        .join(" · ")
}

/// The other options of a game, one line each.
pub fn option_lines(language: Language, setup: &Setup) -> Vec<String> {
    let line = |(key, value): (&str, &str)| {
        Some(match key {
            "layout" | "board" | "seed" => return None,
            "sprint" => localize!(language, "challenge-sprint", moves = value.parse::<u32>().unwrap_or(0)),
            "target" => localize!(language, "challenge-target", target = value.parse::<u32>().unwrap_or(0)),
            "handicap" => handicap(language, value),
            "pivot" => match value.split_once(':') {
                Some((cell, "fixed")) => localize!(language, "option-pivot-fixed", cell = cell),
                Some((cell, _)) => localize!(language, "option-pivot", cell = cell),
                None => localize!(language, "option-pivot", cell = value),
            },
            _ => option_line(language, key, value),
        })
    };
    setup.options().filter_map(line).collect()
}

/// The keys of rules for pausing clocks that differ from the default.
fn pause_keys(time_control: TimeControl) -> impl Iterator<Item = &'static str> {
    let weekends = (time_control.weekends == Weekends::Pause).then_some("challenge-weekends");
    let vacation = match time_control.vacation {
        VacationPolicy::Automatic => None,
        VacationPolicy::OnRequest => Some("challenge-vacation-asked"),
        VacationPolicy::Off => Some("challenge-vacation-off"),
    };
    let sleep = (time_control.sleeping == SleepPolicy::Run).then_some("challenge-sleep-off");
    weekends.into_iter().chain(vacation).chain(sleep)
}

fn layout(language: Language, name: &str) -> String {
    match name {
        "custom" => localize!(language, "challenge-layout-custom"),
        name => localize!(language, "challenge-layout", layout = layout_name(language, name)),
    }
}

/// Formats `black:2` for players.
fn handicap(language: Language, value: &str) -> String {
    let (of, count) = value.split_once(':').unwrap_or((value, ""));
    let of = Color::from_name(of).map_or_else(|| of.to_owned(), |of| color(language, of));
    localize!(language, "option-handicap", color = of, count = count.parse::<u32>().unwrap_or(0))
}

/// An option in words; `key=value` if the locale has no sentence for it.
fn option_line(language: Language, key: &str, value: &str) -> String {
    // Keys of Fluent variants must start with a letter.
    let variant = if key == "seats" { format!("s{value}") } else { value.replace('+', " ") };
    let line = language.try_localize(&format!("option-{key}"), &[("value", &variant)]);
    line.unwrap_or_else(|| format!("`{key}={value}`"))
}

pub fn game_name(language: Language, setup: &Setup) -> String {
    let name = language.try_localize(&format!("name-{}", setup.game()), &[]);
    name.unwrap_or_else(|| setup.game().to_owned())
}

/// The features that distinguish a game in a list: its rules, its layout and its variants.
pub fn kind(language: Language, setup: &Setup) -> Vec<String> {
    let is_abalone = setup.game() == "abalone";
    let name = (!is_abalone).then(|| game_name(language, setup));
    let moves = setup.option("sprint").and_then(|moves| moves.parse::<u32>().ok());
    let sprint = moves.map(|moves| localize!(language, "kind-sprint", moves = moves));
    let hidden = setup.hides_colors().then(|| localize!(language, "kind-hidden-colors"));
    let players = setup.option("seats").map(|seats| match seats {
        "3" => localize!(language, "kind-three"),
        "6" => localize!(language, "kind-six"),
        _ => group_name(language, RatingGroup::Teams),
    });
    let rules = rules_chosen(language, setup, sprint.is_some());
    let begin = name.into_iter().chain(setup_layout(language, setup)).chain(players);
    begin.chain(sprint).chain(hidden).chain(rules).collect()
}

/// The short kind in one line; the name of the game if nothing else distinguishes it.
pub fn short_kind(language: Language, setup: &Setup) -> String {
    let kind = kind(language, setup);
    if kind.is_empty() { game_name(language, setup) } else { kind.join(" · ") }
}

/// The name of each variant rule.
fn rules_chosen(language: Language, setup: &Setup, is_sprint: bool) -> Vec<String> {
    let is_blitz = !is_sprint && RatingGroup::of(setup) == Some(RatingGroup::Fast);
    let name_of = |(option, value): (&str, &str)| match option {
        // Named elsewhere in the list.
        "layout" | "board" | "seed" | "seats" | "sprint" | "colors" => None,
        "target" if is_blitz => Some(localize!(language, "kind-blitz")),
        "target" => Some(localize!(language, "kind-target", target = value.parse::<u32>().unwrap_or(0))),
        _ => Some(rule_name(language, option)),
    };
    setup.options().filter_map(name_of).collect()
}

/// The name of the rule that an option sets, whatever its value.
pub(crate) fn rule_name(language: Language, option: &str) -> String {
    localize!(language, "kind-rule", rule = option)
}

pub fn group_name(language: Language, group: RatingGroup) -> String {
    language.localize(&format!("rating-group-{}", group.as_str()), &[])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_named_by_its_rules_whether_it_can_be_rated_or_not() {
        for (line, name) in [
            ("abalone", "Standard"),
            ("abalone target=4", "Standard · Blitz"),
            ("abalone sprint=20 target=4", "Standard · Sprint 20 · 4 ejections"),
            ("abalone colors=one crown=on", "Standard · Hidden colors · Crown"),
            ("abalone colors=one target=4", "Standard · Hidden colors · 4 ejections"),
            ("abalone handicap=black:2 holes=e5", "Standard · Handicap · Holes"),
            ("abalone seats=2x2", "Standard · Two against two"),
            ("abalone seats=2x2 triangles=on", "Standard · Two against two · Triangles"),
            ("abalone seats=2x2x2 phase=counter", "Standard · Two against two · Changing opponents"),
            ("abalone seats=3 target=3", "Three players · 3 ejections"),
            ("abalone seats=4", "Two against two"),
            ("abalone seats=6", "Six players"),
            ("grand-abalone", "Grand Abalone"),
            ("grand-abalone target=12 sprint=20", "Grand Abalone · Sprint 20 · 12 ejections"),
            ("notalone layout=belgian-daisy", "Notalone · Belgian Daisy"),
        ] {
            let setup = Setup::of(&*rules::open(line).unwrap_or_else(|why| panic!("{line}: {}", why.text)));
            assert_eq!(short_kind(Language::ENGLISH, &setup), name, "{line} = {setup}");
        }
    }
}
