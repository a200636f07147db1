//! Games to choose from, as completion of the option `game`.

use std::collections::HashMap;
use std::fmt::Display;

use serde_json::Value;

use crate::commands::answer::Problem;
use crate::commands::board::message;
use crate::commands::context::App;
use crate::commands::feature::Choices;
use crate::commands::game_option::fits;
use crate::commands::layout_names::MAX_CHOICES;
use crate::commands::setup_words::short_kind;
use crate::commands::time_in_words;
use crate::discord::{Interaction, Language, clean, localize, select};
use crate::domain::{GameId, GameSummary, Phase, Player, Timestamp, UserId};
use crate::games::Question;

pub async fn complete_game(
    app: &App,
    language: Language,
    interaction: &Interaction,
    typed: &str,
    phases: &[Phase],
) -> Result<Choices, Problem> {
    let user = interaction.person.user;
    // What is typed may mean any of them.
    let limit = if typed.is_empty() { MAX_CHOICES as u32 } else { u32::MAX };
    let list = app.games.list(user, phases, limit).await?;
    Ok(choices(language, &list, user, typed))
}

/// Games for a command that asks a question, or withdraws it with the option `withdraw`.
pub async fn complete_game_to_ask(
    app: &App,
    language: Language,
    interaction: &Interaction,
    typed: &str,
    question: Question,
) -> Result<Choices, Problem> {
    if !interaction.flag("withdraw") {
        return complete_game(app, language, interaction, typed, &[Phase::Playing]).await;
    }
    let user = interaction.person.user;
    let mut list = app.games.list(user, &[Phase::Playing], u32::MAX).await?;
    list.retain(|summary| summary.asks(user, question));
    Ok(choices(language, &list, user, typed))
}

/// Of these games, those that what is typed may mean.
pub fn choices(language: Language, list: &[GameSummary], user: UserId, typed: &str) -> Choices {
    let choice = |(summary, name): (&GameSummary, &String)| {
        (label(language, summary, user, name), summary.game.game_id.to_string())
    };
    list.iter().zip(&names(language, list)).map(choice).filter(fits(typed)).take(MAX_CHOICES).collect()
}

fn label(language: Language, summary: &GameSummary, user: UserId, id: &str) -> String {
    let others = summary.opponents(user).count().max(1);
    // The end of the label tells games of the same people apart.
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

/// A select of games, those that wait for this person first, then by their deadlines. As many as a select has are shown.
pub fn game_select(
    language: Language,
    custom_id: &impl Display,
    placeholder: &str,
    mut games: Vec<GameSummary>,
    reader: Option<UserId>,
    now: Timestamp,
) -> Value {
    games.sort_by_cached_key(|summary| {
        let deadline = summary.game.due_at();
        (!reader.is_some_and(|user| summary.waits_for(user)), deadline.is_none(), deadline)
    });
    games.truncate(MAX_CHOICES);
    let names = names(language, &games);
    let option = |(summary, name): (&GameSummary, &String)| game_option(language, summary, reader, name, now);
    select(custom_id, placeholder, &games.iter().zip(&names).map(option).collect::<Vec<_>>())
}

/// A game as an option of a select: its id, its name and the opponents, its layout and how much time is left.
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

/// Characters of the layout and the rules of a challenge: it is said on a button, beside a name.
const LONGEST_KIND: usize = 26;

/// As many of the parts as fit, but never a piece of one except the first.
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

/// What players call these games: a game by its number, a challenge by what would be played. Of several servers two may have the same
/// number: then their ids stand beside it. Challenges of the same people to the same game are counted.
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
