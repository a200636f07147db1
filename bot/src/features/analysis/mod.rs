//! `/game analyze`: the turning points of a game, with better moves.

pub(crate) mod view;

use std::time::Duration;

use async_trait::async_trait;
use discord::custom_id::Words;
use discord::{Interaction, OutgoingMessage, Reply};
use games::domain::{GameId, Phase, UserId};
use games::{GameError, Games};
use tokio::time::timeout;

use crate::commands::command_definition::{CommandDefinition, command, subcommand};
use crate::commands::shared_options::any_game;
use crate::commands::{AnalysisButton, Answer, App, Ctx, Feature, GamePress, Problem, game_or_finished};
use crate::features::analysis::view::{AnalyzedGame, render_overview, render_position};
use crate::features::history;
use crate::localization::{Language, localize};

pub struct AnalyzeGame;

#[async_trait]
impl Feature for AnalyzeGame {
    fn commands(&self) -> Vec<CommandDefinition> {
        vec![command("game", [subcommand("analyze", [any_game()])])]
    }

    fn words(&self) -> Words {
        Words::of::<GamePress<AnalysisButton>>()
    }

    fn is_lookup(&self, _: &Interaction) -> bool {
        true
    }

    fn phases(&self) -> &'static [Phase] {
        &[Phase::Playing, Phase::Over]
    }

    async fn run(&self, ctx: Ctx<'_>) -> Answer {
        let game = game_or_finished(ctx).await?;
        Ok(Reply::ephemeral(render(ctx.app, ctx.language, ctx.user(), game, None).await?))
    }

    async fn press(&self, ctx: Ctx<'_>) -> Answer {
        let GamePress { subject: game, button: AnalysisButton::Show { ply, .. } } = ctx.button()?;
        let message = render(ctx.app, ctx.language, ctx.user(), game, ply).await?;
        Ok(ctx.private_reply(message))
    }
}

/// The analysis at a ply, or of the whole game.
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

const LONGEST_WAIT: Duration = Duration::from_mins(1);

/// The analysis of a game that this person may see. `None` if the engine is at capacity.
///
/// # Errors
/// A running game is analyzed only for its player against an engine.
pub(crate) async fn analyze_game(games: &Games, game: GameId, user: UserId) -> Result<Option<AnalyzedGame>, GameError> {
    let history = history::history(games, game, user).await?;
    let record = &history.replayed.record;
    if record.game.phase == Phase::Playing && !record.seat_of(user).is_some_and(|seat| record.is_against_engine(seat)) {
        return Err(GameError::NoHelp);
    }
    let queue = games.engine_queue.as_ref().ok_or(GameError::NoEngine)?;
    let analysis = timeout(LONGEST_WAIT, queue.analyze(user, &history.replayed)).await.ok().flatten();
    Ok(analysis.map(|analysis| AnalyzedGame { history, analysis }))
}
