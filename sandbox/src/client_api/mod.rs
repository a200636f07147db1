//! Users' actions: the client API under `/sandbox`, used by the page and by tests.

mod activity;
mod checks;
mod interactions;
mod request;

use std::collections::HashMap;
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, patch, post};
use axum::{Json, Router};
use serde_json::{Value, json};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::Instant;

use crate::faults::Faults;
use crate::gateway::disconnect;
use crate::model::Id;
use crate::validate::{id, is_blank};
use crate::world::{Shared, World};
use request::{ClientAnswer, ClientError, FORUM, bad, channel, missing, param, user};

type Params = Query<HashMap<String, String>>;

pub fn router() -> Router<Shared> {
    Router::new()
        .route("/state", get(state))
        .route("/messages", get(list_messages).post(write_message))
        .route("/messages/{channel}/{id}", delete(delete_message))
        .route("/dm", post(open_direct))
        .route("/interactions", post(interactions::create))
        .route("/interactions/{id}", get(interactions::show))
        .route("/activity", post(activity::open))
        .route("/activity/authorize", post(activity::authorize))
        .route("/activity/leave", post(activity::leave))
        .route("/events", get(events))
        .route("/clock", get(clock).post(move_clock))
        .route("/faults", get(show_faults).post(set_faults))
        .route("/faults/disconnect", post(disconnect_bot))
        .route("/log", get(log))
        .route("/users", post(add_user))
        .route("/users/{id}", patch(change_user))
        .route("/channels", post(add_channel))
        .route("/posts", post(open_post))
        .route("/channels/{id}", patch(change_channel).delete(delete_channel))
}

async fn state(State(shared): State<Shared>, Query(params): Params) -> ClientAnswer {
    let world = shared.lock();
    let me = user(&world, &param(&params, "user"))?;
    let channels = world.channels.values().filter(|channel| world.sees(me, channel));
    Ok(Json(json!({
        "now_ms": world.now_ms(), "offset_ms": world.clock.offset_ms, "me": world.user_for_page(me),
        "users": world.users.keys().map(|id| world.user_for_page(*id)).collect::<Vec<_>>(),
        "guilds": world.guilds.iter().map(|(id, name)| json!({ "id": id.to_string(), "name": name, "roles": World::roles_json(*id) })).collect::<Vec<_>>(),
        "channels": channels.map(|channel| world.channel_for_page(channel)).collect::<Vec<_>>(),
        "commands": world.commands, "bot_online": world.is_bot_online(), "bot_id": world.bot.to_string(),
        "gateway_connects": world.sessions.connects(), "gateway_identifies": world.sessions.identifies(),
        "gateway_resumes": world.sessions.resumes(), "requests_in_flight": world.requests_in_flight,
    })))
}

async fn list_messages(State(shared): State<Shared>, Query(params): Params) -> ClientAnswer {
    let world = shared.lock();
    let me = user(&world, &param(&params, "user"))?;
    let place = channel(&world, me, &param(&params, "channel"))?.id;
    let limit = params.get("limit").and_then(|limit| limit.parse().ok()).unwrap_or(50_usize).clamp(1, 500);
    let before = id(&param(&params, "before")).unwrap_or(Id::MAX);
    let all = world.messages.get(&place).into_iter().flatten();
    let mut messages: Vec<Value> = all
        .rev()
        .filter(|(id, message)| **id < before && message.private_for.is_none_or(|only| only == me))
        .take(limit)
        .map(|(_, message)| world.message_for_page(message))
        .collect();
    messages.reverse();
    Ok(Json(json!({ "messages": messages })))
}

async fn write_message(State(shared): State<Shared>, Json(body): Json<Value>) -> ClientAnswer {
    let mut world = shared.lock();
    let me = user(&world, &body["user"])?;
    let place = channel(&world, me, &body["channel"])?;
    if place.kind == 15 {
        return Err(bad(FORUM));
    }
    if place.locked {
        return Err(bad("this thread is locked"));
    }
    let place = place.id;
    let content = body["content"].as_str().unwrap_or_default();
    if is_blank(content) || content.chars().count() > 2000 {
        return Err(bad("a message has 1 to 2000 characters"));
    }
    let mut message = world.blank_message(place, me);
    content.clone_into(&mut message.content);
    message.mentions = world.mentioned_in(content);
    let id = world.post(message);
    let message = world.message(place, id).map_err(|_| missing("message"))?;
    Ok(Json(world.message_for_page(message)))
}

async fn delete_message(State(shared): State<Shared>, Path((channel, id)): Path<(Id, Id)>) -> ClientAnswer {
    let mut world = shared.lock();
    world.message(channel, id).map_err(|_| missing("message"))?;
    world.remove_message(channel, id);
    Ok(Json(json!({})))
}

async fn open_direct(State(shared): State<Shared>, Json(body): Json<Value>) -> ClientAnswer {
    let mut world = shared.lock();
    let me = user(&world, &body["user"])?;
    let other = id(&body["recipient"]).filter(|id| world.users.contains_key(id)).ok_or_else(|| missing("user"))?;
    if other == me {
        return Err(bad("users cannot open direct messages with themselves"));
    }
    let id = world.direct_messages(me, other);
    let channel = world.channels.get(&id).ok_or_else(|| missing("channel"))?;
    Ok(Json(world.channel_for_page(channel)))
}

async fn events(State(shared): State<Shared>, Query(params): Params, upgrade: WebSocketUpgrade) -> Response {
    let me = match user(&shared.lock(), &param(&params, "user")) {
        Ok(me) => me,
        Err(error) => return error.into_response(),
    };
    upgrade.on_upgrade(move |socket| stream_events(shared, socket, me))
}

async fn stream_events(shared: Shared, mut socket: WebSocket, me: Id) {
    let mut events = shared.events();
    loop {
        tokio::select! {
            event = events.recv() => match event {
                Ok(event) if event.for_users.as_ref().is_none_or(|users| users.contains(&me)) => {
                    if socket.send(Message::Text(event.body.to_string().into())).await.is_err() {
                        return;
                    }
                }
                Ok(_) => {}
                // A client that missed events reconnects and reloads.
                Err(RecvError::Lagged(_) | RecvError::Closed) => return,
            },
            frame = socket.recv() => match frame {
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => {}
            },
        }
    }
}

fn clock_json(world: &World) -> Json<Value> {
    Json(json!({ "now_ms": world.now_ms(), "offset_ms": world.clock.offset_ms }))
}

async fn clock(State(shared): State<Shared>, Query(params): Params) -> ClientAnswer {
    let known_offset: Option<i64> = params.get("known").and_then(|known| known.parse().ok());
    let until = Instant::now() + Duration::from_secs(25);
    let mut changed = shared.changed();
    let _follower = known_offset.map(|offset| shared.follow_clock(offset));
    loop {
        {
            let world = shared.lock();
            if known_offset.is_none_or(|offset| offset != world.clock.offset_ms) || Instant::now() >= until {
                return Ok(clock_json(&world));
            }
        }
        let _ = tokio::time::timeout_at(until, changed.changed()).await;
    }
}

/// Answers once the programs that follow the clock know its new time, so that the user's next action happens at that
/// time for them.
async fn move_clock(State(shared): State<Shared>, Json(body): Json<Value>) -> ClientAnswer {
    let (answer, offset_ms, followers) = {
        let mut world = shared.lock();
        let old = world.clock.offset_ms;
        let offset_ms = match (body["advance_ms"].as_i64(), body["offset_ms"].as_i64()) {
            (Some(advance), None) => old.checked_add(advance),
            (None, Some(offset)) => Some(offset),
            _ => None,
        };
        // Within a hundred years every time fits into Discord's ids.
        let limit = 100 * 366 * 86_400_000;
        let offset_ms = offset_ms.filter(|offset| offset.abs() <= limit);
        let offset_ms = offset_ms.ok_or_else(|| bad("give either advance_ms or offset_ms, within a hundred years"))?;
        let followers = shared.count_clock_followers(old);
        world.clock.offset_ms = offset_ms;
        let Json(mut event) = clock_json(&world);
        event["type"] = json!("clock");
        world.notify(None, event);
        world.tick();
        (clock_json(&world), offset_ms, followers)
    };
    shared.wait_for_clock_followers(offset_ms, followers).await;
    Ok(answer)
}

async fn show_faults(State(shared): State<Shared>) -> Json<Faults> {
    Json(shared.lock().faults.clone())
}

async fn set_faults(State(shared): State<Shared>, Json(body): Json<Value>) -> Result<Json<Faults>, ClientError> {
    let faults: Faults = serde_json::from_value(body).map_err(|error| bad(error.to_string()))?;
    let mut world = shared.lock();
    world.faults = faults.clone();
    Ok(Json(faults))
}

async fn disconnect_bot(State(shared): State<Shared>, Json(body): Json<Value>) -> ClientAnswer {
    let kind = body["kind"].as_str().unwrap_or_default();
    let code = body["code"].as_u64().and_then(|code| u16::try_from(code).ok());
    disconnect(&mut shared.lock(), kind, code).map_err(bad)?;
    Ok(Json(json!({})))
}

async fn log(State(shared): State<Shared>, Query(params): Params) -> ClientAnswer {
    let since = id(&param(&params, "since")).unwrap_or(0);
    let world = shared.lock();
    let entries: Vec<_> = world.log.since(since).collect();
    Ok(Json(json!({ "entries": entries, "next": world.log.last() })))
}

async fn add_user(State(shared): State<Shared>, Json(body): Json<Value>) -> ClientAnswer {
    let name = body["name"].as_str().unwrap_or_default().trim();
    if name.is_empty() || name.chars().count() > 32 {
        return Err(bad("a name has 1 to 32 characters"));
    }
    let mut world = shared.lock();
    let id = world.add_user(name, body["locale"].as_str().unwrap_or("en-US"));
    Ok(Json(world.user_for_page(id)))
}

async fn change_user(State(shared): State<Shared>, Path(who): Path<Id>, Json(body): Json<Value>) -> ClientAnswer {
    let mut world = shared.lock();
    if !world.users.contains_key(&who) {
        return Err(missing("user"));
    }
    if let Some(roles) = body["roles"].as_array() {
        let chosen_roles =
            roles.iter().map(|role| id(role).and_then(|role| Some((world.guild_of_role(role)?, who, role))));
        let chosen_roles: Vec<_> = chosen_roles.collect::<Option<_>>().ok_or_else(|| missing("role"))?;
        world.member_roles.retain(|(_, member, _)| *member != who);
        world.member_roles.extend(chosen_roles);
    }
    let user = world.users.get_mut(&who).ok_or_else(|| missing("user"))?;
    if let Some(closed) = body["dm_closed"].as_bool() {
        user.dm_closed = closed;
    }
    if let Some(manages) = body["manages"].as_bool() {
        user.manages = manages;
    }
    if let Some(locale) = body["locale"].as_str() {
        locale.clone_into(&mut user.locale);
    }
    if let Some(name) = body["name"].as_str().map(str::trim).filter(|name| !name.is_empty()) {
        name.clone_into(&mut user.name);
    }
    let user = world.user_for_page(who);
    world.notify(None, json!({ "type": "user", "user": user }));
    Ok(Json(user))
}

async fn add_channel(State(shared): State<Shared>, Json(body): Json<Value>) -> ClientAnswer {
    let mut world = shared.lock();
    let guild = match &body["guild_id"] {
        Value::Null => world.guilds.keys().next().copied(),
        given => id(given).filter(|id| world.guilds.contains_key(id)),
    };
    let guild = guild.ok_or_else(|| missing("guild"))?;
    let name = body["name"].as_str().unwrap_or_default().trim().to_lowercase().replace(' ', "-");
    if name.is_empty() || name.chars().count() > 100 {
        return Err(bad("a channel's name has 1 to 100 characters"));
    }
    let kind = match body["type"].as_u64() {
        None | Some(0) => 0,
        Some(15) => 15,
        Some(_) => return Err(bad("only text channels (type 0) and forums (type 15) can be made")),
    };
    let id = world.new_id();
    let channel = world.blank_channel(id, Some(guild), kind, &name);
    let answer = world.channel_for_page(&channel);
    world.open_channel(channel);
    Ok(Json(answer))
}

async fn open_post(State(shared): State<Shared>, Json(body): Json<Value>) -> ClientAnswer {
    let mut world = shared.lock();
    let me = user(&world, &body["user"])?;
    let forum = channel(&world, me, &body["channel"])?.clone();
    let (name, content) = (body["name"].as_str().unwrap_or_default(), body["content"].as_str().unwrap_or_default());
    if forum.kind != 15 || name.is_empty() || content.is_empty() {
        return Err(bad("a post has a forum, a name and a content"));
    }
    let mut message = world.blank_message(forum.id, me);
    content.clone_into(&mut message.content);
    message.mentions = world.mentioned_in(content);
    let id = world.open_post(&forum, name, message);
    let post = world.channels.get(&id).ok_or_else(|| missing("channel"))?;
    Ok(Json(world.channel_for_page(post)))
}

async fn change_channel(State(shared): State<Shared>, Path(which): Path<Id>, Json(body): Json<Value>) -> ClientAnswer {
    let mut world = shared.lock();
    let flag = |name: &str| body[name].as_bool();
    if let Some(archived) = flag("archived") {
        world.set_archived(which, archived);
    }
    let channel = world.channels.get_mut(&which).ok_or_else(|| missing("channel"))?;
    if let Some(locked) = flag("locked") {
        channel.locked = locked;
    }
    if let Some(users) = body["hidden_from"].as_array() {
        channel.hidden_from = users.iter().filter_map(id).collect();
    }
    let may = &mut channel.bot;
    for (name, right) in [
        ("bot_may_send", &mut may.send),
        ("bot_may_attach", &mut may.attach),
        ("bot_may_create_threads", &mut may.create_threads),
        ("bot_may_manage_threads", &mut may.manage_threads),
        ("visible_to_bot", &mut may.view),
    ] {
        *right = flag(name).unwrap_or(*right);
    }
    world.notify_channel(which, "update");
    let channel = world.channels.get(&which).ok_or_else(|| missing("channel"))?;
    Ok(Json(world.channel_for_page(channel)))
}

async fn delete_channel(State(shared): State<Shared>, Path(which): Path<Id>) -> ClientAnswer {
    let mut world = shared.lock();
    if !world.channels.contains_key(&which) {
        return Err(missing("channel"));
    }
    world.close_channel(which);
    Ok(Json(json!({})))
}
