//! `/game history`: the moves of a game, its last positions and its score.

pub mod command;
pub mod replay;
pub mod service;
pub mod view;

use discord::custom_id::Words;
use discord::{Interaction, Reply};
pub use service::history;

use async_trait::async_trait;
use games::domain::Phase;

use crate::commands::command_definition::{CommandDefinition, command, subcommand};
use crate::commands::shared_options::any_game;
use crate::commands::{Answer, Ctx, Feature, GamePress, HistoryButton, game_or_finished};

pub struct History;

#[async_trait]
impl Feature for History {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![command("game", [subcommand("history", [any_game()])])]
    }

    fn words(&self) -> Words {
        Words::of::<GamePress<HistoryButton>>()
    }

    fn is_lookup(&self, _: &Interaction) -> bool {
        true
    }

    fn phases(&self) -> &'static [Phase] {
        &[Phase::Playing, Phase::Over]
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        let game = game_or_finished(ctx).await?;
        Ok(Reply::ephemeral(command::page(ctx.app, ctx.language, ctx.user(), game, None).await?))
    }

    async fn press(&self, ctx: Ctx<'_>) -> Answer {
        let GamePress { subject: game, button: HistoryButton::Page { page } } = ctx.button()?;
        let page = command::page(ctx.app, ctx.language, ctx.user(), game, page).await?;
        Ok(ctx.private_reply(page))
    }
}
