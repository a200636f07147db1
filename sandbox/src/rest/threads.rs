//! Threads: starting, changing, following.

use serde_json::Value;

use super::compose;
use super::request::{ApiRequest, ApiResult, NO_CONTENT};
use crate::model::{Channel, HAS_THREAD, Id};
use crate::validate::{Form, Refusal};
use crate::world::World;

/// `POST /channels/{id}/messages/{message}/threads`.
pub fn from_message(world: &mut World, request: &ApiRequest, channel: Id, message: Id) -> ApiResult {
    check_may_open(world, channel)?;
    let starter = world.message(channel, message)?;
    if starter.private_for.is_some() {
        return Err(Refusal::from_code(10008));
    }
    if starter.kind == 21 {
        return Err(Refusal::from_code(50021));
    }
    if world.channels.contains_key(&message) {
        return Err(Refusal::from_code(160_004));
    }
    check(&request.body, true)?;
    let thread = open(world, channel, message, &request.body);
    world.message_mut(channel, message)?.flags |= HAS_THREAD;
    world.notify_message(channel, message, "update");
    compose::thread_began(world, message, channel);
    Ok((201, thread_json(world, thread)))
}

fn check_may_open(world: &World, channel: Id) -> Result<(), Refusal> {
    let place = world.channel_for_bot(channel)?;
    if place.kind != 0 {
        return Err(Refusal::from_code(50024));
    }
    if !place.bot.create_threads {
        return Err(Refusal::from_code(50013));
    }
    let Some(most) = world.faults.active_threads else { return Ok(()) };
    let is_active = |thread: &&Channel| thread.kind == 11 && thread.guild == place.guild && !thread.archived;
    let active = world.channels.values().filter(is_active).count();
    if active < most { Ok(()) } else { Err(Refusal::from_code(160_006)) }
}

fn check(body: &Value, new: bool) -> Result<(), Refusal> {
    let mut form = Form::default();
    if new || body.get("name").is_some() {
        form.text("name", &body["name"], 1, 100);
    }
    let minutes = &body["auto_archive_duration"];
    if !minutes.is_null() && !matches!(minutes.as_u64(), Some(60 | 1440 | 4320 | 10080)) {
        form.choices("auto_archive_duration", "60, 1440, 4320, 10080");
    }
    form.done()
}

fn open(world: &mut World, parent: Id, id: Id, body: &Value) -> Id {
    let guild = world.channels.get(&parent).and_then(|parent| parent.guild);
    let mut thread = world.blank_channel(id, guild, 11, body["name"].as_str().unwrap_or_default());
    thread.parent = Some(parent);
    thread.auto_archive_minutes = body["auto_archive_duration"].as_u64().unwrap_or(4320);
    thread.members.insert(world.bot);
    world.open_channel(thread);
    id
}

fn thread_json(world: &World, thread: Id) -> Value {
    world.channels.get(&thread).map_or(Value::Null, |thread| world.channel_json(thread))
}

/// `PATCH /channels/{id}` of a thread.
pub fn change(world: &mut World, request: &ApiRequest, thread: Id) -> ApiResult {
    let place = world.channel_for_bot(thread)?;
    let may = world.bot_permissions(place);
    let body = &request.body;
    let (archived, locked) = (body["archived"].as_bool(), body["locked"].as_bool());
    if locked.is_some_and(|locked| locked != place.locked) && !may.manage_threads {
        return Err(Refusal::from_code(50013));
    }
    if place.archived && archived != Some(false) {
        return Err(Refusal::from_code(50083));
    }
    if place.locked && !may.manage_threads {
        return Err(Refusal::from_code(if place.archived { 50083 } else { 50013 }));
    }
    if place.owner != world.bot && !may.manage_threads && (body.get("name").is_some() || archived == Some(true)) {
        return Err(Refusal::from_code(50013));
    }
    check(body, false)?;
    let now = world.now_ms();
    if let Some(place) = world.channels.get_mut(&thread) {
        if let Some(name) = body["name"].as_str() {
            name.clone_into(&mut place.name);
        }
        if let Some(minutes) = body["auto_archive_duration"].as_u64() {
            place.auto_archive_minutes = minutes;
        }
        place.locked = locked.unwrap_or(place.locked);
        if let Some(archived) = archived.filter(|archived| *archived != place.archived) {
            place.archived = archived;
            place.archive_ms = now;
            place.active_ms = now;
        }
    }
    world.notify_channel(thread, "update");
    Ok((200, thread_json(world, thread)))
}

/// `PUT /channels/{id}/thread-members/{user}`.
pub fn add_member(world: &mut World, thread: Id, user: Id) -> ApiResult {
    let place = world.channel_for_bot(thread)?;
    if place.kind != 11 {
        return Err(Refusal::from_code(50024));
    }
    if place.archived {
        return Err(Refusal::from_code(50083));
    }
    if !world.users.contains_key(&user) {
        return Err(Refusal::from_code(10013));
    }
    if let Some(place) = world.channels.get_mut(&thread) {
        place.members.insert(user);
    }
    world.notify_channel(thread, "update");
    Ok(NO_CONTENT)
}
