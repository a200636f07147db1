//! Games to choose from, as completion of the option `game`.

use std::collections::HashMap;

use crate::commands::answer::Problem;
use crate::commands::board::message;
use crate::commands::context::App;
use crate::commands::feature::Choices;
use crate::commands::game_option::fits;
use crate::commands::layout_names::MAX_CHOICES;
use crate::discord::interaction::Interaction;
use crate::discord::localization::{Language, localize};
use crate::discord::message::clean;
use crate::domain::{GameSummary, Phase, UserId};
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
    list.iter().zip(&names(list)).map(choice).filter(fits(typed)).take(MAX_CHOICES).collect()
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

/// What players call these games. Of several servers two may have the same number: then their ids stand beside it.
pub fn names(list: &[GameSummary]) -> Vec<String> {
    let mut seen = HashMap::<String, usize>::new();
    for summary in list {
        *seen.entry(summary.game.name()).or_default() += 1;
    }
    let name = |summary: &GameSummary| {
        let name = summary.game.name();
        if seen.get(&name) > Some(&1) { format!("{name} {}", summary.game.game_id) } else { name }
    };
    list.iter().map(name).collect()
}
