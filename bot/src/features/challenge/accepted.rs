//! The answer to a player who has accepted.

use crate::commands::board::message;
use crate::discord::localization::{Language, localize};
use crate::domain::{Phase, UserId};
use crate::games::View;
use rules::Seat;

/// What a player is told who has accepted a challenge.
pub(crate) fn accepted(language: Language, user: UserId, view: &View) -> String {
    let record = &view.record;
    let seat = record.seat_of(user).unwrap_or(Seat(0));
    let waiting = message::mentions(record.unanswered());
    if record.game.phase == Phase::Offered && !waiting.is_empty() {
        return localize!(language, "you-accepted-wait", waiting = waiting);
    }
    let seat_infos = view.any_game.seats();
    let accepted = localize!(language, "you-accepted", color = message::color_at(language, &seat_infos, seat));
    let teams = message::teams(language, &seat_infos, &record.seats, true);
    teams.map_or_else(|| accepted.clone(), |teams| format!("{accepted}\n{teams}"))
}
