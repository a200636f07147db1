//! Components that stand for a command, as if the person who uses them had typed it: no second way to do it is written.

use std::fmt;
use std::str::FromStr;

use serde_json::{Map, Value};

use crate::commands::button::ParseButtonError;

/// The value of the option that a select gives.
pub const CHOSEN: &str = "?";

/// The meaning of a `custom_id`: `v1:run:<command>:<options>`. What is chosen of a select is the option that is [`CHOSEN`]; where none is, it is
/// the subcommand. Options that are `null` are asked for in a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandButton {
    pub name: String,
    pub options: Map<String, Value>,
}

impl CommandButton {
    /// How its ids begin.
    pub const PREFIX: &str = "v1:run:";

    pub fn new(name: &str, options: Value) -> Self {
        let options = if let Value::Object(options) = options { options } else { Map::new() };
        Self { name: name.to_owned(), options }
    }

    /// What it stands for once this was chosen.
    #[must_use]
    pub fn with_choice(mut self, chosen: &str) -> Self {
        match self.options.values_mut().find(|value| *value == CHOSEN) {
            Some(option) => *option = chosen.into(),
            None => self.name = format!("{} {chosen}", self.name),
        }
        self
    }

    pub fn asked_options(&self) -> impl Iterator<Item = &str> {
        self.options.iter().filter(|(_, value)| value.is_null()).map(|(name, _)| &**name)
    }
}

impl fmt::Display for CommandButton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = serde_json::to_string(&self.options).map_err(|_| fmt::Error)?;
        write!(f, "{}{}:{options}", Self::PREFIX, self.name)
    }
}

impl FromStr for CommandButton {
    type Err = ParseButtonError;

    fn from_str(text: &str) -> Result<Self, ParseButtonError> {
        let (name, options) =
            text.strip_prefix(Self::PREFIX).and_then(|rest| rest.split_once(':')).ok_or(ParseButtonError)?;
        let options = serde_json::from_str(options).map_err(|_| ParseButtonError)?;
        Ok(Self { name: name.to_owned(), options })
    }
}
