//! Notalone. The net of Abalone judges the marbles.

use std::hash::BuildHasher as _;

use rules::board::bitboard::{Bitboard as _, Bits61};
use rules::board::hex::Cell;
use rules::games::abalone::Move;
use rules::games::notalone::{Notalone, Phase, Position};
use rules::ruleset::MoveList;
use rules::{Color, Team};
use rustc_hash::FxBuildHasher;

use super::abalone::net::{AccumulatorStack, MOST_LIVES, NET, NetInput};
use super::abalone::slot;
use crate::game::{Score, SearchGame};

#[derive(Debug, Clone)]
pub(crate) struct Searched {
    rules: Notalone,
    /// The cells within each distance of a cell, by its number.
    discs: Box<[[Bits61; DISTANCES]; CELLS]>,
}

/// The value of being ahead. The player with more marbles wins when the sisters meet, so the first one counts most.
const AHEAD: Score = 120;
/// For each marble ahead, up to [`MOST`]: the value of a step of one sister toward the other, ...
const TOGETHER: Score = 40;
/// ... and of a step of the nearest marble toward a sister.
const NEAR: Score = 10;
const MOST: Score = 3;
/// The sisters' usual distance.
const USUAL: Score = 4;

/// Distances on the board, from 0 on.
const DISTANCES: usize = 9;
/// Rows times columns.
const CELLS: usize = 81;

const fn number(cell: Cell) -> usize {
    cell.row() as usize * 9 + cell.col() as usize
}

impl Searched {
    pub fn new(rules: Notalone) -> Self {
        let mut discs = Box::new([[Bits61::EMPTY; DISTANCES]; CELLS]);
        for cell in Bits61::BOARD.cells() {
            discs[number(cell)] = std::array::from_fn(|distance| {
                Bits61::collect(Bits61::BOARD.cells().filter(|other| usize::from(cell.distance_to(*other)) <= distance))
            });
        }
        Self { rules, discs }
    }

    /// The distance from a cell to the nearest of these marbles.
    fn distance(&self, cell: Cell, marbles: Bits61) -> Score {
        let discs = self.discs[number(cell)].iter();
        discs.take_while(|disc| (**disc & marbles).is_empty()).count() as Score
    }

    /// How near the game is to its end, to the side that is ahead.
    fn progress(&self, sisters: [Cell; 2], ahead: Bits61, behind: Bits61) -> Score {
        let near: Score = sisters.iter().map(|cell| self.distance(*cell, behind) - self.distance(*cell, ahead)).sum();
        TOGETHER * (USUAL - Score::from(sisters[0].distance_to(sisters[1]))) + NEAR * near
    }
}

impl SearchGame for Searched {
    type Rules = Notalone;
    type Accumulators = AccumulatorStack;

    fn rules(&self) -> &Notalone {
        &self.rules
    }

    fn evaluate(&self, position: &Position, team: Team, ply: usize, accumulators: &mut AccumulatorStack) -> Score {
        let [black, white] = Color::TWO.map(|color| position.marbles(color));
        let most = MOST_LIVES as u8;
        let input = NetInput {
            marbles: [black.words()[0], white.words()[0]],
            // No number of losses ends the game.
            lives: Color::TWO.map(|color| most - position.lost_marbles(color).min(most - 1)),
            turn: position.turn(),
        };
        let value = NET.evaluate(&input, ply, accumulators);
        let mut value = if position.turn() == Color::Black { value } else { -value };
        let lead = black.count() as Score - white.count() as Score;
        if let Phase::Playing { sisters } = position.phase()
            && lead != 0
        {
            let (ahead, behind) = if lead > 0 { (black, white) } else { (white, black) };
            let progress = self.progress(sisters.map(|sister| sister.cell), ahead, behind);
            value += AHEAD * lead.signum() + lead.clamp(-MOST, MOST) * progress;
        }
        if team == Team(0) { value } else { -value }
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
