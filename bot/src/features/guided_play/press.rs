//! What the buttons and menus of the form carry: what they ask for, and which form it is.

use std::fmt;
use std::str::FromStr;

use crate::commands::ParseButtonError;
use crate::domain::RequestId;
use crate::domain::named::named;

named! {
    pub enum Control, "control" {
        /// A new form.
        Open = "open",
        /// Who is challenged (a select).
        Whom = "whom",
        /// The first who accepts.
        Anybody = "anybody",
        /// The bot itself.
        Engine = "engine",
        /// Which game, or which preset (a select).
        Game = "game",
        Pace = "pace",
        /// The same as last time.
        Last = "last",
        /// The options that are not on the first page.
        More = "more",
        /// Another group of them (a select).
        Group = "group",
        /// The first page again.
        Back = "back",
        /// A value for an option (a select), or the other one of two (a button).
        Set = "set",
        /// Which variants are played (a select).
        Flags = "flags",
        /// Who else plays (a select).
        People = "people",
        /// Special cells (a modal).
        Cells = "cells",
        Send = "send",
    }
}

/// The meaning of a `custom_id`: `v1:guide:<control>:<form>[:<option>]`. The form is one of the person who presses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GuideButton {
    pub control: Control,
    pub form: RequestId,
    /// Of [`Control::Set`].
    pub option: String,
}

impl GuideButton {
    /// Begins a form, wherever it stands.
    pub const OPEN: Self = Self { control: Control::Open, form: RequestId(0), option: String::new() };
}

impl fmt::Display for GuideButton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v1:guide:{}:{}", self.control, self.form.0)?;
        if self.option.is_empty() { Ok(()) } else { write!(f, ":{}", self.option) }
    }
}

impl FromStr for GuideButton {
    type Err = ParseButtonError;

    fn from_str(text: &str) -> Result<Self, ParseButtonError> {
        let (control, rest) =
            text.strip_prefix("v1:guide:").and_then(|rest| rest.split_once(':')).ok_or(ParseButtonError)?;
        let (form, option) = rest.split_once(':').unwrap_or((rest, ""));
        Ok(Self {
            control: control.parse().map_err(|_| ParseButtonError)?,
            form: RequestId(form.parse().map_err(|_| ParseButtonError)?),
            option: option.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_control_reads_back_as_itself_and_fits() {
        for control in Control::ALL.iter().copied() {
            let option = if control == Control::Set { "hidden-colors" } else { "" };
            let button = GuideButton { control, form: RequestId(u64::MAX), option: option.to_owned() };
            assert!(button.to_string().len() <= 100, "{button}");
            assert_eq!(button.to_string().parse(), Ok(button));
        }
        for text in ["", "v1:guide", "v1:guide:send", "v1:guide:send:-1", "v1:guide:other:1"] {
            assert_eq!(text.parse::<GuideButton>(), Err(ParseButtonError), "{text}");
        }
    }
}
