//! `doctor`: missing permissions in the bot's servers.

use discord::interaction::id;
use discord::rest::Rest;
use games::domain::GuildId;
use serde_json::Value;

use crate::cli::doctor::installation::{ADMINISTRATOR, PERMISSIONS};

/// Servers whose channels are checked; each takes three requests.
const MOST_SERVERS: usize = 20;

const MOST_CHANNELS: usize = 5;

/// Discord's types of channels in which games can be played: text, announcements, forum.
const PLAYABLE: [u64; 3] = [0, 5, 15];

const VIEW_CHANNEL: u64 = 1 << 10;

/// A line for each server, with missing permissions in channels that the bot sees. Only advice, because games go on
/// without them.
pub(crate) async fn servers(rest: &Rest) -> anyhow::Result<String> {
    let guilds = rest.guilds().await?;
    let guilds: Vec<(u64, &str)> = guilds
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|guild| Some((id(&guild["id"])?, guild["name"].as_str().unwrap_or("?"))))
        .collect();
    let mut lines = vec![match guilds.len() {
        0 => "none yet: open the invite".to_owned(),
        // Discord lists two hundred at a time.
        200.. => "200 or more".to_owned(),
        count => count.to_string(),
    }];
    for (guild, name) in guilds.iter().take(MOST_SERVERS) {
        let lacks = match rest.guild(GuildId(*guild)).await {
            Ok([channels, roles, member]) => lacking(*guild, &channels, &roles, &member),
            Err(error) => vec![format!("Discord does not show its channels: {error}")],
        };
        lines.push(match lacks.as_slice() {
            [] => format!("{name}: all permissions"),
            lacks => format!("{name}: {}", lacks.join("; ")),
        });
    }
    if guilds.len() > MOST_SERVERS {
        lines.push(format!("… and {} more, which were not looked at", guilds.len() - MOST_SERVERS));
    }
    Ok(lines.join("\n"))
}

/// Missing permissions by channel. Channels hidden from the bot are skipped, because it is not wanted there.
fn lacking(guild: u64, channels: &Value, roles: &Value, member: &Value) -> Vec<String> {
    let own: Vec<u64> = member["roles"].as_array().into_iter().flatten().filter_map(id).collect();
    let bits = |value: &Value| value.as_str().and_then(|bits| bits.parse::<u64>().ok()).unwrap_or(0);
    let granted = roles.as_array().into_iter().flatten();
    let granted = granted.filter(|role| id(&role["id"]).is_some_and(|role| role == guild || own.contains(&role)));
    let base = granted.fold(0, |sum, role| sum | bits(&role["permissions"]));
    if base & ADMINISTRATOR != 0 {
        return Vec::new();
    }
    let bot = id(&member["user"]["id"]);
    let mut lacking = Vec::new();
    let (mut seen, mut playable) = (0, 0);
    for channel in channels.as_array().into_iter().flatten() {
        if !channel["type"].as_u64().is_some_and(|kind| PLAYABLE.contains(&kind)) {
            continue;
        }
        playable += 1;
        // Discord's order: everyone, the roles together, the member.
        let overwrites: Vec<&Value> = channel["permission_overwrites"].as_array().into_iter().flatten().collect();
        let of = |wanted: &dyn Fn(u64) -> bool| {
            let of = overwrites.iter().filter(|overwrite| id(&overwrite["id"]).is_some_and(wanted));
            of.fold((0, 0), |(allow, deny), overwrite| {
                (allow | bits(&overwrite["allow"]), deny | bits(&overwrite["deny"]))
            })
        };
        let mut may = base;
        for (allow, deny) in
            [of(&|id| id == guild), of(&|id| id != guild && own.contains(&id)), of(&|id| Some(id) == bot)]
        {
            may = may & !deny | allow;
        }
        if may & VIEW_CHANNEL == 0 {
            continue;
        }
        seen += 1;
        let missing: Vec<_> = PERMISSIONS.into_iter().filter(|(bit, _)| may & bit == 0).map(|(_, name)| name).collect();
        if !missing.is_empty() {
            lacking.push(format!("#{} lacks {}", channel["name"].as_str().unwrap_or("?"), missing.join(", ")));
        }
    }
    if seen == 0 && playable > 0 {
        return vec!["the bot sees no channel: grant it View Channel where people play".to_owned()];
    }
    let more = lacking.len().saturating_sub(MOST_CHANNELS);
    lacking.truncate(MOST_CHANNELS);
    if more > 0 {
        lacking.push(format!("{more} more channels lack something"));
    }
    lacking
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn permissions_are_those_of_roles_and_overwrites_in_discord_s_order() {
        let all: u64 = PERMISSIONS.iter().map(|(bit, _)| bit).sum();
        let (send, attach) = (1_u64 << 11, 1_u64 << 15);
        let overwrite =
            |id: &str, allow: u64, deny: u64| json!({ "id": id, "allow": allow.to_string(), "deny": deny.to_string() });
        let roles = json!([{ "id": "1", "permissions": (all & !attach).to_string() }, { "id": "5", "permissions": attach.to_string() }, { "id": "6", "permissions": "8" }]);
        let member = json!({ "roles": ["5"], "user": { "id": "9" } });
        let channel =
            |name: &str, overwrites: Value| json!({ "type": 0, "name": name, "permission_overwrites": overwrites });
        let channels = json!([
            channel("open", json!([])),
            channel("quiet", json!([overwrite("1", 0, send)])),
            channel("for-us", json!([overwrite("1", 0, send), overwrite("5", send, 0)])),
            channel("not-for-us", json!([overwrite("5", send, 0), overwrite("9", 0, send)])),
            channel("hidden", json!([overwrite("1", 0, VIEW_CHANNEL)])),
            { "type": 2, "name": "voice", "permission_overwrites": [overwrite("1", 0, send)] },
        ]);
        let lacks = lacking(1, &channels, &roles, &member);
        assert_eq!(lacks, ["#quiet lacks Send Messages", "#not-for-us lacks Send Messages"]);
        let without_role = json!({ "roles": [], "user": { "id": "9" } });
        assert!(lacking(1, &channels, &roles, &without_role)[0].contains("#open lacks Attach Files"));
        let administrator = json!({ "roles": ["6"], "user": { "id": "9" } });
        assert!(lacking(1, &channels, &roles, &administrator).is_empty());
        let hidden = json!([channel("hidden", json!([overwrite("1", 0, VIEW_CHANNEL)]))]);
        assert!(lacking(1, &hidden, &roles, &member)[0].contains("sees no channel"));
    }
}
