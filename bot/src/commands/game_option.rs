//! The option `game` of a command.

use games::domain::GameId;
use games::{GameSelection, Question};

use crate::context::{Ctx, Problem};

/// Matches choices whose label or id contains the typed text.
pub fn fits(typed: &str) -> impl Fn(&(String, String)) -> bool + use<> {
    let query = typed.to_lowercase();
    move |(label, value)| label.to_lowercase().contains(&query) || value.contains(&query)
}

/// The game with this number or id.
pub async fn find_named_game(ctx: Ctx<'_>, text: &str) -> Result<GameId, Problem> {
    Ok(ctx.app.games.game_named(text, ctx.user(), ctx.origin).await?)
}

pub async fn game_of(ctx: Ctx<'_>, certainty: GameSelection) -> Result<GameId, Problem> {
    match ctx.text("game") {
        Some(text) => find_named_game(ctx, text).await,
        None => Ok(ctx.app.games.game_for(ctx.user(), ctx.origin.channel_id, certainty).await?),
    }
}

/// The game in which the sender withdraws a question.
pub async fn game_of_own(ctx: Ctx<'_>, question: Question) -> Result<GameId, Problem> {
    match ctx.text("game") {
        Some(_) => game_of(ctx, GameSelection::Certain).await,
        None => Ok(ctx.app.games.game_to_withdraw_in(ctx.user(), ctx.origin.channel_id, question).await?),
    }
}

/// The game of a command that looks back; in the thread of a finished game that game is the default.
pub async fn game_or_finished(ctx: Ctx<'_>) -> Result<GameId, Problem> {
    match ctx.text("game") {
        Some(text) => find_named_game(ctx, text).await,
        None => Ok(ctx.app.games.game_to_review(ctx.user(), ctx.origin.channel_id).await?),
    }
}
