//! The features that the evaluation counts for each color.

use rules::board::bitboard::Bitboard;
use rules::games::abalone::{Abalone, Position, Variant};
use rules::{Color, Ruleset as _};

/// The board, prepared for counting.
#[derive(Debug, Clone)]
pub(crate) struct Features<V: Variant> {
    /// The cells at each distance from the center.
    pub(super) rings: [V::Bits; 6],
    target: u8,
    seats: usize,
}

pub(crate) type Counts = [i32; NAMES.len()];

/// The features counted for each color, and the names of their weights.
pub const NAMES: [&str; 21] = [
    "center",
    "ring1",
    "ring2",
    "ring3",
    "ring4",
    "ring5",
    // Two adjacent marbles of the color; three in a line.
    "pair",
    "line",
    // A marble without a neighbor of its color.
    "alone",
    // An enemy between two marbles of the color, in a line.
    "wedged",
    // Enemies that a move can eject: one, or two and more; and the same if the color is on turn.
    "attack",
    "attacks",
    "attack-on-turn",
    "attacks-on-turn",
    "turn",
    // Lost marbles, by how many more make the target.
    "lost-last",
    "lost-1",
    "lost-2",
    "lost-3",
    "lost-4",
    "lost-5",
];

pub(super) const PAIR: usize = 6;
pub(super) const ATTACK: usize = 10;
pub(super) const TURN: usize = 14;
pub(super) const LOST: usize = 15;

/// Further attacks have no additional value.
pub(super) const MOST_ATTACKS: usize = 4;

/// The index of the feature of a color's `number`th loss.
pub(super) fn lost_index(target: u8, number: u8) -> usize {
    usize::from(target.saturating_sub(number)).min(5)
}

impl<V: Variant> Features<V> {
    pub fn new(rules: &Abalone<V>) -> Self {
        let board = rules.hexagon();
        let ring = |distance: usize| {
            V::Bits::collect(board.cells().filter(|cell| usize::from(board.center().distance_to(*cell)) == distance))
        };
        Self { rings: std::array::from_fn(ring), target: rules.target(), seats: rules.seats().len() }
    }

    pub fn of(&self, rules: &Abalone<V>, position: &Position<V>, color: Color) -> Counts {
        let mut counts = [0; NAMES.len()];
        let own = position.marbles(color);
        for (count, ring) in counts.iter_mut().zip(self.rings) {
            *count = (own & ring).count() as i32;
        }
        let enemies = self.enemies(rules, position, color);
        let (mut beside, mut wedged) = (V::Bits::EMPTY, 0);
        for axis in 0..3 {
            let pairs = own & V::Bits::INNER[axis] & own.behind(axis);
            counts[PAIR] += pairs.count() as i32;
            counts[PAIR + 1] += (pairs & pairs.behind(axis)).count() as i32;
            let ahead = own.ahead(axis);
            beside |= pairs | (ahead & own);
            wedged += (ahead & own.ahead(axis + 3) & enemies).count() as i32;
        }
        counts[PAIR + 2] = (own & !beside).count() as i32;
        counts[PAIR + 3] = wedged;
        let attacks = rules.count_ejections(position, color);
        let is_on_turn = position.turn() == color;
        let at = ATTACK + if is_on_turn { 2 } else { 0 };
        counts[at] = i32::from(attacks >= 1);
        counts[at + 1] = attacks.clamp(1, MOST_ATTACKS as u32) as i32 - 1;
        counts[TURN] = i32::from(is_on_turn);
        let target = self.target;
        for lost in 1..=position.lost_marbles(color) {
            counts[LOST + lost_index(target, lost)] += 1;
        }
        counts
    }

    /// The marbles of a color's opponents.
    #[inline]
    pub(super) fn enemies(&self, rules: &Abalone<V>, position: &Position<V>, color: Color) -> V::Bits {
        if self.seats == 2 {
            return position.marbles(color.opponent());
        }
        let team = rules.team(color);
        let enemies = position.colors_in_play().filter(|other| rules.team(*other) != team);
        enemies.fold(V::Bits::EMPTY, |all, other| all | position.marbles(other))
    }
}
