//! What messages about all kinds of proposals share: who is asked, and how one is withdrawn.

use serde_json::Value;

use crate::commands::answer::{Answer, Problem};
use crate::commands::board::message;
use crate::commands::button::{Button, word};
use crate::commands::context::App;
use crate::discord::interaction::Interaction;
use crate::discord::localization::{Language, localize};
use crate::discord::message::{OutgoingMessage, Style, button, row};
use crate::discord::reply::Reply;
use crate::domain::{GameId, GameRecord, Proposal, UserId};
use crate::games::GameError;
use crate::games::proposals::Withdrawal;

/// The proposal of this person that is open.
pub(crate) fn own_proposal(record: &GameRecord, user: UserId) -> Option<&Proposal> {
    record.game.agreements.proposal.as_ref().filter(|open| record.seat_of(user) == Some(open.seat))
}

/// A message about an open proposal, with the button that withdraws it.
pub(crate) fn pending_message(language: Language, game: GameId, open: &Proposal, text: String) -> OutgoingMessage {
    let custom_id = Button::at(word::WITHDRAW_PROPOSAL, game, open.version);
    OutgoingMessage::text(text).rows(vec![row(&[withdraw(language, &custom_id)])])
}

/// The button that withdraws what its presser has proposed.
pub fn withdraw(language: Language, custom_id: &Button) -> Value {
    button(custom_id, localize!(language, "button-withdraw"), Style::Secondary)
}

/// Those who have not agreed yet.
pub(crate) fn asked(record: &GameRecord, open: &Proposal) -> String {
    message::mentions(record.everybody_else(open.seat).filter(|seat| !open.agreed.contains(&seat.seat)))
}

/// Withdraws a proposal; returns the confirmation.
pub(crate) async fn withdraw_proposal(
    app: &App,
    language: Language,
    interaction: &Interaction,
    game: GameId,
    which: Withdrawal,
) -> Result<String, Problem> {
    match app.games.withdraw_proposal(interaction.request, game, interaction.person.user, which).await {
        Ok(_) => Ok(localize!(language, "you-withdrew-proposal")),
        Err(GameError::NoProposal) => Err(Problem::Key("error-nothing-to-withdraw")),
        Err(error) => Err(error.into()),
    }
}

/// The same for a command with the option `withdraw`.
pub(crate) async fn withdrawn(
    app: &App,
    language: Language,
    interaction: &Interaction,
    game: GameId,
    which: Withdrawal,
) -> Answer {
    Ok(Reply::ephemeral(OutgoingMessage::text(withdraw_proposal(app, language, interaction, game, which).await?)))
}
