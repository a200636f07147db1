//! The buttons below a proposal.

use crate::commands::answer::{Answer, Problem};
use crate::commands::button::{Button, ButtonAction};
use crate::commands::context::App;
use crate::discord::interaction::Interaction;
use crate::discord::localization::{Language, say};
use crate::discord::message::OutgoingMessage;
use crate::discord::reply::Reply;
use crate::domain::GameId;
use crate::features::proposals::service::{self, Withdrawal};
use crate::features::proposals::view;
use crate::games::GameError;

/// *Agree* and *Decline*.
pub(crate) async fn answer(app: &App, language: Language, incoming: &Interaction, button: &Button) -> Answer {
    let version = button.required_number()?;
    let agrees = button.verb == ButtonAction::Agree;
    let answer = if agrees { service::Answer::Agree } else { service::Answer::Decline };
    let done = app.games.answer(incoming.request, button.game, incoming.person.user, version, answer).await?;
    Ok(incoming.answered(OutgoingMessage::text(view::after_answer(language, answer, &done.view))))
}

/// *Withdraw* below one's own proposal.
pub(crate) async fn withdraw(app: &App, language: Language, incoming: &Interaction, button: &Button) -> Answer {
    let which = Withdrawal::Made(button.required_number()?);
    Ok(incoming.answered(OutgoingMessage::text(take_off(app, language, incoming, button.game, which).await?)))
}

/// Withdraws a proposal; returns the confirmation.
async fn take_off(
    app: &App,
    language: Language,
    incoming: &Interaction,
    game: GameId,
    which: Withdrawal,
) -> Result<String, Problem> {
    match app.games.withdraw_proposal(incoming.request, game, incoming.person.user, which).await {
        Ok(_) => Ok(say!(language, "you-withdrew-proposal")),
        Err(GameError::NoProposal) => Err(Problem::Say("error-nothing-to-withdraw")),
        Err(error) => Err(error.into()),
    }
}

/// The same for a command with the option `withdraw`.
pub(crate) async fn withdrawn(
    app: &App,
    language: Language,
    incoming: &Interaction,
    game: GameId,
    which: Withdrawal,
) -> Answer {
    Ok(Reply::private(OutgoingMessage::text(take_off(app, language, incoming, game, which).await?)))
}
