//! Ladders of a club.

mod button;
pub mod command;
pub mod definition;
pub mod digest;
pub(crate) mod draft;
pub mod organize;
pub mod pictures;
pub mod player_file;
pub mod refusal;
pub mod service;
pub mod view;

use async_trait::async_trait;

use crate::commands::layout_names::complete_layout;
use crate::commands::{Answer, App, Choices, Feature, Problem};
use crate::discord::command_definition::CommandDefinition;
use crate::discord::{Deferral, Interaction, Language, command_definition as define};

pub struct Ladders;

#[async_trait]
impl Feature for Ladders {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![definition::ladders(), define::command("organize", [definition::organize()]).for_organizers()]
    }

    fn words(&self) -> &'static [&'static str] {
        button::word::ALL
    }

    fn deferral(&self, interaction: &Interaction) -> Option<Deferral> {
        command::is_public(interaction).then_some(Deferral::Public)
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        match interaction.name.strip_prefix("organize ladder ") {
            Some(what) => organize::run(app, language, interaction, what).await,
            None => command::run(app, language, interaction).await,
        }
    }

    async fn complete(&self, app: &App, language: Language, interaction: &Interaction) -> Result<Choices, Problem> {
        let (option, typed) = interaction.focused_option();
        match option {
            "ladder" => command::complete(app, interaction, typed).await,
            "setup" => organize::complete_setup(app, interaction, typed).await,
            "season" => command::complete_season(app, language, interaction, typed).await,
            "layout" => Ok(complete_layout(language, typed)),
            _ => Ok(Choices::new()),
        }
    }

    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        command::press(app, language, interaction).await
    }
}
