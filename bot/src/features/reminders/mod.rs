//! Reminders and digests: when, where and how a player is reminded.

pub mod command;
pub mod service;
pub mod view;

use async_trait::async_trait;

use crate::commands::answer::{Answer, Problem};
use crate::commands::context::App;
use crate::commands::feature::{Choices, Feature};
use crate::commands::input::suggestions;
use crate::commands::shared_options::use_default;
use crate::discord::command_definition::{self as define, CommandDefinition, subcommand, text};
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;

/// Times that are offered for the digest: minutes of the day.
const DAYTIME: [u16; 9] = [420, 480, 540, 720, 1020, 1080, 1140, 1200, 1260];

pub struct Reminders;

#[async_trait]
impl Feature for Reminders {
    fn commands(&self) -> Vec<CommandDefinition> {
        let typed = |name, most| text(name).autocomplete().max_length(most);
        let reminders = subcommand(
            "reminders",
            [
                typed("steps", 100),
                text("where").choices(["thread", "dm", "both", "none"]).choices([use_default()]),
                text("turn").choices(["on", "off"]).choices([use_default()]),
                typed("quiet", 40),
            ],
        );
        vec![define::command("settings", [reminders, subcommand("digest", [typed("at", 40)]), subcommand("test", [])])]
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        match interaction.name.as_str() {
            "settings reminders" => command::reminders(app, language, interaction).await,
            "settings digest" => command::digest(app, language, interaction).await,
            "settings test" => command::test(app, language, interaction).await,
            _ => Err(Problem::UNKNOWN_COMMAND),
        }
    }

    async fn complete(&self, _: &App, language: Language, interaction: &Interaction) -> Result<Choices, Problem> {
        let (option, typed) = interaction.focused_option();
        Ok(match option {
            "at" => suggestions::times(language, typed, &DAYTIME, "choice-no-digest"),
            "quiet" => suggestions::nights(language, typed),
            _ => suggestions::reminder_steps(language, typed),
        })
    }
}
