//! Messages in channels, direct messages and threads.

use percent_encoding::percent_decode_str;
use serde_json::{Value, json};

use super::{
    compose, paths,
    request::{ApiRequest, ApiResult, NO_CONTENT, number},
    threads,
};
use crate::{
    model::{Channel, Id},
    validate::{Refusal, id, is_emoji},
    world::World,
};

/// Routes below `/channels/{id}/messages`.
pub fn route(world: &mut World, request: &ApiRequest, channel: Id, rest: &[&str]) -> ApiResult {
    world.channel_for_bot(channel)?;
    match (request.method.as_str(), rest) {
        ("GET", []) => list(world, request, channel),
        ("POST", []) => create(world, request, channel),
        ("GET", ["pins"]) => Ok((200, json!({ "items": [], "has_more": false }))),
        ("GET", [message]) => {
            let message = public(world, channel, number(message))?;
            Ok((200, world.message_json(message)))
        }
        ("PATCH", [message]) => change(world, request, channel, number(message)),
        ("DELETE", [message]) => delete(world, channel, number(message)),
        ("POST", [message, "threads"]) => threads::from_message(world, request, channel, number(message)),
        (method, [message, "reactions", emoji, who]) => react(world, method, channel, number(message), emoji, who),
        _ => Err(paths::below_messages(rest)),
    }
}

/// A message of the channel that is not ephemeral.
fn public(world: &World, channel: Id, message: Id) -> Result<&crate::model::Message, Refusal> {
    let message = world.message(channel, message)?;
    if message.private_for.is_some() { Err(Refusal::from_code(10008)) } else { Ok(message) }
}

fn list(world: &World, request: &ApiRequest, channel: Id) -> ApiResult {
    let limit = match request.query.get("limit").map(|limit| limit.parse::<usize>()) {
        None => 50,
        Some(Ok(limit @ 1..=100)) => limit,
        Some(_) => {
            return Err(Refusal::form("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 100."));
        }
    };
    let bound = |name: &str| request.query.get(name).map(|id| number(id));
    let (before, after) = (bound("before").unwrap_or(Id::MAX), bound("after").unwrap_or(0));
    let messages = world.messages.get(&channel).into_iter().flatten();
    let mut found: Vec<_> = messages
        .filter(|(id, message)| **id < before && **id > after && message.private_for.is_none())
        .map(|(_, message)| message)
        .collect();
    if bound("after").is_none() {
        found.reverse();
        found.truncate(limit);
    } else {
        found.truncate(limit);
        found.reverse();
    }
    Ok((200, found.into_iter().map(|message| world.message_json(message)).collect()))
}

/// May the bot write here? Writing unarchives a thread, but not a locked one.
pub fn may_write(world: &World, channel: &Channel, with_files: bool) -> Result<(), Refusal> {
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

fn create(world: &mut World, request: &ApiRequest, channel: Id) -> ApiResult {
    let place = world.channel_for_bot(channel)?;
    may_write(world, place, !request.uploads.is_empty())?;
    let nonce = &request.body["nonce"];
    // Nonces are the author's, wherever the message is, and outlast it.
    let nonce_text = text_of_nonce(nonce);
    if request.body["enforce_nonce"] == true
        && let Some(text) = &nonce_text
        && let Some((known_channel, known)) = world.message_with_nonce(text)
    {
        return Ok((200, world.message_json(world.message(known_channel, known)?)));
    }
    let mut message = world.blank_message(channel, world.bot);
    message.nonce = nonce.clone();
    let reference = &request.body["message_reference"];
    if let Some(answered) = id(&reference["message_id"]) {
        if world.message(channel, answered).is_ok() {
            message.reference = Some((channel, answered));
            message.kind = 19;
        } else if reference["fail_if_not_exists"] != false {
            return Err(Refusal::form("message_reference", "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message"));
        }
    }
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
    if matches!(changed.kind, 18 | 21) {
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

fn react(world: &mut World, method: &str, channel: Id, message: Id, emoji: &str, who: &str) -> ApiResult {
    public(world, channel, message)?;
    if world.channel_for_bot(channel)?.archived {
        return Err(Refusal::from_code(50083));
    }
    let user = if who == "@me" { world.bot } else { number(who) };
    let emoji = percent_decode_str(emoji).decode_utf8_lossy().into_owned();
    if !is_emoji(&emoji) {
        return Err(Refusal::from_code(10014));
    }
    let entry = world.message_mut(channel, message)?;
    match method {
        "PUT" => match entry.reactions.iter_mut().find(|(known, _)| *known == emoji) {
            Some((_, users)) if users.contains(&user) => {}
            Some((_, users)) => users.push(user),
            None => entry.reactions.push((emoji, vec![user])),
        },
        "DELETE" => {
            for (_, users) in entry.reactions.iter_mut().filter(|(known, _)| *known == emoji) {
                users.retain(|known| *known != user);
            }
            entry.reactions.retain(|(_, users)| !users.is_empty());
        }
        _ => return Err(Refusal::no_method()),
    }
    world.notify_message(channel, message, "update");
    Ok(NO_CONTENT)
}
