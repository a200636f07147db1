//! Threads: starting, changing, following.

use serde_json::{Value, json};

use super::{
    compose,
    request::{ApiRequest, ApiResult, NO_CONTENT, number},
};
use crate::{
    model::{Channel, HAS_THREAD, Id, Tag},
    validate::{Form, Refusal, id},
    world::World,
};

/// `POST /channels/{id}/messages/{message}/threads`.
pub fn from_message(world: &mut World, request: &ApiRequest, channel: Id, message: Id) -> ApiResult {
    check_may_open(world, channel)?;
    let starter = world.message(channel, message)?;
    if starter.private_for.is_some() {
        return Err(Refusal::from_code(10008));
    }
    if matches!(starter.kind, 18 | 21) {
        return Err(Refusal::from_code(50021));
    }
    if world.channels.contains_key(&message) {
        return Err(Refusal::from_code(160_004));
    }
    check(&request.body, true)?;
    let thread = open(world, channel, message, &request.body);
    world.message_mut(channel, message)?.flags |= HAS_THREAD;
    world.notify_message(channel, message, "update");
    compose::system_message(world, message, 21, "", (channel, message));
    Ok((201, thread_json(world, thread)))
}

/// `POST /channels/{id}/threads`: a thread without a first message.
pub fn without_message(world: &mut World, request: &ApiRequest, channel: Id) -> ApiResult {
    let place = world.channel_for_bot(channel)?.clone();
    if place.kind == 15 {
        return in_forum(world, request, &place);
    }
    check_may_open(world, channel)?;
    check(&request.body, true)?;
    let id = world.new_id();
    let thread = open(world, channel, id, &request.body);
    let name = request.body["name"].as_str().unwrap_or_default();
    compose::system_message(world, channel, 18, name, (thread, thread));
    Ok((201, thread_json(world, thread)))
}

/// A post in a forum: a thread with its first message.
fn in_forum(world: &mut World, request: &ApiRequest, forum: &Channel) -> ApiResult {
    if !forum.bot.send {
        return Err(Refusal::from_code(50013));
    }
    check(&request.body, true)?;
    let (body, mut form) = (&request.body["message"], Form::default());
    if body.is_null() {
        form.required("message");
    }
    let wanted = form.list("applied_tags", &request.body["applied_tags"], 5);
    for (n, tag) in wanted.iter().enumerate() {
        form.snowflake(&format!("applied_tags/{n}"), tag);
    }
    form.done()?;
    if forum.requires_tag && wanted.is_empty() {
        return Err(Refusal::from_code(40067));
    }
    let known = |wanted| forum.tags.iter().find(|tag| Some(tag.id) == id(wanted)).cloned();
    let tags: Option<Vec<Tag>> = wanted.iter().map(known).collect();
    let tags = tags.ok_or_else(|| Refusal::from_code(10087))?;
    let mut message = world.blank_message(forum.id, world.bot);
    message.channel = message.id;
    compose::fill(world, &mut message, body, &request.uploads).map_err(|mut refusal| {
        refusal.errors = refusal.errors.map(|errors| json!({ "message": errors }));
        refusal
    })?;
    let name = request.body["name"].as_str().unwrap_or_default();
    let post = world.open_post(forum, name, tags, message);
    let mut body = thread_json(world, post);
    body["message"] = world.message_json(world.message(post, post)?);
    Ok((201, body))
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

/// Routes below `/channels/{id}/thread-members`.
pub fn members(world: &mut World, request: &ApiRequest, thread: Id, rest: &[&str]) -> ApiResult {
    let place = world.channel_for_bot(thread)?;
    if place.kind != 11 {
        return Err(Refusal::from_code(50024));
    }
    if request.method != "GET" && place.archived {
        return Err(Refusal::from_code(50083));
    }
    let stamp = World::stamp(place.archive_ms);
    let member = |user: Id| serde_json::json!({ "id": thread.to_string(), "user_id": user.to_string(), "join_timestamp": stamp, "flags": 0 });
    if let ("GET", []) = (request.method.as_str(), rest) {
        return Ok((200, place.members.iter().map(|user| member(*user)).collect()));
    }
    let [who] = rest else { return Err(Refusal::no_method()) };
    let user = if *who == "@me" { world.bot } else { number(who) };
    if !world.users.contains_key(&user) {
        return Err(Refusal::from_code(10013));
    }
    match request.method.as_str() {
        "GET" if place.members.contains(&user) => return Ok((200, member(user))),
        "GET" => return Err(Refusal::from_code(10007)),
        "PUT" | "DELETE" => {}
        _ => return Err(Refusal::no_method()),
    }
    if let Some(place) = world.channels.get_mut(&thread) {
        if request.method == "PUT" {
            place.members.insert(user);
        } else {
            place.members.remove(&user);
        }
    }
    world.notify_channel(thread, "update");
    Ok(NO_CONTENT)
}
