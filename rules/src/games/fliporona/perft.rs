//! Perft for Fliporona on whole bitboards: the last turn is counted, not played, and chains before it that lead to
//! the same board are counted together.

use std::collections::HashMap;

use super::bitboard::{self, Step, bit};
use super::{Fliporona, Position};
use crate::board::fanorona::{Direction, Point};
use crate::ruleset::Ruleset;

/// Counts legal sequences of `depth` turns, as [`crate::perft::perft`] does, without walking through every chain.
///
/// # Examples
/// ```
/// use rules::{Ruleset, games::fliporona::{Fliporona, perft::perft}};
/// let rules = Fliporona;
/// let position = rules.read_position("wbbwb1www/bw1wb3b/ww3b2w/bbw5b/wbww2bbb b 61")?;
/// assert_eq!(perft(&rules, &position, 1), 61);
/// # Ok::<(), rules::games::fliporona::FliporonaError>(())
/// ```
pub fn perft(rules: &Fliporona, position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if rules.outcome(position).is_some() {
        return 0;
    }
    if position.is_placing() {
        if depth == 1 {
            return u64::from((position.free() & !bit(Point::CENTER)).count_ones());
        }
        let after = |mv| rules.play(position, &mv).expect("generated moves are legal");
        return rules.legal_moves(position).into_iter().map(|mv| perft(rules, &after(mv), depth - 1)).sum();
    }
    let (own, theirs) = (position.own(), position.theirs());
    match position.chain() {
        None => below(own, theirs, depth),
        Some(chain) => {
            let reached = Reached { own, theirs, at: chain.at.index(), by: chain.by };
            if depth == 1 { reached.turns() } else { finish(HashMap::from([(reached, 1)]), HashMap::new(), depth) }
        }
    }
}

/// A piece that has flipped and may go on or stop.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Reached {
    own: u64,
    theirs: u64,
    at: usize,
    /// The axis of its last step, as the first of its two directions.
    by: Direction,
}

impl Reached {
    /// The states after this step, one for each row that it can flip.
    fn after(own: u64, theirs: u64, from: usize, step: Step) -> impl Iterator<Item = Self> {
        let by = step.way.min(step.way.opposite());
        [step.ahead, step.behind].into_iter().filter(|&row| row != 0).map(move |row| Self {
            own: own & !(1 << from) | 1 << step.to | row,
            theirs: theirs & !row,
            at: step.to,
            by,
        })
    }

    fn turns(self) -> u64 {
        1 + self.further().map(Self::turns).sum::<u64>()
    }

    fn further(self) -> impl Iterator<Item = Self> {
        bitboard::steps(self.at, bitboard::BOARD & !(self.own | self.theirs), self.theirs)
            .filter(move |step| !step.way.is_along(self.by))
            .flat_map(move |step| Self::after(self.own, self.theirs, self.at, step))
    }
}

/// Counts for the player to move, who has the pieces `own`. `depth` is not 0.
fn below(own: u64, theirs: u64, depth: u32) -> u64 {
    if own == 0 || theirs == 0 {
        return 0;
    }
    let free = bitboard::BOARD & !(own | theirs);
    if depth == 1 {
        let turns = |from: usize| {
            let of_step = move |step: Step| {
                let slide = u64::from(step.ahead | step.behind == 0);
                slide + Reached::after(own, theirs, from, step).map(Reached::turns).sum::<u64>()
            };
            bitboard::steps(from, free, theirs).map(of_step).sum::<u64>()
        };
        return bitboard::indexes(own).map(turns).sum();
    }
    let mut boards = HashMap::new();
    let mut reached = HashMap::new();
    for from in bitboard::indexes(own) {
        for step in bitboard::steps(from, free, theirs) {
            if step.ahead | step.behind == 0 {
                *boards.entry((theirs, own & !(1 << from) | 1 << step.to)).or_insert(0) += 1;
            }
            for place in Reached::after(own, theirs, from, step) {
                *reached.entry(place).or_insert(0) += 1;
            }
        }
    }
    finish(reached, boards, depth)
}

/// Continues from the reached states, each with the number of ways that lead there, and counts below all resulting
/// boards. `boards` holds those of finished turns, the opponent's pieces first; `depth` is at least 2.
fn finish(mut reached: HashMap<Reached, u64>, mut boards: HashMap<(u64, u64), u64>, depth: u32) -> u64 {
    // All states of one round are equally many steps away, so none recurs in a later round.
    while !reached.is_empty() {
        let mut next = HashMap::new();
        for (place, ways) in reached {
            *boards.entry((place.theirs, place.own & !(1 << place.at))).or_insert(0) += ways;
            for further in place.further() {
                *next.entry(further).or_insert(0) += ways;
            }
        }
        reached = next;
    }
    boards.into_iter().map(|((own, theirs), ways)| ways * below(own, theirs, depth - 1)).sum()
}
