//! `/game history`: the moves of a game, its last positions and its score.

pub mod command;
pub mod replay;
pub mod service;
pub mod view;

pub use service::history;

use async_trait::async_trait;

use crate::commands::answer::Answer;
use crate::commands::button::{Button, word};
use crate::commands::context::App;
use crate::commands::feature::Feature;
use crate::commands::game_option::game_or_finished;
use crate::commands::shared_options::any_game;
use crate::discord::command_definition::{CommandDefinition, command, subcommand};
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::discord::reply::Reply;
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
