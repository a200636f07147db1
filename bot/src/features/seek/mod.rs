//! Open challenges: posted for anybody, taken by the first who fits, or matched with an equal one.

pub mod command;
pub mod conditions;
pub mod definition;
pub mod service;
pub mod view;

use async_trait::async_trait;

use crate::commands::{Answer, App, Choices, Feature, Problem};
use crate::discord::command_definition::CommandDefinition;
use crate::discord::{Interaction, Language, OutgoingMessage};
use crate::features::guided_play;

pub struct Seeks;

#[async_trait]
impl Feature for Seeks {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![definition::seek()]
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        if interaction.flag("more") {
            return guided_play::play(app, language, interaction).await;
        }
        command::seek(app, language, interaction).await
    }

    async fn complete(&self, app: &App, language: Language, interaction: &Interaction) -> Result<Choices, Problem> {
        guided_play::completion::complete(app, language, interaction).await
    }

    async fn after_refusal(
        &self,
        app: &App,
        language: Language,
        interaction: &Interaction,
        refusal: OutgoingMessage,
    ) -> OutgoingMessage {
        guided_play::after_refusal(app, language, interaction, refusal).await
    }
}

pub use command::list;
pub use service::{seek, seeks, withdraw_departed};
