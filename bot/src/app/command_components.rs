//! Components that stand for a command: they run it, or ask in a form for its missing options.

use base::clean::clean;
use discord::{Interaction, InteractionType, Modal, ModalField, ResolvedUser};
use serde_json::{Map, Value};

use crate::app::command_tree::options_of;
use crate::app::which_game;
use crate::commands::command_button::CHOSEN;
use crate::commands::command_definition::OptionDefinition;
use crate::commands::{CommandButton, Problem};
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
        CommandButton::RunKept { request } => which_game::find_kept(interaction.person.user, request).map(|typed| {
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
    let short = |text: String| match text.chars().count() {
        0..=LONGEST_LABEL => text,
        _ => text.chars().take(LONGEST_LABEL - 1).chain(['…']).collect(),
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
