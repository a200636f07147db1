//! `/claim`.

use crate::commands::answer::Answer;
use crate::commands::board::message;
use crate::commands::button::{Button, word};
use crate::commands::context::App;
use crate::commands::game_option::game_of;
use crate::discord::interaction::Interaction;
use crate::discord::localization::{Language, localize};
use crate::discord::message::{OutgoingMessage, Style, button, row};
use crate::discord::reply::Reply;
use crate::features::claim::service::{Claim, Silence};
use crate::games::Certainty;

/// `/claim`: the warning first, and when it has passed the question what to claim.
pub async fn claim(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let game = game_of(app, interaction, Certainty::Certain).await?;
    let user = interaction.person.user;
    let replayed = match app.games.silence(interaction.request, game, user).await? {
        Silence::Warned(until) => {
            return Ok(Reply::ephemeral(OutgoingMessage::text(localize!(
                language,
                "you-warned-opponent",
                until = until.0 / 1000
            ))));
        }
        Silence::Claimable(replayed) => replayed,
    };
    let at = replayed.record.game.version;
    let rows = vec![row(&[
        button(&Button::at(word::CLAIM_WIN, game, at), localize!(language, "button-claim-win"), Style::Danger),
        button(&Button::at(word::CLAIM_DRAW, game, at), localize!(language, "button-claim-draw"), Style::Primary),
        button(&Button::of(word::BOARD, game), localize!(language, "button-back"), Style::Secondary),
    ])];
    let against = message::against(language, &replayed.any_game.seats(), &replayed.record.seats, user);
    Ok(Reply::ephemeral(
        OutgoingMessage::text(localize!(language, "claim-ask", id = replayed.record.game.name(), against = against))
            .rows(rows),
    ))
}

/// The buttons that claim a win or a draw.
pub(crate) async fn confirm(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    let version = button.required_number()?;
    let claim = if button.word == word::CLAIM_WIN { Claim::Win } else { Claim::Draw };
    let done = app.games.claim(interaction.request, button.game, interaction.person.user, version, claim).await?;
    let record = &done.replayed.record;
    let against = message::against(language, &done.replayed.any_game.seats(), &record.seats, interaction.person.user);
    let named = localize!(language, "you-claimed", id = record.game.name(), against = against);
    let text = format!("{named} {}", message::result(language, record, &done.replayed.any_game.diagram()));
    Ok(interaction.private_reply(OutgoingMessage::text(text)))
}
