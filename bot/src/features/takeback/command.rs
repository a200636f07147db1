//! `/takeback`.

use crate::commands::answer::Answer;
use crate::commands::context::App;
use crate::commands::game_option::{game_of, game_of_own};
use crate::commands::proposal::withdrawn;
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::discord::reply::Reply;
use crate::features::takeback::view::after_takeback;
use crate::games::proposals::Withdrawal;
use crate::games::{Certainty, Question};

/// `/takeback`
pub async fn take_back(app: &App, language: Language, incoming: &Interaction) -> Answer {
    if incoming.flag("withdraw") {
        let game = game_of_own(app, incoming, Question::Takeback).await?;
        return withdrawn(app, language, incoming, game, Withdrawal::Takeback).await;
    }
    let (game, user) = (game_of(app, incoming, Certainty::Certain).await?, incoming.person.user);
    let done = app.games.take_back(incoming.request, game, user).await?;
    Ok(Reply::ephemeral(after_takeback(language, user, &done)))
}
