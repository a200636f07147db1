//! Slash commands as they are registered with Discord: kinds, limits and flags.
//!
//! Names and descriptions lie in `locales/commands.*.ftl`. The key of a command is `command-` and its name; the key of an option
//! is that of its command, a hyphen and its name. A choice is an attribute of its option.

use serde_json::{Map, Value, json};
use serenity::all::{CommandOptionType, Permissions};

use crate::discord::localization::Language;

#[derive(Debug, Clone)]
pub struct CommandDefinition {
    name: &'static str,
    options: Vec<OptionDefinition>,
    /// Whom Discord shows it to, as bits; everybody everywhere if there are none.
    required_permissions: Option<Permissions>,
}

#[derive(Debug, Clone)]
pub struct OptionDefinition {
    pub name: &'static str,
    kind: CommandOptionType,
    /// Where its texts are, if not under its command.
    key: Option<String>,
    limits: Map<String, Value>,
    choices: Vec<ChoiceDefinition>,
    options: Option<Vec<OptionDefinition>>,
}

#[derive(Debug, Clone)]
pub struct ChoiceDefinition {
    value: String,
    /// Where its text is, if not under its option.
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
    option(CommandOptionType::Integer, name).limit("min_value", least.into()).limit("max_value", most.into())
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
    OptionDefinition { name, kind, key: None, limits: Map::new(), choices: Vec::new(), options: None }
}

/// A choice whose text has a key of its own.
pub fn choice(value: impl Into<String>, key: impl Into<String>) -> ChoiceDefinition {
    ChoiceDefinition { value: value.into(), key: Some(key.into()) }
}

/// Values that can be chosen, each with its text, which is an attribute of this key.
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

    /// The whole names of what can be sent, such as `settings picture`: of the command, or of its subcommands.
    pub fn names(&self) -> Vec<String> {
        names_below(self.name, &self.options)
    }

    /// The options of what is sent as this whole name.
    pub fn options_of(&self, name: &str) -> Option<&[OptionDefinition]> {
        let mut words = name.split(' ');
        let mut options = (words.next() == Some(self.name)).then_some(&*self.options)?;
        for word in words {
            options = options.iter().find(|option| option.name == word)?.options.as_deref()?;
        }
        Some(options)
    }

    /// Servers only, and shown to those who manage one. Discord hides it from the others; the command checks it again.
    #[must_use]
    pub fn for_managers(self) -> Self {
        Self { required_permissions: Some(Permissions::MANAGE_GUILD), ..self }
    }

    /// Servers only, and shown to those who manage the events of one.
    #[must_use]
    pub fn for_organizers(self) -> Self {
        Self { required_permissions: Some(Permissions::MANAGE_EVENTS), ..self }
    }

    pub fn to_json(&self) -> Value {
        let key = format!("command-{}", self.name);
        let mut json = texts(self.name, &key);
        let options: Vec<Value> = self.options.iter().map(|option| option.to_json(&key)).collect();
        json["type"] = 1.into();
        json["options"] = options.into();
        if let Some(permissions) = self.required_permissions {
            json["contexts"] = json!([0]);
            json["integration_types"] = json!([0]);
            json["default_member_permissions"] = json!(permissions.bits().to_string());
        } else {
            // Where the server has the bot, where only the person has it, and in direct messages.
            json["integration_types"] = json!([0, 1]);
            json["contexts"] = json!([0, 1, 2]);
        }
        json
    }
}

impl OptionDefinition {
    #[must_use]
    pub fn required(self) -> Self {
        self.limit("required", true.into())
    }

    #[must_use]
    pub fn autocomplete(self) -> Self {
        self.limit("autocomplete", true.into())
    }

    #[must_use]
    pub fn max_length(self, most: u32) -> Self {
        self.limit("max_length", most.into())
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

    /// What can be chosen: each value with its text. `parent` is the key of the command.
    pub fn choices_in(&self, language: Language, parent: &str) -> Vec<(String, String)> {
        let key = self.key.clone().unwrap_or_else(|| format!("{parent}-{}", self.name));
        self.choices.iter().map(|choice| (choice.value.clone(), choice.text(language, &key))).collect()
    }

    /// What it is for, in the words of its command. `parent` is the key of the command.
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

    pub fn is_required(&self) -> bool {
        self.limits.contains_key("required")
    }

    /// The longest text that can be typed, where nothing is offered to choose from.
    pub fn longest_typed(&self) -> Option<u32> {
        let is_offered = !self.choices.is_empty() || self.limits.contains_key("autocomplete");
        let longest = self.limits.get("max_length").filter(|_| !is_offered)?.as_u64()?;
        u32::try_from(longest).ok()
    }

    fn limit(mut self, name: &str, value: Value) -> Self {
        self.limits.insert(name.to_owned(), value);
        self
    }

    fn to_json(&self, parent: &str) -> Value {
        let key = self.key.clone().unwrap_or_else(|| format!("{parent}-{}", self.name));
        let mut json = texts(self.name, &key);
        json["type"] = json!(self.kind);
        for (name, value) in &self.limits {
            json[name] = value.clone();
        }
        if !self.choices.is_empty() {
            json["choices"] = self.choices.iter().map(|choice| choice.to_json(&key)).collect();
        }
        if let Some(options) = &self.options {
            json["options"] = options.iter().map(|option| option.to_json(&key)).collect();
        }
        json
    }
}

impl ChoiceDefinition {
    fn text(&self, language: Language, option: &str) -> String {
        match &self.key {
            Some(key) => language.localize(key, &[]),
            None => language.attribute(option, &format!("choice-{}", slug(&self.value))),
        }
    }

    fn to_json(&self, option: &str) -> Value {
        let text = |language: Language| self.text(language, option);
        json!({ "name": text(Language::ENGLISH), "name_localizations": localizations(text), "value": self.value })
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

/// A text in every language besides English, by Discord's codes.
fn localizations(text: impl Fn(Language) -> String) -> Value {
    Language::others()
        .map(|language| (language.code().to_owned(), Value::from(text(language))))
        .collect::<Map<_, _>>()
        .into()
}

/// Name and description in every language. The English name is the one that the program reads.
fn texts(name: &str, key: &str) -> Value {
    json!({
        "name": name,
        "name_localizations": localizations(|language| language.localize(key, &[])),
        "description": Language::ENGLISH.attribute(key, "description"),
        "description_localizations": localizations(|language| language.attribute(key, "description")),
    })
}
