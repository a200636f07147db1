//! Checks that a real Discord client makes: input that it could not send is refused.

use serde_json::{Map, Value, json};

use super::request::{ClientError, bad, missing};
use crate::model::{Channel, Id, PRIVATE};
use crate::validate::commands::kind;
use crate::validate::id;
use crate::world::World;

/// Completes the data of a command as the client does, or refuses input that a client could not have sent.
pub fn command(world: &World, me: Id, place: &Channel, data: &Value, completing: bool) -> Result<Value, ClientError> {
    let name = data["name"].as_str().unwrap_or_default();
    let command = offered_commands(world, me, place).into_iter().find(|command| command["name"] == name);
    let command = command.ok_or_else(|| bad(format!("there is no command /{name} here")))?;
    let mut resolved = Map::new();
    let options = options(world, place, command, &data["options"], completing, &mut resolved)?;
    let mut whole = json!({ "id": command["id"], "name": name, "type": 1, "options": options });
    if !resolved.is_empty() {
        whole["resolved"] = Value::Object(resolved);
    }
    Ok(whole)
}

fn offered_commands<'a>(world: &'a World, me: Id, place: &Channel) -> Vec<&'a Value> {
    let context = match place.guild {
        Some(_) => 0,
        None if place.recipients.contains(&world.bot) => 1,
        None => 2,
    };
    let listed = |command: &Value, field: &str, wanted: u64| {
        command[field].as_array().map(|list| list.iter().any(|item| *item == wanted))
    };
    let offered = world.commands.iter().filter(|command| {
        // The entry point is chosen elsewhere. In a DM between two users only a user-installed app works.
        kind(command) == 1
            && listed(command, "contexts", context).unwrap_or(context < 2)
            && (context < 2 || listed(command, "integration_types", 1).unwrap_or(false))
    });
    // In a server a command may require permissions, or roles that the server has allowed besides.
    let may = |command: &&Value| {
        let required = id(&command["default_member_permissions"]).filter(|_| place.guild.is_some()).unwrap_or(0);
        required & !world.permissions_of(me) == 0 || world.has_every_command(me)
    };
    offered.filter(may).collect()
}

fn options(
    world: &World,
    place: &Channel,
    known: &Value,
    sent: &Value,
    completing: bool,
    resolved: &mut Map<String, Value>,
) -> Result<Value, ClientError> {
    let declared = known["options"].as_array().map(Vec::as_slice).unwrap_or_default();
    let options_sent = sent.as_array().map(Vec::as_slice).unwrap_or_default();
    let mut whole = Vec::new();
    for option in options_sent {
        let name = option["name"].as_str().unwrap_or_default();
        let rule = declared.iter().find(|rule| rule["name"] == name);
        let rule = rule.ok_or_else(|| bad(format!("there is no option {name}")))?;
        let kind = rule["type"].as_u64().unwrap_or(0);
        let mut entry = json!({ "name": name, "type": kind });
        if kind <= 2 {
            entry["options"] = options(world, place, rule, &option["options"], completing, resolved)?;
        } else {
            let focused = completing && option["focused"] == true;
            entry["value"] = if completing { option["value"].clone() } else { value(rule, &option["value"])? };
            if focused {
                entry["focused"] = json!(true);
            } else {
                resolve(world, place, kind, &entry["value"], resolved)?;
            }
        }
        whole.push(entry);
    }
    let groups = declared.iter().any(|rule| matches!(rule["type"].as_u64(), Some(1 | 2)));
    if groups && whole.len() != 1 {
        return Err(bad("choose one subcommand"));
    }
    let absent = declared
        .iter()
        .find(|rule| rule["required"] == true && !whole.iter().any(|option| option["name"] == rule["name"]));
    if let (Some(absent), false) = (absent, completing) {
        return Err(bad(format!("the option {} is required", absent["name"].as_str().unwrap_or_default())));
    }
    Ok(Value::Array(whole))
}

fn value(rule: &Value, given: &Value) -> Result<Value, ClientError> {
    let name = rule["name"].as_str().unwrap_or_default();
    let wrong = |what: &str| Err(bad(format!("the option {name} wants {what}")));
    let number = || given.as_f64().or_else(|| given.as_str()?.parse().ok());
    let value = match rule["type"].as_u64() {
        Some(3) => match given.as_str() {
            Some(text) => {
                let count = text.chars().count() as u64;
                let (min, max) = (rule["min_length"].as_u64(), rule["max_length"].as_u64());
                // An empty text cannot be sent.
                if count < min.unwrap_or(1).max(1) || count > max.unwrap_or(6000) {
                    return wrong("another length");
                }
                given.clone()
            }
            None => return wrong("text"),
        },
        Some(4) => match given.as_i64().or_else(|| given.as_str()?.parse().ok()) {
            Some(number) => json!(number),
            None => return wrong("a whole number"),
        },
        Some(5) => match given.as_bool() {
            Some(_) => given.clone(),
            None => return wrong("true or false"),
        },
        Some(6..=9 | 11) => match id(given) {
            Some(id) => json!(id.to_string()),
            None => return wrong("an id"),
        },
        _ => match number() {
            Some(number) => json!(number),
            None => return wrong("a number"),
        },
    };
    if let Some(number) = value.as_f64()
        && (rule["min_value"].as_f64().is_some_and(|min| number < min)
            || rule["max_value"].as_f64().is_some_and(|max| number > max))
    {
        return wrong("a number within its bounds");
    }
    let choices = rule["choices"].as_array().map(Vec::as_slice).unwrap_or_default();
    if !choices.is_empty() && !choices.iter().any(|choice| choice["value"] == value) {
        return wrong("one of its choices");
    }
    Ok(value)
}

fn resolve(
    world: &World,
    place: &Channel,
    kind: u64,
    value: &Value,
    resolved: &mut Map<String, Value>,
) -> Result<(), ClientError> {
    let Some(wanted_id) = id(value).filter(|_| matches!(kind, 6..=9 | 11)) else { return Ok(()) };
    let mut put = |group: &str, object: Value| {
        let group = resolved.entry(group).or_insert_with(|| json!({}));
        group[wanted_id.to_string()] = object;
    };
    if world.users.contains_key(&wanted_id) && matches!(kind, 6 | 9) {
        put("users", world.user_json(wanted_id));
        let mut member = world.member_json(wanted_id);
        if let Some(member) = member.as_object_mut() {
            // Members in here have no user and no `deaf` or `mute`.
            member.retain(|field, _| !matches!(field.as_str(), "user" | "deaf" | "mute"));
        }
        member["permissions"] = json!(world.permissions_in(wanted_id, place).to_string());
        put("members", member);
        return Ok(());
    }
    if let Some(channel) = world.channels.get(&wanted_id).filter(|_| kind == 7) {
        let mut channel = world.channel_json(channel);
        channel["permissions"] = json!(World::default_permissions());
        put("channels", channel);
        return Ok(());
    }
    if let Some(guild) = world.guild_of_role(wanted_id).filter(|_| matches!(kind, 8 | 9)) {
        let role = World::roles_json(guild).into_iter().find(|role| id(&role["id"]) == Some(wanted_id));
        put("roles", role.unwrap_or_default());
        return Ok(());
    }
    if let Some(file) = world.file_json(place.id, wanted_id).filter(|_| kind == 11) {
        put("attachments", file);
        return Ok(());
    }
    Err(bad("there is no user, channel, role or file with this id"))
}

/// Checks that the message has this control and that it is enabled.
pub fn component(world: &World, me: Id, place: &Channel, message: Id, data: &Value) -> Result<Value, ClientError> {
    let message = world.message(place.id, message).map_err(|_| missing("message"))?;
    if message.flags & PRIVATE != 0 && message.private_for != Some(me) {
        return Err(missing("message"));
    }
    let custom_id = &data["custom_id"];
    let control =
        find(&message.components, custom_id).ok_or_else(|| bad("the message has no such button or select"))?;
    if control["disabled"] == true {
        return Err(bad("the button or select is disabled"));
    }
    let kind = control["type"].as_u64().unwrap_or(2);
    let mut whole = json!({ "custom_id": custom_id, "component_type": kind, "id": 1 });
    if kind == 2 {
        return Ok(whole);
    }
    let values = data["values"].as_array().map(Vec::as_slice).unwrap_or_default();
    let (least, most) = (control["min_values"].as_u64().unwrap_or(1), control["max_values"].as_u64().unwrap_or(1));
    if (values.len() as u64) < least || values.len() as u64 > most {
        return Err(bad(format!("choose {least} to {most} values")));
    }
    let offered = control["options"].as_array().map(Vec::as_slice).unwrap_or_default();
    if kind == 3 && !values.iter().all(|value| offered.iter().any(|option| option["value"] == *value)) {
        return Err(bad("the select has no such value"));
    }
    let mut resolved = Map::new();
    // A select of people, or of roles, resolves like an option of that kind.
    let option_kind = match kind {
        5 => Some(6),
        6 => Some(8),
        _ => None,
    };
    for (value, option_kind) in values.iter().filter_map(|value| Some((value, option_kind?))) {
        resolve(world, place, option_kind, value, &mut resolved)?;
    }
    whole["values"] = json!(values);
    if !resolved.is_empty() {
        whole["resolved"] = Value::Object(resolved);
    }
    Ok(whole)
}

/// Looks for a control at any depth.
fn find<'a>(components: &'a Value, custom_id: &Value) -> Option<&'a Value> {
    components.as_array()?.iter().find_map(|item| {
        if !custom_id.is_null() && item["custom_id"] == *custom_id {
            return Some(item);
        }
        find(&item["components"], custom_id)
    })
}

/// Checks that this modal is open, and its fields.
pub fn modal(world: &World, me: Id, data: &Value) -> Result<Value, ClientError> {
    let custom_id = data["custom_id"].as_str().unwrap_or_default();
    let open = world.modals.get(&(me, custom_id.to_owned())).ok_or_else(|| bad("no such modal is open"))?;
    let mut whole = Vec::new();
    for item in open.modal["components"].as_array().into_iter().flatten() {
        let rule = &item["components"][0];
        let Some(field) = rule["custom_id"].as_str() else { continue };
        let component = find(&data["components"], &rule["custom_id"]);
        let value = component.and_then(|component| component["value"].as_str()).unwrap_or_default();
        let count = value.chars().count() as u64;
        let least = rule["min_length"].as_u64().unwrap_or(0).max(u64::from(rule["required"] != false));
        if count > rule["max_length"].as_u64().unwrap_or(4000)
            || (count < least && (count > 0 || rule["required"] != false))
        {
            return Err(bad(format!("the field {field} wants another length")));
        }
        let entry = json!({ "id": 1, "type": 4, "custom_id": field, "value": value });
        whole.push(json!({ "type": 1, "id": 1, "components": [entry] }));
    }
    Ok(json!({ "custom_id": custom_id, "components": whole }))
}
