//! In which order moves are searched: those that refuted others before come first.

use crate::game::SLOTS;

/// The largest value that a move can gather.
pub(super) const MOST: i32 = 8_000;

/// What the search has learned about moves, by their slots.
#[derive(Debug)]
pub(super) struct Ordering {
    /// For each camp, how often a move has refuted, and how often it has not.
    history: [Box<[i16; SLOTS]>; 2],
    /// The last two moves that refuted at each distance from the root.
    killers: Vec<[u16; 2]>,
    /// What refuted a move of the opponent last.
    answers: Vec<u16>,
}

/// What is known of the moves in one position.
pub(super) struct Known<'a> {
    history: &'a [i16; SLOTS],
    killers: [u16; 2],
    answer: u16,
}

impl Known<'_> {
    /// The value of a move: the larger, the earlier it is searched.
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

/// No move.
pub(super) const NONE: u16 = u16::MAX;

impl Ordering {
    pub fn new(plies: usize) -> Self {
        let history = || vec![0; SLOTS].try_into().expect("as long as the array");
        Self { history: [history(), history()], killers: vec![[NONE; 2]; plies], answers: vec![NONE; SLOTS] }
    }

    /// What is known of the moves in a position.
    #[inline]
    pub fn at(&self, camp: bool, ply: usize, previous: u16) -> Known<'_> {
        let answer = if previous == NONE { NONE } else { self.answers[usize::from(previous)] };
        Known { history: &self.history[usize::from(camp)], killers: self.killers[ply], answer }
    }

    #[inline]
    pub fn history(&self, camp: bool, slot: u16) -> i32 {
        i32::from(self.history[usize::from(camp)][usize::from(slot)])
    }

    /// A move has refuted; those that were tried before it have not.
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

    /// Moves towards the limit by a part of what is left to it, so that old knowledge fades.
    fn add(&mut self, camp: bool, slot: u16, step: i32) {
        let value = &mut self.history[usize::from(camp)][usize::from(slot)];
        let before = i32::from(*value);
        *value = (before + step - before * step.abs() / MOST) as i16;
    }
}
