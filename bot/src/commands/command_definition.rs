//! Definitions of slash commands for Discord: kinds, limits and flags.
//!
//! Names and descriptions are in `locales/commands.*.ftl`. The key of a command is `command-` and its name; that of an
//! option is the command's key, a hyphen and the option's name. A choice is an attribute of its option.

use serenity::all::{
    CommandOptionType, CommandType, CreateCommand, CreateCommandOption, InstallationContext, InteractionContext,
    Permissions,
};

use crate::localization::Language;

#[derive(Debug, Clone)]
pub struct CommandDefinition {
    pub name: &'static str,
    pub options: Vec<OptionDefinition>,
    /// Permissions needed to see the command; `None`: everyone, everywhere.
    required_permissions: Option<Permissions>,
}

#[derive(Debug, Clone)]
pub struct OptionDefinition {
    pub name: &'static str,
    kind: CommandOptionType,
    /// Key of its texts, if not derived from its command.
    key: Option<String>,
    is_required: bool,
    is_completed: bool,
    /// Minimum and maximum.
    range: Option<[u32; 2]>,
    /// In characters.
    max_length: Option<u16>,
    choices: Vec<ChoiceDefinition>,
    options: Option<Vec<OptionDefinition>>,
}

#[derive(Debug, Clone)]
pub struct ChoiceDefinition {
    value: String,
    /// Key of its text, if not an attribute of its option.
    key: Option<String>,
}

pub fn command<const N: usize>(name: &'static str, options: [OptionDefinition; N]) -> CommandDefinition {
    CommandDefinition { name, options: options.into(), required_permissions: None }
}

pub fn subcommand<const N: usize>(name: &'static str, options: [OptionDefinition; N]) -> OptionDefinition {
    OptionDefinition { options: Some(options.into()), ..option(CommandOptionType::SubCommand, name) }
}

pub fn group<const N: usize>(name: &'static str, subcommands: [OptionDefinition; N]) -> OptionDefinition {
    OptionDefinition { options: Some(subcommands.into()), ..option(CommandOptionType::SubCommandGroup, name) }
}

pub fn text(name: &'static str) -> OptionDefinition {
    option(CommandOptionType::String, name)
}

pub fn number(name: &'static str, least: u32, most: u32) -> OptionDefinition {
    OptionDefinition { range: Some([least, most]), ..option(CommandOptionType::Integer, name) }
}

pub fn flag(name: &'static str) -> OptionDefinition {
    option(CommandOptionType::Boolean, name)
}

pub fn user(name: &'static str) -> OptionDefinition {
    option(CommandOptionType::User, name)
}

pub fn role(name: &'static str) -> OptionDefinition {
    option(CommandOptionType::Role, name)
}

pub fn attachment(name: &'static str) -> OptionDefinition {
    option(CommandOptionType::Attachment, name)
}

fn option(kind: CommandOptionType, name: &'static str) -> OptionDefinition {
    OptionDefinition {
        name,
        kind,
        key: None,
        is_required: false,
        is_completed: false,
        range: None,
        max_length: None,
        choices: Vec::new(),
        options: None,
    }
}

/// A choice with a text key of its own.
pub fn choice(value: impl Into<String>, key: impl Into<String>) -> ChoiceDefinition {
    ChoiceDefinition { value: value.into(), key: Some(key.into()) }
}

/// Values with their texts, which are attributes of `key`.
pub fn choices_in(language: Language, key: &str, values: &[&str]) -> Vec<(String, String)> {
    values.iter().map(|value| ((*value).to_owned(), ChoiceDefinition::from(*value).text(language, key))).collect()
}

impl From<&str> for ChoiceDefinition {
    fn from(value: &str) -> Self {
        Self { value: value.to_owned(), key: None }
    }
}

impl CommandDefinition {
    pub fn with_options(name: &'static str, options: Vec<OptionDefinition>) -> Self {
        Self { name, options, required_permissions: None }
    }

    /// The full names of its invocations, such as `settings picture`: the command, or its subcommands.
    pub fn names(&self) -> Vec<String> {
        names_below(self.name, &self.options)
    }

    /// The options of the invocation with this full name.
    pub fn options_of(&self, name: &str) -> Option<&[OptionDefinition]> {
        let mut words = name.split(' ');
        let mut options = (words.next() == Some(self.name)).then_some(&*self.options)?;
        for word in words {
            options = options.iter().find(|option| option.name == word)?.options.as_deref()?;
        }
        Some(options)
    }

    /// Only in servers, for those who may manage the server. Discord hides it from others; the command checks again.
    #[must_use]
    pub fn for_managers(self) -> Self {
        Self { required_permissions: Some(Permissions::MANAGE_GUILD), ..self }
    }

    /// Only in servers, for those who may manage its events.
    #[must_use]
    pub fn for_organizers(self) -> Self {
        Self { required_permissions: Some(Permissions::MANAGE_EVENTS), ..self }
    }

    /// The command as registered with Discord. The program matches on the English name.
    pub fn build(&self) -> CreateCommand {
        let key = format!("command-{}", self.name);
        let command = CreateCommand::new(self.name).kind(CommandType::ChatInput);
        let command = command.description(Language::ENGLISH.attribute(&key, "description"));
        let command = Language::others().fold(command, |command, language| {
            let command = command.name_localized(language.code(), language.localize(&key, &[]));
            command.description_localized(language.code(), language.attribute(&key, "description"))
        });
        let command = command.set_options(self.options.iter().map(|option| option.build(&key)).collect());
        if let Some(permissions) = self.required_permissions {
            let command = command.contexts(vec![InteractionContext::Guild]);
            command.integration_types(vec![InstallationContext::Guild]).default_member_permissions(permissions)
        } else {
            let everywhere =
                vec![InteractionContext::Guild, InteractionContext::BotDm, InteractionContext::PrivateChannel];
            command.contexts(everywhere).integration_types(vec![InstallationContext::Guild, InstallationContext::User])
        }
    }
}

impl OptionDefinition {
    #[must_use]
    pub const fn required(mut self) -> Self {
        self.is_required = true;
        self
    }

    #[must_use]
    pub const fn autocomplete(mut self) -> Self {
        self.is_completed = true;
        self
    }

    #[must_use]
    pub const fn max_length(mut self, most: u16) -> Self {
        self.max_length = Some(most);
        self
    }

    #[must_use]
    pub fn choices<C: Into<ChoiceDefinition>>(mut self, choices: impl IntoIterator<Item = C>) -> Self {
        self.choices.extend(choices.into_iter().map(Into::into));
        self
    }

    /// Takes its texts from this key, which several commands share.
    #[must_use]
    pub fn key(self, key: impl Into<String>) -> Self {
        Self { key: Some(key.into()), ..self }
    }

    /// Its choices with their texts. `parent` is the key of the command.
    pub fn choices_in(&self, language: Language, parent: &str) -> Vec<(String, String)> {
        let key = self.key.clone().unwrap_or_else(|| format!("{parent}-{}", self.name));
        self.choices.iter().map(|choice| (choice.value.clone(), choice.text(language, &key))).collect()
    }

    /// Its localized description. `parent` is the key of the command.
    pub fn description_in(&self, language: Language, parent: &str) -> String {
        let key = self.key.clone().unwrap_or_else(|| format!("{parent}-{}", self.name));
        language.attribute(&key, "description")
    }

    pub fn is_flag(&self) -> bool {
        self.kind == CommandOptionType::Boolean
    }

    pub fn is_role(&self) -> bool {
        self.kind == CommandOptionType::Role
    }

    pub fn is_number(&self) -> bool {
        self.kind == CommandOptionType::Integer
    }

    pub const fn is_required(&self) -> bool {
        self.is_required
    }

    /// Maximum length of free text; `None` if there is something to choose from.
    pub fn longest_typed(&self) -> Option<u16> {
        let is_offered = !self.choices.is_empty() || self.is_completed;
        self.max_length.filter(|_| !is_offered)
    }

    fn build(&self, parent: &str) -> CreateCommandOption {
        let key = self.key.clone().unwrap_or_else(|| format!("{parent}-{}", self.name));
        let description = Language::ENGLISH.attribute(&key, "description");
        let option = CreateCommandOption::new(self.kind, self.name, description);
        let mut option = Language::others().fold(option, |option, language| {
            let option = option.name_localized(language.code(), language.localize(&key, &[]));
            option.description_localized(language.code(), language.attribute(&key, "description"))
        });
        option = option.required(self.is_required).set_autocomplete(self.is_completed);
        if let Some([least, most]) = self.range {
            option = option.min_int_value(least.into()).max_int_value(most.into());
        }
        if let Some(most) = self.max_length {
            option = option.max_length(most);
        }
        for choice in &self.choices {
            let names = Language::others().map(|language| (language.code(), choice.text(language, &key)));
            let name = choice.text(Language::ENGLISH, &key);
            option = option.add_string_choice_localized(name, &choice.value, names);
        }
        option.set_sub_options(self.options.iter().flatten().map(|option| option.build(&key)))
    }
}

impl ChoiceDefinition {
    fn text(&self, language: Language, option: &str) -> String {
        match &self.key {
            Some(key) => language.localize(key, &[]),
            None => language.attribute(option, &format!("choice-{}", slug(&self.value))),
        }
    }
}

fn names_below(name: &str, options: &[OptionDefinition]) -> Vec<String> {
    let below = options.iter().filter_map(|option| Some((option.name, option.options.as_ref()?)));
    let names: Vec<String> = below.flat_map(|(sub, options)| names_below(&format!("{name} {sub}"), options)).collect();
    if names.is_empty() { vec![name.to_owned()] } else { names }
}

/// A value as part of a key: `days:3` becomes `days-3`.
fn slug(value: &str) -> String {
    let words = value.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}
