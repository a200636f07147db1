//! The messages about an adjournment, and the answer to `/adjourn`.

use crate::commands::board::message;
use crate::commands::button::{Button, word};
use crate::commands::proposal::{asked, own_proposal, pending_message};
use crate::discord::localization::{Language, localize};
use crate::discord::message::{OutgoingMessage, Style, button, row};
use crate::domain::{GameRecord, Proposal, ProposalKind, Timestamp, UserId};
use crate::features::board::view::sentence_with_board;
use crate::features::notice_context::NoticeContext;
use crate::games::Done;
use rules::Seat;

/// The confirmation for the player who has proposed to adjourn.
pub(crate) fn after_adjourn(language: Language, user: UserId, days: u32, done: &Done) -> OutgoingMessage {
    let (record, game) = (&done.replayed.record, done.replayed.record.game.game_id);
    let text = |opponents| {
        localize!(language, "you-asked-to-adjourn", id = record.game.name(), opponents = opponents, days = days)
    };
    match own_proposal(record, user).filter(|open| matches!(open.kind, ProposalKind::Adjourn { .. })) {
        Some(open) => pending_message(language, game, open, text(asked(record, open))),
        // It was answered at once, and the game says how.
        None => OutgoingMessage::text(text(message::mentions(record.opponents(user)))),
    }
}

/// The question to the opponents.
pub(crate) fn question(language: Language, record: &GameRecord, open: &Proposal, days: u32) -> String {
    let player = record.at(open.seat).map_or(0, |seat| seat.user.0);
    localize!(language, "adjourn-asked", opponents = asked(record, open), player = player, days = days)
}

pub(crate) fn declined(language: Language, player: u64) -> String {
    localize!(language, "adjourn-declined", player = player)
}

pub(crate) fn withdrawn(language: Language, player: u64) -> String {
    localize!(language, "adjourn-withdrawn", player = player)
}

/// The game is adjourned, with the button that resumes it. `None` once it has resumed, which has a notice of its own.
pub fn adjourned(context: &NoticeContext<'_>, until: Timestamp) -> Option<OutgoingMessage> {
    let (game, language) = (context.game(), context.language);
    let version =
        game.agreements.adjourned.map(|adjourned| adjourned.version).filter(|version| *version == context.version)?;
    let custom_id = Button::at(word::RESUME, game.game_id, version);
    let rows = vec![row(&[button(&custom_id, localize!(language, "button-resume"), Style::Secondary)])];
    let players = message::mentions(context.record.seats.iter());
    Some(OutgoingMessage::text(localize!(language, "adjourned", players = players, until = until.0 / 1000)).rows(rows))
}

/// The game goes on, with the board.
pub async fn resumed(context: &NoticeContext<'_>, seat: Option<Seat>, ply: u32) -> anyhow::Result<OutgoingMessage> {
    let sentence = match seat.and_then(|seat| context.user(seat)) {
        Some(player) => localize!(context.language, "resumed", player = player.0),
        None => localize!(context.language, "resumed-in-time"),
    };
    sentence_with_board(context, sentence, context.mentions_now(ply), ply).await
}
