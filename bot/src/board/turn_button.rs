//! Shared buttons of positions outside games: exercises and puzzles.

use std::fmt::Display;

use discord::custom_id::Field;
use discord::{Modal, ModalField, Reply};

use crate::localization::{Language, localize};

/// The field of the form that asks for a move.
pub const MOVE_FIELD: &str = "move";

/// The person's own turns so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turns(pub Vec<String>);

impl Field for Turns {
    fn write(&self) -> String {
        self.0.join(".")
    }

    fn read(text: &str) -> Option<Self> {
        Some(Self(text.split('.').filter(|turn| !turn.is_empty()).map(str::to_owned).collect()))
    }

    fn samples() -> Vec<Self> {
        ["", "e5e6", "e5e6.c3c5d3"].into_iter().filter_map(Self::read).collect()
    }
}

/// A form that asks for a move; its submission has this id.
pub fn turn_form(language: Language, id: &impl Display) -> Reply {
    Reply::Modal(Modal {
        custom_id: id.to_string(),
        title: localize!(language, "type-title"),
        fields: vec![ModalField::required(MOVE_FIELD, localize!(language, "type-move"), 20)],
    })
}
