//! Seats of a stored game.

use games::domain::Game;
use rules::SeatInfo;

/// The seats of a stored game and its number of boards. No seats if these rules cannot read the game.
pub fn seats_and_boards(game: &Game) -> (Vec<SeatInfo>, usize) {
    let Ok(any_game) = game.setup.open() else { return (Vec::new(), 1) };
    let seat_infos = any_game.seats();
    // Two boards need four players.
    let boards = if seat_infos.len() == 4 { any_game.diagram().boards.len() } else { 1 };
    (seat_infos, boards)
}
