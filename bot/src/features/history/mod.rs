//! `/game history`: the moves of a game, its last positions and its score.

pub mod command;
pub mod replay;
pub mod service;
pub mod view;

pub use service::history;

use async_trait::async_trait;

use crate::commands::shared_options::any_game;
use crate::commands::{Answer, App, Button, Feature, game_or_finished, word};
use crate::discord::command_definition::{CommandDefinition, command, subcommand};
use crate::discord::{Interaction, Language, Reply};
use crate::domain::Phase;

pub struct History;

#[async_trait]
impl Feature for History {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![command("game", [subcommand("history", [any_game()])])]
    }

    fn words(&self) -> &'static [&'static str] {
        &[word::HISTORY]
    }

    fn is_lookup(&self, _: &Interaction) -> bool {
        true
    }

    fn phases(&self) -> &'static [Phase] {
        &[Phase::Playing, Phase::Over]
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        let game = game_or_finished(app, interaction).await?;
        Ok(Reply::ephemeral(command::page(app, language, interaction.person.user, game, None).await?))
    }

    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        let button = Button::read(interaction)?;
        let page = button.number.and_then(|page| usize::try_from(page).ok());
        let page = command::page(app, language, interaction.person.user, button.game, page).await?;
        Ok(interaction.private_reply(page))
    }
}
