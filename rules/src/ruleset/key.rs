//! Keys of positions, for the repetition rule.

/// A key of a position. Two positions of one game with the same key are equal for the repetition rule.
///
/// If a position fits into 128 bits, the key is the position itself. Otherwise it is a 128-bit hash: a collision
/// among the few hundred positions of a game is practically impossible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PositionKey(u128);

impl PositionKey {
    /// The key of a position that fits into 128 bits.
    pub const fn exact(bits: u128) -> Self {
        Self(bits)
    }

    /// A hash of any number of words, in their order.
    ///
    /// # Examples
    /// ```
    /// use rules::ruleset::PositionKey;
    /// assert_eq!(PositionKey::hash_words([1, 2]), PositionKey::hash_words([1, 2]));
    /// assert_ne!(PositionKey::hash_words([1, 2]), PositionKey::hash_words([2, 1]));
    /// ```
    pub fn hash_words(words: impl IntoIterator<Item = u64>) -> Self {
        // Two chains of SplitMix64's finalizer with different constants.
        let (mut high, mut low) = (0x243f_6a88_85a3_08d3_u64, 0x1319_8a2e_0370_7344_u64);
        for word in words {
            high = mix(high ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15);
            low = mix(low.rotate_left(29).wrapping_add(word)) ^ 0xd1b5_4a32_d192_ed03;
        }
        Self(u128::from(high) << 64 | u128::from(low))
    }

    /// The key as a number.
    pub const fn value(self) -> u128 {
        self.0
    }
}

const fn mix(mut word: u64) -> u64 {
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}
