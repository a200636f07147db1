//! Endings that players bring about without a move: giving up, calling off, and agreeing on a draw.

use rules::Color;
use rules::{Team, team_name};

use crate::domain::{EndReason, Game, Phase};
use crate::games::view::View;

/// The game as it is once it has ended.
pub(crate) fn ended(view: View, winner: Option<Team>, reason: EndReason) -> Game {
    let result = winner.map_or_else(|| "draw".to_owned(), |team| team_name(&view.table.seats(), team));
    Game {
        phase: Phase::Over,
        to_move: None,
        draw_offer: None,
        result: Some(result),
        reason: Some(reason),
        deadline_at: None,
        terms: view.record.game.terms.closed(),
        ..view.record.game
    }
}

/// The game once the player at this seat has given up, or has run out of time: the team loses, and all others win. Nobody
/// chooses among them by stopping.
pub(crate) fn lost(view: View, seat: u8, reason: EndReason) -> Game {
    let places = view.table.seats();
    let loser = places.get(usize::from(seat)).map(|place| place.team);
    let mut colors: Vec<Color> =
        places.iter().filter(|place| Some(place.team) != loser).map(|place| place.color).collect();
    colors.sort_unstable();
    colors.dedup();
    let result = colors.into_iter().map(Color::name).collect::<Vec<_>>().join("+");
    Game { loser: Some(seat), result: Some(result), ..ended(view, None, reason) }
}
