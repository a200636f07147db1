//! Fliporona. A turn is searched step by step, so a chain with hundreds of thousands of ways is never listed.

use rules::games::fliporona::{Fliporona, Move, Position};
use rules::{Color, Ruleset as _, Team};

use crate::game::{Score, SearchGame, fold, spread};

/// A game of Fliporona that can be searched.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Searched;

/// A piece more than the opponent.
const PIECE: Score = 100;

impl SearchGame for Searched {
    type Rules = Fliporona;
    type Accumulators = ();

    fn rules(&self) -> &Fliporona {
        &Fliporona
    }

    fn evaluate(&self, position: &Position, team: Team, _ply: usize, (): &mut ()) -> Score {
        // White sits first.
        let color = if team == Team(0) { Color::White } else { Color::Black };
        // What is in the hand comes onto the board: whose turn it is to place says nothing.
        let pieces = |color| Score::from(position.on_board(color)) + Score::from(position.in_hand(color));
        // The piece that moves is taken off at the end of its turn.
        let moved = Score::from(position.chain().is_some());
        let moved = if position.turn() == color { -moved } else { moved };
        PIECE * (pieces(color) - pieces(color.opponent()) + moved)
    }

    fn board_key(&self, position: &Position) -> u64 {
        let key = self.rules().repetition_key(position).map_or(0, fold);
        let chain = position.chain().map_or(0, |chain| 1 + chain.at.index() as u64 * 8 + chain.by as u64);
        spread(key ^ chain << 50)
    }

    fn clock_key(&self, position: &Position) -> u64 {
        // With as many pieces as that, the placing is over or not.
        u64::from(position.is_placing())
    }

    fn guess(&self, position: &Position, mv: &Move) -> i32 {
        let Ok(next) = self.rules().play(position, mv) else { return 0 };
        let mover = position.turn();
        100 * (i32::from(next.on_board(mover)) - i32::from(position.on_board(mover)))
    }
}
