//! What answers an interaction, and how an answer that takes long is deferred.

use crate::discord::message::OutgoingMessage;
use crate::domain::GameId;

#[derive(Debug, Clone)]
pub enum Reply {
    Message {
        private: bool,
        post: OutgoingMessage,
    },
    /// The message with the button changes.
    Update(OutgoingMessage),
    /// Completion: name and value, at most 25.
    Choices(Vec<(String, String)>),
    Modal(Modal),
    /// Opens the Activity at a game. Where it cannot open, this message answers its person.
    Launch {
        game: GameId,
        instead: OutgoingMessage,
    },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Modal {
    /// Comes back with what was typed.
    pub custom_id: String,
    /// At most 45 characters.
    pub title: String,
    /// One to five.
    pub fields: Vec<ModalField>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModalField {
    /// Its name, as an option of the answer.
    pub name: &'static str,
    /// At most 45 characters.
    pub label: String,
    /// Characters that can be typed.
    pub longest: u32,
    pub value: String,
    pub is_required: bool,
}

impl ModalField {
    pub fn required(name: &'static str, label: String, longest: u32) -> Self {
        Self { name, label, longest, value: String::new(), is_required: true }
    }
}

impl Reply {
    pub(crate) fn ephemeral(post: OutgoingMessage) -> Self {
        Self::Message { private: true, post }
    }
}

/// How an answer that takes long is deferred; decided before anything is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deferral {
    /// "Thinking…", for the person only.
    Ephemeral,
    /// "Thinking…", for everybody.
    Public,
    /// The message with the button will change.
    Update,
    /// Cannot be deferred: a completion, or a form.
    Never,
}
