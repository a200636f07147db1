//! Registering commands, for everyone or for one guild.

use serde_json::{Value, json};

use super::request::{ApiRequest, ApiResult, NO_CONTENT, number};
use crate::{
    model::Id,
    validate::{
        Refusal,
        commands::{check_one, check_set, kind},
    },
    world::World,
};

/// Routes below `…/commands`; guild 0 stands for everywhere.
pub fn route(world: &mut World, request: &ApiRequest, application: Id, guild: Id, rest: &[&str]) -> ApiResult {
    if application != world.bot {
        return Err(Refusal::from_code(20012));
    }
    if guild != 0 && !world.guilds.contains_key(&guild) {
        return Err(Refusal::from_code(50001));
    }
    let answer = match (request.method.as_str(), rest) {
        ("GET", []) => return Ok((200, Value::Array(world.commands.get(&guild).cloned().unwrap_or_default()))),
        ("PUT", []) => replace_all(world, guild, &request.body),
        ("POST", []) => create(world, guild, &request.body),
        ("GET", [id]) => return Ok((200, find(world, guild, number(id))?.clone())),
        ("PATCH", [id]) => change(world, guild, number(id), &request.body),
        ("DELETE", [id]) => {
            let id = find(world, guild, number(id))?["id"].clone();
            world.commands.entry(guild).or_default().retain(|command| command["id"] != id);
            Ok(NO_CONTENT)
        }
        _ => Err(Refusal::no_method()),
    }?;
    world.notify(None, json!({ "type": "commands" }));
    Ok(answer)
}

fn find(world: &World, guild: Id, id: Id) -> Result<&Value, Refusal> {
    let commands = world.commands.get(&guild).map(Vec::as_slice).unwrap_or_default();
    let id = id.to_string();
    commands.iter().find(|command| command["id"] == *id).ok_or_else(|| Refusal::from_code(10063))
}

fn replace_all(world: &mut World, guild: Id, body: &Value) -> ApiResult {
    check_set(body)?;
    // Discord makes the entry point of an Activity itself.
    let has_entry_point = |commands: &[Value]| commands.iter().any(|command| kind(command) == 4);
    if has_entry_point(world.commands.get(&guild).map(Vec::as_slice).unwrap_or_default())
        && !has_entry_point(body.as_array().map(Vec::as_slice).unwrap_or_default())
    {
        return Err(Refusal::from_code(50240));
    }
    let commands: Vec<Value> =
        body.as_array().into_iter().flatten().map(|command| complete(world, guild, command)).collect();
    world.commands.insert(guild, commands.clone());
    Ok((200, Value::Array(commands)))
}

fn create(world: &mut World, guild: Id, body: &Value) -> ApiResult {
    check_one(body)?;
    let command = complete(world, guild, body);
    let commands = world.commands.entry(guild).or_default();
    let before = commands.len();
    commands.retain(|old| old["id"] != command["id"]);
    let status = if commands.len() < before { 200 } else { 201 };
    if commands.iter().filter(|old| kind(old) == 1).count() >= 100 {
        return Err(Refusal::from_code(30032));
    }
    commands.push(command.clone());
    Ok((status, command))
}

fn change(world: &mut World, guild: Id, id: Id, body: &Value) -> ApiResult {
    let mut command = find(world, guild, id)?.clone();
    for (field, value) in body.as_object().into_iter().flatten() {
        command[field] = value.clone();
    }
    check_one(&command)?;
    command["version"] = json!(world.new_id().to_string());
    let commands = world.commands.entry(guild).or_default();
    for old in commands.iter_mut().filter(|old| old["id"] == command["id"]) {
        *old = command.clone();
    }
    Ok((200, command))
}

/// Fills in what Discord adds. A command of the same name and type keeps its id.
fn complete(world: &mut World, guild: Id, command: &Value) -> Value {
    let known = world.commands.get(&guild).and_then(|commands| {
        commands.iter().find(|old| old["name"] == command["name"] && kind(old) == kind(command)).cloned()
    });
    let id = known.map_or_else(|| json!(world.new_id().to_string()), |old| old["id"].clone());
    let mut whole = json!({
        "id": id, "application_id": world.bot.to_string(), "version": world.new_id().to_string(), "type": 1,
        "description": "", "default_member_permissions": null, "nsfw": false, "name_localizations": null,
        "description_localizations": null, "integration_types": [0], "contexts": null,
    });
    if guild == 0 {
        whole["dm_permission"] = json!(true);
    } else {
        whole["guild_id"] = json!(guild.to_string());
    }
    for (field, value) in command.as_object().into_iter().flatten() {
        if !value.is_null() && field != "id" {
            whole[field] = value.clone();
        }
    }
    whole
}
