//! `/abort`, and the question before it.

use crate::commands::answer::Answer;
use crate::commands::board::message;
use crate::commands::button::{Button, word};
use crate::commands::context::App;
use crate::commands::game_option::game_of;
use crate::discord::interaction::Interaction;
use crate::discord::localization::{Language, localize};
use crate::discord::message::{OutgoingMessage, Style, button, row};
use crate::discord::reply::Reply;
use crate::games::Certainty;

/// The question before calling a game off.
pub(crate) async fn abort(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let game = game_of(app, interaction, Certainty::Certain).await?;
    let (replayed, user) = (app.games.load(game, None).await?, interaction.person.user);
    replayed.record.aborting_seat(user)?;
    let yes = Button::at(word::ABORT_YES, game, replayed.record.game.version);
    let rows = vec![row(&[
        button(&yes, localize!(language, "button-abort-yes"), Style::Danger),
        button(&Button::of(word::BOARD, game), localize!(language, "button-back"), Style::Secondary),
    ])];
    let against = message::against(language, &replayed.any_game.seats(), &replayed.record.seats, user);
    Ok(Reply::ephemeral(
        OutgoingMessage::text(localize!(language, "abort-ask", id = replayed.record.game.name(), against = against))
            .rows(rows),
    ))
}

/// *Yes* to the question.
pub(crate) async fn confirm(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    let version = button.required_number()?;
    let done = app.games.abort(interaction.request, button.game, interaction.person.user, Some(version)).await?;
    let record = &done.replayed.record;
    let against = message::against(language, &done.replayed.any_game.seats(), &record.seats, interaction.person.user);
    Ok(interaction.private_reply(OutgoingMessage::text(localize!(
        language,
        "you-aborted",
        id = record.game.name(),
        against = against
    ))))
}
