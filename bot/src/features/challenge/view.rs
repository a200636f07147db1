//! A challenge in words: what is played, at which pace, by whom; and what became of it.

use rules::{Color, Seat};
use serde_json::Value;

use crate::commands::board::description::color;
use crate::commands::board::message;
use crate::commands::board::viewer::Viewer;
use crate::commands::button::{Button, word};
use crate::commands::context::App;
use crate::commands::layout_names::layout_name;
use crate::commands::time_in_words;
use crate::discord::localization::{Argument, Language, localize};
use crate::discord::message::{OutgoingMessage, Style, button, row};
use crate::domain::clubs::rating::group::RatingGroup;
use crate::domain::clubs::rating::pair::{PAIR_DAYS, PAIR_GAMES};
use crate::domain::{
    EndReason, Game, GameRecord, Pace, Phase, SeatedPlayer, Setup, SleepPolicy, TimeControl, UserId, VacationPolicy,
    Weekends,
};
use crate::features::notice_context::NoticeContext;
use crate::features::seek::conditions::conditions;
use crate::features::{game_list, ladder, ratings, rematch};
use crate::games::ReplayedGame;

/// A challenge, with the buttons that answer it: all of them for everybody, in direct messages to one player those that are
/// theirs.
pub async fn challenge(
    app: &App,
    language: Language,
    record: &GameRecord,
    reader: &Viewer,
    to: Option<UserId>,
) -> anyhow::Result<OutgoingMessage> {
    let id = record.game.game_id;
    let rows = if let Some(user) = to {
        game_list::view::offer_buttons(language, record, user)
    } else {
        let accept = (word::ACCEPT, "button-accept", Style::Success);
        // An open challenge is for nobody in particular, who could decline it.
        let decline = (!record.game.is_seek()).then_some((word::DECLINE, "button-decline", Style::Secondary));
        let withdraw = (word::WITHDRAW, "button-withdraw", Style::Secondary);
        let all = std::iter::once(accept).chain(decline).chain([withdraw]);
        let all = all.map(|(verb, key, style)| button(&Button::of(verb, id), language.localize(key, &[]), style));
        vec![row(&all.collect::<Vec<_>>())]
    };
    let asked: Vec<UserId> = record.unanswered().map(|seat| seat.user).collect();
    Ok(offer(app, language, record, reader, rows).await?.mention(asked))
}

/// A challenge with the game it is about and these buttons; once it is closed, what became of it.
pub async fn offer(
    app: &App,
    language: Language,
    record: &GameRecord,
    reader: &Viewer,
    rows: Vec<Value>,
) -> anyhow::Result<OutgoingMessage> {
    let game = &record.game;
    if game.phase != Phase::Offered {
        return Ok(closed(language, record));
    }
    let mut replayed = ReplayedGame::open(record.clone(), None)?;
    let seat_infos = replayed.any_game.seats();
    // Only a single opponent is addressed directly.
    let is_to_one = record.challenged().count() == 1 && !reader.is(game.challenge.challenger);
    let posted = match (game.is_seek(), is_to_one) {
        (true, _) => "seek-posted",
        (false, true) => "challenge-posted",
        (false, false) => "challenge-posted-many",
    };
    let mut lines = vec![localize!(
        language,
        posted,
        opponents = message::mentions(record.challenged()),
        challenger = game.challenge.challenger.0,
        game = game_name(language, &game.setup),
    )];
    let mut item = |text: String| lines.push(format!("• {text}"));
    if let Some(about) = language.try_localize(&format!("about-{}", game.setup.game()), &[]) {
        item(about);
    }
    for line in start_and_pace(language, game) {
        item(line);
    }
    let follows = rematch::view::follows(app, language, record).await;
    if follows.is_empty() && game.ply > 0 {
        // An older program did not note the game.
        item(localize!(language, "challenge-from-position", plies = game.ply));
    }
    for line in follows {
        item(line);
    }
    item(if game.challenge.has_random_colors {
        localize!(language, "challenge-color-random")
    } else {
        let seat = |seat: &SeatedPlayer| {
            format!("{} {}", language.mention(seat.user), message::color_at(language, &seat_infos, seat.seat))
        };
        localize!(
            language,
            "challenge-color-chosen",
            seats = record.seats.iter().map(seat).collect::<Vec<_>>().join(", ")
        )
    });
    for line in option_lines(language, &game.setup) {
        item(line);
    }
    lines.extend(
        game.challenge
            .seek
            .iter()
            .flat_map(|seek| conditions(language, seek.filter, &game.setup))
            .map(|condition| format!("• {condition}")),
    );
    lines.extend(
        message::teams(language, &seat_infos, &record.seats, !game.challenge.has_random_colors)
            .map(|teams| format!("• {teams}")),
    );
    lines.push(format!("• {}", ratings::view::stakes(app, language, record).await));
    if game.agreements.repeated_pair {
        lines.push(format!(
            "• {}",
            localize!(language, "challenge-repeated-pair", games = PAIR_GAMES, days = PAIR_DAYS)
        ));
    }
    let reliability = crate::features::profile::view::reliabilities(app, language, record).await;
    lines.extend(reliability.map(|line| format!("• {line}")));
    if game.agreements.silence.is_some()
        && let Some(ladder) = app.games.ladder_of_game(game.game_id).await?
    {
        lines.push(format!("• {}", ladder::view::challenge_line(language, &ladder)));
    }
    if let Some(at) = game.turn.deadline_at {
        lines.push(localize!(language, "challenge-expires", at = at.0 / 1000));
    }
    if game.challenge.has_random_colors {
        // Seats are not assigned yet: the picture names no player.
        for seat in &mut replayed.record.seats {
            seat.name.clear();
        }
    }
    Ok(message::drawn(app, language, &replayed, reader, lines.join("\n")).await.rows(rows))
}

/// The layout, the pace and what stops the clocks, a line each.
pub fn start_and_pace(language: Language, game: &Game) -> Vec<String> {
    start_and_pace_of(language, &game.setup, game.time_control)
}

/// The same of a game that has not been made.
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

/// Where the marbles stand first, where that is a choice.
pub(crate) fn start(language: Language, setup: &Setup) -> Option<String> {
    layout_of(setup).map(|name| layout(language, name))
}

/// The layout of a game that can begin with several ones.
fn layout_of(setup: &Setup) -> Option<&str> {
    let option = |name: &str| setup.option(name);
    // Games of more colors have one start.
    let is_of_two = !matches!(option("seats"), Some("3" | "4" | "6"));
    let has_layout = setup.game() == "abalone" && option("placement").is_none() && is_of_two;
    let shows = has_layout || setup.game() == "notalone" || option("layout").is_some();
    shows.then(|| option("layout").unwrap_or("standard"))
}

/// Its name alone.
pub(crate) fn setup_layout(language: Language, setup: &Setup) -> Option<String> {
    layout_of(setup).map(|name| match name {
        "custom" => localize!(language, "result-layout-custom"),
        name => layout_name(language, name),
    })
}

/// How much time the players have.
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

/// The other options of a game, a line each.
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

/// What differs from the usual rules for when clocks pause.
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

/// The layout as players know it.
fn layout(language: Language, name: &str) -> String {
    match name {
        "custom" => localize!(language, "challenge-layout-custom"),
        name => localize!(language, "challenge-layout", layout = layout_name(language, name)),
    }
}

/// `black:2` as players read it.
fn handicap(language: Language, value: &str) -> String {
    let (of, count) = value.split_once(':').unwrap_or((value, ""));
    let of = Color::from_name(of).map_or_else(|| of.to_owned(), |of| color(language, of));
    localize!(language, "option-handicap", color = of, count = count.parse::<u32>().unwrap_or(0))
}

/// An option that has one sentence for all its values; any other as it stands in the setup.
fn option_line(language: Language, key: &str, value: &str) -> String {
    // The names of variants begin with a letter.
    let shown = if key == "seats" { format!("s{value}") } else { value.replace('+', " ") };
    let line = language.try_localize(&format!("option-{key}"), &[("value", Argument::Text(shown))]);
    line.unwrap_or_else(|| format!("`{key}={value}`"))
}

/// The name of the game that is played.
pub fn game_name(language: Language, setup: &Setup) -> String {
    let name = language.try_localize(&format!("name-{}", setup.game()), &[]);
    name.unwrap_or_else(|| setup.game().to_owned())
}

/// What tells a game from others in a list: its rules, its layout, and what makes it a variant.
pub fn kind(language: Language, setup: &Setup) -> Vec<String> {
    let is_abalone = setup.game() == "abalone";
    let name = (!is_abalone).then(|| game_name(language, setup));
    let moves = setup.option("sprint").and_then(|moves| moves.parse::<u32>().ok());
    let sprint = moves.map(|moves| localize!(language, "kind-sprint", moves = moves));
    let hidden = setup.hides_colors().then(|| localize!(language, "kind-hidden-colors"));
    let players = setup.option("seats").map(|seats| match seats {
        "3" => localize!(language, "kind-three"),
        "6" => localize!(language, "kind-six"),
        _ => ratings::view::group_name(language, RatingGroup::Teams),
    });
    let rules = rules_chosen(language, setup, sprint.is_some());
    let begin = name.into_iter().chain(setup_layout(language, setup)).chain(players);
    begin.chain(sprint).chain(hidden).chain(rules).collect()
}

/// The same in one line, as short as it is told; the name of the game where it has no other.
pub fn short_kind(language: Language, setup: &Setup) -> String {
    let kind = kind(language, setup);
    let kind: Vec<&str> = kind.iter().map(|part| game_list::view::short(part)).collect();
    if kind.is_empty() { game_name(language, setup) } else { kind.join(" · ") }
}

/// The name of each rule that makes a game a variant.
fn rules_chosen(language: Language, setup: &Setup, is_sprint: bool) -> Vec<String> {
    let is_blitz = !is_sprint && RatingGroup::of(setup) == Some(RatingGroup::Fast);
    let named = |(option, value): (&str, &str)| match option {
        // They are named before the rules.
        "layout" | "board" | "seed" | "seats" | "sprint" | "colors" => None,
        "target" if is_blitz => Some(localize!(language, "kind-blitz")),
        "target" => Some(localize!(language, "kind-target", target = value.parse::<u32>().unwrap_or(0))),
        _ => Some(rule_name(language, option)),
    };
    setup.options().filter_map(named).collect()
}

/// The name of the rule that an option chooses, whatever its value.
pub(crate) fn rule_name(language: Language, option: &str) -> String {
    localize!(language, "kind-rule", rule = option)
}

/// What became of a challenge.
pub fn closed(language: Language, record: &GameRecord) -> OutgoingMessage {
    let is_seek = record.game.is_seek();
    let key = match (record.game.phase, record.game.end_reason()) {
        (Phase::Void, Some(EndReason::Withdrawn)) if is_seek => "seek-withdrawn",
        (Phase::Void, Some(EndReason::Aborted)) if is_seek => "seek-aborted",
        (Phase::Void, Some(EndReason::Annulled)) if is_seek => "seek-annulled",
        (Phase::Void, _) if is_seek => "seek-expired",
        (Phase::Playing | Phase::Over, _) if is_seek => "seek-accepted",
        (Phase::Void, Some(EndReason::Declined)) => "challenge-declined",
        (Phase::Void, Some(EndReason::Withdrawn)) => "challenge-withdrawn",
        (Phase::Void, Some(EndReason::Aborted)) => "challenge-aborted",
        (Phase::Void, Some(EndReason::LeftLadder)) => "challenge-left-ladder",
        (Phase::Void, Some(EndReason::LadderClosed)) => "challenge-ladder-closed",
        (Phase::Void, Some(EndReason::Annulled)) => "challenge-annulled",
        (Phase::Void, _) => "challenge-expired",
        _ => "challenge-accepted",
    };
    let mut text = localize!(
        language,
        key,
        challenger = record.game.challenge.challenger.0,
        opponents = message::mentions(record.challenged()),
        game = game_name(language, &record.game.setup),
        who = record.game.loser().and_then(|seat| record.at(seat)).map_or(0, |seat| seat.user.0),
        silent = message::mentions(record.unanswered()),
    );
    if let Some(thread) = record.game.place.thread_id {
        text.push(' ');
        text.push_str(&localize!(language, "game-link", channel = thread.0));
    }
    OutgoingMessage::text(text)
}

/// The notice of a challenge. `None` once it is closed.
pub async fn posted(context: &NoticeContext<'_>) -> anyhow::Result<Option<OutgoingMessage>> {
    let NoticeContext { app, language, record, viewer, reader, .. } = *context;
    if record.game.phase != Phase::Offered {
        return Ok(None);
    }
    challenge(app, language, record, viewer, reader).await.map(Some)
}

/// A player has accepted, and others have not answered. `None` once all have.
pub fn joined(context: &NoticeContext<'_>, user: UserId) -> Option<OutgoingMessage> {
    let waiting = message::mentions(context.record.unanswered());
    if context.game().phase != Phase::Offered || waiting.is_empty() {
        return None;
    }
    Some(OutgoingMessage::text(localize!(context.language, "challenge-joined", player = user.0, waiting = waiting)))
}

/// The confirmation for the challenger, with the button that withdraws the challenge.
pub(crate) fn sent(language: Language, record: &GameRecord) -> OutgoingMessage {
    let asked = message::mentions(record.challenged());
    let withdraw = Button::of(word::WITHDRAW, record.game.game_id);
    let rows = vec![row(&[button(&withdraw, localize!(language, "button-withdraw"), Style::Danger)])];
    OutgoingMessage::text(localize!(language, "challenge-sent", opponents = asked)).rows(rows)
}

/// What a player is told who has accepted a challenge.
pub(crate) fn accepted(language: Language, user: UserId, replayed: &ReplayedGame) -> String {
    let record = &replayed.record;
    let seat = record.seat_of(user).unwrap_or(Seat(0));
    let waiting = message::mentions(record.unanswered());
    if record.game.phase == Phase::Offered && !waiting.is_empty() {
        return localize!(language, "you-accepted-wait", waiting = waiting);
    }
    let seat_infos = replayed.any_game.seats();
    let accepted = localize!(language, "you-accepted", color = message::color_at(language, &seat_infos, seat));
    let teams = message::teams(language, &seat_infos, &record.seats, true);
    teams.map_or_else(|| accepted.clone(), |teams| format!("{accepted}\n{teams}"))
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
