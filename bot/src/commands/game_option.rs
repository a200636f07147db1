//! The option `game` of a command, and its choices.

use std::collections::HashMap;
use std::fmt::Display;

use base::clean::clean;
use discord::{CreateSelectMenu, select};
use games::domain::{GameId, GameSummary, Phase, Player, Timestamp, UserId};
use games::{GameSelection, Question};

use crate::board::message;
use crate::commands::layout_names::MAX_CHOICES;
use crate::commands::setup_words::short_kind;
use crate::context::{Choices, Ctx, Problem};
use crate::localization::{Language, localize, time_in_words};

/// Matches choices whose label or id contains the typed text.
pub fn fits(typed: &str) -> impl Fn(&(String, String)) -> bool + use<> {
    let query = typed.to_lowercase();
    move |(label, value)| label.to_lowercase().contains(&query) || value.contains(&query)
}

/// The game with this number or id.
pub async fn find_named_game(ctx: Ctx<'_>, text: &str) -> Result<GameId, Problem> {
    Ok(ctx.app.games.game_named(text, ctx.user(), ctx.origin).await?)
}

pub async fn game_of(ctx: Ctx<'_>, certainty: GameSelection) -> Result<GameId, Problem> {
    match ctx.text("game") {
        Some(text) => find_named_game(ctx, text).await,
        None => Ok(ctx.app.games.game_for(ctx.user(), ctx.origin.channel_id, certainty).await?),
    }
}

/// The game in which the sender withdraws a question.
pub async fn game_of_own(ctx: Ctx<'_>, question: Question) -> Result<GameId, Problem> {
    match ctx.text("game") {
        Some(_) => game_of(ctx, GameSelection::Certain).await,
        None => Ok(ctx.app.games.game_to_withdraw_in(ctx.user(), ctx.origin.channel_id, question).await?),
    }
}

/// The game of a command that looks back; in the thread of a finished game that game is the default.
pub async fn game_or_finished(ctx: Ctx<'_>) -> Result<GameId, Problem> {
    match ctx.text("game") {
        Some(text) => find_named_game(ctx, text).await,
        None => Ok(ctx.app.games.game_to_review(ctx.user(), ctx.origin.channel_id).await?),
    }
}

pub async fn complete_game(ctx: Ctx<'_>, typed: &str, phases: &[Phase]) -> Result<Choices, Problem> {
    let user = ctx.user();
    // Typed text may match any of them.
    let limit = if typed.is_empty() { MAX_CHOICES as u32 } else { u32::MAX };
    let list = ctx.app.games.list(user, phases, limit).await?;
    Ok(choices(ctx.language, &list, user, typed))
}

/// Games for a command that asks a question, or withdraws it with the option `withdraw`.
pub async fn complete_game_to_ask(ctx: Ctx<'_>, typed: &str, question: Question) -> Result<Choices, Problem> {
    if !ctx.flag("withdraw") {
        return complete_game(ctx, typed, &[Phase::Playing]).await;
    }
    let user = ctx.user();
    let mut list = ctx.app.games.list(user, &[Phase::Playing], u32::MAX).await?;
    list.retain(|summary| summary.asks(user, question));
    Ok(choices(ctx.language, &list, user, typed))
}

pub fn choices(language: Language, list: &[GameSummary], user: UserId, typed: &str) -> Choices {
    let choice = |(summary, name): (&GameSummary, &String)| {
        (label(language, summary, user, name), summary.game.game_id.to_string())
    };
    list.iter().zip(&names(language, list)).map(choice).filter(fits(typed)).take(MAX_CHOICES).collect()
}

fn label(language: Language, summary: &GameSummary, user: UserId, id: &str) -> String {
    let others = summary.opponents(user).count().max(1);
    // Keeps the end of the label, which distinguishes games between the same people.
    let longest = (48 / others).clamp(6, 40);
    let opponents: Vec<String> = summary.opponents(user).map(|seat| clean(&seat.name, longest)).collect();
    let (game, opponent) = (&summary.game, opponents.join(", "));
    let mut label = match game.phase {
        Phase::Offered if game.is_seek() => localize!(language, "choice-seek", id = id),
        Phase::Offered => localize!(language, "choice-offer", opponent = opponent, id = id),
        Phase::Over => localize!(language, "choice-over", opponent = opponent, id = id),
        _ => localize!(language, "choice-game", opponent = opponent, move = message::next_move(game.ply), id = id),
    };
    if game.phase == Phase::Playing && summary.is_on_turn(user) {
        label = format!("{label} · {}", localize!(language, "choice-your-turn"));
    }
    label.chars().take(100).collect()
}

/// A select of games: those that wait for this person first, then by deadline, cut to the length of a select.
pub fn game_select(
    language: Language,
    custom_id: &impl Display,
    placeholder: &str,
    mut games: Vec<GameSummary>,
    reader: Option<UserId>,
    now: Timestamp,
) -> CreateSelectMenu {
    games.sort_by_cached_key(|summary| {
        let deadline = summary.game.due_at();
        (!reader.is_some_and(|user| summary.waits_for(user)), deadline.is_none(), deadline)
    });
    games.truncate(MAX_CHOICES);
    let names = names(language, &games);
    let option = |(summary, name): (&GameSummary, &String)| game_option(language, summary, reader, name, now);
    select(custom_id, placeholder, &games.iter().zip(&names).map(option).collect::<Vec<_>>())
}

/// A game as an option of a select: its id, its name with the opponents, its layout and the time left.
pub fn game_option(
    language: Language,
    summary: &GameSummary,
    reader: Option<UserId>,
    name: &str,
    now: Timestamp,
) -> (String, String, String) {
    let game = &summary.game;
    let others = summary.seats.iter().filter(|seat| reader.is_none_or(|user| seat.player != user));
    let opponents: Vec<String> = others.map(|seat| clean(&seat.name, 30)).collect();
    let label = format!("{name} · {}", opponents.join(", ")).chars().take(100).collect();
    let is_running = game.phase == Phase::Playing && game.agreements.adjourned.is_none();
    let parts = [
        Some(short_kind(language, &game.setup).chars().take(60).collect()),
        (is_running && reader.is_some_and(|user| summary.is_on_turn(user)))
            .then(|| localize!(language, "choice-your-turn")),
        (game.phase == Phase::Over).then(|| localize!(language, "games-over")),
        game.due_at().filter(|_| is_running).map(|at| {
            let time = time_in_words::span(language, at.since(now));
            if game.is_due_with_round() { localize!(language, "choice-round-ends", time = time) } else { time }
        }),
    ];
    let description: String = parts.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    (game.game_id.to_string(), label, description.chars().take(100).collect())
}

/// Characters of a challenge's layout and rules, which share a button with a name.
const LONGEST_KIND: usize = 26;

/// As many parts as fit; only the first may be cut.
fn fitting_parts(kind: &str, longest: usize) -> String {
    let mut text = String::new();
    for part in kind.split(" · ") {
        let longer = if text.is_empty() { part.to_owned() } else { format!("{text} · {part}") };
        if longer.chars().count() > longest && !text.is_empty() {
            break;
        }
        text = longer.chars().take(longest).collect();
    }
    text
}

/// Display names: a game by its number, a challenge by its kind. Where games of several servers share a number, ids
/// are added; equal challenges between the same people are numbered.
pub fn names(language: Language, list: &[GameSummary]) -> Vec<String> {
    let plain = |summary: &GameSummary| {
        if summary.game.number.is_some() {
            return (summary.game.name(), Vec::new());
        }
        (
            fitting_parts(&short_kind(language, &summary.game.setup), LONGEST_KIND),
            summary.seats.iter().map(|seat| seat.player).collect(),
        )
    };
    let mut places = HashMap::<(String, Vec<Player>), Vec<GameId>>::new();
    for summary in list {
        places.entry(plain(summary)).or_default().push(summary.game.game_id);
    }
    let name = |summary: &GameSummary| {
        let (plain, id) = (plain(summary), summary.game.game_id);
        let same = places.get(&plain).map_or(&[][..], Vec::as_slice);
        let place = same.iter().position(|other| *other == id).unwrap_or(0) + 1;
        match (same.len(), summary.game.number) {
            (0 | 1, _) => plain.0,
            (_, Some(_)) => format!("{} {id}", plain.0),
            (_, None) => format!("{} ({place})", plain.0),
        }
    };
    list.iter().map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_button_names_whole_parts_of_what_is_played() {
        assert_eq!(fitting_parts("Standard · 3 éjections · Couronne", 26), "Standard · 3 éjections");
        assert_eq!(fitting_parts("Belgian Daisy", 26), "Belgian Daisy");
        assert_eq!(fitting_parts("Belgian Daisy vs. German Daisy", 20), "Belgian Daisy vs. Ge");
    }
}
