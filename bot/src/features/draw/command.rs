//! `/draw`.

use crate::commands::answer::Answer;
use crate::commands::context::App;
use crate::commands::game_option::{game_of, game_of_own};
use crate::discord::interaction::Interaction;
use crate::discord::localization::{Language, say};
use crate::discord::message::OutgoingMessage;
use crate::discord::reply::Reply;
use crate::features::draw::service::DrawAction;
use crate::features::draw::view;
use crate::games::{Guess, Question};

pub(crate) async fn draw(app: &App, language: Language, incoming: &Interaction) -> Answer {
    let user = incoming.person.user;
    if incoming.flag("withdraw") {
        let game = game_of_own(app, incoming, Question::Draw).await?;
        app.games.draw(incoming.request, game, user, DrawAction::Withdraw { offer: None }).await?;
        return Ok(Reply::private(OutgoingMessage::text(say!(language, "you-withdrew-draw"))));
    }
    let game = game_of(app, incoming, Guess::Certain).await?;
    let action = DrawAction::OfferOrAccept { expected_revision: None };
    let done = app.games.draw(incoming.request, game, user, action).await?;
    Ok(Reply::private(view::after_draw(language, user, &done)))
}
