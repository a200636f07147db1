//! Who sits where in a stored game.

use rules::SeatInfo;

use crate::domain::Game;

/// The seats of a stored game, none where these rules cannot read it, and its number of boards.
pub fn seats_and_boards(game: &Game) -> (Vec<SeatInfo>, usize) {
    let Ok(any_game) = game.setup.open() else { return (Vec::new(), 1) };
    let seat_infos = any_game.seats();
    // Only four can play on two boards.
    let boards = if seat_infos.len() == 4 { any_game.diagram().boards.len() } else { 1 };
    (seat_infos, boards)
}
