//! The secrets of the host: the bot's token, and the client secret of the application.

use anyhow::{Context as _, bail};
use secrecy::SecretString;

/// Credentials of the bot and its application at Discord.
pub struct Secrets {
    pub token: SecretString,
    /// `None`: boards do not open inside Discord.
    pub client_secret: Option<SecretString>,
}

/// Places of a secret: a variable, a variable that names a file, a setting.
struct Places {
    variable: &'static str,
    file_variable: &'static str,
    setting: &'static str,
    /// Its name in messages.
    name: &'static str,
}

const TOKEN: Places =
    Places { variable: "DISCORD_TOKEN", file_variable: "DISCORD_TOKEN_FILE", setting: "discord.token", name: "token" };

const CLIENT_SECRET: Places = Places {
    variable: "DISCORD_CLIENT_SECRET",
    file_variable: "DISCORD_CLIENT_SECRET_FILE",
    setting: "discord.client_secret",
    name: "client secret",
};

/// The bot's token: from `DISCORD_TOKEN`, from the file that `DISCORD_TOKEN_FILE` names, or from the settings. Its
/// `Debug` output hides it.
pub(super) fn token(setting: &str) -> anyhow::Result<SecretString> {
    required_token(read_variables(&TOKEN), setting)
}

/// The client secret of the application, if there is one, from places like those of the token.
pub(super) fn client_secret(setting: &str) -> anyhow::Result<Option<SecretString>> {
    secret_from(&CLIENT_SECRET, read_variables(&CLIENT_SECRET), setting)
}

/// The secret itself, and the file that contains it.
fn read_variables(places: &Places) -> [Option<String>; 2] {
    [places.variable, places.file_variable].map(|name| std::env::var(name).ok())
}

fn required_token(variables: [Option<String>; 2], setting: &str) -> anyhow::Result<SecretString> {
    secret_from(&TOKEN, variables, setting)?.context(
        "there is no token: set `discord.token` in the settings, DISCORD_TOKEN or DISCORD_TOKEN_FILE, or try `sumito sandbox`, \
         which needs none",
    )
}

/// Empty values count as unset.
fn secret_from(
    places: &Places,
    [text, file]: [Option<String>; 2],
    setting: &str,
) -> anyhow::Result<Option<SecretString>> {
    let Places { variable, file_variable, setting: key, name } = places;
    let is_set = |text: &String| !text.trim().is_empty();
    let (text, source) = match (text.filter(is_set), file.filter(is_set)) {
        (Some(text), _) => (text, (*variable).to_owned()),
        (None, Some(file)) => {
            let text = std::fs::read_to_string(&file)
                .with_context(|| format!("reading the {name} from {file} ({file_variable})"))?;
            if text.trim().is_empty() {
                bail!("the file {file} ({file_variable}) is empty: write the {name} into it");
            }
            (text, format!("what the file {file} ({file_variable}) holds"))
        }
        (None, None) if !setting.trim().is_empty() => (setting.to_owned(), format!("the setting `{key}`")),
        (None, None) => return Ok(None),
    };
    let text = text.trim().trim_start_matches("Bot ").to_owned();
    if !is_visible(&text) {
        bail!("{source} is no {name}: copy it once more from the developer portal, without spaces");
    }
    Ok(Some(text.into()))
}

/// Whether this could be a secret of Discord's. A token goes into a header, which allows only visible ASCII.
fn is_visible(text: &str) -> bool {
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
            let refused = required_token([token, file].map(|text| text.map(str::to_owned)), "").err();
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
        let token = |variable: Option<&str>, setting| required_token([variable.map(str::to_owned), None], setting);
        let text = |token: SecretString| token.expose_secret().to_owned();
        assert_eq!(token(None, "setting").map(text).expect("a token"), "setting");
        assert_eq!(token(Some(""), "setting").map(text).expect("a token"), "setting");
        assert_eq!(token(Some("variable"), "setting").map(text).expect("a token"), "variable");
        let refused = token(None, "two words").expect_err("no token").to_string();
        assert!(refused.starts_with("the setting `discord.token` is no token"), "{refused}");
    }

    #[test]
    fn a_client_secret_may_be_missing_and_is_named_where_it_is_none() {
        let secret = |setting| secret_from(&CLIENT_SECRET, [None, None], setting);
        assert!(secret(" ").expect("none is good").is_none());
        assert_eq!(secret("abc").expect("one").expect("one").expose_secret(), "abc");
        let refused = secret("two words").expect_err("no secret").to_string();
        assert!(refused.starts_with("the setting `discord.client_secret` is no client secret"), "{refused}");
    }

    #[test]
    fn a_secret_is_visible_ascii() {
        assert!(is_visible("MTAw.abc-DEF_123"));
        for text in ["", "two words", "bell\u{7}", "nul\0", "é"] {
            assert!(!is_visible(text), "{text:?}");
        }
    }
}
