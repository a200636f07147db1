//! Answers to interactions, and the ways to defer them.

use crate::message::OutgoingMessage;

#[derive(Debug, Clone)]
pub enum Reply {
    Message {
        private: bool,
        post: OutgoingMessage,
    },
    /// Changes the message with the button.
    Update(OutgoingMessage),
    /// Completion: name and value, at most 25.
    Choices(Vec<(String, String)>),
    Modal(Modal),
    /// Opens the Activity for a target of the program. Where Discord opens none, this private message answers.
    Launch {
        target: i64,
        instead: OutgoingMessage,
    },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Modal {
    pub custom_id: String,
    /// At most 45 characters.
    pub title: String,
    /// One to five.
    pub fields: Vec<ModalField>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModalField {
    /// The name of the option that has its text.
    pub name: &'static str,
    /// At most 45 characters.
    pub label: String,
    pub longest: u16,
    pub value: String,
    pub is_required: bool,
}

impl ModalField {
    pub fn required(name: &'static str, label: String, longest: u16) -> Self {
        Self { name, label, longest, value: String::new(), is_required: true }
    }
}

impl Reply {
    pub fn ephemeral(post: OutgoingMessage) -> Self {
        Self::Message { private: true, post }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deferral {
    /// "Thinking…", for the person only.
    Ephemeral,
    /// "Thinking…", for everybody.
    Public,
    /// The message with the button changes later.
    Update,
    /// A completion or a form cannot be deferred.
    Never,
}
