//! A challenge in words: what is played, at which pace, by whom; and what became of it.

use rules::Color;
use serde_json::Value;

use super::custom_id::{Press, Verb};
use super::describe::{self, color};
use super::post::{Post, Style, button, row};
use super::reader::Reader;
use super::words::{Language, say};
use super::{App, board, list, profile};
use crate::games::View;
use crate::games::pace::Pace;
use crate::games::tempo::{Sleeping, Tempo, Vacation};
use crate::games::time::calendar::Weekends;
use crate::store::{GameRecord, Phase, Seated, UserId};

/// A challenge, with the buttons that answer it: all of them for everybody, in direct messages to one player those that are
/// theirs.
pub async fn challenge(
    app: &App,
    language: Language,
    record: &GameRecord,
    reader: &Reader,
    to: Option<UserId>,
) -> anyhow::Result<Post> {
    let id = record.game.game_id;
    let rows = match to {
        Some(user) => list::offer_buttons(language, record, user),
        None => vec![row(&[
            button(&Press::of(Verb::Accept, id), say!(language, "button-accept"), Style::Success),
            button(&Press::of(Verb::Decline, id), say!(language, "button-decline"), Style::Secondary),
            button(&Press::of(Verb::Withdraw, id), say!(language, "button-withdraw"), Style::Secondary),
        ])],
    };
    let asked: Vec<UserId> = record.unanswered().map(|seat| seat.user).collect();
    Ok(offer(app, language, record, reader, rows).await?.mention(asked))
}

/// A challenge with the game it is about and these buttons; once it is closed, what became of it.
pub async fn offer(
    app: &App,
    language: Language,
    record: &GameRecord,
    reader: &Reader,
    rows: Vec<Value>,
) -> anyhow::Result<Post> {
    let game = &record.game;
    if game.phase != Phase::Offered {
        return Ok(closed(language, record));
    }
    let mut view = View::open(record.clone(), None)?;
    let places = view.table.seats();
    // Of several, and of oneself, nobody is spoken to.
    let is_to_one = record.challenged().count() == 1 && !reader.is(game.challenger);
    let posted = if is_to_one { "challenge-posted" } else { "challenge-posted-many" };
    let mut lines = vec![say!(
        language,
        posted,
        opponents = board::mentions(record.challenged()),
        challenger = game.challenger.0,
        game = game_name(&game.setup),
    )];
    let mut item = |text: String| lines.push(format!("• {text}"));
    let words = game.setup.split_whitespace().skip(1).filter_map(|word| word.split_once('='));
    let options: Vec<(&str, &str)> = words.collect();
    let option = |name: &str| options.iter().find(|(key, _)| *key == name).map(|(_, value)| *value);
    match game_name(&game.setup) {
        "Notalone" => item(say!(language, "about-notalone")),
        "Fliporona" => item(say!(language, "about-fliporona")),
        _ => {}
    }
    // Games of more colors have one start.
    let is_of_two = !matches!(option("seats"), Some("3" | "4" | "6"));
    let has_layout = game.setup.starts_with("abalone") && option("placement").is_none() && is_of_two;
    if has_layout || game.setup.starts_with("notalone") || option("layout").is_some() {
        item(layout(language, option("layout").unwrap_or("standard")));
    }
    let tempo: Option<Tempo> = game.pace.parse().ok();
    item(match tempo.map(|tempo| tempo.pace) {
        Some(Pace::Days(days)) => say!(language, "challenge-pace-days", days = days),
        Some(Pace::Fischer { start, increment, cap }) => {
            let [start, increment, cap] = [start, increment, cap].map(|span| describe::span(language, span));
            say!(language, "challenge-pace-fischer", start = start, increment = increment, cap = cap)
        }
        Some(Pace::Total(total)) => say!(language, "challenge-pace-total", total = describe::span(language, total)),
        Some(Pace::Unlimited) | None => say!(language, "challenge-pace-none"),
    });
    if let Some(tempo) = tempo.filter(|tempo| !tempo.pace.is_live() && tempo.pace != Pace::Unlimited) {
        for key in stopping(tempo) {
            item(language.say(key, &[]));
        }
    }
    item(if game.by_lot {
        say!(language, "challenge-color-lot")
    } else {
        let seat = |seat: &Seated| format!("<@{}> {}", seat.user.0, board::color_at(language, &places, seat.seat));
        say!(language, "challenge-color-chosen", seats = record.seats.iter().map(seat).collect::<Vec<_>>().join(", "))
    });
    for (key, value) in &options {
        item(match *key {
            "layout" | "board" | "seed" => continue,
            "sprint" => say!(language, "challenge-sprint", moves = value.parse::<u32>().unwrap_or(0)),
            "target" => say!(language, "challenge-target", target = value.parse::<u32>().unwrap_or(0)),
            "handicap" => handicap(language, value),
            "pivot" => match value.split_once(':') {
                Some((cell, "fixed")) => say!(language, "option-pivot-fixed", cell = cell),
                Some((cell, _)) => say!(language, "option-pivot", cell = cell),
                None => say!(language, "option-pivot", cell = *value),
            },
            _ => option_line(language, key, value),
        });
    }
    lines.extend(board::teams(language, &places, &record.seats, !game.by_lot).map(|teams| format!("• {teams}")));
    let reliability = profile::reliabilities(app, language, record).await;
    lines.extend(reliability.map(|line| format!("• {line}")));
    if let Some(at) = game.deadline_at {
        lines.push(say!(language, "challenge-expires", at = at.0 / 1000));
    }
    if game.by_lot {
        // Nobody sits anywhere yet: the picture names no player.
        for seat in &mut view.record.seats {
            seat.name.clear();
        }
    }
    Ok(board::drawn(app, language, &view, reader, lines.join("\n")).await.rows(rows))
}

/// What is unusual about when the clocks stand still.
fn stopping(tempo: Tempo) -> impl Iterator<Item = &'static str> {
    let weekends = (tempo.weekends == Weekends::Pause).then_some("challenge-weekends");
    let vacation = match tempo.vacation {
        Vacation::Automatic => None,
        Vacation::Asked => Some("challenge-vacation-asked"),
        Vacation::Off => Some("challenge-vacation-off"),
    };
    let sleep = (tempo.sleeping == Sleeping::Run).then_some("challenge-sleep-off");
    weekends.into_iter().chain(vacation).chain(sleep)
}

/// The layout as players know it.
fn layout(language: Language, name: &str) -> String {
    let shown = match name {
        "random" => say!(language, "layout-random"),
        "random-free" => say!(language, "layout-random-free"),
        "custom" => return say!(language, "challenge-layout-custom"),
        name => rules::games::abalone::layout(name)
            .map_or_else(|| name.to_owned(), |found| language.pick(found.en.as_str(), found.fr.as_str()).to_owned()),
    };
    say!(language, "challenge-layout", layout = shown)
}

/// `black:2` as players read it.
fn handicap(language: Language, value: &str) -> String {
    let (of, count) = value.split_once(':').unwrap_or((value, ""));
    let of = Color::from_name(of).map_or_else(|| of.to_owned(), |of| color(language, of));
    say!(language, "option-handicap", color = of, count = count.parse::<u32>().unwrap_or(0))
}

/// An option that has one sentence for all its values; any other as it stands in the setup.
fn option_line(language: Language, key: &str, value: &str) -> String {
    let line = match key {
        "turn" => "option-turn",
        "placement" => "option-placement",
        "obstacles" => "option-obstacles",
        "holes" => "option-holes",
        "ball" => "option-ball",
        "triangles" => "option-triangles",
        "colors" => "option-colors",
        "crown" => "option-crown",
        // The names of variants begin with a letter.
        "seats" => return say!(language, "option-seats", value = format!("s{value}")),
        "phase" => "option-phase",
        _ => return format!("`{key}={value}`"),
    };
    say!(language, line, value = value.replace('+', " "))
}

/// The name of the game of a setup line.
pub fn game_name(setup: &str) -> &'static str {
    match setup.split_whitespace().next() {
        Some("notalone") => "Notalone",
        Some("fliporona") => "Fliporona",
        _ => "Abalone",
    }
}

/// What became of a challenge.
pub fn closed(language: Language, record: &GameRecord) -> Post {
    let key = match (record.game.phase, record.game.reason.as_deref()) {
        (Phase::Void, Some("declined")) => "challenge-declined",
        (Phase::Void, Some("withdrawn")) => "challenge-withdrawn",
        (Phase::Void, Some("aborted")) => "challenge-aborted",
        (Phase::Void, _) => "challenge-expired",
        _ => "challenge-accepted",
    };
    let mut text = say!(
        language,
        key,
        challenger = record.game.challenger.0,
        opponents = board::mentions(record.challenged()),
        game = game_name(&record.game.setup),
        who = record.game.loser.and_then(|seat| record.at(seat)).map_or(0, |seat| seat.user.0),
        silent = board::mentions(record.unanswered()),
    );
    if let Some(thread) = record.game.thread_id {
        text.push(' ');
        text.push_str(&say!(language, "game-home", channel = thread.0));
    }
    Post::text(text)
}
