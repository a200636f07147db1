//! What gets a game going that stands still.
//!
//! Two closed groups cannot hurt each other: who stands better would make waiting moves until the draw. So once nothing has been ejected
//! for a while, the side that is ahead by the evaluation takes the marbles for better the nearer they are to the edge behind the
//! enemies. The enemies have to answer, and groups open. The longer nothing happens, the less one has to be ahead, and the more a step
//! counts.

use rules::board::bitboard::Bitboard;
use rules::board::hex::{Cell, Hexagon};

use super::cell_values::CellValues;
use crate::game::Score;

/// So many plies without an ejection are a standstill.
const STANDSTILL: u32 = 40;
/// A side that is less ahead then minds the defense. With each further ply less will do, down to an even game.
const AHEAD: Score = 80;
/// What a step toward the edge is worth at first.
const STEP: Score = 8;
/// After so many plies it is worth one more: 20 before the draw at 300.
const PLIES: Score = 20;

/// A preference for one edge of the board.
#[derive(Debug, Clone)]
pub(super) struct Lean(CellValues);

impl Lean {
    /// Where to lean after so many plies without an ejection; `None` while the game moves on, and for one who is behind.
    pub fn at<B: Bitboard>(board: Hexagon, own: B, enemies: B, calm: u32, value: Score) -> Option<Self> {
        let still = calm.checked_sub(STANDSTILL)? as Score;
        if value + still.min(AHEAD) < AHEAD {
            return None;
        }
        let sum = |marbles: B, edge| -> Score { marbles.cells().map(|cell| toward(board, edge, cell)).sum() };
        let edge = (0..EDGES).max_by_key(|edge| sum(enemies, *edge) - sum(own, *edge))?;
        let (marbles, steps) = (own.count() as Score, sum(own, edge));
        let step = STEP + still / PLIES;
        // Beside the mean of the marbles, so that a lost one changes nothing by itself.
        Some(Self(CellValues::new::<B>(|cell| step * (marbles * toward(board, edge, cell) - steps) / marbles)))
    }

    /// How much better marbles stand by it than they did.
    #[inline]
    pub fn of<B: Bitboard>(&self, own: B) -> Score {
        self.0.sum(own)
    }
}

const EDGES: usize = 6;

/// How many steps a cell lies past the center, toward one of the edges.
fn toward(board: Hexagon, edge: usize, cell: Cell) -> Score {
    let steps = |of: fn(Cell) -> u8| Score::from(of(cell)) - Score::from(of(board.center()));
    let (rows, columns) = (steps(Cell::row), steps(Cell::col));
    let past = [columns, rows, rows - columns][edge % 3];
    if edge < EDGES / 2 { past } else { -past }
}

#[cfg(test)]
mod tests {
    use rules::board::bitboard::Bits61;
    use rules::games::abalone::{Abalone, Position};
    use rules::{Color, Ruleset as _};

    use super::*;

    /// Two closed groups, White nearer to the center.
    const STILL: &str = "5/2www1/1wwwww1/2wwww2/3wwb3/2bbbb2/1bbbbb1/1bbbb1/5 w 0-0 40 calm=40";

    fn lean(position: &Position, calm: u32, value: Score) -> Option<Lean> {
        let [enemies, own] = Color::TWO.map(|color| position.marbles(color));
        Lean::at(Abalone::standard().hexagon(), own, enemies, calm, value)
    }

    #[test]
    fn who_is_ahead_leans_once_the_game_stands_still() {
        let position = Abalone::standard().read_position(STILL).expect("a position");
        assert!(lean(&position, STANDSTILL - 1, 200).is_none() && lean(&position, STANDSTILL, AHEAD - 1).is_none());
        let own = position.marbles(Color::White);
        // But for rounding, nothing is better yet.
        assert!(lean(&position, STANDSTILL, AHEAD).is_some_and(|lean| lean.of(own).abs() < 14));
        // In the end an even game will do.
        assert!([80, 259].iter().all(|still| lean(&position, STANDSTILL + still, 0).is_some()));
        assert!(lean(&position, STANDSTILL + 259, -1).is_none());
    }

    #[test]
    fn the_marbles_are_drawn_to_the_edge_behind_the_enemies() {
        let rules = Abalone::standard();
        let position = rules.read_position(STILL).expect("a position");
        let [black, white] = Color::TWO.map(|color| position.marbles(color));
        for (own, enemies, row) in [(white, black, 0), (black, white, 8)] {
            let lean = Lean::at(rules.hexagon(), own, enemies, STANDSTILL, AHEAD).expect("a lean");
            let value = |cell: &Cell| lean.of(Bits61::of(*cell));
            let most = Bits61::BOARD.cells().map(|cell| value(&cell)).max();
            let edge: Vec<_> = Bits61::BOARD.cells().filter(|cell| Some(value(cell)) == most).collect();
            assert!(edge.len() == 5 && edge.iter().all(|cell| cell.row() == row), "{edge:?}");
        }
    }
}
