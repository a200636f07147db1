//! What is stored about a person: shown, handed out, deleted (`/privacy`).

pub mod button;
pub mod command;
pub mod service;
pub mod view;

use async_trait::async_trait;

use crate::commands::answer::{Answer, Problem};
use crate::commands::context::App;
use crate::commands::feature::Feature;
use crate::discord::command_definition as define;
use crate::discord::command_definition::{CommandDefinition, subcommand};
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;

pub struct Privacy;

#[async_trait]
impl Feature for Privacy {
    fn commands(&self) -> Vec<CommandDefinition> {
        let below = [subcommand("show", []), subcommand("export", []), subcommand("delete", [])];
        vec![define::command("privacy", below)]
    }

    fn words(&self) -> &'static [&'static str] {
        &button::WORDS
    }

    fn is_lookup(&self, interaction: &Interaction) -> bool {
        interaction.name == "privacy export"
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        match interaction.name.as_str() {
            "privacy show" => command::show(app, language, interaction).await,
            "privacy export" => command::export(app, language, interaction).await,
            "privacy delete" => command::ask_before_deletion(app, language, interaction).await,
            _ => Err(Problem::UNKNOWN_COMMAND),
        }
    }

    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        let button = interaction.name.parse().map_err(|_| Problem::UNKNOWN_BUTTON)?;
        command::press(app, language, interaction, button).await
    }
}
