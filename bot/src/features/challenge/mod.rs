//! Challenges: made, accepted, declined, withdrawn, and rematches.

pub mod command;
pub mod definition;
pub mod service;
pub mod view;

use async_trait::async_trait;

use crate::commands::{Answer, App, Button, Choices, Feature, Problem, word};
use crate::discord::command_definition::CommandDefinition;
use crate::discord::{Interaction, Language, OutgoingMessage};
use crate::features::guided_play;

pub struct Challenges;

#[async_trait]
impl Feature for Challenges {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![definition::challenge()]
    }

    fn words(&self) -> &'static [&'static str] {
        &[word::ACCEPT, word::DECLINE, word::DECLINE_YES, word::DECLINE_NO, word::WITHDRAW, word::REMATCH, word::ENGINE]
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        if interaction.options.is_empty() || interaction.flag("more") {
            return guided_play::play(app, language, interaction).await;
        }
        command::challenge(app, language, interaction).await
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

    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        let button = &Button::read(interaction)?;
        match &*button.word {
            word::ACCEPT => command::accept(app, language, interaction, button).await,
            word::DECLINE => command::decline(app, language, interaction, button).await,
            word::DECLINE_YES => command::confirm_decline(app, language, interaction, button).await,
            word::DECLINE_NO => Ok(command::keep(language, interaction)),
            word::WITHDRAW => command::withdraw(app, language, interaction, button).await,
            word::ENGINE => command::play_engine_instead(app, language, interaction, button).await,
            _ => command::rematch(app, language, interaction, button).await,
        }
    }
}

pub use service::{accept, challenge, decline, withdraw};

pub(crate) use service::{begin_after_silence, challenge_after, check_limits, check_rates};
