//! Interactions: what a user did and how far the bot's answer is.

use serde_json::Value;

use crate::model::Id;

/// Discord's limit for a first answer.
pub const FIRST_ANSWER_MS: i64 = 3000;
pub const TOKEN_MS: i64 = 15 * 60_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Command,
    /// Pressed a button or chose from a select.
    Component,
    /// Typed into an option that completes.
    Autocomplete,
    Modal,
}

impl Kind {
    pub fn number(self) -> u8 {
        match self {
            Self::Command => 2,
            Self::Component => 3,
            Self::Autocomplete => 4,
            Self::Modal => 5,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    Pending,
    Deferred,
    Answered,
    Failed,
    /// The answer is a form to fill in.
    Modal,
    Autocomplete,
}

impl State {
    pub fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Deferred => "deferred",
            Self::Answered => "answered",
            Self::Failed => "failed",
            Self::Modal => "modal",
            Self::Autocomplete => "autocomplete",
        }
    }
}

#[derive(Debug, Clone)]
pub struct Interaction {
    pub id: Id,
    pub token: String,
    pub kind: Kind,
    pub user: Id,
    pub channel: Id,
    /// Name of the command, or the custom id.
    pub name: String,
    pub at_ms: i64,
    pub state: State,
    pub answered_ms: Option<i64>,
    pub response: Value,
    /// Type of the first answer; `None` before it.
    pub response_type: Option<u64>,
    /// The message that `@original` means.
    pub original: Option<Id>,
    /// The message with the component.
    pub source: Option<Id>,
    pub failure: Option<String>,
}
