//! `/board` and the buttons that show a board.

use discord::{InteractionType, Modal, ModalField, OutgoingMessage, Reply};
use games::GameSelection;
use games::domain::{GameId, Phase};
use serde_json::Value;

use crate::board::message;
use crate::board::pictures::Overlay;
use crate::commands::{Answer, BoardButton, Ctx, Facing, GamePress, Problem, Viewer, game_of};
use crate::features::challenge::view;
use crate::localization::localize;
use crate::views::{annulment, answers};

const MOVE_FIELD: &str = "move";

/// The requested form of a board. `None` means the reader's preference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BoardRequest {
    /// A text board, and if so only its words.
    pub text: Option<(bool, bool)>,
    pub flip: Option<bool>,
}

pub(super) async fn show(ctx: Ctx<'_>) -> Answer {
    let game = game_of(ctx, GameSelection::Likely).await?;
    let ply = ctx.number("ply").and_then(|ply| u32::try_from(ply).ok());
    let text = ctx.text("style").map(|style| (style != "picture", style == "words"));
    let flip = ctx.options.get("flip").and_then(Value::as_bool);
    Ok(Reply::ephemeral(board_message(ctx, game, ply, BoardRequest { text, flip }).await?))
}

/// A game at a ply or as it is now. A challenge is shown to its players only, with their actions.
pub async fn board_message(
    ctx: Ctx<'_>,
    game: GameId,
    ply: Option<u32>,
    style: BoardRequest,
) -> Result<OutgoingMessage, Problem> {
    let replayed = ctx.app.games.load(game, ply).await?;
    let user = ctx.user();
    let mut viewer = Viewer::of(ctx.app, user, replayed.record.game.place.guild_id).await.facing(style.flip);
    (viewer.text_board, viewer.words_only) = style.text.unwrap_or((viewer.text_board, viewer.words_only));
    if matches!(replayed.record.game.phase, Phase::Offered | Phase::Void) {
        replayed.record.check_not_others(user)?;
    }
    if replayed.record.game.is_annulled() {
        // Annulled games stay at their last position, without move buttons.
        let text = annulment::annulled_game(ctx.language, &replayed.record, &replayed.any_game.diagram());
        let overlay = Overlay::turned(viewer.flips(Some(&replayed)));
        return Ok(message::render_board(ctx.app, ctx.language, &replayed, &viewer, overlay, &text).await?);
    }
    if matches!(replayed.record.game.phase, Phase::Offered | Phase::Void) {
        let rows = answers::offer_buttons(ctx.language, &replayed.record, user);
        return Ok(view::offer(ctx.app, ctx.language, &replayed.record, &viewer, rows).await?);
    }
    let (shown_ply, current_ply) = (replayed.any_game.ply(), replayed.record.game.ply);
    if shown_ply < current_ply && replayed.any_game.hides_colors() {
        // Step by step, positions would reveal whose marbles are whose.
        return Err(Problem::Key("error-hidden-colors-past"));
    }
    let sentence = match ply {
        Some(ply) if ply > current_ply => localize!(ctx, "ply-not-played", ply = current_ply),
        Some(_) if shown_ply < current_ply => localize!(ctx, "after-ply", ply = shown_ply),
        _ => String::new(),
    };
    // Outside the game's channel the message has to name the game.
    let is_here = replayed.record.game.place.channel() == ctx.origin.channel_id;
    let heading = (!is_here).then(|| message::heading(ctx.language, &replayed.record));
    let sentence = heading.into_iter().chain(Some(sentence).filter(|sentence| !sentence.is_empty()));
    let sentence = sentence.collect::<Vec<_>>().join("\n");
    Ok(message::private(ctx.app, ctx.language, &replayed, &viewer, &sentence).await?)
}

/// *Go to move…*: asks for the move in a modal with the same custom id.
pub(super) async fn go_to(ctx: Ctx<'_>, pressed: &GamePress<BoardButton>) -> Answer {
    let Some(typed) = ctx.text(MOVE_FIELD) else {
        if ctx.kind != InteractionType::Component {
            return Err(Problem::Key("error-go-to"));
        }
        return Ok(Reply::Modal(Modal {
            custom_id: pressed.to_string(),
            title: localize!(ctx, "go-to-title"),
            fields: vec![ModalField::required(MOVE_FIELD, localize!(ctx, "go-to-move"), 6)],
        }));
    };
    let ply = typed.trim().trim_end_matches('.').parse().map_err(|_| Problem::Key("error-go-to"))?;
    let flip = if let BoardButton::GoTo { from } = &pressed.button { from.flip } else { None };
    press(ctx, pressed.subject, Facing { position: Some(ply), flip }).await
}

/// *Board*, *Flip* and the step buttons below a board.
pub(super) async fn press(ctx: Ctx<'_>, game: GameId, ply: Facing<Option<u32>>) -> Answer {
    let style = BoardRequest { flip: ply.flip, text: None };
    Ok(ctx.private_reply(board_message(ctx, game, ply.position, style).await?))
}
