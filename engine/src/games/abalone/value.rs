//! The value of a color's marbles, in hundredths of a marble: the sum of [`Features`] by [`Weights`], computed
//! without counting each feature.

use rules::Color;
use rules::board::bitboard::Bitboard;
use rules::games::abalone::{Abalone, Position, Variant};

use super::cell_values::CellValues;
use super::features::{ATTACK, Features, LOST, MOST_ATTACKS, PAIR, TURN, lost_index};
use super::weights::Weights;
use crate::game::Score;

/// The weights, prepared for a board.
#[derive(Debug, Clone)]
pub(super) struct Values<V: Variant> {
    features: Features<V>,
    cells: CellValues,
    pair: Score,
    line: Score,
    alone: Score,
    wedged: Score,
    /// By number of attacks, without and with the turn.
    attacks: [[Score; MOST_ATTACKS + 1]; 2],
    /// By number of marbles lost.
    lost: Box<[Score; 256]>,
    rim: V::Bits,
    /// Whether there are two colors and nothing else.
    is_bare: bool,
}

impl<V: Variant> Values<V> {
    pub fn new(rules: &Abalone<V>, weights: Weights) -> Self {
        let (features, Weights(worth)) = (Features::new(rules), weights);
        let cells = CellValues::new::<V::Bits>(|cell| {
            let rings = worth.iter().zip(features.rings);
            rings.map(|(worth, ring)| if ring.contains(cell) { *worth } else { 0 }).sum()
        });
        let attacks = |is_on_turn: usize| {
            std::array::from_fn(|attacks| {
                let [first, others] = [worth[ATTACK + 2 * is_on_turn], worth[ATTACK + 2 * is_on_turn + 1]];
                let value = if attacks == 0 { 0 } else { first + others * (attacks as Score - 1) };
                value + worth[TURN] * is_on_turn as Score
            })
        };
        let mut by_losses = Box::new([0; 256]);
        for number in 1..=u8::MAX {
            let index = usize::from(number);
            by_losses[index] = by_losses[index - 1] + worth[LOST + lost_index(rules.target(), number)];
        }
        Self {
            cells,
            pair: worth[PAIR],
            line: worth[PAIR + 1],
            alone: worth[PAIR + 2],
            wedged: worth[PAIR + 3],
            attacks: [attacks(0), attacks(1)],
            lost: by_losses,
            rim: V::Bits::INNER.iter().fold(V::Bits::EMPTY, |rim, inner| rim | (V::Bits::ALL & !*inner)),
            is_bare: rules.is_classic(),
            features,
        }
    }

    /// The value of the marbles of one color.
    #[inline]
    pub fn of(&self, rules: &Abalone<V>, position: &Position<V>, color: Color) -> Score {
        let own = position.marbles(color);
        let enemies = self.features.enemies(rules, position, color);
        let (mut pairs, mut lines, mut wedged) = ([V::Bits::EMPTY; 3], [V::Bits::EMPTY; 3], [V::Bits::EMPTY; 3]);
        let mut beside = V::Bits::EMPTY;
        for axis in 0..3 {
            let ahead = own.ahead(axis);
            pairs[axis] = own & V::Bits::INNER[axis] & own.behind(axis);
            lines[axis] = pairs[axis] & pairs[axis].behind(axis);
            wedged[axis] = ahead & own.ahead(axis + 3) & enemies;
            beside |= pairs[axis] | ahead;
        }
        let attacks =
            if self.is_bare { self.count_attacks(own, enemies) } else { rules.count_ejections(position, color) };
        self.cells.sum(own)
            + self.pair * count(pairs)
            + self.line * count(lines)
            + self.wedged * count(wedged)
            + self.alone * (own & !beside).count() as i32
            + self.attacks[usize::from(position.turn() == color)][(attacks as usize).min(MOST_ATTACKS)]
            + self.lost[usize::from(position.lost_marbles(color))]
    }

    /// The number of ejecting moves if there are only marbles of two colors, like [`Abalone::count_ejections`].
    #[inline]
    fn count_attacks(&self, own: V::Bits, theirs: V::Bits) -> u32 {
        if (theirs & self.rim).is_empty() {
            return 0;
        }
        let (mut attacks, mut any) = ([V::Bits::EMPTY; 6], V::Bits::EMPTY);
        for (direction, attack) in attacks.iter_mut().enumerate() {
            let inner = V::Bits::INNER[direction];
            let (mine, pushed) = (own & inner, theirs & inner);
            let before_last = (theirs & !inner).behind(direction);
            // A pushing row of one, two or three marbles at the rim.
            let two = pushed & before_last;
            let one_touched = (mine & before_last).behind(direction);
            let two_touched = (mine & two.behind(direction)).behind(direction);
            let third = (mine & (one_touched | two_touched)).behind(direction);
            *attack = mine & (one_touched | third);
            if V::MAX_MARBLES > 3 {
                let three = pushed & two.behind(direction);
                let three_touched = (mine & three.behind(direction)).behind(direction);
                *attack |= mine & (mine & (third | (mine & three_touched).behind(direction))).behind(direction);
            }
            any |= *attack;
        }
        if any.is_empty() { 0 } else { attacks.iter().map(|attack| attack.count()).sum() }
    }
}

/// The number of cells of three sets together. Without a processor instruction for counting, all three at once are
/// faster than one after the other.
#[inline]
fn count<B: Bitboard>(sets: [B; 3]) -> i32 {
    if cfg!(target_feature = "popcnt") {
        return sets.iter().map(|set| set.count() as i32).sum();
    }
    let mut total = 0;
    for word in 0..2 {
        // The cells of each four bits: at most 12 in three sets.
        let fours = |set: B| {
            let bits = set.words()[word];
            let twos = bits - (bits >> 1 & 0x5555_5555_5555_5555);
            (twos & 0x3333_3333_3333_3333) + (twos >> 2 & 0x3333_3333_3333_3333)
        };
        let fours: u64 = sets.into_iter().map(fours).sum();
        let eights = (fours & 0x0f0f_0f0f_0f0f_0f0f) + (fours >> 4 & 0x0f0f_0f0f_0f0f_0f0f);
        total += (eights.wrapping_mul(0x0101_0101_0101_0101) >> 56) as i32;
    }
    total
}

#[cfg(test)]
mod tests {
    use rules::Ruleset as _;
    use rules::games::grand_abalone::Grand;
    use rules::rng::SeededRng;

    use super::super::features::NAMES;
    use super::*;
    use crate::setups::SETUPS;

    /// Compares the sum with separately counted and weighted features in random play. Returns the number of positions
    /// with attacks.
    fn compare<V: Variant>(rules: &Abalone<V>, weights: Weights) -> usize {
        let (values, features) = (Values::new(rules, weights), Features::new(rules));
        let mut attacked = 0;
        for seed in 0..3 {
            let (mut rng, mut position) = (SeededRng::new(seed), rules.start());
            for _ in 0..150 {
                for color in position.colors_in_play() {
                    let counts = features.of(rules, &position, color);
                    let expected: Score = weights.0.iter().zip(counts).map(|(weight, count)| weight * count).sum();
                    assert_eq!(values.of(rules, &position, color), expected, "{} {position} {color:?}", rules.setup());
                    attacked += usize::from(rules.count_ejections(&position, color) > 0);
                }
                let moves = rules.legal_moves(&position);
                let Some(mv) = (!moves.is_empty()).then(|| &moves[rng.below(moves.len())]) else { break };
                position = rules.play(&position, mv).expect("generated moves are legal");
            }
        }
        attacked
    }

    #[test]
    fn the_sum_is_what_the_counts_give_in_every_game() {
        // All different, so that no weight can be mistaken for another.
        let odd = Weights(std::array::from_fn(|index| [1, -1][index % 2] * (7 * index as Score + 3)));
        let mut compared = 0;
        for setup in SETUPS {
            for weights in [Weights::default(), odd] {
                if let Ok(rules) = setup.parse::<Abalone>() {
                    compare(&rules, weights);
                    compared += 1;
                } else if let Ok(rules) = setup.parse::<Abalone<Grand>>() {
                    compare(&rules, weights);
                    compared += 1;
                }
            }
        }
        assert!(compared > 2 * 20, "{compared} and {} names", NAMES.len());
    }

    #[test]
    fn attacks_are_counted_as_the_rules_count_them() {
        let standard = "abalone target=13".parse::<Abalone>().expect("a setup");
        assert!(compare(&standard, Weights::default()) > 20);
        let grand = "grand-abalone".parse::<Abalone<Grand>>().expect("a setup");
        assert!(compare(&grand, Weights::default()) > 20);
    }
}
