//! Progress in stalled games.
//!
//! Two closed groups cannot hurt each other, so both sides would make waiting moves until the draw. So after a while
//! without an ejection, a side values its marbles more, the nearer they are to the edge behind the enemies. The
//! enemies have to answer, and groups open. [`Patience`] says when; the longer nothing happens, the smaller the
//! required lead, and the more a step counts.

use rules::board::bitboard::Bitboard;
use rules::board::hex::{Cell, Hexagon};

use super::cell_values::CellValues;
use crate::game::{Patience, Score};

/// The value of a step toward the edge at first.
const STEP: Score = 8;
/// Plies after which a step is worth one more: 20 before the draw at 300.
const PLIES: Score = 20;

/// A preference for one edge of the board.
#[derive(Debug, Clone)]
pub(super) struct Lean(CellValues);

impl Lean {
    /// The preference after `calm` plies without an ejection, in a position of this value. `None` while the game makes
    /// progress, and for a side that defends.
    pub fn at<B: Bitboard>(
        patience: Patience,
        board: Hexagon,
        [own, enemies]: [B; 2],
        calm: u32,
        value: Score,
    ) -> Option<Self> {
        let still = calm.checked_sub(patience.plies)? as Score;
        if value < (patience.lead - still).max(patience.lead.min(0)) {
            return None;
        }
        let sum = |marbles: B, edge| -> Score { marbles.cells().map(|cell| toward(board, edge, cell)).sum() };
        let edge = (0..EDGES).max_by_key(|edge| sum(enemies, *edge) - sum(own, *edge))?;
        let (marbles, steps) = (own.count().max(1) as Score, sum(own, edge));
        let step = STEP + still / PLIES;
        // Relative to the mean of the marbles, so that a loss changes nothing by itself.
        Some(Self(CellValues::new::<B>(|cell| step * (marbles * toward(board, edge, cell) - steps) / marbles)))
    }

    /// The improvement of these marbles over their initial places.
    #[inline]
    pub fn of<B: Bitboard>(&self, own: B) -> Score {
        self.0.sum(own)
    }
}

const EDGES: usize = 6;

/// The number of steps from the center toward one of the edges.
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

    fn lean(patience: Patience, position: &Position, calm: u32, value: Score) -> Option<Lean> {
        let [enemies, own] = Color::TWO.map(|color| position.marbles(color));
        Lean::at(patience, Abalone::standard().hexagon(), [own, enemies], calm, value)
    }

    #[test]
    fn who_is_ahead_leans_once_the_game_stands_still() {
        let position = Abalone::standard().read_position(STILL).expect("a position");
        let lean = |calm, value| lean(Patience::USUAL, &position, calm, value);
        assert!(lean(39, 200).is_none() && lean(40, 79).is_none());
        let own = position.marbles(Color::White);
        // Nothing has improved yet, up to rounding.
        assert!(lean(40, 80).is_some_and(|lean| lean.of(own).abs() < 14));
        // At the end an even game suffices.
        assert!(lean(120, 0).is_some() && lean(299, 0).is_some() && lean(299, -1).is_none());
    }

    #[test]
    fn who_has_no_patience_leans_even_when_behind() {
        let position = Abalone::standard().read_position(STILL).expect("a position");
        let patience = Patience { plies: 12, lead: -500 };
        assert!(lean(patience, &position, 11, 0).is_none() && lean(patience, &position, 12, -500).is_some());
    }

    #[test]
    fn the_marbles_are_drawn_to_the_edge_behind_the_enemies() {
        let rules = Abalone::standard();
        let position = rules.read_position(STILL).expect("a position");
        let [black, white] = Color::TWO.map(|color| position.marbles(color));
        for (sides, row) in [([white, black], 0), ([black, white], 8)] {
            let lean = Lean::at(Patience::USUAL, rules.hexagon(), sides, 40, 80).expect("a lean");
            let value = |cell: &Cell| lean.of(Bits61::of(*cell));
            let most = Bits61::BOARD.cells().map(|cell| value(&cell)).max();
            let edge: Vec<_> = Bits61::BOARD.cells().filter(|cell| Some(value(cell)) == most).collect();
            assert!(edge.len() == 5 && edge.iter().all(|cell| cell.row() == row), "{edge:?}");
        }
    }
}
