//! Channels, guilds and direct messages.

use serde_json::{Value, json};

use super::{
    messages, paths,
    request::{ApiRequest, ApiResult, NO_CONTENT, number},
    threads,
};
use crate::{
    model::Id,
    validate::{Form, Refusal, id},
    world::World,
};

/// Routes below `/channels/{id}`.
pub fn route(world: &mut World, request: &ApiRequest, channel: Id, rest: &[&str]) -> ApiResult {
    let place = world.channel_for_bot(channel)?;
    match (request.method.as_str(), rest) {
        ("GET", []) => Ok((200, world.channel_json(place))),
        ("PATCH", []) if place.kind == 11 => threads::change(world, request, channel),
        ("PATCH", []) => Err(Refusal::from_code(50013)),
        ("DELETE", []) => {
            let body = world.channel_json(place);
            // Deleting a thread or a channel needs a right the bot does not have, unless it may manage threads.
            if place.kind == 11 && world.bot_permissions(place).manage_threads {
                world.close_channel(channel);
            } else if place.kind != 1 {
                return Err(Refusal::from_code(50013));
            }
            Ok((200, body))
        }
        ("POST", ["typing"]) => {
            messages::may_write(world, place, false)?;
            Ok(NO_CONTENT)
        }
        ("POST", ["threads"]) => threads::without_message(world, request, channel),
        (_, ["thread-members", rest @ ..]) => threads::members(world, request, channel, rest),
        ("GET", ["pins"]) => Ok((200, json!([]))),
        _ => Err(paths::below_channel(rest)),
    }
}

/// `POST /users/@me/channels`.
pub fn open_direct(world: &mut World, body: &Value) -> ApiResult {
    if body["recipient_id"].is_null() {
        let mut form = Form::default();
        form.required("recipient_id");
        form.done()?;
    }
    let Some(recipient) = id(&body["recipient_id"]) else {
        let mut form = Form::default();
        form.snowflake("recipient_id", &body["recipient_id"]);
        return form.done().and(Err(Refusal::from_code(50033)));
    };
    let person = Some(recipient).filter(|id| world.users.get(id).is_some_and(|user| !user.bot));
    let person = person.ok_or_else(|| Refusal::from_code(50033))?;
    let bot = world.bot;
    let is_open = world.channels.values().any(|channel| channel.kind == 1 && channel.recipients == [person, bot]);
    if !is_open && !world.may_open_dm() {
        return Err(Refusal::from_code(40003));
    }
    let channel = world.direct_messages(person, bot);
    let channel = world.channel_for_bot(channel)?;
    Ok((200, world.channel_json(channel)))
}

/// Routes below `/guilds/{id}`.
pub fn guild(world: &mut World, request: &ApiRequest, guild: Id, rest: &[&str]) -> ApiResult {
    if !world.guilds.contains_key(&guild) {
        return Err(Refusal::from_code(10004));
    }
    match (request.method.as_str(), rest) {
        ("GET", []) => Ok((200, world.guild_json(guild))),
        ("GET", ["channels"]) => Ok((200, world.guild_json(guild)["channels"].clone())),
        ("GET", ["threads", "active"]) => {
            Ok((200, json!({ "threads": world.guild_json(guild)["threads"], "members": [] })))
        }
        ("GET", ["members", who]) => {
            let user = if *who == "@me" { world.bot } else { number(who) };
            if world.users.contains_key(&user) {
                Ok((200, world.member_json(user)))
            } else {
                Err(Refusal::from_code(10013))
            }
        }
        ("PUT" | "DELETE", ["members", who, "roles", role]) => {
            let (user, role) = (number(who), number(role));
            if !world.users.contains_key(&user) {
                return Err(Refusal::from_code(10007));
            }
            if !World::roles(guild).contains(&role) {
                return Err(Refusal::from_code(10011));
            }
            // The other role stands above the bot's.
            if role != World::roles(guild)[0] {
                return Err(Refusal::from_code(50013));
            }
            if request.method == "PUT" {
                world.member_roles.insert((guild, user, role));
            } else {
                world.member_roles.remove(&(guild, user, role));
            }
            Ok(NO_CONTENT)
        }
        ("GET", ["roles"]) => Ok((200, world.guild_json(guild)["roles"].clone())),
        _ => Err(paths::below_guild(rest)),
    }
}
