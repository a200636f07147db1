//! Actions of Discord's client for the frame of the Activity.

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

use super::request::{ClientAnswer, bad, channel, missing, user};
use crate::validate::id;
use crate::world::Shared;

/// `POST /sandbox/activity`: the entry point command, which Discord executes itself.
pub async fn open(State(shared): State<Shared>, Json(body): Json<Value>) -> ClientAnswer {
    let mut world = shared.lock();
    let me = user(&world, &body["user"])?;
    let place = channel(&world, me, &body["channel"])?.clone();
    world.launch(me, &place).map(Json).ok_or_else(|| bad("Activities are not enabled"))
}

/// `POST /sandbox/activity/authorize`: the command `AUTHORIZE` of a frame.
pub async fn authorize(State(shared): State<Shared>, Json(body): Json<Value>) -> ClientAnswer {
    let mut world = shared.lock();
    let me = user(&world, &body["user"])?;
    if id(&body["client_id"]) != Some(world.bot) {
        return Err(missing("application"));
    }
    if world.activity.is_none() {
        return Err(bad("Activities are not enabled"));
    }
    Ok(Json(json!({ "code": world.code_for(me, None) })))
}

/// `POST /sandbox/activity/leave`.
pub async fn leave(State(shared): State<Shared>, Json(body): Json<Value>) -> ClientAnswer {
    let mut world = shared.lock();
    let me = user(&world, &body["user"])?;
    world.leave_activity(me, body["instance"].as_str().unwrap_or_default());
    Ok(Json(json!({})))
}
