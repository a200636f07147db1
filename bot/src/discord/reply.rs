//! What answers an interaction, and how an answer that takes long is deferred.

use crate::discord::message::OutgoingMessage;

/// An answer.
#[derive(Debug, Clone)]
pub enum Reply {
    /// A new message, for everybody or for the person only.
    Message {
        /// For the person only.
        private: bool,
        /// What it says.
        post: OutgoingMessage,
    },
    /// The message with the button changes.
    Update(OutgoingMessage),
    /// Completion: name and value, at most 25.
    Choices(Vec<(String, String)>),
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
    /// Cannot be deferred (autocompletion).
    Never,
}
