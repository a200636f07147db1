//! Users send commands, press buttons, choose from selects and submit modals.

use std::collections::HashMap;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, Query, State};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::checks;
use super::request::{ClientAnswer, ClientError, FORUM, bad, channel, missing, param, user};
use crate::interaction::{Kind, State as Progress};
use crate::model::{Id, StoredFile};
use crate::validate::id;
use crate::world::{Shared, World};

/// `POST /sandbox/interactions`.
pub async fn create(State(shared): State<Shared>, Json(body): Json<Value>) -> ClientAnswer {
    let (interaction, kind) = {
        let mut world = shared.lock();
        let me = user(&world, &body["user"])?;
        let place = channel(&world, me, &body["channel"])?.clone();
        if place.kind == 15 {
            return Err(bad(FORUM));
        }
        if place.locked && place.archived {
            return Err(bad("this thread is locked"));
        }
        if place.archived && !place.members.contains(&me) {
            return Err(bad("this thread is archived, and you are no member of it: write a message first"));
        }
        let kind = match body["kind"].as_str() {
            Some("command") => Kind::Command,
            Some("autocomplete") => Kind::Autocomplete,
            Some("component") => Kind::Component,
            Some("modal") => Kind::Modal,
            _ => return Err(bad("kind is one of command, autocomplete, component, modal")),
        };
        let (data, source) = match kind {
            Kind::Command | Kind::Autocomplete => {
                let mut data = body["data"].clone();
                keep_files(&mut world, place.id, &mut data);
                (checks::command(&world, me, &place, &data, kind == Kind::Autocomplete)?, None)
            }
            Kind::Component => {
                let message = id(&body["message_id"]).ok_or_else(|| missing("message"))?;
                (checks::component(&world, me, &place, message, &body["data"])?, Some(message))
            }
            Kind::Modal => {
                let data = checks::modal(&world, me, &body["data"])?;
                let custom_id = data["custom_id"].as_str().unwrap_or_default().to_owned();
                let open = world.modals.remove(&(me, custom_id));
                (data, open.and_then(|open| open.message).map(|(_, message)| message))
            }
        };
        // A client unarchives a thread before any action in it.
        if kind != Kind::Autocomplete {
            world.set_archived(place.id, false);
        }
        let place = world.channels.get(&place.id).cloned().unwrap_or(place);
        let own = world.users.get(&me).map_or("en-US", |user| &user.locale).to_owned();
        let locale = body["locale"].as_str().unwrap_or(&own).to_owned();
        let source = source.filter(|source| world.message(place.id, *source).is_ok());
        (world.interact(kind, me, &place, &data, source, &locale), kind)
    };
    let mut answer = json!({ "id": interaction.to_string() });
    if kind == Kind::Autocomplete {
        // Slightly longer than the bot's limit, so that a missing answer is recognized.
        let timeout = Duration::from_millis(shared.lock().options.first_answer_ms as u64 + 200);
        let whole = wait_until_answered(&shared, interaction, timeout).await?;
        answer["choices"] =
            if whole["state"] == "autocomplete" { whole["response"]["data"]["choices"].clone() } else { json!([]) };
    }
    Ok(Json(answer))
}

/// Stores the files of options, each with a `filename` and its `content`, and replaces them by their ids.
fn keep_files(world: &mut World, channel: Id, data: &mut Value) {
    for option in data["options"].as_array_mut().into_iter().flatten() {
        keep_files(world, channel, option);
        if let (Some(name), Some(content)) = (option["value"]["filename"].as_str(), option["value"]["content"].as_str())
        {
            let bytes = content.to_owned().into_bytes().into();
            let file = StoredFile { name: name.to_owned(), content_type: "text/plain".to_owned(), bytes };
            option["value"] = world.store_file(channel, file, &Value::Null)["id"].clone();
        }
    }
}

/// `GET /sandbox/interactions/{id}`.
pub async fn show(
    State(shared): State<Shared>,
    Path(wanted): Path<Id>,
    Query(params): Query<HashMap<String, String>>,
) -> ClientAnswer {
    let timeout = match params.get("wait").map(String::as_str) {
        None => Duration::ZERO,
        Some("answered") => {
            let timeout_ms = id(&param(&params, "timeout_ms")).unwrap_or(5000);
            Duration::from_millis(timeout_ms.min(60_000))
        }
        Some(_) => return Err(bad("wait can only be answered")),
    };
    Ok(Json(wait_until_answered(&shared, wanted, timeout).await?))
}

async fn wait_until_answered(shared: &Shared, wanted: Id, timeout: Duration) -> Result<Value, ClientError> {
    let until = Instant::now() + timeout;
    let mut changed = shared.changed();
    loop {
        {
            let world = shared.lock();
            let interaction = world.interactions.get(&wanted).ok_or_else(|| missing("interaction"))?;
            let open = matches!(interaction.state, Progress::Pending | Progress::Deferred);
            if !open || Instant::now() >= until {
                return Ok(world.interaction_for_page(interaction));
            }
        }
        let _ = tokio::time::timeout_at(until, changed.changed()).await;
    }
}
