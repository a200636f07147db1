//! The bot's token.

use anyhow::{Context as _, bail};
use secrecy::SecretString;

/// The bot's token: from `DISCORD_TOKEN`, from the file that `DISCORD_TOKEN_FILE` names, or this one of the settings. Its `Debug` prints no
/// secret.
pub(super) fn token(setting: &str) -> anyhow::Result<SecretString> {
    let variable = |name| std::env::var(name).ok();
    token_from(variable("DISCORD_TOKEN"), variable("DISCORD_TOKEN_FILE"), setting)
}

/// What is empty is not set.
fn token_from(token: Option<String>, file: Option<String>, setting: &str) -> anyhow::Result<SecretString> {
    let is_set = |text: &String| !text.trim().is_empty();
    let (text, source) = match (token.filter(is_set), file.filter(is_set)) {
        (Some(token), _) => (token, "DISCORD_TOKEN".to_owned()),
        (None, Some(file)) => {
            let text = std::fs::read_to_string(&file)
                .with_context(|| format!("reading the token from {file} (DISCORD_TOKEN_FILE)"))?;
            if text.trim().is_empty() {
                bail!("the file {file} (DISCORD_TOKEN_FILE) is empty: write the bot's token into it");
            }
            (text, format!("what the file {file} (DISCORD_TOKEN_FILE) holds"))
        }
        (None, None) if !setting.trim().is_empty() => (setting.to_owned(), "the setting `discord.token`".to_owned()),
        (None, None) => {
            bail!(
                "there is no token: set `discord.token` in the settings, DISCORD_TOKEN or DISCORD_TOKEN_FILE, or try `sumito sandbox`, \
                 which needs none"
            )
        }
    };
    let token = text.trim().trim_start_matches("Bot ").to_owned();
    if !is_token(&token) {
        bail!("{source} is no token: copy it once more from the developer portal, without spaces");
    }
    Ok(token.into())
}

/// Could this be a token? What is not visible ASCII cannot stand in the header it goes into.
fn is_token(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic())
}

#[cfg(test)]
mod tests {
    use secrecy::ExposeSecret as _;

    use super::*;

    #[test]
    fn a_bad_token_is_named_with_its_source() {
        let folder = tempfile::tempdir().expect("room for it");
        let file = folder.path().join("token").display().to_string();
        let refused = |token: Option<&str>, file: Option<&str>| {
            let refused = token_from(token.map(str::to_owned), file.map(str::to_owned), "").err();
            refused.map(|error| format!("{error:#}")).unwrap_or_default()
        };
        assert!(refused(Some(""), Some("")).starts_with("there is no token: set `discord.token`"));
        let missing = refused(None, Some(&file));
        assert!(missing.starts_with(&format!("reading the token from {file} (DISCORD_TOKEN_FILE): ")), "{missing}");
        std::fs::write(&file, "\n").expect("room for it");
        assert!(refused(Some(""), Some(&file)).starts_with(&format!("the file {file} (DISCORD_TOKEN_FILE) is empty")));
        std::fs::write(&file, "two words").expect("room for it");
        assert!(
            refused(None, Some(&file)).starts_with(&format!("what the file {file} (DISCORD_TOKEN_FILE) holds is no"))
        );
        assert!(refused(Some("a b"), Some(&file)).starts_with("DISCORD_TOKEN is no token"));
        std::fs::write(&file, "Bot abc.def\n").expect("room for it");
        assert_eq!(refused(None, Some(&file)), "");
    }

    #[test]
    fn the_environment_wins_over_the_settings() {
        let token = |variable: Option<&str>, setting| token_from(variable.map(str::to_owned), None, setting);
        let text = |token: SecretString| token.expose_secret().to_owned();
        assert_eq!(token(None, "setting").map(text).expect("a token"), "setting");
        assert_eq!(token(Some(""), "setting").map(text).expect("a token"), "setting");
        assert_eq!(token(Some("variable"), "setting").map(text).expect("a token"), "variable");
        let refused = token(None, "two words").expect_err("no token").to_string();
        assert!(refused.starts_with("the setting `discord.token` is no token"), "{refused}");
    }

    #[test]
    fn a_token_is_visible_ascii() {
        assert!(is_token("MTAw.abc-DEF_123"));
        for text in ["", "two words", "bell\u{7}", "nul\0", "é"] {
            assert!(!is_token(text), "{text:?}");
        }
    }
}
