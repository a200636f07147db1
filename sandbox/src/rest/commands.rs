//! Registering commands.

use serde_json::{Value, json};

use super::request::{ApiRequest, ApiResult, NO_CONTENT, number};
use crate::model::Id;
use crate::validate::Refusal;
use crate::validate::commands::{check_one, check_set, kind};
use crate::world::World;

/// Routes below `…/commands`.
pub fn route(world: &mut World, request: &ApiRequest, application: Id, rest: &[&str]) -> ApiResult {
    if application != world.bot {
        return Err(Refusal::from_code(20012));
    }
    let answer = match (request.method.as_str(), rest) {
        ("GET", []) => return Ok((200, world.commands.clone().into())),
        ("PUT", []) => replace_all(world, &request.body),
        ("POST", []) => create(world, &request.body),
        ("DELETE", [id]) => {
            let (id, before) = (number(id).to_string(), world.commands.len());
            world.commands.retain(|command| command["id"] != *id);
            if world.commands.len() < before { Ok(NO_CONTENT) } else { Err(Refusal::from_code(10063)) }
        }
        _ => Err(Refusal::no_route()),
    }?;
    world.notify(None, json!({ "type": "commands" }));
    Ok(answer)
}

fn replace_all(world: &mut World, body: &Value) -> ApiResult {
    check_set(body)?;
    let commands = body.as_array().map(Vec::as_slice).unwrap_or_default();
    // Discord creates the entry point of an Activity itself.
    let has_entry_point = |commands: &[Value]| commands.iter().any(|command| kind(command) == 4);
    if has_entry_point(&world.commands) && !has_entry_point(commands) {
        return Err(Refusal::from_code(50240));
    }
    world.commands = commands.iter().map(|command| complete(world, command)).collect();
    Ok((200, world.commands.clone().into()))
}

fn create(world: &mut World, body: &Value) -> ApiResult {
    check_one(body)?;
    let command = complete(world, body);
    world.commands.retain(|old| old["id"] != command["id"]);
    world.commands.push(command.clone());
    Ok((201, command))
}

/// Fills in the fields that Discord adds. A command of the same name and type keeps its id.
pub fn complete(world: &mut World, command: &Value) -> Value {
    let is_known = |old: &&Value| old["name"] == command["name"] && kind(old) == kind(command);
    let old_id = world.commands.iter().find(is_known).map(|old| old["id"].clone());
    let id = old_id.unwrap_or_else(|| json!(world.new_id().to_string()));
    let mut whole = json!({
        "id": id, "application_id": world.bot.to_string(), "version": world.new_id().to_string(), "type": 1,
        "description": "", "default_member_permissions": null, "nsfw": false, "name_localizations": null,
        "description_localizations": null, "integration_types": [0], "contexts": null, "dm_permission": true,
    });
    for (field, value) in command.as_object().into_iter().flatten() {
        if !value.is_null() && field != "id" {
            whole[field] = value.clone();
        }
    }
    whole
}
