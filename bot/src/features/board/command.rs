//! `/board` and the buttons that show a board.

use serde_json::Value;

use crate::commands::answer::{Answer, Problem};
use crate::commands::board::message;
use crate::commands::board::viewer::Viewer;
use crate::commands::button::{Button, ButtonAction};
use crate::commands::context::App;
use crate::commands::game_option::game_of;
use crate::discord::interaction::Interaction;
use crate::discord::localization::{Language, say};
use crate::discord::message::OutgoingMessage;
use crate::discord::reply::Reply;
use crate::domain::{GameId, Phase};
use crate::features::challenge::view;
use crate::features::game_list::command;
use crate::games::{Certainty, GameError};

/// How a board is asked for. What is not named is as its reader likes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Wanted {
    pub text_board: Option<bool>,
    /// White at the bottom.
    pub flip: Option<bool>,
}

/// `/board`
pub(crate) async fn show(app: &App, language: Language, incoming: &Interaction) -> Answer {
    let game = game_of(app, incoming, Certainty::Likely).await?;
    let ply = incoming.number("ply").and_then(|ply| u32::try_from(ply).ok());
    let text_board = incoming.text("style").map(|style| style == "text");
    let flip = incoming.options.get("flip").and_then(Value::as_bool);
    Ok(Reply::private(look(app, language, incoming, game, ply, Wanted { text_board, flip }).await?))
}

/// A game as it is, or after so many plies. A challenge is shown to those between whom it is, with what they can do about it.
pub async fn look(
    app: &App,
    language: Language,
    incoming: &Interaction,
    game: GameId,
    ply: Option<u32>,
    wanted: Wanted,
) -> Result<OutgoingMessage, Problem> {
    let view = app.games.view(game, ply).await?;
    let user = incoming.person.user;
    let mut reader = Viewer::person(app, user, view.record.game.place.guild_id).await;
    reader.text_board = wanted.text_board.unwrap_or(reader.text_board);
    if matches!(view.record.game.phase, Phase::Offered | Phase::Void) {
        if view.record.seat_of(user).is_none() {
            return Err(GameError::NotForYou.into());
        }
        let rows = command::offer_buttons(language, &view.record, user);
        return Ok(view::offer(app, language, &view.record, &reader, rows).await?);
    }
    let (there, now) = (view.table.ply(), view.record.game.ply);
    if there < now && view.table.hides_colors() {
        // Move by move it would be plain which marbles are whose.
        return Err(Problem::Say("error-hidden-colors-past"));
    }
    let sentence = match ply {
        Some(ply) if ply > now => say!(language, "ply-not-played", ply = now),
        Some(_) if there < now => say!(language, "after-ply", ply = there),
        _ => String::new(),
    };
    let flip = wanted.flip.unwrap_or_else(|| reader.flips(&view, false));
    Ok(message::private(app, language, &view, &reader, &sentence, flip).await?)
}

/// *Board* and *Flip* below a board.
pub(crate) async fn press(app: &App, language: Language, incoming: &Interaction, button: &Button) -> Answer {
    // The button that turns a board back names its ply; the others ask for it as its reader likes it.
    let flip =
        (button.verb == ButtonAction::Flip || button.number.is_some()).then_some(button.verb == ButtonAction::Flip);
    let wanted = Wanted { flip, text_board: None };
    Ok(incoming.answered(look(app, language, incoming, button.game, button.ply(), wanted).await?))
}
