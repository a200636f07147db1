//! Maximum-weight matching by several criteria in order of importance. A weight is one large number with a bit field
//! per criterion, the most important one at the top. A field is wide enough for the sum over all pairs, so no
//! criterion overflows into the next.

use std::cmp::Ordering;
use std::ops::{Add, AddAssign, Sub, SubAssign};

use integer_blossom::{Weight, max_weight_matching};

/// The words of a stored weight. Matching uses as few of them as its fields need.
const WORDS: usize = 16;
/// Unused bits at the top, because the matching adds and doubles.
const HEADROOM: u32 = 8;

/// A signed integer of 64 × `N` bits in two's complement, the lowest word first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Wide<N> {
    fn half(self) -> Self {
        let sign = self.0[N - 1] & (1 << 63);
        let mut words = [0; N];
        for (index, word) in words.iter_mut().enumerate() {
            let above = self.0.get(index + 1).map_or(sign, |above| above << 63);
            *word = self.0[index] >> 1 | above;
        }
        Self(words)
    }
}

impl<const N: usize> Ord for Wide<N> {
    fn cmp(&self, other: &Self) -> Ordering {
        let signed = |wide: &Self| wide.0[N - 1].cast_signed();
        signed(self).cmp(&signed(other)).then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

impl<const N: usize> PartialOrd for Wide<N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> AddAssign for Wide<N> {
    fn add_assign(&mut self, other: Self) {
        let mut carry = false;
        for (word, other) in self.0.iter_mut().zip(other.0) {
            let (sum, over) = word.overflowing_add(other);
            let (sum, again) = sum.overflowing_add(u64::from(carry));
            *word = sum;
            carry = over || again;
        }
    }
}

impl<const N: usize> SubAssign for Wide<N> {
    fn sub_assign(&mut self, other: Self) {
        let mut borrow = false;
        for (word, other) in self.0.iter_mut().zip(other.0) {
            let (difference, under) = word.overflowing_sub(other);
            let (difference, again) = difference.overflowing_sub(u64::from(borrow));
            *word = difference;
            borrow = under || again;
        }
    }
}

impl<const N: usize> Add for Wide<N> {
    type Output = Self;
    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl<const N: usize> Sub for Wide<N> {
    type Output = Self;
    fn sub(mut self, other: Self) -> Self {
        self -= other;
        self
    }
}

impl<const N: usize> Weight for Wide<N> {
    const ZERO: Self = Self([0; N]);
    const ONE: Self = {
        let mut words = [0; N];
        words[0] = 1;
        Self(words)
    };
    fn inf() -> Self {
        let mut words = [u64::MAX; N];
        words[N - 1] = u64::MAX >> 3;
        Self(words)
    }
    fn double(self) -> Self {
        self + self
    }
    fn half(self) -> Self {
        Self::half(self)
    }
}

pub(crate) type PairWeight = Wide<WORDS>;

impl PairWeight {
    /// An excluded pair.
    pub(crate) const NONE: Self = <Self as Weight>::ZERO;

    pub(crate) fn add_to(&mut self, field: Field, value: u64) {
        let mut wide = Self::NONE;
        let (word, shift) = ((field.0 / 64) as usize, field.0 % 64);
        wide.0[word] = value << shift;
        if shift > 0 && word + 1 < WORDS {
            wide.0[word + 1] = value >> (64 - shift);
        }
        *self += wide;
    }
}

/// The lowest bit of a criterion.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Field(u32);

/// The fields of the criteria so far, from the top down.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Layout {
    used: u32,
}

impl Layout {
    pub(crate) const fn new() -> Self {
        Self { used: HEADROOM }
    }

    /// Allocates a field for a criterion whose sum over all pairs is at most `most`; `None` if the weights are full.
    pub(crate) fn field(&mut self, most: usize) -> Option<Field> {
        self.bits(bits_for(most))
    }

    pub(crate) fn bits(&mut self, bits: u32) -> Option<Field> {
        if bits > self.free() {
            return None;
        }
        self.used += bits;
        Some(Field(WORDS as u32 * 64 - self.used))
    }

    pub(crate) const fn free(self) -> u32 {
        WORDS as u32 * 64 - self.used
    }
}

pub(crate) const fn bits_for(most: usize) -> u32 {
    usize::BITS - most.leading_zeros()
}

/// The pairing of greatest total weight. `weight` is a square matrix, of which the upper half is read; `layout` has
/// the bits in use.
pub(crate) fn heaviest(weight: &[PairWeight], size: usize, layout: Layout) -> Vec<Option<usize>> {
    match layout.used.div_ceil(64) {
        0..=2 => with_words::<2>(weight, size),
        3..=4 => with_words::<4>(weight, size),
        5..=8 => with_words::<8>(weight, size),
        _ => max_weight_matching(weight, size),
    }
}

/// The lower words must be empty.
fn with_words<const N: usize>(weight: &[PairWeight], size: usize) -> Vec<Option<usize>> {
    let narrow = |wide: &PairWeight| {
        let mut words = [0; N];
        words.copy_from_slice(&wide.0[WORDS - N..]);
        Wide(words)
    };
    max_weight_matching(&weight.iter().map(narrow).collect::<Vec<Wide<N>>>(), size)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wide(value: i128) -> Wide<3> {
        let sign = if value < 0 { u64::MAX } else { 0 };
        Wide([value as u64, (value >> 64) as u64, sign])
    }

    #[test]
    fn wide_integers_count_as_narrow_ones_do() {
        let values = [0, 1, -1, 2, -7, i128::from(u64::MAX), -i128::from(u64::MAX), 1 << 64, 1 << 120, -(1 << 119)];
        for one in values {
            for other in values {
                assert_eq!(wide(one) + wide(other), wide(one + other), "{one} + {other}");
                assert_eq!(wide(one) - wide(other), wide(one - other), "{one} - {other}");
                assert_eq!(wide(one).cmp(&wide(other)), one.cmp(&other), "{one} ? {other}");
            }
            assert_eq!(wide(one).half(), wide(one >> 1));
        }
    }

    #[test]
    fn an_earlier_criterion_outweighs_all_later_ones() {
        let mut layout = Layout::new();
        let (first, second) = (layout.field(2).expect("room"), layout.field(100).expect("room"));
        // Two pairs with 0 beat one with 100; between two pairings of equal size, the second criterion decides.
        let mut weight = vec![PairWeight::NONE; 16];
        for (pair, value) in [([0, 1], 3), ([2, 3], 3), ([1, 2], 100), ([0, 2], 4), ([1, 3], 4)] {
            weight[pair[0] * 4 + pair[1]].add_to(first, 1);
            weight[pair[0] * 4 + pair[1]].add_to(second, value);
        }
        assert_eq!(heaviest(&weight, 4, layout), [2, 3, 0, 1].map(Some));
        assert_eq!(max_weight_matching(&weight, 4), [2, 3, 0, 1].map(Some));
    }
}
