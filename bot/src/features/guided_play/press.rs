//! What the buttons and menus of the form carry: what they ask for, and which form it is.

use std::fmt;
use std::str::FromStr;

use crate::commands::button::ParseButtonError;
use crate::discord::interaction::{Interaction, InteractionType};
use crate::domain::RequestId;

/// The meaning of a `custom_id`: `v1:guide:<control>:<form>[:<option>]`. The form is one of the person who presses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GuideButton {
    pub control: Control,
    pub form: RequestId,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Control {
    /// A new form.
    Open,
    /// Who is challenged (a select).
    Whom,
    /// The first who accepts.
    Anybody,
    /// Which game, or which preset (a select).
    Game,
    /// How fast (a select).
    Pace,
    /// The same as last time.
    Last,
    /// The options that are not on the first page.
    More,
    /// Another group of them (a select).
    Group,
    /// The first page again.
    Back,
    /// A value for this option (a select), or the other one of two (a button).
    Set(String),
    /// Which variants are played (a select).
    Flags,
    /// Who else plays (a select).
    People,
    /// Special cells (a modal).
    Cells,
    /// Send it.
    Send,
}

const WORDS: [(&str, Control); 13] = [
    ("open", Control::Open),
    ("whom", Control::Whom),
    ("anybody", Control::Anybody),
    ("game", Control::Game),
    ("pace", Control::Pace),
    ("last", Control::Last),
    ("more", Control::More),
    ("group", Control::Group),
    ("back", Control::Back),
    ("flags", Control::Flags),
    ("people", Control::People),
    ("cells", Control::Cells),
    ("send", Control::Send),
];

impl GuideButton {
    /// Begins a form, wherever it stands.
    pub const OPEN: Self = Self { control: Control::Open, form: RequestId(0) };
}

impl fmt::Display for GuideButton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Control::Set(option) = &self.control {
            return write!(f, "v1:guide:set:{}:{option}", self.form.0);
        }
        let word = WORDS.iter().find(|(_, control)| *control == self.control).map_or("", |(word, _)| word);
        write!(f, "v1:guide:{word}:{}", self.form.0)
    }
}

impl FromStr for GuideButton {
    type Err = ParseButtonError;

    fn from_str(text: &str) -> Result<Self, ParseButtonError> {
        let parts: Vec<&str> = text.split(':').collect();
        let (control, form) = match parts.as_slice() {
            ["v1", "guide", "set", form, option] => (Control::Set((*option).to_owned()), form),
            ["v1", "guide", word, form] => {
                let found = WORDS.iter().find(|(known, _)| known == word).ok_or(ParseButtonError)?;
                (found.1.clone(), form)
            }
            _ => return Err(ParseButtonError),
        };
        Ok(Self { control, form: RequestId(form.parse().map_err(|_| ParseButtonError)?) })
    }
}

/// Is a modal the answer?
pub fn opens_form(interaction: &Interaction) -> bool {
    interaction.kind == InteractionType::Component
        && interaction.name.parse::<GuideButton>().is_ok_and(|button| button.control == Control::Cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_control_reads_back_as_itself_and_fits() {
        let controls = WORDS.into_iter().map(|(_, control)| control);
        for control in controls.chain([Control::Set("hidden-colors".to_owned())]) {
            let button = GuideButton { control, form: RequestId(u64::MAX) };
            assert!(button.to_string().len() <= 100, "{button}");
            assert_eq!(button.to_string().parse(), Ok(button));
        }
        for text in ["", "v1:guide", "v1:guide:send", "v1:guide:send:-1", "v1:guide:set:1", "v1:guide:other:1"] {
            assert_eq!(text.parse::<GuideButton>(), Err(ParseButtonError), "{text}");
        }
    }
}
