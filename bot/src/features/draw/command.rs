//! `/draw`.

use crate::commands::answer::Answer;
use crate::commands::button::Button;
use crate::commands::context::App;
use crate::commands::game_option::{game_of, game_of_own};
use crate::discord::interaction::Interaction;
use crate::discord::localization::{Language, localize};
use crate::discord::message::OutgoingMessage;
use crate::discord::reply::Reply;
use crate::features::draw::service::DrawAction;
use crate::features::draw::view;
use crate::games::{Certainty, Question};

pub(crate) async fn draw(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let user = interaction.person.user;
    if interaction.flag("withdraw") {
        let game = game_of_own(app, interaction, Question::Draw).await?;
        app.games.draw(interaction.request, game, user, DrawAction::Withdraw { offer: None }).await?;
        return Ok(Reply::ephemeral(OutgoingMessage::text(localize!(language, "you-withdrew-draw"))));
    }
    let game = game_of(app, interaction, Certainty::Certain).await?;
    let action = DrawAction::OfferOrAccept { expected_revision: None };
    let done = app.games.draw(interaction.request, game, user, action).await?;
    Ok(Reply::ephemeral(view::after_draw(language, user, &done)))
}

/// *Draw* below a board.
pub(crate) async fn offer_or_accept(
    app: &App,
    language: Language,
    interaction: &Interaction,
    button: &Button,
) -> Answer {
    let expected_revision = Some(button.required_revision()?);
    decide(app, language, interaction, button, DrawAction::OfferOrAccept { expected_revision }).await
}

/// *Accept* below an offer.
pub(crate) async fn accept(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    let offer = button.required_number()?;
    decide(app, language, interaction, button, DrawAction::Accept { offer }).await
}

async fn decide(
    app: &App,
    language: Language,
    interaction: &Interaction,
    button: &Button,
    action: DrawAction,
) -> Answer {
    let user = interaction.person.user;
    let done = app.games.draw(interaction.request, button.game, user, action).await?;
    Ok(interaction.private_reply(view::after_draw(language, user, &done)))
}

/// *Decline* below an offer.
pub(crate) async fn decline(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    let offer = button.required_number()?;
    app.games.draw(interaction.request, button.game, interaction.person.user, DrawAction::Decline { offer }).await?;
    Ok(interaction.private_reply(OutgoingMessage::text(localize!(language, "you-declined-draw"))))
}

/// *Withdraw* below one's own offer.
pub(crate) async fn withdraw(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    let offer = Some(button.required_number()?);
    app.games.draw(interaction.request, button.game, interaction.person.user, DrawAction::Withdraw { offer }).await?;
    Ok(interaction.private_reply(OutgoingMessage::text(localize!(language, "you-withdrew-draw"))))
}
