//! The option `game`: which game a command means.

use crate::commands::answer::Problem;
use crate::commands::context::App;
use crate::discord::Interaction;
use crate::domain::GameId;
use crate::games::{Certainty, Question};

/// Whether what is typed occurs in the label or the id of a choice.
pub fn fits(typed: &str) -> impl Fn(&(String, String)) -> bool + use<> {
    let typed = typed.to_lowercase();
    move |(label, value)| label.to_lowercase().contains(&typed) || value.contains(&typed)
}

/// The game that its sender names, by number or id.
pub async fn find_named_game(app: &App, interaction: &Interaction, text: &str) -> Result<GameId, Problem> {
    Ok(app.games.game_named(text, interaction.person.user, interaction.origin).await?)
}

pub async fn game_of(app: &App, interaction: &Interaction, certainty: Certainty) -> Result<GameId, Problem> {
    match interaction.text("game") {
        Some(text) => find_named_game(app, interaction, text).await,
        None => Ok(app.games.game_for(interaction.person.user, interaction.origin.channel_id, certainty).await?),
    }
}

/// The game in which a command withdraws what its sender asks.
pub async fn game_of_own(app: &App, interaction: &Interaction, question: Question) -> Result<GameId, Problem> {
    match interaction.text("game") {
        Some(_) => game_of(app, interaction, Certainty::Certain).await,
        None => {
            Ok(app.games.game_to_withdraw_in(interaction.person.user, interaction.origin.channel_id, question).await?)
        }
    }
}

/// The game that a command means which looks back: in the thread of a game that is over, that one.
pub async fn game_or_finished(app: &App, interaction: &Interaction) -> Result<GameId, Problem> {
    match interaction.text("game") {
        Some(text) => find_named_game(app, interaction, text).await,
        None => Ok(app.games.game_to_review(interaction.person.user, interaction.origin.channel_id).await?),
    }
}
