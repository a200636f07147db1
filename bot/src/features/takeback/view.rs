//! The messages about a takeback, and the answer to `/takeback`.

use crate::commands::board::message;
use crate::commands::proposal::{asked, own_proposal, pending_message};
use crate::discord::localization::{Language, localize};
use crate::discord::message::OutgoingMessage;
use crate::domain::{Action, GameRecord, Phase, Proposal, ProposalKind, UserId};
use crate::features::board::view::sentence_with_board;
use crate::features::notice_context::NoticeContext;
use crate::games::Done;
use rules::Seat;

/// The confirmation for the player who has asked for a takeback. It stays the same when others have answered meanwhile.
pub(crate) fn after_takeback(language: Language, user: UserId, done: &Done) -> OutgoingMessage {
    let (record, game) = (&done.replayed.record, done.replayed.record.game.game_id);
    let text = |opponents| localize!(language, "you-asked-takeback", id = record.game.name(), opponents = opponents);
    match own_proposal(record, user).filter(|open| matches!(open.kind, ProposalKind::Takeback { .. })) {
        Some(open) => pending_message(language, game, open, text(asked(record, open))),
        None if done.action == Some(Action::Propose) => {
            OutgoingMessage::text(text(message::mentions(record.opponents(user))))
        }
        None => {
            let against = message::against(language, &done.replayed.any_game.seats(), &record.seats, user);
            OutgoingMessage::text(localize!(language, "you-took-back", id = record.game.name(), against = against))
        }
    }
}

/// The question to the opponents: which moves shall go.
pub(crate) fn question(language: Language, record: &GameRecord, open: &Proposal, ply: u32) -> String {
    let gone = record.plies.iter().skip(ply as usize).map(|ply| ply.notation.as_str());
    let player = record.at(open.seat).map_or(0, |seat| seat.user.0);
    localize!(language, "takeback-asked", opponents = asked(record, open), player = player, moves = listed(gone))
}

pub(crate) fn declined(language: Language, player: u64) -> String {
    localize!(language, "takeback-declined", player = player)
}

pub(crate) fn withdrawn(language: Language, player: u64) -> String {
    localize!(language, "takeback-withdrawn", player = player)
}

/// Moves were taken back: which ones, and the board as it is again.
pub async fn taken_back(
    context: &NoticeContext<'_>,
    seat: Seat,
    ply: u32,
    moves: &[String],
) -> anyhow::Result<OutgoingMessage> {
    let game = context.game();
    let player = context.user(seat).map_or(0, |user| user.0);
    let moves = listed(moves.iter().map(String::as_str));
    let sentence = localize!(context.language, "taken-back", player = player, moves = moves);
    let is_current =
        game.phase == Phase::Playing && game.ply == ply && game.agreements.taken_back == Some(context.version);
    sentence_with_board(context, sentence, is_current, ply).await
}

/// Moves in a sentence.
fn listed<'a>(moves: impl Iterator<Item = &'a str>) -> String {
    moves.map(|notation| format!("`{notation}`")).collect::<Vec<_>>().join(", ")
}
