//! The message about a takeback.

use crate::discord::localization::say;
use crate::discord::message::OutgoingMessage;
use crate::domain::Phase;
use crate::features::board::notices::sentence_with_board;
use crate::features::notice_context::NoticeContext;
use crate::features::proposals::view::listed;

/// Moves were taken back: which ones, and the board as it is again.
pub async fn taken_back(
    context: &NoticeContext<'_>,
    seat: u8,
    ply: u32,
    moves: &[String],
) -> anyhow::Result<OutgoingMessage> {
    let game = context.game();
    let player = context.user(seat).map_or(0, |user| user.0);
    let moves = listed(moves.iter().map(String::as_str));
    let sentence = say!(context.language, "taken-back", player = player, moves = moves);
    let is_current = game.phase == Phase::Playing && game.ply == ply && game.terms.taken_back == Some(context.version);
    sentence_with_board(context, sentence, is_current, ply).await
}
