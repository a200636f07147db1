//! The message that warns a player who has not moved for long.

use crate::commands::board::message;
use crate::discord::localization::localize;
use crate::discord::message::OutgoingMessage;
use crate::domain::Timestamp;
use crate::features::notice_context::NoticeContext;
use rules::Seat;

/// The game may be claimed from `until` on. `None` once the player has moved.
pub fn warning(context: &NoticeContext<'_>, seat: Seat, until: Timestamp, ply: u32) -> Option<OutgoingMessage> {
    let player = context.user(seat).filter(|_| context.is_about_this_turn(ply))?;
    let text = localize!(context.language, "claim-warning", player = player.0, until = until.0 / 1000);
    Some(OutgoingMessage::text(text).mention([player]).rows(message::buttons(context.language, context.game())))
}
