//! *Which game?*: a menu of the games that a command may mean. After a choice the command continues with the typed
//! options.

use std::collections::VecDeque;
use std::sync::{LazyLock, Mutex, PoisonError};

use discord::custom_id::LONGEST_ID;
use discord::interaction::id as id_in;
use discord::{Interaction, OutgoingMessage, ResolvedUser, select_row};
use games::domain::{GameSummary, MINUTE_MS, RequestId, Timestamp, UserId};
use serde_json::{Map, Value};

use crate::commands::command_button::CHOSEN;
use crate::commands::game_choices::game_select;
use crate::commands::layout_names::MAX_CHOICES;
use crate::commands::{CommandButton, Ctx, Problem};
use crate::localization::localize;

const MOST_KEPT: usize = 1000;
const KEPT_MS: i64 = 15 * MINUTE_MS;

#[derive(Clone)]
pub(super) struct TypedCommand {
    at: Timestamp,
    request: RequestId,
    user: UserId,
    pub name: String,
    pub options: Map<String, Value>,
    pub users: Vec<ResolvedUser>,
}

/// Commands that do not fit into a `custom_id`. In another process, and after a restart, the player has to type the
/// command again.
static KEPT: LazyLock<Mutex<VecDeque<TypedCommand>>> = LazyLock::new(Mutex::default);

/// The menu of the games that a command may mean, those with the player on turn first.
pub(super) fn menu(ctx: Ctx<'_>, games: Vec<GameSummary>) -> OutgoingMessage {
    let (user, now) = (ctx.user(), ctx.app.clock.now());
    let fitting: Vec<GameSummary> = games.iter().filter(|summary| fits(&ctx.name, summary, user)).cloned().collect();
    // Without a fitting game, the command itself explains the refusal after the choice.
    let choices = if fitting.is_empty() { games } else { fitting };
    let mut text = localize!(ctx, "error-which-game");
    if choices.len() > MAX_CHOICES {
        text = format!("{text} {}", localize!(ctx, "error-which-game-more", most = MAX_CHOICES));
    }
    let choose = localize!(ctx, "watch-choose");
    let select = game_select(ctx.language, &custom_id(ctx.interaction, now), &choose, choices, Some(user), now);
    OutgoingMessage::text(text).rows(vec![select_row(select)])
}

/// Whether the command might be possible in this game.
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

/// The menu's id: the command with its options, or the request if the command is kept.
fn custom_id(interaction: &Interaction, now: Timestamp) -> CommandButton {
    let mut options = interaction.options.clone();
    options.insert("game".to_owned(), CHOSEN.into());
    // Users are only resolved in the original interaction.
    let is_person = |value: &Value| interaction.users.iter().any(|named| id_in(value) == Some(named.person.user.0));
    let names_people = options.values().any(is_person);
    let run = CommandButton::Run { name: interaction.name.clone(), options };
    if !names_people && run.to_string().chars().count() <= LONGEST_ID {
        return run;
    }
    let mut commands = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    commands.retain(|typed| now.since(typed.at) < KEPT_MS);
    commands.truncate(MOST_KEPT - 1);
    commands.push_front(TypedCommand {
        at: now,
        request: interaction.request,
        user: interaction.person.user,
        name: interaction.name.clone(),
        options: interaction.options.clone(),
        users: interaction.users.clone(),
    });
    CommandButton::RunKept { request: interaction.request }
}

pub(super) fn find_kept(user: UserId, request: RequestId) -> Result<TypedCommand, Problem> {
    let commands = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let command = commands.iter().find(|typed| (typed.request, typed.user) == (request, user));
    command.cloned().ok_or(Problem::Key("error-typed-lost"))
}
