//! The messages about an adjournment.

use crate::commands::board::message;
use crate::commands::button::{Button, ButtonAction};
use crate::discord::localization::say;
use crate::discord::message::{OutgoingMessage, Style, button, row};
use crate::domain::Timestamp;
use crate::features::board::notices::sentence_with_board;
use crate::features::notice_context::NoticeContext;

/// The game is adjourned, with the button that resumes it. `None` once it has resumed, which has a notice of its own.
pub fn adjourned(context: &NoticeContext<'_>, until: Timestamp) -> Option<OutgoingMessage> {
    let (game, language) = (context.game(), context.language);
    let version =
        game.terms.adjourned.map(|adjourned| adjourned.version).filter(|version| *version == context.version)?;
    let press = Button::at(ButtonAction::Resume, game.game_id, version);
    let rows = vec![row(&[button(&press, say!(language, "button-resume"), Style::Secondary)])];
    let players = message::mentions(context.record.seats.iter());
    Some(OutgoingMessage::text(say!(language, "adjourned", players = players, until = until.0 / 1000)).rows(rows))
}

/// The game goes on, with the board.
pub async fn resumed(context: &NoticeContext<'_>, seat: Option<u8>, ply: u32) -> anyhow::Result<OutgoingMessage> {
    let sentence = match seat.and_then(|seat| context.user(seat)) {
        Some(player) => say!(context.language, "resumed", player = player.0),
        None => say!(context.language, "resumed-in-time"),
    };
    sentence_with_board(context, sentence, context.mentions_now(ply), ply).await
}
