//! What players read of time that was given.

use rules::Seat;

use crate::commands::time_in_words::span;
use crate::discord::localization::{Language, localize};
use crate::discord::message::OutgoingMessage;
use crate::domain::{GameRecord, UserId};
use crate::features::more_time::service::gift;
use crate::features::notice_context::NoticeContext;

/// For the giver alone.
pub fn you_gave(language: Language, record: &GameRecord, giver: UserId, named: Option<i64>) -> OutgoingMessage {
    let game = &record.game;
    let until = game.turn.deadline_at.map_or(0, |at| at.0 / 1000);
    let time = span(language, gift(game.time_control.pace, named));
    let player = record.on_turn().filter(|on_turn| on_turn.user != giver).or_else(|| record.opponents(giver).next());
    let player = player.map_or(0, |player| player.user.0);
    OutgoingMessage::text(localize!(language, "you-gave-time", player = player, time = time, until = until))
}

/// For the player who got it. `None` once the turn is over.
pub fn given(context: &NoticeContext<'_>, seat: Seat, millis: i64, ply: u32) -> Option<OutgoingMessage> {
    let player = context.record.on_turn().filter(|_| context.is_about_this_turn(ply))?.user;
    let until = context.game().turn.deadline_at?.0 / 1000;
    let giver = context.record.at(seat)?.user;
    let time = span(context.language, millis);
    let said =
        localize!(context.language, "notice-more-time", giver = giver.0, player = player.0, time = time, until = until);
    Some(OutgoingMessage::text(said).mention([player]))
}
