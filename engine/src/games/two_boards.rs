//! Abalone for two teams of two on two boards.

use std::hash::BuildHasher as _;

use rules::games::abalone::Standard;
use rules::games::two_boards::{Move, Position, TwoBoards};
use rules::ruleset::MoveList;
use rules::{Ruleset as _, Team};
use rustc_hash::FxBuildHasher;

use super::abalone;
use super::abalone::net::AccumulatorStack;
use crate::game::{Score, SearchGame, spread};

#[derive(Debug, Clone)]
pub(crate) struct Searched {
    rules: TwoBoards,
    board: abalone::Searched<Standard>,
}

/// The value of a won board.
const BOARD: Score = 1_500;

impl Searched {
    pub fn new(rules: TwoBoards) -> Self {
        Self { board: abalone::Searched::new(rules.board().clone()), rules }
    }
}

impl SearchGame for Searched {
    type Rules = TwoBoards;
    type Accumulators = [AccumulatorStack; 2];

    fn rules(&self) -> &TwoBoards {
        &self.rules
    }

    fn evaluate(&self, position: &Position, team: Team, ply: usize, accumulators: &mut Self::Accumulators) -> Score {
        let value = |(board, accumulators)| match self.board.rules().outcome(board).map(|outcome| outcome.winner) {
            Some(Some(winner)) if winner == team => BOARD,
            Some(Some(_)) => -BOARD,
            Some(None) => 0,
            None => self.board.evaluate(board, team, ply, accumulators).clamp(1 - BOARD, BOARD - 1),
        };
        position.boards().iter().zip(accumulators).map(value).sum()
    }

    fn board_key(&self, position: &Position) -> u64 {
        let key = if self.rules.is_mid_turn(position) { None } else { self.rules.repetition_key(position) };
        key.map_or_else(|| FxBuildHasher.hash_one(position), |key| spread(key.value() as u64))
    }

    fn clock_key(&self, position: &Position) -> u64 {
        position.boards().iter().fold(0, |key, board| key.rotate_left(17) ^ self.board.clock_key(board))
    }

    fn generate_captures(&self, position: &Position, moves: &mut MoveList<Move>) {
        self.rules.generate_ejections(position, moves);
    }

    fn guess(&self, position: &Position, mv: &Move) -> i32 {
        let (board, mv) = mv.parts();
        self.board.guess(&position.boards()[board], &mv)
    }

    fn slot(&self, mv: &Move) -> u16 {
        abalone::slot(mv.parts().1)
    }
}
