//! Fliporona. A turn is searched step by step, so a chain with hundreds of thousands of branches is never listed.

use rules::games::fliporona::{Fliporona, Move, Position};
use rules::{Color, Ruleset as _, Team};

use crate::game::{Score, SearchGame, fold, spread};

#[derive(Debug, Clone, Copy)]
pub(crate) struct Searched;

/// The value of a piece more than the opponent.
const PIECE: Score = 100;

impl SearchGame for Searched {
    type Rules = Fliporona;
    type Accumulators = ();

    fn rules(&self) -> &Fliporona {
        &Fliporona
    }

    fn evaluate(&self, position: &Position, team: Team, _ply: usize, (): &mut ()) -> Score {
        // White has the first seat.
        let color = if team == Team(0) { Color::White } else { Color::Black };
        // Pieces in hand count too, so the turn does not matter during the placing.
        let pieces = |color| Score::from(position.on_board(color)) + Score::from(position.in_hand(color));
        // The moving piece is taken off at the end of its turn.
        let removed = Score::from(position.chain().is_some());
        let removed = if position.turn() == color { -removed } else { removed };
        PIECE * (pieces(color) - pieces(color.opponent()) + removed)
    }

    fn board_key(&self, position: &Position) -> u64 {
        let key = self.rules().repetition_key(position).map_or(0, fold);
        let chain = position.chain().map_or(0, |chain| 1 + chain.at.index() as u64 * 8 + chain.by as u64);
        spread(key ^ chain << 50)
    }

    fn clock_key(&self, position: &Position) -> u64 {
        // With equal pieces on the board, only this distinguishes the phase.
        u64::from(position.is_placing())
    }

    fn guess(&self, position: &Position, mv: &Move) -> i32 {
        let Ok(next) = self.rules().play(position, mv) else { return 0 };
        let mover = position.turn();
        100 * (i32::from(next.on_board(mover)) - i32::from(position.on_board(mover)))
    }
}
