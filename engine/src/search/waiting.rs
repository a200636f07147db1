//! The moves of one position that are still to be searched, best first.

use smallvec::SmallVec;

/// A move to be searched: its value, its index among the legal moves, its slot, and whether it captures, in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Waiting(u64);

/// The bit above the slots.
const IS_CAPTURE: u64 = 1 << 15;
/// Makes every value positive.
const BIAS: i64 = 1 << 31;

impl Waiting {
    #[inline]
    pub fn new(value: i32, index: u16, slot: u16, is_capture: bool) -> Self {
        let capture = if is_capture { IS_CAPTURE } else { 0 };
        Self((((i64::from(value) + BIAS) as u64) << 32) | (u64::from(!index) << 16) | capture | u64::from(slot))
    }

    /// Larger for better moves.
    #[inline]
    const fn rank(self) -> u32 {
        (self.0 >> 32) as u32
    }

    /// The index among the legal moves.
    #[inline]
    pub const fn index(self) -> u16 {
        !((self.0 >> 16) as u16)
    }

    #[inline]
    pub const fn slot(self) -> u16 {
        (self.0 & (IS_CAPTURE - 1)) as u16
    }

    #[inline]
    pub const fn is_capture(self) -> bool {
        self.0 & IS_CAPTURE != 0
    }
}

pub(super) type WaitList = SmallVec<[Waiting; 128]>;

/// This many moves are selected one by one; more are rarely searched.
const PICKED: usize = 12;

/// Selects the best of the remaining moves. After the first few, all are sorted at once.
#[inline]
pub(super) fn pick(waiting: &mut [Waiting], number: usize) -> Waiting {
    let rest = &mut waiting[number..];
    match number {
        0..PICKED => {
            let (mut best, mut place) = (rest[0].rank(), 0);
            for (index, one) in rest.iter().enumerate() {
                if one.rank() > best {
                    (best, place) = (one.rank(), index);
                }
            }
            rest.swap(0, place);
        }
        PICKED => rest.sort_unstable_by(|one, other| other.cmp(one)),
        _ => {}
    }
    rest[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_move_is_picked_first() {
        let values = [5, -8_000, 1 << 20, 10, 0, 7, -1, 11, 3, 2, 1, 9, 8, 4, 6, -6];
        let mut waiting: WaitList = (0..).zip(values).map(|(at, value)| Waiting::new(value, at, at, at == 2)).collect();
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by_key(|at| std::cmp::Reverse(values[*at]));
        for (number, at) in order.into_iter().enumerate() {
            let picked = pick(&mut waiting, number);
            assert_eq!((usize::from(picked.index()), usize::from(picked.slot())), (at, at));
            assert_eq!(picked.is_capture(), at == 2);
        }
    }
}
