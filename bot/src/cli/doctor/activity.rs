//! `doctor`: boards inside Discord.

use anyhow::{Context as _, bail};
use discord::DiscordError;
use serde_json::Value;

use crate::app::registration::has_activities;

/// Checks whether boards open inside Discord. `is_secret_good` is Discord's verdict on the client secret, if there is
/// one. `None` if no Activity is wanted. Missing parts are only advice, because the bot works without them; a refused
/// secret is an error.
pub(super) fn activity(
    application: &Value,
    is_secret_good: Option<Result<bool, DiscordError>>,
) -> Option<anyhow::Result<String>> {
    let is_enabled = has_activities(application);
    let Some(is_secret_good) = is_secret_good else {
        let advice = "enabled in the developer portal; set `discord.client_secret`, so that boards open inside Discord";
        return is_enabled.then(|| Ok(advice.to_owned()));
    };
    Some(judge(is_enabled, is_secret_good))
}

fn judge(is_enabled: bool, is_secret_good: Result<bool, DiscordError>) -> anyhow::Result<String> {
    if !is_secret_good.context("asking Discord about the client secret")? {
        bail!("Discord refuses the client secret: copy it once more from the developer portal (OAuth2)");
    }
    if !is_enabled {
        return Ok("boards open in the browser only: tick *Enable Activities* in the developer portal (Activities, Settings), and start \
                   the bot again"
            .to_owned());
    }
    Ok("boards open inside Discord, where it allows that".to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_an_activity_lacks_is_reported() {
        let finding = |flags: u64, secret: Option<Result<bool, DiscordError>>| {
            let found = activity(&json!({ "flags": flags }), secret);
            found.map(|found| found.map_err(|error| error.to_string()))
        };
        let (good, refused) = (|| Some(Ok(true)), || Some(Ok(false)));
        assert!(finding(0, None).is_none(), "nobody wants one");
        assert!(finding(1 << 17, None).is_some_and(|it| it.is_ok_and(|text| text.contains("discord.client_secret"))));
        for (flags, secret, expected) in [
            (1 << 17, good(), Ok("boards open inside Discord")),
            (0, good(), Ok("tick *Enable Activities*")),
            (1 << 17, refused(), Err("refuses the client secret")),
            (1 << 17, Some(Err(DiscordError::NoResponse("away".to_owned()))), Err("asking Discord")),
        ] {
            match (finding(flags, secret), expected) {
                (Some(Ok(text)), Ok(part)) | (Some(Err(text)), Err(part)) => assert!(text.contains(part), "{text}"),
                (other, expected) => panic!("{other:?} is not {expected:?}"),
            }
        }
    }
}
