//! `/game analyze`: where a game was won and lost, and what would have been better.

mod service;
mod view;

use async_trait::async_trait;

use crate::commands::shared_options::any_game;
use crate::commands::{Answer, App, Button, Feature, Problem, game_or_finished, word};
use crate::discord::command_definition::{CommandDefinition, command, subcommand};
use crate::discord::{Interaction, Language, OutgoingMessage, Reply, localize};
use crate::domain::{GameId, Phase, UserId};
use crate::features::analysis::service::analyze_game;
use crate::features::analysis::view::{render_overview, render_position};

pub struct AnalyzeGame;

#[async_trait]
impl Feature for AnalyzeGame {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![command("game", [subcommand("analyze", [any_game()])])]
    }

    fn words(&self) -> &'static [&'static str] {
        &[word::ANALYSIS]
    }

    fn is_lookup(&self, _: &Interaction) -> bool {
        true
    }

    fn phases(&self) -> &'static [Phase] {
        &[Phase::Playing, Phase::Over]
    }

    async fn run(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        let game = game_or_finished(app, interaction).await?;
        Ok(Reply::ephemeral(render(app, language, interaction.person.user, game, None).await?))
    }

    async fn press(&self, app: &App, language: Language, interaction: &Interaction) -> Answer {
        let button = Button::read(interaction)?;
        let message = render(app, language, interaction.person.user, button.game, button.ply()).await?;
        Ok(interaction.private_reply(message))
    }
}

/// The analysis after so many moves, or that of the whole game.
async fn render(
    app: &App,
    language: Language,
    user: UserId,
    game: GameId,
    ply: Option<u32>,
) -> Result<OutgoingMessage, Problem> {
    let Some(analyzed) = analyze_game(&app.games, game, user).await? else {
        return Err(Problem::Key("analysis-busy"));
    };
    if analyzed.analysis.turns.is_empty() {
        return Ok(OutgoingMessage::text(localize!(language, "history-none")));
    }
    match ply {
        Some(ply) => render_position(app, language, user, &analyzed, ply).await,
        None => render_overview(app, language, user, analyzed).await,
    }
}
