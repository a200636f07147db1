//! Interactions: a user's action and the state of the bot's answer.

use serde_json::{Value, json};

use crate::model::Id;

/// Discord's limit.
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

/// Completes an interaction of a test with everything else that Discord sends.
#[must_use]
pub fn complete(mut interaction: Value) -> Value {
    fill(
        &mut interaction,
        json!({
            "id": "77", "application_id": "128", "token": "t", "version": 1, "locale": "en-US", "entitlements": [],
            "attachment_size_limit": 10_485_760,
        }),
    );
    let kind = interaction["type"].as_u64();
    if interaction["member"].is_object() {
        fill_member(&mut interaction["member"]);
    }
    if kind == Some(3) || interaction["message"].is_object() {
        let has_controls_first = interaction["message"]["flags"].as_u64().is_some_and(|flags| flags & (1 << 15) != 0);
        let content = if has_controls_first { "" } else { "A message" };
        let channel = interaction["channel_id"].clone();
        fill(
            &mut interaction["message"],
            json!({
                "id": "9", "channel_id": channel, "author": { "id": "128", "username": "Sumito" }, "content": content,
                "timestamp": "2026-01-01T00:00:00.000000+00:00", "edited_timestamp": null, "tts": false,
                "mention_everyone": false, "mentions": [], "mention_roles": [], "attachments": [], "embeds": [],
                "components": [], "pinned": false, "type": 0,
            }),
        );
    }
    let data = &mut interaction["data"];
    if !data.is_object() {
        return interaction;
    }
    match kind {
        Some(3) => {
            let component_type = if data["values"].is_array() { 3 } else { 2 };
            fill(data, json!({ "component_type": component_type }));
        }
        Some(5) => {
            for row in data.get_mut("components").and_then(Value::as_array_mut).into_iter().flatten() {
                fill(row, json!({ "type": 1, "id": 1 }));
                for field in row.get_mut("components").and_then(Value::as_array_mut).into_iter().flatten() {
                    fill(field, json!({ "type": 4, "id": 2 }));
                }
            }
        }
        _ => fill(data, json!({ "id": "1", "type": 1 })),
    }
    let mut each = |objects: &str, complete: &dyn Fn(&str, &mut Value)| {
        let found = data.get_mut("resolved").and_then(|resolved| resolved.get_mut(objects)?.as_object_mut());
        for (id, object) in found.into_iter().flatten() {
            complete(id, object);
        }
    };
    each("members", &|_, member| fill_member(member));
    each("roles", &|id, role| {
        fill(
            role,
            json!({
                "id": id, "name": "a role", "color": 0, "colors": { "primary_color": 0, "secondary_color": null, "tertiary_color": null }, "hoist": false, "managed": false, "mentionable": false, "permissions": "0",
                "position": 1, "flags": 0,
            }),
        );
    });
    each("attachments", &|id, file| {
        let url = file["url"].clone();
        fill(file, json!({ "id": id, "filename": "file.txt", "proxy_url": url }));
    });
    interaction
}

fn fill_member(member: &mut Value) {
    fill(member, json!({ "roles": [], "joined_at": null, "deaf": false, "mute": false, "flags": 0, "pending": false }));
}

/// Adds missing fields to an object, creating it if necessary.
fn fill(value: &mut Value, usual: Value) {
    if value.is_null() {
        *value = json!({});
    }
    if let (Some(value), Value::Object(usual)) = (value.as_object_mut(), usual) {
        for (key, usual) in usual {
            value.entry(key).or_insert(usual);
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
    /// The message of `@original`.
    pub original: Option<Id>,
    /// That message as it was, if the bot has deleted it.
    pub deleted_answer: Option<Value>,
    /// The message with the component.
    pub source: Option<Id>,
    pub failure: Option<String>,
}
