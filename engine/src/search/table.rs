//! The transposition table: what is known of positions that were searched before.

use crate::game::{Score, spread};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    /// The position is worth this at least.
    Lower,
    /// The position is worth this at most.
    Upper,
}

pub(super) const NO_MOVE: u16 = u16::MAX;

/// What the search found out about a position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    /// The place of the best move in the list of the legal ones; [`NO_MOVE`] where none is known.
    pub best: u16,
    pub score: Score,
    /// What the position itself was worth.
    pub evaluation: Score,
    pub depth: i32,
    pub bound: Bound,
}

/// Each key has one place; a deeper search of another position keeps it, unless many have come since.
#[derive(Debug)]
pub(super) struct Table {
    /// The key, and the entry packed into one word. A key of 0 is none.
    places: Vec<(u64, u64)>,
}

/// Positions for each so many bytes.
const BYTES_PER_PLACE: u64 = 16;
/// Of the depths, the one that fits into the packed entry.
const DEEPEST: i32 = 63;

impl Table {
    /// Has room for about so many positions, in `bytes` at most.
    pub fn for_positions(count: u64, bytes: u64) -> Self {
        let places = count.clamp(1 << 10, bytes / BYTES_PER_PLACE).next_power_of_two();
        Self { places: vec![(0, 0); places as usize] }
    }

    fn index(&self, key: u64) -> usize {
        spread(key) as usize & (self.places.len() - 1)
    }

    pub fn get(&self, key: u64) -> Option<Entry> {
        let (known, word) = self.places[self.index(key)];
        (known == key && word != 0).then(|| unpack(word))
    }

    pub fn insert(&mut self, key: u64, entry: Entry) {
        let index = self.index(key);
        let (known, word) = self.places[index];
        let keeps = word != 0 && known != key && unpack(word).depth > entry.depth + 2 && entry.bound != Bound::Exact;
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
