//! What a component that stands for a command does: it runs the command, or asks in a form for what it lacks.

use serde_json::{Map, Value};

use crate::app::command_tree::options_of;
use crate::app::which_game;
use crate::commands::{CommandButton, Problem};
use crate::discord::command_definition::OptionDefinition;
use crate::discord::{Interaction, InteractionType, Language, Modal, ModalField, ResolvedUser, clean, localize};
use crate::domain::RequestId;

/// Characters of a title or a label in a form.
const LONGEST_LABEL: usize = 45;

const LONGEST_NUMBER: u32 = 5;

/// Characters of a text that has no limit of its own.
const LONGEST_TEXT: u32 = 200;

/// What a component stands for.
pub(super) enum Meaning {
    Command(Box<Interaction>),
    Form(Modal),
}

/// What a component that stands for a command means; `None` for any other interaction.
pub(super) fn read_component(interaction: &Interaction) -> Option<Result<Meaning, Problem>> {
    let is_press = matches!(interaction.kind, InteractionType::Component | InteractionType::Modal);
    let text = interaction.name.strip_prefix(CommandButton::PREFIX).filter(|_| is_press)?;
    let Ok(request) = text.parse() else { return Some(read_button(interaction)) };
    Some(which_game::find_kept(interaction.person.user, RequestId(request)).map(|typed| {
        let mut options = typed.options;
        options.extend(interaction.values.first().map(|game| ("game".to_owned(), game.clone().into())));
        as_command(interaction, typed.name, options, typed.users)
    }))
}

/// The command as if the person who uses the component had typed it.
fn as_command(
    interaction: &Interaction,
    name: String,
    options: Map<String, Value>,
    users: Vec<ResolvedUser>,
) -> Meaning {
    let kind = InteractionType::Command;
    Meaning::Command(Box::new(Interaction { name, options, users, kind, values: Vec::new(), ..interaction.clone() }))
}

fn read_button(interaction: &Interaction) -> Result<Meaning, Problem> {
    let language = Language::of(&interaction.locale);
    let mut button: CommandButton = interaction.name.parse().map_err(|_| Problem::UNKNOWN_BUTTON)?;
    if let Some(chosen) = interaction.values.first() {
        button = button.with_choice(chosen);
    }
    if button.asked_options().next().is_none() {
        return Ok(as_command(interaction, button.name, button.options, interaction.users.clone()));
    }
    let known = options_of(&button.name).ok_or(Problem::UNKNOWN_BUTTON)?;
    let asked: Vec<&OptionDefinition> =
        known.iter().filter(|option| button.asked_options().any(|asked| asked == option.name)).collect();
    if asked.len() != button.asked_options().count() {
        return Err(Problem::UNKNOWN_BUTTON);
    }
    if interaction.kind == InteractionType::Component {
        return Ok(Meaning::Form(build_form(language, &button, &asked)));
    }
    let CommandButton { name, mut options } = button;
    for option in asked {
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

fn build_form(language: Language, button: &CommandButton, options: &[&OptionDefinition]) -> Modal {
    let key = format!("command-{}", button.name.replace(' ', "-"));
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
    Modal { custom_id: button.to_string(), title, fields: options.iter().map(field).collect() }
}
