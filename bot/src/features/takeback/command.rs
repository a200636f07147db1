//! `/takeback`.

use crate::commands::answer::{Answer, Problem};
use crate::commands::context::App;
use crate::commands::game_option::{game_of, game_of_own};
use crate::commands::proposal::withdrawn;
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::discord::reply::Reply;
use crate::features::takeback::view::after_takeback;
use crate::games::proposals::Withdrawal;
use crate::games::{Certainty, GameError, Question};

/// `/takeback`
pub async fn take_back(app: &App, language: Language, interaction: &Interaction) -> Answer {
    if interaction.flag("withdraw") {
        let game = game_of_own(app, interaction, Question::Takeback).await?;
        return withdrawn(app, language, interaction, game, Withdrawal::Takeback).await;
    }
    let user = interaction.person.user;
    let game = match game_of(app, interaction, Certainty::Certain).await {
        Err(Problem::Game(GameError::WhichGame(games), played)) => {
            let mut possible = app.games.with_own_move(user, games).await?;
            match possible.len() {
                0 => return Err(GameError::NothingToTakeBack.into()),
                1 => possible.remove(0).game.game_id,
                _ => return Err(Problem::Game(GameError::WhichGame(possible), played)),
            }
        }
        game => game?,
    };
    let done = app.games.take_back(interaction.request, game, user).await?;
    Ok(Reply::ephemeral(after_takeback(language, user, &done)))
}
