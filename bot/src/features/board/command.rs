//! `/board` and the buttons that show a board.

use serde_json::Value;

use crate::commands::answer::{Answer, Problem};
use crate::commands::board::message;
use crate::commands::board::viewer::Viewer;
use crate::commands::button::{Button, ButtonAction};
use crate::commands::context::App;
use crate::commands::game_option::game_of;
use crate::discord::interaction::Interaction;
use crate::discord::localization::{Language, localize};
use crate::discord::message::OutgoingMessage;
use crate::discord::reply::Reply;
use crate::domain::{GameId, Phase};
use crate::features::challenge::view;
use crate::features::game_list;
use crate::games::Certainty;

/// How a board is asked for. What is not named is as its reader likes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BoardStyle {
    pub text_board: Option<bool>,
    /// White at the bottom.
    pub flip: Option<bool>,
}

/// `/board`
pub(crate) async fn show(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let game = game_of(app, interaction, Certainty::Likely).await?;
    let ply = interaction.number("ply").and_then(|ply| u32::try_from(ply).ok());
    let text_board = interaction.text("style").map(|style| style == "text");
    let flip = interaction.options.get("flip").and_then(Value::as_bool);
    Ok(Reply::ephemeral(board_message(app, language, interaction, game, ply, BoardStyle { text_board, flip }).await?))
}

/// A game as it is, or after so many plies. A challenge is shown to those between whom it is, with what they can do about it.
pub async fn board_message(
    app: &App,
    language: Language,
    interaction: &Interaction,
    game: GameId,
    ply: Option<u32>,
    wanted: BoardStyle,
) -> Result<OutgoingMessage, Problem> {
    let replayed = app.games.load(game, ply).await?;
    let user = interaction.person.user;
    let mut viewer = Viewer::person(app, user, replayed.record.game.place.guild_id).await;
    viewer.text_board = wanted.text_board.unwrap_or(viewer.text_board);
    if matches!(replayed.record.game.phase, Phase::Offered | Phase::Void) {
        replayed.record.check_not_others(user)?;
        let rows = game_list::view::offer_buttons(language, &replayed.record, user);
        return Ok(view::offer(app, language, &replayed.record, &viewer, rows).await?);
    }
    let (shown_ply, current_ply) = (replayed.any_game.ply(), replayed.record.game.ply);
    if shown_ply < current_ply && replayed.any_game.hides_colors() {
        // Move by move it would be plain which marbles are whose.
        return Err(Problem::Key("error-hidden-colors-past"));
    }
    let sentence = match ply {
        Some(ply) if ply > current_ply => localize!(language, "ply-not-played", ply = current_ply),
        Some(_) if shown_ply < current_ply => localize!(language, "after-ply", ply = shown_ply),
        _ => String::new(),
    };
    let flip = wanted.flip.unwrap_or_else(|| viewer.flips(&replayed, false));
    Ok(message::private(app, language, &replayed, &viewer, &sentence, flip).await?)
}

/// *Board* and *Flip* below a board.
pub(crate) async fn press(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    // The button that turns a board back names its ply; the others ask for it as its reader likes it.
    let flip =
        (button.verb == ButtonAction::Flip || button.number.is_some()).then_some(button.verb == ButtonAction::Flip);
    let wanted = BoardStyle { flip, text_board: None };
    Ok(interaction.private_reply(board_message(app, language, interaction, button.game, button.ply(), wanted).await?))
}
