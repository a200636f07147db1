//! Components that stand for a command: they run it, or ask in a form for its missing options. *Which game?* is a menu
//! of the games that a command may mean; after a choice the command continues with the typed options.

use std::collections::VecDeque;
use std::sync::{LazyLock, Mutex, PoisonError};

use base::clean::clean;
use discord::custom_id::LONGEST_ID;
use discord::interaction::id as id_in;
use discord::{Interaction, InteractionType, Modal, ModalField, OutgoingMessage, ResolvedUser, select_row};
use games::domain::{GameSummary, MINUTE_MS, RequestId, Timestamp, UserId};
use serde_json::{Map, Value};

use crate::app::command_tree::options_of;
use crate::commands::command_button::CHOSEN;
use crate::commands::command_definition::OptionDefinition;
use crate::commands::game_option::game_select;
use crate::commands::layout_names::MAX_CHOICES;
use crate::commands::{CommandButton, Ctx, Problem};
use crate::localization::{Language, localize};

/// Characters of a title or a label in a form.
const LONGEST_LABEL: usize = 45;

const LONGEST_NUMBER: u16 = 5;

/// Characters of a text without a limit of its own.
const LONGEST_TEXT: u16 = 200;

pub(super) enum ComponentAction {
    Command(Box<Interaction>),
    Form(Modal),
}

/// The meaning of a component that stands for a command; `None` for any other interaction.
pub(super) fn read_component(interaction: &Interaction) -> Option<Result<ComponentAction, Problem>> {
    let is_press = matches!(interaction.kind, InteractionType::Component | InteractionType::Modal);
    Some(match interaction.button().filter(|_| is_press)? {
        CommandButton::Run { name, options } => read_button(interaction, name, options),
        CommandButton::RunKept { request } => find_kept(interaction.person.user, request).map(|typed| {
            let mut options = typed.options;
            options.extend(interaction.values.first().map(|game| ("game".to_owned(), game.clone().into())));
            as_command(interaction, typed.name, options, typed.users)
        }),
    })
}

/// The command as if the component's user had typed it.
fn as_command(
    interaction: &Interaction,
    name: String,
    options: Map<String, Value>,
    users: Vec<ResolvedUser>,
) -> ComponentAction {
    let kind = InteractionType::Command;
    ComponentAction::Command(Box::new(Interaction {
        name,
        options,
        users,
        kind,
        values: Vec::new(),
        ..interaction.clone()
    }))
}

fn read_button(
    interaction: &Interaction,
    mut name: String,
    mut options: Map<String, Value>,
) -> Result<ComponentAction, Problem> {
    let language = Language::of(&interaction.locale);
    if let Some(choice) = interaction.values.first() {
        match options.values_mut().find(|value| *value == CHOSEN) {
            Some(option) => *option = choice.as_str().into(),
            None => name = format!("{name} {choice}"),
        }
    }
    let unset = options.values().filter(|value| value.is_null()).count();
    if unset == 0 {
        return Ok(as_command(interaction, name, options, interaction.users.clone()));
    }
    let definitions = options_of(&name).ok_or(Problem::UNKNOWN_BUTTON)?;
    let is_asked = |option: &&OptionDefinition| options.get(option.name).is_some_and(Value::is_null);
    let missing: Vec<&OptionDefinition> = definitions.iter().filter(is_asked).collect();
    if missing.len() != unset {
        return Err(Problem::UNKNOWN_BUTTON);
    }
    if interaction.kind == InteractionType::Component {
        return Ok(ComponentAction::Form(build_form(language, name, options, &missing)));
    }
    for option in missing {
        match interaction.text(option.name).map(str::trim).filter(|typed| !typed.is_empty()) {
            None => drop(options.remove(option.name)),
            Some(typed) if option.is_number() => {
                let number: u32 = typed
                    .parse()
                    .map_err(|_| Problem::Text(localize!(language, "error-no-number", typed = clean(typed, 20))))?;
                options.insert(option.name.to_owned(), number.into());
            }
            Some(typed) => drop(options.insert(option.name.to_owned(), typed.into())),
        }
    }
    Ok(as_command(interaction, name, options, interaction.users.clone()))
}

fn build_form(language: Language, name: String, options: Map<String, Value>, asked: &[&OptionDefinition]) -> Modal {
    let key = format!("command-{}", name.replace(' ', "-"));
    let short = |text: String| {
        // What follows is a remark.
        let clause = text.split([';', '(']).next().unwrap_or_default().trim_end();
        match (text.chars().count(), clause.chars().count()) {
            (0..=LONGEST_LABEL, _) => text,
            (_, 0..=LONGEST_LABEL) => clause.to_owned(),
            _ => text.chars().take(LONGEST_LABEL - 1).chain(['…']).collect(),
        }
    };
    let field = |option: &&OptionDefinition| ModalField {
        name: option.name,
        label: short(option.description_in(language, &key)),
        longest: if option.is_number() { LONGEST_NUMBER } else { option.longest_typed().unwrap_or(LONGEST_TEXT) },
        value: String::new(),
        is_required: option.is_required(),
    };
    let title = short(language.attribute(&key, "description"));
    let custom_id = CommandButton::Run { name, options }.to_string();
    Modal { custom_id, title, fields: asked.iter().map(field).collect() }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_and_labels_of_forms_are_whole() {
        for (name, asked) in [
            ("settings digest", ["zone"].as_slice()),
            ("settings reminders", &["zone"]),
            ("settings vacation start", &["days", "from"]),
            ("organize adjudicate", &["reason"]),
            ("organize annul", &["reason"]),
            ("organize pause", &["days", "reason"]),
            ("organize extend", &["days", "reason"]),
            ("organize resume", &["reason"]),
        ] {
            let definitions = options_of(name).expect("a command");
            let asked: Vec<_> = definitions.iter().filter(|option| asked.contains(&option.name)).collect();
            for language in Language::all() {
                let form = build_form(language, name.to_owned(), Map::new(), &asked);
                for text in form.fields.iter().map(|field| &field.label).chain([&form.title]) {
                    assert!(!text.contains('…'), "{language:?}: {text}");
                }
            }
        }
    }
}
