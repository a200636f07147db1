//! `/resign`, and the question before it.

use crate::commands::answer::{Answer, Problem};
use crate::commands::board::message;
use crate::commands::button::{Button, ButtonAction};
use crate::commands::context::App;
use crate::commands::game_option::game_of;
use crate::discord::interaction::Interaction;
use crate::discord::localization::{Language, localize};
use crate::discord::message::{self as components, OutgoingMessage, Style, row};
use crate::discord::reply::Reply;
use crate::domain::GameId;
use crate::games::Certainty;

pub(crate) async fn resign(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let game = game_of(app, interaction, Certainty::Certain).await?;
    Ok(Reply::ephemeral(ask_to_resign(app, language, interaction, game).await?))
}

/// The question before resigning. It is about the game as it is now, whatever board the button stood under.
pub async fn ask_to_resign(
    app: &App,
    language: Language,
    interaction: &Interaction,
    game: GameId,
) -> Result<OutgoingMessage, Problem> {
    let replayed = app.games.load(game, None).await?;
    replayed.record.playing_seat(interaction.person.user)?;
    let yes = Button::at(ButtonAction::ResignYes, game, replayed.record.game.version);
    let no = Button::of(ButtonAction::Board, game);
    let rows = vec![row(&[
        components::button(&yes, localize!(language, "button-resign-yes"), Style::Danger),
        components::button(&no, localize!(language, "button-back"), Style::Secondary),
    ])];
    let user = interaction.person.user;
    let against = message::against(language, &replayed.any_game.seats(), &replayed.record.seats, user);
    Ok(OutgoingMessage::text(localize!(language, "resign-ask", id = replayed.record.game.name(), against = against))
        .rows(rows))
}

/// *Resign* below a board.
pub(crate) async fn press(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    Ok(interaction.private_reply(ask_to_resign(app, language, interaction, button.game).await?))
}

/// *Yes* to the question.
pub(crate) async fn confirm(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    let version = button.required_number()?;
    let done = app.games.resign(interaction.request, button.game, interaction.person.user, Some(version)).await?;
    let record = &done.replayed.record;
    let against = message::against(language, &done.replayed.any_game.seats(), &record.seats, interaction.person.user);
    Ok(interaction.private_reply(OutgoingMessage::text(localize!(
        language,
        "you-resigned",
        id = record.game.name(),
        against = against
    ))))
}
