//! `/board` and the buttons that show a board.

use serde_json::Value;

use crate::commands::board::message;
use crate::commands::board::pictures::Overlay;
use crate::commands::board::steps::LAST;
use crate::commands::{Answer, App, Button, Problem, Viewer, game_of};
use crate::discord::{Interaction, InteractionType, Language, Modal, ModalField, OutgoingMessage, Reply, localize};
use crate::domain::{GameId, Phase};
use crate::features::challenge::view;
use crate::games::Certainty;
use crate::views::{annulment, answers};

const MOVE_FIELD: &str = "move";

/// How a board is asked for. What is not named is as its reader likes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BoardStyle {
    /// As a text board, and of that only the words?
    pub text: Option<(bool, bool)>,
    pub flip: Option<bool>,
}

pub(super) async fn show(app: &App, language: Language, interaction: &Interaction) -> Answer {
    let game = game_of(app, interaction, Certainty::Likely).await?;
    let ply = interaction.number("ply").and_then(|ply| u32::try_from(ply).ok());
    let text = interaction.text("style").map(|style| (style != "picture", style == "words"));
    let flip = interaction.options.get("flip").and_then(Value::as_bool);
    Ok(Reply::ephemeral(board_message(app, language, interaction, game, ply, BoardStyle { text, flip }).await?))
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
    let mut viewer = Viewer::of(app, user, replayed.record.game.place.guild_id).await.facing(wanted.flip);
    (viewer.text_board, viewer.words_only) = wanted.text.unwrap_or((viewer.text_board, viewer.words_only));
    if matches!(replayed.record.game.phase, Phase::Offered | Phase::Void) {
        replayed.record.check_not_others(user)?;
    }
    if replayed.record.game.is_annulled() {
        // As it stood: nobody moves in it now.
        let text = annulment::annulled_game(language, &replayed.record, &replayed.any_game.diagram());
        let overlay = Overlay::turned(viewer.flips(Some(&replayed)));
        return Ok(message::render_board(app, language, &replayed, &viewer, overlay, &text).await?);
    }
    if matches!(replayed.record.game.phase, Phase::Offered | Phase::Void) {
        let rows = answers::offer_buttons(language, &replayed.record, user);
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
    // Elsewhere than where it is played, others could be meant.
    let is_here = replayed.record.game.place.channel() == interaction.origin.channel_id;
    let named = (!is_here).then(|| message::heading(language, &replayed.record));
    let sentence = named.into_iter().chain(Some(sentence).filter(|sentence| !sentence.is_empty()));
    let sentence = sentence.collect::<Vec<_>>().join("\n");
    Ok(message::private(app, language, &replayed, &viewer, &sentence).await?)
}

/// *◀* and *▶* below a board. What moves were taken back since is said, and the last position shown.
pub(super) async fn step(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    let is_last = button.text.as_deref() == Some(LAST);
    let ply = if is_last { None } else { Some(button.ply().ok_or(Problem::UNKNOWN_BUTTON)?) };
    let wanted = BoardStyle { flip: button.flip, text: None };
    Ok(interaction.private_reply(board_message(app, language, interaction, button.game, ply, wanted).await?))
}

/// *Go to move…*: asks for the move in a modal, whose answer has the same id.
pub(super) async fn go_to(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    let Some(typed) = interaction.text(MOVE_FIELD) else {
        if interaction.kind != InteractionType::Component {
            return Err(Problem::Key("error-go-to"));
        }
        return Ok(Reply::Modal(Modal {
            custom_id: button.to_string(),
            title: localize!(language, "go-to-title"),
            fields: vec![ModalField::required(MOVE_FIELD, localize!(language, "go-to-move"), 6)],
        }));
    };
    let ply = typed.trim().trim_end_matches('.').parse().map_err(|_| Problem::Key("error-go-to"))?;
    let wanted = BoardStyle { flip: button.flip, text: None };
    Ok(interaction.private_reply(board_message(app, language, interaction, button.game, Some(ply), wanted).await?))
}

/// *Board* and *Flip* below a board.
pub(super) async fn press(app: &App, language: Language, interaction: &Interaction, button: &Button) -> Answer {
    let wanted = BoardStyle { flip: button.flip, text: None };
    Ok(interaction.private_reply(board_message(app, language, interaction, button.game, button.ply(), wanted).await?))
}
