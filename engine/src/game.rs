//! What the search asks of a game besides its rules.

use std::hash::{BuildHasher as _, Hash};

use rules::ruleset::{MoveList, PositionKey};
use rules::{Ruleset, Team};
use rustc_hash::FxBuildHasher;

/// What a game's position is worth, in hundredths of a marble; from the view of the one it is asked for.
pub type Score = i32;

/// The score at which the chance to win is 1 / (1 + 1/e), which is 73 %. The net and the weights are fitted to it.
pub const SCALE: Score = 143;

pub type Position<G> = <<G as SearchGame>::Rules as Ruleset>::Position;
pub type Move<G> = <<G as SearchGame>::Rules as Ruleset>::Move;

/// A game that can be searched: its rules, what a position is worth, and which moves change that at once.
pub trait SearchGame: Clone + Send + Sync {
    type Rules: Ruleset<Position: Copy + Hash, Move: Copy + Hash>;

    fn rules(&self) -> &Self::Rules;

    /// What the evaluation keeps of the positions on the line that is searched.
    type Accumulators: Default;

    /// What a position is worth to a team, were nobody to move any more. The game is not over. `ply` counts from the root: what is kept of
    /// the ply before saves time, and changes no score.
    fn evaluate(
        &self,
        position: &Position<Self>,
        team: Team,
        ply: usize,
        accumulators: &mut Self::Accumulators,
    ) -> Score;

    /// The same game as a team sees it that wants to get on from a position where nothing happens; `value` is what the position is worth
    /// to it. `None`: as it is.
    fn lean(&self, _root: &Position<Self>, _team: Team, _value: Score) -> Option<Self> {
        None
    }

    /// Marbles, pieces, and who moves; in the middle of a turn also what is made of it. Nothing that counts on from turn to turn.
    fn board_key(&self, position: &Position<Self>) -> u64;

    /// What counts on from turn to turn and ends the game, once it is near enough to matter.
    fn clock_key(&self, _position: &Position<Self>) -> u64 {
        0
    }

    /// The moves that change the material. The search looks at them past its depth, and never skips them.
    fn generate_captures(&self, _position: &Position<Self>, moves: &mut MoveList<Move<Self>>) {
        moves.clear();
    }

    /// What the order of the moves starts from, as long as the search knows no better; any scale.
    fn guess(&self, _position: &Position<Self>, _mv: &Move<Self>) -> i32 {
        0
    }

    /// The position if the one to move could pass. `None`: passing may be better than every move, or is of no use to the search.
    fn pass(&self, _position: &Position<Self>) -> Option<Position<Self>> {
        None
    }

    /// A number for a move, below [`SLOTS`]. Two moves of one position seldom share it.
    fn slot(&self, mv: &Move<Self>) -> u16 {
        (spread(FxBuildHasher.hash_one(mv)) >> 50) as u16
    }
}

pub const SLOTS: usize = 1 << 14;

/// Both halves of a key in one word.
pub const fn fold(key: PositionKey) -> u64 {
    key.value() as u64 ^ ((key.value() >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Spreads a key over all bits (`SplitMix64`'s finalizer).
pub const fn spread(mut word: u64) -> u64 {
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}
