//! The buttons below a proposal.

use crate::commands::answer::Answer;
use crate::commands::button::{Button, word};
use crate::commands::context::App;
use crate::commands::proposal::withdraw_proposal;
use crate::discord::interaction::Interaction;
use crate::discord::localization::Language;
use crate::discord::message::OutgoingMessage;
use crate::features::proposals::service;
use crate::features::proposals::view;
use crate::games::proposals::Withdrawal;

/// *Agree* and *Decline*.
pub(crate) async fn answer(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    let version = button.required_number()?;
    let agrees = button.word == word::AGREE;
    let answer = if agrees { service::ProposalAnswer::Agree } else { service::ProposalAnswer::Decline };
    let done = app.games.answer(interaction.request, button.game, interaction.person.user, version, answer).await?;
    Ok(interaction.private_reply(OutgoingMessage::text(view::after_answer(language, answer, &done.replayed))))
}

/// *Withdraw* below one's own proposal.
pub(crate) async fn withdraw(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    let which = Withdrawal::OfVersion(button.required_number()?);
    Ok(interaction
        .private_reply(OutgoingMessage::text(withdraw_proposal(app, language, interaction, button.game, which).await?)))
}
