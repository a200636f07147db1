//! *Which game?*: a menu of the games that a command may mean. After a choice the command goes on with what was typed.

use std::collections::VecDeque;
use std::sync::{LazyLock, Mutex, PoisonError};

use serde_json::Value;

use crate::commands::answer::Problem;
use crate::commands::button::LONGEST_ID;
use crate::commands::command_button::{CHOSEN, CommandButton};
use crate::commands::context::App;
use crate::commands::game_choices::{game_option, names};
use crate::discord::interaction::{Interaction, id as id_in};
use crate::discord::localization::{Language, localize};
use crate::discord::message::{OutgoingMessage, row, select};
use crate::domain::{GameSummary, MINUTE_MS, RequestId, Timestamp, UserId};

/// Options of a select.
const MOST_OPTIONS: usize = 25;

/// Commands that are kept at most, and for how long.
const MOST_KEPT: usize = 1000;
const KEPT_MS: i64 = 15 * MINUTE_MS;

/// Commands whose options do not fit into a `custom_id`. After a restart the player types again.
static KEPT: LazyLock<Mutex<VecDeque<(Timestamp, Interaction)>>> = LazyLock::new(Mutex::default);

/// The menu of the games that a command may mean, those that wait for the player first.
pub(super) fn menu(
    app: &App,
    language: Language,
    interaction: &Interaction,
    games: Vec<GameSummary>,
) -> OutgoingMessage {
    let (user, now) = (interaction.person.user, app.clock.now());
    let mut fitting: Vec<GameSummary> =
        games.iter().filter(|summary| fits(&interaction.name, summary, user)).cloned().collect();
    if fitting.is_empty() {
        // The command says why it is not possible in the game that is chosen.
        fitting = games;
    }
    fitting.sort_by_cached_key(|summary| {
        let deadline = summary.game.turn.deadline_at;
        (!summary.waits_for(user), deadline.is_none(), deadline)
    });
    let mut text = localize!(language, "error-which-game");
    if fitting.len() > MOST_OPTIONS {
        text = format!("{text} {}", localize!(language, "error-which-game-more", most = MOST_OPTIONS));
    }
    let names = names(language, &fitting);
    let option = |(summary, name): (&GameSummary, &String)| game_option(language, summary, user, name, now);
    let options: Vec<_> = fitting.iter().zip(&names).map(option).collect();
    let choose = select(&custom_id(interaction, now), &localize!(language, "watch-choose"), &options);
    OutgoingMessage::text(text).rows(vec![row(&[choose])])
}

/// Could the command be possible in this game?
fn fits(command: &str, summary: &GameSummary, user: UserId) -> bool {
    let is_adjourned = summary.game.agreements.adjourned.is_some();
    match command {
        "game resume" => is_adjourned,
        "game adjourn" => !is_adjourned,
        "game claim" | "game more-time" => !is_adjourned && !summary.is_on_turn(user),
        "move" => !is_adjourned && summary.is_on_turn(user),
        _ => true,
    }
}

/// What the menu carries: the command with what was typed, or the request where that is kept.
fn custom_id(interaction: &Interaction, now: Timestamp) -> String {
    let mut options = interaction.options.clone();
    options.insert("game".to_owned(), CHOSEN.into());
    // People are known of the command alone.
    let is_person = |value: &Value| interaction.users.iter().any(|named| id_in(value) == Some(named.person.user.0));
    let names_people = options.values().any(is_person);
    let id = CommandButton::new(&interaction.name, Value::Object(options)).to_string();
    if !names_people && id.chars().count() <= LONGEST_ID {
        return id;
    }
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    kept.retain(|(at, _)| now.since(*at) < KEPT_MS);
    kept.truncate(MOST_KEPT - 1);
    kept.push_front((now, interaction.clone()));
    format!("{}{}", CommandButton::PREFIX, interaction.request.0)
}

/// The command that was kept for the menu of this request, with the token and the place of the component.
pub(super) fn find_kept(interaction: &Interaction, request: RequestId) -> Result<Interaction, Problem> {
    let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let is_it = |known: &Interaction| known.request == request && known.person.user == interaction.person.user;
    let (_, known) = kept.iter().find(|(_, known)| is_it(known)).ok_or(Problem::Key("error-typed-lost"))?;
    Ok(Interaction {
        name: known.name.clone(),
        options: known.options.clone(),
        users: known.users.clone(),
        ..interaction.clone()
    })
}
