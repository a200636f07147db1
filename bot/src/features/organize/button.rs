//! Buttons of organizers.

use std::fmt;
use std::str::FromStr;

use crate::commands::answer::Answer;
use crate::commands::button::ParseButtonError;
use crate::commands::context::App;
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::domain::RequestId;
use crate::features::audit;
use crate::features::organize::command;
use crate::features::organize::permission::organized;

/// The meaning of a `custom_id`: `v1:organize-<verb>:<number>`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OrganizeButton(pub OrganizeVerb);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrganizeVerb {
    /// Confirm the decision that this command has asked for.
    Confirm(RequestId),
    /// Show this page of the log.
    Log(u32),
}

impl fmt::Display for OrganizeButton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            OrganizeVerb::Confirm(asked) => write!(f, "v1:organize-confirm:{}", asked.0),
            OrganizeVerb::Log(page) => write!(f, "v1:organize-log:{page}"),
        }
    }
}

impl FromStr for OrganizeButton {
    type Err = ParseButtonError;

    fn from_str(text: &str) -> Result<Self, ParseButtonError> {
        let rest = text.strip_prefix("v1:organize-").ok_or(ParseButtonError)?;
        let verb = match rest.split_once(':').ok_or(ParseButtonError)? {
            ("confirm", asked) => asked.parse().ok().map(|asked| OrganizeVerb::Confirm(RequestId(asked))),
            ("log", page) => page.parse().ok().map(OrganizeVerb::Log),
            _ => None,
        };
        verb.map(Self).ok_or(ParseButtonError)
    }
}

/// Answers a button. Only organizers of the server can use it, whoever was shown it.
pub async fn press(app: &App, language: Language, interaction: &Interaction, button: OrganizeButton) -> Answer {
    let guild = organized(app, interaction).await?;
    match button.0 {
        OrganizeVerb::Confirm(asked) => command::confirm(app, language, interaction, guild, asked).await,
        OrganizeVerb::Log(page) => audit::command::page(app, language, interaction, guild, page).await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_button_reads_back_as_itself_and_fits() {
        for verb in [OrganizeVerb::Confirm(RequestId(u64::MAX)), OrganizeVerb::Log(u32::MAX)] {
            let id = OrganizeButton(verb).to_string();
            assert!(id.len() <= 100 && id.parse() == Ok(OrganizeButton(verb)), "{id}");
        }
        for text in ["", "v1:organize-log", "v1:organize-log:-1", "v1:organize-confirm:x", "v1:organize-x:1"] {
            assert_eq!(text.parse::<OrganizeButton>(), Err(ParseButtonError), "{text}");
        }
    }
}
