//! Channels, guilds and direct messages.

use serde_json::Value;

use super::request::{ApiRequest, ApiResult, NO_CONTENT, number};
use super::threads;
use crate::model::Id;
use crate::validate::{Refusal, id};
use crate::world::World;

pub fn route(world: &mut World, request: &ApiRequest, channel: Id, rest: &[&str]) -> ApiResult {
    let place = world.channel_for_bot(channel)?;
    match (request.method.as_str(), rest) {
        ("GET", []) => Ok((200, world.channel_json(place))),
        ("PATCH", []) if place.kind == 11 => threads::change(world, request, channel),
        ("PATCH", []) => Err(Refusal::from_code(50013)),
        ("PUT", ["thread-members", user]) => threads::add_member(world, channel, number(user)),
        _ => Err(Refusal::no_route()),
    }
}

/// `POST /users/@me/channels`.
pub fn open_direct(world: &mut World, body: &Value) -> ApiResult {
    let person = id(&body["recipient_id"]).filter(|id| world.users.get(id).is_some_and(|user| !user.bot));
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
        ("GET", ["channels"]) => Ok((200, world.guild_json(guild)["channels"].clone())),
        ("GET", ["roles"]) => Ok((200, World::roles_json(guild).into())),
        ("GET", ["members", who]) => {
            let user = number(who);
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
            // The other role is above the bot's.
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
        _ => Err(Refusal::no_route()),
    }
}
