//! The transposition table: results of earlier searches by position.

use crate::game::{Score, spread};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    /// The value is at least this score.
    Lower,
    /// The value is at most this score.
    Upper,
}

pub(super) const NO_MOVE: u16 = u16::MAX;

/// The result of a search of a position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    /// The index of the best move among the legal ones; [`NO_MOVE`] if unknown.
    pub best: u16,
    pub score: Score,
    /// The static evaluation.
    pub evaluation: Score,
    pub depth: i32,
    pub bound: Bound,
}

/// Each key has one place. A deeper result of another position is kept, unless it has become old.
#[derive(Debug)]
pub(super) struct Table {
    /// The key, and the entry packed into one word. A key of 0 marks an empty place.
    places: Vec<(u64, u64)>,
}

/// The size of a place in bytes.
const BYTES_PER_PLACE: u64 = 16;
/// The greatest depth that fits into the packed entry.
const DEEPEST: i32 = 63;

impl Table {
    /// A table for about `count` positions, in at most `bytes`.
    pub fn for_positions(count: u64, bytes: u64) -> Self {
        let places = count.clamp(1 << 10, bytes / BYTES_PER_PLACE).next_power_of_two();
        Self { places: vec![(0, 0); places as usize] }
    }

    fn index(&self, key: u64) -> usize {
        spread(key) as usize & (self.places.len() - 1)
    }

    pub fn get(&self, key: u64) -> Option<Entry> {
        let (stored_key, word) = self.places[self.index(key)];
        (stored_key == key && word != 0).then(|| unpack(word))
    }

    pub fn insert(&mut self, key: u64, entry: Entry) {
        let index = self.index(key);
        let (stored_key, word) = self.places[index];
        let keeps =
            word != 0 && stored_key != key && unpack(word).depth > entry.depth + 2 && entry.bound != Bound::Exact;
        if !keeps {
            self.places[index] = (key, pack(entry));
        }
    }
}

/// 16 bits each for best move, score and evaluation, 8 for the depth, 8 for the bound, which is never 0.
fn pack(entry: Entry) -> u64 {
    let half = |score: Score| u64::from(score.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16 as u16);
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    u64::from(entry.best)
        | half(entry.score) << 16
        | half(entry.evaluation) << 32
        | (entry.depth.clamp(0, DEEPEST) as u64) << 48
        | bound << 56
}

fn unpack(word: u64) -> Entry {
    let half = |shift: u32| Score::from((word >> shift) as u16 as i16);
    let bound = match word >> 56 {
        1 => Bound::Exact,
        2 => Bound::Lower,
        _ => Bound::Upper,
    };
    Entry { best: word as u16, score: half(16), evaluation: half(32), depth: (word >> 48 & 0xff) as i32, bound }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_comes_out_as_it_went_in() {
        let mut table = Table::for_positions(1, 1 << 20);
        for (key, bound) in [(1, Bound::Exact), (2, Bound::Lower), (3, Bound::Upper)] {
            let entry = Entry { best: 1_000, score: -29_990, evaluation: 321, depth: 17, bound };
            table.insert(key, entry);
            let found = table.get(key).expect("just inserted");
            assert_eq!((found.best, found.score, found.evaluation), (1_000, -29_990, 321));
            assert_eq!((found.depth, found.bound), (17, bound));
            assert!(table.get(key + 100).is_none());
        }
    }
}
