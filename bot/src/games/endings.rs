//! How a game ends.

use rules::Team;

use crate::domain::{EndReason, Game, GameOutcome, Phase};
use crate::games::view::View;

/// The game as it is once it has ended.
pub(crate) fn ended(view: View, winner: Option<Team>, reason: EndReason) -> Game {
    let outcome = GameOutcome::of(winner, &view.table.seats());
    Game {
        phase: Phase::Over,
        to_move: None,
        draw_offer: None,
        result: Some(outcome),
        reason: Some(reason),
        deadline_at: None,
        terms: view.record.game.terms.closed(),
        ..view.record.game
    }
}

/// The game once the player at this seat has resigned, or has lost on time: their team loses, and all others win, so that nobody
/// chooses a winner by stopping.
pub(crate) fn lost(view: View, seat: u8, reason: EndReason) -> Game {
    let places = view.table.seats();
    let loser = places.get(usize::from(seat)).map(|place| place.team);
    let outcome = GameOutcome::won_by(places.iter().filter(|place| Some(place.team) != loser));
    Game { loser: Some(seat), result: Some(outcome), ..ended(view, None, reason) }
}
