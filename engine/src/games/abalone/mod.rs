//! Abalone with all its options, on both boards.

mod cell_values;
pub(crate) mod features;
mod lean;
pub(crate) mod net;
mod value;
pub(crate) mod weights;

use std::hash::BuildHasher as _;

use rules::board::bitboard::Bitboard as _;
use rules::board::hex::{Cell, Direction};
use rules::games::abalone::{Abalone, Move, Position, Variant};
use rules::ruleset::MoveList;
use rules::{Color, Ruleset as _, Team};
use rustc_hash::FxBuildHasher;

use crate::game::{Patience, SLOTS, Score, SearchGame, fold, spread};
use lean::Lean;
use net::{AccumulatorStack, NET, Net, NetInput};
use value::Values;
use weights::Weights;

#[derive(Debug, Clone)]
pub(crate) struct Searched<V: Variant> {
    rules: Abalone<V>,
    values: Values<V>,
    is_for_two: bool,
    /// Used in place of the weights in games that it knows.
    net: Option<&'static Net>,
    lean: Option<Lean>,
    /// How much nearer to the center the first marble of a move comes, by its slot.
    to_center: Box<[i8; SLOTS]>,
}

/// Rows times columns of the larger board.
const CELLS: usize = 121;
/// Inline, broadside along three axes with two to four marbles, triangles of two kinds.
const SHAPES: usize = 12;

/// From this many plies without an ejection, the draw at 300 is in sight.
const CALM: u32 = 240;

impl<V: Variant> Searched<V> {
    pub fn new(rules: Abalone<V>) -> Self {
        let is_for_two = rules.seats().len() == 2;
        let (center, mut to_center) = (rules.hexagon().center(), Box::new([0; SLOTS]));
        for cell in rules.hexagon().cells() {
            for direction in Direction::ALL {
                let after = rules.hexagon().step(cell, direction).map_or(0, |next| center.distance_to(next));
                for shape in 0..SHAPES {
                    let slot = (direction as usize * SHAPES + shape) * CELLS + number(cell);
                    to_center[slot] = center.distance_to(cell) as i8 - after as i8;
                }
            }
        }
        let is_known = rules.is_classic() && V::Bits::ALL.count() as usize == net::CELLS;
        let net = is_known.then(|| &*NET);
        Self { net, lean: None, values: Values::new(&rules, Weights::default()), rules, is_for_two, to_center }
    }

    /// The value of a position to a team by the weights.
    pub fn weigh(&self, position: &Position<V>, team: Team) -> Score {
        if self.is_for_two {
            let [ours, theirs] = if team == Team(0) { Color::TWO } else { [Color::White, Color::Black] };
            return self.value(position, ours) - self.value(position, theirs);
        }
        // With more colors, the enemies count by their mean, because each of them has enemies of its own.
        let (mut ours, mut theirs, mut partners, mut enemies) = (0, 0, 0, 0);
        for color in position.colors_in_play() {
            let value = self.value(position, color);
            if self.rules.team(color) == team {
                (ours, partners) = (ours + value, partners + 1);
            } else {
                (theirs, enemies) = (theirs + value, enemies + 1);
            }
        }
        ours / partners.max(1) - theirs / enemies.max(1)
    }

    #[inline]
    fn value(&self, position: &Position<V>, color: Color) -> Score {
        self.values.of(&self.rules, position, color)
    }
}

impl<V: Variant> SearchGame for Searched<V> {
    type Rules = Abalone<V>;
    type Accumulators = AccumulatorStack;

    fn rules(&self) -> &Abalone<V> {
        &self.rules
    }

    #[inline]
    fn evaluate(&self, position: &Position<V>, team: Team, ply: usize, accumulators: &mut AccumulatorStack) -> Score {
        let value = match self.net {
            Some(net) => {
                let value = net.evaluate(&NetInput::new(&self.rules, position), ply, accumulators);
                if position.turn() as u8 == team.0 { value } else { -value }
            }
            None => self.weigh(position, team),
        };
        match &self.lean {
            Some(lean) => value + lean.of(position.marbles(Color::TWO[usize::from(team.0)])),
            None => value,
        }
    }

    fn lean(&self, patience: Patience, root: &Position<V>, team: Team, value: Score) -> Option<Self> {
        let has_two_colors = self.is_for_two || self.net.is_some();
        if !has_two_colors || self.rules.sprint().is_some() {
            return None;
        }
        let sides = [team.0, 1 - team.0].map(|team| root.marbles(Color::TWO[usize::from(team)]));
        let lean = Lean::at(patience, self.rules.hexagon(), sides, root.plies_since_ejection(), value)?;
        Some(Self { lean: Some(lean), ..self.clone() })
    }

    fn board_key(&self, position: &Position<V>) -> u64 {
        if self.rules.is_mid_turn(position) {
            return FxBuildHasher.hash_one(position);
        }
        match self.rules.repetition_key(position) {
            Some(key) => spread(fold(key)),
            None => FxBuildHasher.hash_one(position),
        }
    }

    fn clock_key(&self, position: &Position<V>) -> u64 {
        let calm = position.plies_since_ejection();
        let near_draw = if calm >= CALM { u64::from(calm) } else { 0 };
        let sprint = if self.rules.sprint().is_some() { u64::from(position.ply()) + 1 } else { 0 };
        if near_draw == 0 && sprint == 0 { 0 } else { spread(near_draw << 32 | sprint) }
    }

    #[inline]
    fn generate_captures(&self, position: &Position<V>, moves: &mut MoveList<Move>) {
        self.rules.generate_ejections(position, moves);
    }

    #[inline]
    fn guess(&self, _position: &Position<V>, mv: &Move) -> i32 {
        i32::from(self.to_center[usize::from(slot(*mv)) % SLOTS])
    }

    fn pass(&self, position: &Position<V>) -> Option<Position<V>> {
        // In a sprint a turn has a value of its own.
        if self.is_for_two && self.rules.sprint().is_none() { self.rules.pass(position) } else { None }
    }

    #[inline]
    fn slot(&self, mv: &Move) -> u16 {
        slot(*mv)
    }
}

#[inline]
const fn number(cell: Cell) -> usize {
    cell.row() as usize * 11 + cell.col() as usize
}

/// A number from the direction, the shape, and the first cell of a move.
#[inline]
pub(super) fn slot(mv: Move) -> u16 {
    let (direction, shape, cell) = match mv {
        Move::Inline { tail, direction } => (direction as u16, 0, tail),
        Move::Broadside { line, direction } => {
            (direction as u16, 1 + (line.along() as u16 % 3) * 3 + u16::from(line.len()) - 2, line.first())
        }
        Move::Triangle { triangle, direction } => {
            (direction as u16, 10 + u16::from(triangle.cells()[2].col() % 2), triangle.first())
        }
        Move::Place { cell } => (6, 0, cell),
    };
    // Moves that are generated consecutively are adjacent.
    let slot = (direction * SHAPES as u16 + shape) * CELLS as u16 + number(cell) as u16;
    debug_assert!(usize::from(slot) < SLOTS, "a slot of {mv}");
    slot
}

#[cfg(test)]
mod tests {
    use rules::games::abalone::Standard;

    use super::*;

    #[test]
    fn four_seats_of_two_colors_see_what_two_seats_see() {
        let open = |setup: &str| -> Searched<Standard> { Searched::new(setup.parse().expect("a setup")) };
        let (two, four) = (open("abalone"), open("abalone seats=2x2"));
        let mut position = two.rules.start();
        for turn in ["a1b1", "i5h5", "b1c1"] {
            let moves = two.rules.read_turn(&position, turn).expect("a turn");
            position = two.rules.play(&position, &moves[0]).expect("legal");
            let [black, white] = [0, 1].map(|team| {
                let see =
                    |game: &Searched<_>| game.evaluate(&position, Team(team), 0, &mut AccumulatorStack::default());
                assert_eq!(see(&two), see(&four), "{position}");
                see(&two)
            });
            assert_eq!(black, -white);
        }
    }
}
