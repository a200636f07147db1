//! `/organize`: what organizers of a server decide on its games.

pub mod button;
pub mod command;
pub mod definition;
pub mod permission;
pub mod service;
pub mod view;

use async_trait::async_trait;

use crate::commands::answer::{Answer, Problem};
use crate::commands::context::App;
use crate::commands::feature::{Choices, Feature};
use crate::discord::command_definition::CommandDefinition;
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::features::organize::button::{OrganizeButton, OrganizeVerb};

pub struct Organize;

#[async_trait]
impl Feature for Organize {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![definition::organize()]
    }

    fn words(&self) -> &'static [&'static str] {
        &["organize-confirm"]
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        match interaction.name.as_str() {
            "organize adjudicate" => command::adjudicate(app, language, interaction).await,
            "organize annul" => command::annul(app, language, interaction).await,
            "organize extend" => command::extend(app, language, interaction).await,
            "organize pause" => command::pause(app, language, interaction).await,
            "organize resume" => command::resume(app, language, interaction).await,
            _ => Err(Problem::UNKNOWN_COMMAND),
        }
    }

    async fn complete(
        &self,
        app: &App,
        _: Language,
        interaction: &Interaction,
        option: &str,
        typed: &str,
    ) -> Result<Choices, Problem> {
        command::complete(app, interaction, option, typed).await
    }

    /// Only organizers of the server can use a button, even if others see it.
    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        let Ok(OrganizeButton(OrganizeVerb::Confirm(asked))) = interaction.name.parse() else {
            return Err(Problem::UNKNOWN_BUTTON);
        };
        let guild = permission::organized(app, interaction).await?;
        command::confirm(app, language, interaction, guild, asked).await
    }
}

pub use service::{
    ask_to_decide, ask_to_remove, decide, extend, game_to_organize, games_to_organize, pause, question,
    take_back_annulled, unpause,
};
