//! `doctor`: the application's installation and its sessions.

use discord::shards::{ShardSetting, Shards, wait_for_sessions};
use serde_json::Value;
use serenity::all::BotGateway;

use crate::app::registration::installation_contexts;

pub(super) const PERMISSIONS: [(u64, &str); 7] = [
    (1 << 10, "View Channel"),
    (1 << 11, "Send Messages"),
    (1 << 35, "Create Public Threads"),
    (1 << 38, "Send Messages in Threads"),
    (1 << 14, "Embed Links"),
    (1 << 15, "Attach Files"),
    (1 << 16, "Read Message History"),
];

pub(super) const ADMINISTRATOR: u64 = 1 << 3;

/// The address that adds the bot to a server, with its permissions.
pub(crate) fn invite(application: &Value) -> String {
    let permissions: u64 = PERMISSIONS.iter().map(|(bit, _)| bit).sum();
    let id = application["id"].as_str().unwrap_or_default();
    format!(
        "https://discord.com/oauth2/authorize?client_id={id}&scope=bot+applications.commands&permissions={permissions}"
    )
}

/// The address that adds the bot to the account of whoever opens it, if the application allows that.
pub(crate) fn user_invite(application: &Value) -> Option<String> {
    let id = application["id"].as_str().unwrap_or_default();
    installation_contexts(application).contains(&1).then(|| {
        format!("https://discord.com/oauth2/authorize?client_id={id}&integration_type=1&scope=applications.commands")
    })
}

/// The contexts in which people can use the commands, and missing permissions. Only advice, because the bot works
/// without them.
pub(crate) fn installation(application: &Value) -> String {
    let contexts = installation_contexts(application);
    let advice = "in the developer portal (Installation)";
    match (contexts.contains(&0), contexts.contains(&1)) {
        _ if contexts.is_empty() => "Discord does not say where the bot can be installed".to_owned(),
        (true, false) => format!(
            "in servers only: enable *User Install* {advice}, so that people can play in direct messages and everywhere"
        ),
        (false, _) => {
            format!("by people only: enable *Guild Install* {advice}, so that games can have boards in servers")
        }
        (true, true) => match missing_permissions(application).as_slice() {
            [] => "in servers and by people".to_owned(),
            missing => format!(
                "in servers and by people; the permissions of *Guild Install* lack {}: add them {advice}, and in servers that have \
                 the bot",
                missing.join(", ")
            ),
        },
    }
}

/// Permissions missing from the application's installation link. The host's own links may request more.
fn missing_permissions(application: &Value) -> Vec<&'static str> {
    let parameters = &application["integration_types_config"]["0"]["oauth2_install_params"];
    let Some(granted) = parameters["permissions"].as_str().and_then(|bits| bits.parse::<u64>().ok()) else {
        return Vec::new();
    };
    let lacks = |bit: u64| granted & (ADMINISTRATOR | bit) == 0;
    PERMISSIONS.into_iter().filter(|(bit, _)| lacks(*bit)).map(|(_, name)| name).collect()
}

/// Commands not registered at Discord. Only advice, because a start registers them.
pub(crate) fn commands(tree: &Value, standing: &Value) -> String {
    let names = |commands: &Value| -> Vec<String> {
        let commands = commands.as_array().into_iter().flatten();
        commands.filter_map(|command| command["name"].as_str().map(str::to_owned)).collect()
    };
    let (ours, standing) = (names(tree), names(standing));
    let missing: Vec<_> = ours.iter().filter(|name| !standing.contains(name)).map(|name| format!("/{name}")).collect();
    if missing.is_empty() {
        return format!("all {} stand at Discord", ours.len());
    }
    format!(
        "{} do not stand at Discord: {}. The next start registers them. Discord takes 200 new commands a day and refuses more \
         (30034); the bot then tries again every ten minutes",
        missing.len(),
        missing.join(", ")
    )
}

/// The shards of the settings, and the number of sessions left today.
pub(crate) fn gateway(setting: ShardSetting, info: &BotGateway) -> anyhow::Result<String> {
    let shards = Shards::choose(setting, info.shards);
    let remaining = info.session_start_limit.remaining;
    if wait_for_sessions(&info.session_start_limit).is_some() {
        anyhow::bail!(
            "Discord allows only {remaining} more sessions today, so the bot waits: find out what reconnects so often"
        );
    }
    let advice = if info.shards > shards.total {
        format!("; Discord recommends {}: change `discord.shards` of every process", info.shards)
    } else {
        String::new()
    };
    Ok(format!("shards {shards}, {remaining} more sessions today{advice}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_installation_that_lacks_something_is_reported() {
        let all = PERMISSIONS.iter().map(|(bit, _)| bit).sum::<u64>();
        let servers = |permissions: u64| json!({ "oauth2_install_params": { "scopes": [], "permissions": permissions.to_string() } });
        for (contexts, expected) in [
            (json!({ "0": servers(all), "1": {} }), "in servers and by people"),
            (json!({ "0": servers(ADMINISTRATOR), "1": {} }), "in servers and by people"),
            (json!({ "0": {}, "1": {} }), "in servers and by people"),
            (json!({ "0": servers(all - (1 << 16)), "1": {} }), "lack Read Message History"),
            (json!({ "0": servers(all) }), "enable *User Install*"),
            (json!({ "1": {} }), "enable *Guild Install*"),
            (json!(null), "does not say"),
        ] {
            let finding = installation(&json!({ "integration_types_config": contexts }));
            assert!(finding.contains(expected), "{contexts}: {finding}");
            assert!(!finding.contains("lack") || expected.contains("lack"), "{contexts}: {finding}");
        }
    }

    #[test]
    fn the_invite_asks_for_what_the_guide_says() {
        let invite = invite(&json!({ "id": "128" }));
        assert!(invite.contains("client_id=128&"), "{invite}");
        let permissions = invite.rsplit_once('=').expect("a number").1;
        let guide = include_str!("../../../../docs/host/start.md");
        assert!(guide.contains(&format!("`{permissions}`")), "docs/host/start.md names {permissions}");
        for (_, name) in PERMISSIONS {
            assert!(guide.contains(&format!("*{name}*")), "docs/host/start.md names {name}");
        }
    }

    #[test]
    fn the_invite_for_an_account_needs_user_install() {
        let application = |contexts: Value| json!({ "id": "128", "integration_types_config": contexts });
        let invite = user_invite(&application(json!({ "0": {}, "1": {} }))).expect("it is enabled");
        assert!(invite.contains("client_id=128&integration_type=1&scope=applications.commands"), "{invite}");
        assert_eq!(user_invite(&application(json!({ "0": {} }))), None);
    }

    #[test]
    fn commands_that_do_not_stand_are_named_with_the_daily_limit() {
        let tree = json!([{ "name": "move" }, { "name": "board" }]);
        assert_eq!(commands(&tree, &json!([{ "name": "board" }, { "name": "move" }])), "all 2 stand at Discord");
        let finding = commands(&tree, &json!([{ "name": "board" }, { "name": "old" }]));
        assert!(finding.starts_with("1 do not stand at Discord: /move.") && finding.contains("30034"), "{finding}");
    }

    #[test]
    fn too_few_shards_and_too_few_sessions_are_reported() {
        let info = |remaining: u32| {
            let limit = json!({ "max_concurrency": 1, "remaining": remaining, "reset_after": 1, "total": 1000 });
            let info = json!({ "session_start_limit": limit, "shards": 9, "url": "" });
            serde_json::from_value(info).expect("an answer")
        };
        let half = ShardSetting::Range(Shards { first: 0, last: 3, total: 8 });
        let finding = |setting, remaining| gateway(setting, &info(remaining)).map_err(|error| error.to_string());
        assert_eq!(finding(ShardSetting::Auto, 900), Ok("shards 0-8/9, 900 more sessions today".to_owned()));
        assert!(
            finding(half, 900)
                .is_ok_and(|text| text.ends_with("recommends 9: change `discord.shards` of every process"))
        );
        assert!(finding(half, 90).is_err_and(|text| text.contains("only 90 more sessions")));
    }
}
