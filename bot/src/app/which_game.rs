//! *Which game?*: a menu of the games that a command may mean. After a choice the command goes on with what was typed.

use std::collections::VecDeque;
use std::sync::{LazyLock, Mutex, PoisonError};

use serde_json::{Map, Value};

use crate::commands::button::LONGEST_ID;
use crate::commands::command_button::CHOSEN;
use crate::commands::game_choices::game_select;
use crate::commands::layout_names::MAX_CHOICES;
use crate::commands::{App, CommandButton, Problem};
use crate::discord::interaction::id as id_in;
use crate::discord::{Interaction, Language, OutgoingMessage, ResolvedUser, localize, row};
use crate::domain::{GameSummary, MINUTE_MS, RequestId, Timestamp, UserId};

/// Commands that are kept at most, and for how long.
const MOST_KEPT: usize = 1000;
const KEPT_MS: i64 = 15 * MINUTE_MS;

/// What somebody typed, without the game.
#[derive(Clone)]
pub(super) struct TypedCommand {
    at: Timestamp,
    request: RequestId,
    user: UserId,
    pub name: String,
    pub options: Map<String, Value>,
    pub users: Vec<ResolvedUser>,
}

/// Commands that do not fit into a `custom_id`. In another process, and after a restart, the player types again.
static KEPT: LazyLock<Mutex<VecDeque<TypedCommand>>> = LazyLock::new(Mutex::default);

/// The menu of the games that a command may mean, those that wait for the player first.
pub(super) fn menu(
    app: &App,
    language: Language,
    interaction: &Interaction,
    games: Vec<GameSummary>,
) -> OutgoingMessage {
    let (user, now) = (interaction.person.user, app.clock.now());
    let fitting: Vec<GameSummary> =
        games.iter().filter(|summary| fits(&interaction.name, summary, user)).cloned().collect();
    // The command says why it is not possible in the game that is chosen.
    let shown = if fitting.is_empty() { games } else { fitting };
    let mut text = localize!(language, "error-which-game");
    if shown.len() > MAX_CHOICES {
        text = format!("{text} {}", localize!(language, "error-which-game-more", most = MAX_CHOICES));
    }
    let choose = localize!(language, "watch-choose");
    let select = game_select(language, &custom_id(interaction, now), &choose, shown, Some(user), now);
    OutgoingMessage::text(text).rows(vec![row(&[select])])
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
    kept.retain(|typed| now.since(typed.at) < KEPT_MS);
    kept.truncate(MOST_KEPT - 1);
    kept.push_front(TypedCommand {
        at: now,
        request: interaction.request,
        user: interaction.person.user,
        name: interaction.name.clone(),
        options: interaction.options.clone(),
        users: interaction.users.clone(),
    });
    format!("{}{}", CommandButton::PREFIX, interaction.request.0)
}

/// The command that was kept for the menu of this request.
pub(super) fn find_kept(user: UserId, request: RequestId) -> Result<TypedCommand, Problem> {
    let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let known = kept.iter().find(|typed| (typed.request, typed.user) == (request, user));
    known.cloned().ok_or(Problem::Key("error-typed-lost"))
}
