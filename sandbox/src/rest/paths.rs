//! Paths: which there are, and the ids in them.

use serde_json::Value;

use crate::validate::{Form, Refusal};

/// Refuses what is no id where a path has one.
pub fn check_ids(steps: &[&str]) -> Result<(), Refusal> {
    let named: &[(&str, &str)] = match *steps {
        ["channels", channel, "messages", message, ..] if message != "pins" => {
            &[("channel_id", channel), ("message_id", message)]
        }
        ["channels", channel, "thread-members", user, ..] if user != "@me" => {
            &[("channel_id", channel), ("user_id", user)]
        }
        ["channels", channel, ..] => &[("channel_id", channel)],
        ["guilds", guild, "members", user, "roles", role] => {
            &[("guild_id", guild), ("user_id", user), ("role_id", role)]
        }
        ["guilds", guild, "members", user] if user != "@me" => &[("guild_id", guild), ("user_id", user)],
        ["guilds", guild, ..] => &[("guild_id", guild)],
        ["users", user] if user != "@me" => &[("user_id", user)],
        ["applications", application, "guilds", guild, ..] => &[("application_id", application), ("guild_id", guild)],
        ["applications", application, _, ..] => &[("application_id", application)],
        ["interactions", interaction, ..] => &[("interaction_id", interaction)],
        ["webhooks", webhook, ..] => &[("webhook_id", webhook)],
        _ => &[],
    };
    let mut form = Form::default();
    for (name, given) in named {
        form.snowflake(name, &Value::from(*given));
    }
    form.done()
}

/// Why nothing answers here: there is no such path, or it has no such method.
pub fn refusal(steps: &[&str]) -> Refusal {
    route_refusal(matches!(
        steps,
        ["gateway"]
            | ["gateway", "bot"]
            | ["applications" | "oauth2", "@me"]
            | ["oauth2", "applications", "@me"]
            | ["users", _]
            | ["users", "@me", "guilds" | "channels"]
            | ["interactions", _, _, "callback"]
    ))
}

/// Refuses a path below `/channels/{id}` that no route serves.
pub fn below_channel(rest: &[&str]) -> Refusal {
    route_refusal(matches!(rest, [] | ["typing" | "threads" | "pins"]))
}

/// Refuses a path below `/channels/{id}/messages` that no route serves.
pub fn below_messages(rest: &[&str]) -> Refusal {
    route_refusal(matches!(rest, [] | [_] | [_, "threads"]))
}

/// Refuses a path below `/guilds/{id}` that no route serves.
pub fn below_guild(rest: &[&str]) -> Refusal {
    route_refusal(matches!(
        rest,
        [] | ["channels" | "roles"] | ["threads", "active"] | ["members", _] | ["members", _, "roles", _]
    ))
}

fn route_refusal(known: bool) -> Refusal {
    if known { Refusal::no_method() } else { Refusal::no_route() }
}
