//! The option `game`: which game a
//! command.

use crate::commands::answer::Problem;
use crate::commands::context::App;
use crate::discord::interaction::Interaction;
use crate::domain::GameId;
use crate::games::{Certainty, GameError, Question};

/// The game that a command means.
pub async fn game_of(app: &App, incoming: &Interaction, certainty: Certainty) -> Result<GameId, Problem> {
    match incoming.text("game") {
        Some(text) => Ok(text.trim().parse().map_err(|_| GameError::NoSuchGame)?),
        None => Ok(app.games.game_for(incoming.person.user, incoming.origin.channel_id, certainty).await?),
    }
}

/// The game in which a command withdraws what its sender asks.
pub async fn game_of_own(app: &App, incoming: &Interaction, question: Question) -> Result<GameId, Problem> {
    match incoming.text("game") {
        Some(_) => game_of(app, incoming, Certainty::Certain).await,
        None => Ok(app.games.game_to_withdraw_in(incoming.person.user, incoming.origin.channel_id, question).await?),
    }
}

/// The game that a command means which looks back: in the thread of a game that is over, that one.
pub async fn game_or_finished(app: &App, incoming: &Interaction) -> Result<GameId, Problem> {
    match incoming.text("game") {
        Some(text) => Ok(text.trim().parse().map_err(|_| GameError::NoSuchGame)?),
        None => Ok(app.games.game_to_review(incoming.person.user, incoming.origin.channel_id).await?),
    }
}
