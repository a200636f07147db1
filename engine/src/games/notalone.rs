//! Notalone.

use std::hash::BuildHasher as _;

use rules::board::bitboard::{Bitboard as _, Bits61};
use rules::games::abalone::Move;
use rules::games::notalone::{Notalone, Position};
use rules::ruleset::MoveList;
use rules::{Color, Team};
use rustc_hash::FxBuildHasher;

use super::abalone::slot;
use crate::game::{Score, SearchGame};

#[derive(Debug, Clone)]
pub(crate) struct Searched {
    rules: Notalone,
}

/// The value of a marble more than the opponent. The player with more wins when the sisters meet, so the first one
/// counts most.
const MARBLE: Score = 100;
const AHEAD: Score = 120;
/// The value of a marble at each distance from the center.
const RINGS: [Score; 5] = [14, 12, 9, 5, 0];

impl Searched {
    pub const fn new(rules: Notalone) -> Self {
        Self { rules }
    }
}

impl SearchGame for Searched {
    type Rules = Notalone;
    type Accumulators = ();

    fn rules(&self) -> &Notalone {
        &self.rules
    }

    fn evaluate(&self, position: &Position, team: Team, _ply: usize, (): &mut ()) -> Score {
        let center = Bits61::BOARD.center();
        let value = |color: Color| {
            let cells = position.marbles(color).cells();
            let place: Score = cells.map(|cell| RINGS[usize::from(center.distance_to(cell))]).sum();
            place + MARBLE * Score::from(position.on_board(color))
        };
        let ahead = Score::from(position.on_board(Color::Black)) - Score::from(position.on_board(Color::White));
        let black = value(Color::Black) - value(Color::White) + AHEAD * ahead.signum();
        if team == Team(0) { black } else { -black }
    }

    fn board_key(&self, position: &Position) -> u64 {
        FxBuildHasher.hash_one((
            position.marbles(Color::Black),
            position.marbles(Color::White),
            position.phase(),
            position.turn(),
        ))
    }

    fn generate_captures(&self, position: &Position, moves: &mut MoveList<Move>) {
        self.rules.generate_ejections(position, moves);
    }

    fn slot(&self, mv: &Move) -> u16 {
        slot(*mv)
    }
}
