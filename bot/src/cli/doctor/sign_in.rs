//! `doctor`: how people sign in on pages.

use serde_json::Value;

use crate::web::CALLBACK;

/// Says whether people can sign in with Discord, or by links only.
pub(super) fn sign_in(application: &Value, public_url: &str, has_secret: bool) -> String {
    let callback = format!("{public_url}{CALLBACK}");
    if !has_secret {
        return "by links from Discord only: set `discord.client_secret` for *Sign in with Discord*".to_owned();
    }
    let known = application["redirect_uris"].as_array();
    if known.is_none_or(|known| known.iter().any(|address| *address == *callback)) {
        format!("with Discord, which sends browsers back to {callback}")
    } else {
        format!(
            "by links only, because Discord refuses to send browsers back: add the redirect {callback} in the developer portal (OAuth2)"
        )
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_missing_for_signing_in_with_discord_is_said() {
        let own = "https://abalone.example/sign-in/callback";
        for (redirects, has_secret, expected) in [
            (json!([own]), false, "set `discord.client_secret`"),
            (json!([own, "https://127.0.0.1"]), true, "with Discord"),
            (json!(null), true, "with Discord"),
            (json!([]), true, "add the redirect https://abalone.example/sign-in/callback in"),
            (json!(["https://old.example/sign-in/callback"]), true, "add the redirect"),
        ] {
            let said = sign_in(&json!({ "redirect_uris": redirects }), "https://abalone.example", has_secret);
            assert!(said.contains(expected), "{said}");
        }
    }
}
