//! Move ordering: moves that caused cutoffs before come first.

use crate::game::SLOTS;

/// The greatest history value of a move.
pub(super) const MOST: i32 = 8_000;

/// Statistics of moves, by their slots.
#[derive(Debug)]
pub(super) struct Ordering {
    /// For each camp, how often a move has caused a cutoff relative to how often it has not.
    history: [Box<[i16; SLOTS]>; 2],
    /// The last two moves that caused cutoffs at each distance from the root.
    killers: Vec<[u16; 2]>,
    /// The last refutation of each move of the opponent.
    answers: Vec<u16>,
}

/// The statistics for the moves in one position.
pub(super) struct Known<'a> {
    history: &'a [i16; SLOTS],
    killers: [u16; 2],
    answer: u16,
}

impl Known<'_> {
    /// The ordering value of a move; larger values are searched earlier.
    #[inline]
    pub fn value(&self, slot: u16) -> i32 {
        let history = i32::from(self.history[usize::from(slot) % SLOTS]);
        if slot == self.killers[0] {
            4 * MOST
        } else if slot == self.killers[1] {
            3 * MOST
        } else if slot == self.answer {
            2 * MOST
        } else {
            history
        }
    }
}

pub(super) const NONE: u16 = u16::MAX;

impl Ordering {
    pub fn new(plies: usize) -> Self {
        let history = || vec![0; SLOTS].try_into().expect("as long as the array");
        Self { history: [history(), history()], killers: vec![[NONE; 2]; plies], answers: vec![NONE; SLOTS] }
    }

    /// The statistics for the moves in a position.
    #[inline]
    pub fn at(&self, camp: bool, ply: usize, previous: u16) -> Known<'_> {
        let answer = if previous == NONE { NONE } else { self.answers[usize::from(previous)] };
        Known { history: &self.history[usize::from(camp)], killers: self.killers[ply], answer }
    }

    #[inline]
    pub fn history(&self, camp: bool, slot: u16) -> i32 {
        i32::from(self.history[usize::from(camp)][usize::from(slot)])
    }

    /// Records a cutoff by a move, and none by those tried before it.
    pub fn learn(&mut self, camp: bool, slot: u16, tried: &[u16], ply: usize, previous: u16, depth: i32) {
        let killers = &mut self.killers[ply];
        if killers[0] != slot {
            *killers = [slot, killers[0]];
        }
        if previous != NONE {
            self.answers[usize::from(previous)] = slot;
        }
        let step = (depth * depth * 8).min(1_000);
        self.add(camp, slot, step);
        for &slot in tried {
            self.add(camp, slot, -step);
        }
    }

    /// Moves the value a part of the way to the limit, so that old statistics fade.
    fn add(&mut self, camp: bool, slot: u16, step: i32) {
        let value = &mut self.history[usize::from(camp)][usize::from(slot)];
        let before = i32::from(*value);
        *value = (before + step - before * step.abs() / MOST) as i16;
    }
}
