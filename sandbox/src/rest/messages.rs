//! Messages in channels, direct messages and threads.

use serde_json::Value;

use super::request::{ApiRequest, ApiResult, NO_CONTENT, number};
use super::{compose, threads};
use crate::model::{Channel, Id};
use crate::validate::Refusal;
use crate::world::World;

/// Routes below `/channels/{id}/messages`.
pub fn route(world: &mut World, request: &ApiRequest, channel: Id, rest: &[&str]) -> ApiResult {
    world.channel_for_bot(channel)?;
    match (request.method.as_str(), rest) {
        ("POST", []) => create(world, request, channel),
        ("PUT", ["pins", message]) => pin(world, channel, number(message)),
        ("PATCH", [message]) => change(world, request, channel, number(message)),
        ("DELETE", [message]) => delete(world, channel, number(message)),
        ("POST", [message, "threads"]) => threads::from_message(world, request, channel, number(message)),
        _ => Err(Refusal::no_route()),
    }
}

/// A message of the channel that is not ephemeral.
fn public(world: &World, channel: Id, message: Id) -> Result<&crate::model::Message, Refusal> {
    let message = world.message(channel, message)?;
    if message.private_for.is_some() { Err(Refusal::from_code(10008)) } else { Ok(message) }
}

/// Checks that the bot may write here. Writing unarchives a thread, but not a locked one.
fn may_write(world: &World, channel: &Channel, with_files: bool) -> Result<(), Refusal> {
    if channel.kind == 15 {
        return Err(Refusal::from_code(50008));
    }
    let may = world.bot_permissions(channel);
    if channel.locked && !may.manage_threads {
        return Err(Refusal::from_code(if channel.archived { 50083 } else { 160_005 }));
    }
    if channel.kind == 1 {
        let person = channel.recipients.iter().filter_map(|id| world.users.get(id)).find(|user| !user.bot);
        return if person.is_some_and(|person| person.dm_closed) { Err(Refusal::from_code(50007)) } else { Ok(()) };
    }
    if may.send && (may.attach || !with_files) { Ok(()) } else { Err(Refusal::from_code(50013)) }
}

/// Pins a message. Pins are not displayed, and the bot may pin wherever it may write.
fn pin(world: &World, channel: Id, message: Id) -> ApiResult {
    may_write(world, world.channel_for_bot(channel)?, false)?;
    public(world, channel, message)?;
    Ok(NO_CONTENT)
}

fn create(world: &mut World, request: &ApiRequest, channel: Id) -> ApiResult {
    let place = world.channel_for_bot(channel)?;
    may_write(world, place, !request.uploads.is_empty())?;
    let nonce = &request.body["nonce"];
    // Nonces belong to the author, in all channels, and survive the message.
    let nonce_text = text_of_nonce(nonce);
    if request.body["enforce_nonce"] == true
        && let Some(text) = &nonce_text
        && let Some((known_channel, message)) = world.message_with_nonce(text)
    {
        return Ok((200, world.message_json(world.message(known_channel, message)?)));
    }
    let mut message = world.blank_message(channel, world.bot);
    message.nonce = nonce.clone();
    compose::fill(world, &mut message, &request.body, &request.uploads)?;
    // Only answers to interactions can be private.
    message.flags &= !crate::model::PRIVATE;
    let id = world.post(message);
    if let Some(text) = nonce_text {
        world.remember_nonce(text, channel, id);
    }
    Ok((200, world.message_json(world.message(channel, id)?)))
}

fn text_of_nonce(nonce: &Value) -> Option<String> {
    (!nonce.is_null()).then(|| nonce.as_str().map_or_else(|| nonce.to_string(), str::to_owned))
}

fn change(world: &mut World, request: &ApiRequest, channel: Id, message: Id) -> ApiResult {
    let mut changed = public(world, channel, message)?.clone();
    if changed.author != world.bot {
        return Err(Refusal::from_code(50005));
    }
    if changed.kind == 21 {
        return Err(Refusal::from_code(50021));
    }
    let place = world.channel_for_bot(channel)?;
    if place.archived {
        return Err(Refusal::from_code(50083));
    }
    if !request.uploads.is_empty() && place.kind != 1 && !world.bot_permissions(place).attach {
        return Err(Refusal::from_code(50013));
    }
    compose::fill(world, &mut changed, &request.body, &request.uploads)?;
    changed.edited_ms = Some(world.now_ms());
    let body = world.message_json(&changed);
    *world.message_mut(channel, message)? = changed;
    world.notify_message(channel, message, "update");
    Ok((200, body))
}

fn delete(world: &mut World, channel: Id, message: Id) -> ApiResult {
    let author = public(world, channel, message)?.author;
    let place = world.channel_for_bot(channel)?;
    if place.archived {
        return Err(Refusal::from_code(50083));
    }
    if author != world.bot {
        return Err(Refusal::from_code(if place.kind == 1 { 50003 } else { 50013 }));
    }
    world.remove_message(channel, message);
    Ok(NO_CONTENT)
}
