//! The message that a game was aborted.

use crate::commands::board::message;
use crate::discord::localization::localize;
use crate::discord::message::OutgoingMessage;
use crate::domain::UserId;
use crate::features::notice_context::NoticeContext;
use rules::Seat;

pub fn aborted(context: &NoticeContext<'_>, seat: Seat) -> Option<OutgoingMessage> {
    let player = context.user(seat)?;
    let others: Vec<UserId> = context.record.opponents(player).map(|seat| seat.user).collect();
    let opponents = message::mentions(context.record.opponents(player));
    let text = localize!(context.language, "aborted", player = player.0, opponents = opponents);
    Some(OutgoingMessage::text(text).mention(others))
}
