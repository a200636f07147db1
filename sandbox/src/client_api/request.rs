//! Parameters and errors of the client API.

use std::collections::HashMap;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::model::{Channel, Id};
use crate::validate::id;
use crate::world::World;

/// The reason for a refused request: a status and a sentence.
pub struct ClientError(StatusCode, String);

impl IntoResponse for ClientError {
    fn into_response(self) -> Response {
        (self.0, Json(json!({ "error": self.1 }))).into_response()
    }
}

/// A real client could not have sent this.
pub fn bad(sentence: impl Into<String>) -> ClientError {
    ClientError(StatusCode::BAD_REQUEST, sentence.into())
}

pub fn missing(what: &str) -> ClientError {
    ClientError(StatusCode::NOT_FOUND, format!("no such {what}"))
}

/// The refusal of messages and commands in a forum itself.
pub const FORUM: &str = "a forum has posts only: write in one of them";

pub type ClientAnswer = Result<Json<Value>, ClientError>;

/// The user of a request; without an id the first one.
pub fn user(world: &World, value: &Value) -> Result<Id, ClientError> {
    if value.is_null() || value == "" {
        return world.users.values().find(|user| !user.bot).map(|user| user.id).ok_or_else(|| missing("user"));
    }
    id(value).filter(|id| world.users.get(id).is_some_and(|user| !user.bot)).ok_or_else(|| missing("user"))
}

/// A channel that this user sees.
pub fn channel<'a>(world: &'a World, user: Id, value: &Value) -> Result<&'a Channel, ClientError> {
    let found = id(value).and_then(|id| world.channels.get(&id));
    found.filter(|channel| world.sees(user, channel)).ok_or_else(|| missing("channel"))
}

pub fn param(params: &HashMap<String, String>, name: &str) -> Value {
    params.get(name).map_or(Value::Null, |value| json!(value))
}
