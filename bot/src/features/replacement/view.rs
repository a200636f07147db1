//! The messages about somebody who takes over from a player.

use rules::Seat;

use crate::commands::board::message;
use crate::commands::button::Button;
use crate::discord::localization::localize;
use crate::discord::message::{OutgoingMessage, Style, button, row, sentence};
use crate::domain::UserId;
use crate::features::board::view::sentence_with_board;
use crate::features::replacement::{ACCEPT, DECLINE};
use crate::views::notice_context::NoticeContext;

/// The question. `None` once it is answered, or another one is asked.
pub fn render_request(
    context: &NoticeContext<'_>,
    seat: Seat,
    user: UserId,
    organizer: UserId,
    reason: &str,
) -> Option<OutgoingMessage> {
    let (language, game) = (context.language, context.game());
    let version = game.agreements.replacement.as_ref().map(|asked| asked.version);
    version.filter(|version| *version == context.version)?;
    let press = |word| Button::at(word, game.game_id, context.version);
    let rows = vec![row(&[
        button(&press(ACCEPT), localize!(language, "button-take-over"), Style::Success),
        button(&press(DECLINE), localize!(language, "button-not-take-over"), Style::Secondary),
    ])];
    let said = localize!(
        language,
        "replacement-asked",
        player = user.0,
        organizer = organizer.0,
        former = context.player(seat)?,
        reason = sentence(reason)
    );
    Some(OutgoingMessage::text(said).mention([user]).rows(rows))
}

/// Nobody takes over.
pub fn declined(context: &NoticeContext<'_>, user: UserId) -> OutgoingMessage {
    OutgoingMessage::text(localize!(context.language, "replacement-declined", player = user.0))
}

/// Somebody has taken over: with the board.
pub async fn replaced(
    context: &NoticeContext<'_>,
    seat: Seat,
    former: UserId,
    organizer: UserId,
    ply: u32,
) -> anyhow::Result<OutgoingMessage> {
    let said = localize!(
        context.language,
        "replacement-done",
        players = message::mentions(context.record.seats.iter()),
        player = context.record.player_at(seat),
        former = former.0,
        organizer = organizer.0
    );
    sentence_with_board(context, said, context.mentions_now(ply), ply).await
}
