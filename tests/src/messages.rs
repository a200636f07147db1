//! Reading messages: their text, buttons and selects.

use anyhow::Context as _;
use serde_json::{Value, json};

#[derive(Debug, Clone)]
pub struct Answer {
    /// `answered`, `failed` or `modal`.
    pub state: String,
    /// Null when there is none.
    pub message: Value,
    /// The sandbox's whole record of the interaction.
    pub whole: Value,
}

impl Answer {
    pub fn text(&self) -> String {
        text_of(&self.message)
    }

    /// Whether it confirms this move. In the thread of the game it names the next game instead, if one waits.
    pub fn confirms(&self, mv: &str) -> bool {
        confirms_move(&self.text(), mv)
    }

    /// Whether only the requesting user sees it.
    pub fn is_private(&self) -> bool {
        is_private(&self.message)
    }

    /// Alt text of the first picture.
    pub fn alt(&self) -> String {
        self.message["attachments"][0]["description"].as_str().unwrap_or_default().to_owned()
    }
}

pub fn is_private(message: &Value) -> bool {
    message["flags"].as_u64().unwrap_or(0) & 64 != 0
}

/// The same for the text of an answer.
pub fn confirms_move(answer: &str, mv: &str) -> bool {
    answer.contains(&format!("You played `{mv}`")) || answer.contains("waiting for you")
}

/// Content and text displays of a message as one text.
pub fn text_of(message: &Value) -> String {
    let mut text = message["content"].as_str().unwrap_or_default().to_owned();
    for part in message["components"].as_array().into_iter().flatten().filter(|part| part["type"] == 10) {
        text.push_str(part["content"].as_str().unwrap_or_default());
    }
    text
}

/// The `custom_id` of every enabled button and select of a message.
pub fn controls(message: &Value) -> Vec<String> {
    let rows = message["components"].as_array().into_iter().flatten();
    rows.flat_map(|row| row["components"].as_array().into_iter().flatten())
        .filter(|control| control["disabled"] != json!(true))
        .filter_map(|control| control["custom_id"].as_str().map(str::to_owned))
        .collect()
}

/// Whether a message has controls other than the button for a game against the bot.
pub fn asks_for_answer(message: &Value) -> bool {
    controls(message).iter().any(|id| !id.starts_with("v1:engine:"))
}

/// The control of the form of `/play` with this name.
pub fn form_control(message: &Value, what: &str) -> anyhow::Result<String> {
    let start = format!("v1:guide-{what}:");
    controls(message).into_iter().find(|id| id.starts_with(&start)).with_context(|| format!("no {what}: {message:#}"))
}

/// The control with this verb: `accept` finds `v1:accept:…`.
pub fn control(message: &Value, verb: &str) -> anyhow::Result<String> {
    controls(message)
        .into_iter()
        .find(|id| id.split(':').nth(1) == Some(verb))
        .with_context(|| format!("no control `{verb}` under: {message:#}"))
}

pub fn game_in(challenge: &Value) -> anyhow::Result<String> {
    Ok(control(challenge, "accept")?.split(':').nth(2).context("no game id")?.to_owned())
}

/// A JSON string or number as text.
pub fn string(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
