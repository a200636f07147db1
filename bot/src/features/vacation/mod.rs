//! `/vacation`: planned, started, stopped, and what it does to the clocks.

pub mod command;
pub mod service;
pub mod view;

use async_trait::async_trait;

use crate::commands::answer::{Answer, Problem};
use crate::commands::button::Button;
use crate::commands::context::App;
use crate::commands::feature::{Choices, Feature};
use crate::commands::input::suggestions;
use crate::discord::command_definition as define;
use crate::discord::command_definition::{CommandDefinition, number, subcommand, text};
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::domain::LONGEST_DAYS;

pub struct Vacations;

#[async_trait]
impl Feature for Vacations {
    fn commands(&self) -> Vec<CommandDefinition> {
        let days = number("days", 1, LONGEST_DAYS).required();
        let start = subcommand("start", [days, text("from").autocomplete().max_length(60)]);
        let stop = subcommand("stop", [text("which").autocomplete().max_length(40)]);
        vec![define::command("vacation", [start, stop, subcommand("status", [])])]
    }

    fn words(&self) -> &'static [&'static str] {
        &[command::STOP_ANYWAY]
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        match interaction.name.as_str() {
            "vacation start" => command::start(app, language, interaction).await,
            "vacation stop" => command::stop(app, language, interaction).await,
            "vacation status" => command::status(app, language, interaction).await,
            _ => Err(Problem::UNKNOWN_COMMAND),
        }
    }

    async fn complete(&self, app: &App, language: Language, interaction: &Interaction) -> Result<Choices, Problem> {
        let (option, typed) = interaction.focused_option();
        let user = interaction.person.user;
        if option == "which" {
            return command::complete(app, language, user, typed).await;
        }
        let zone = app.games.zone_of(user).await?;
        Ok(suggestions::days(language, typed, &zone, app.clock.now()))
    }

    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        command::press_stop(app, language, interaction, &Button::read(interaction)?).await
    }
}
