//! The interface between the search and a game.

use std::hash::{BuildHasher as _, Hash};

use rules::ruleset::{MoveList, PositionKey};
use rules::{Ruleset, Team};
use rustc_hash::FxBuildHasher;

/// The value of a position, in hundredths of a marble, from one side's view.
pub type Score = i32;

/// The score at which the winning chance is 1 / (1 + 1/e), which is 73 %. The net and the weights are fitted to it.
pub const SCALE: Score = 143;

/// When a side comes out although nothing is ejected.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// Plies without an ejection.
    pub plies: u32,
    /// The least value of the position at first. It falls with each further ply, down to an even game.
    pub lead: Score,
}

impl Patience {
    pub const USUAL: Self = Self { plies: 40, lead: 80 };
}

pub type Position<G> = <<G as SearchGame>::Rules as Ruleset>::Position;
pub type Move<G> = <<G as SearchGame>::Rules as Ruleset>::Move;

/// A game that can be searched: its rules, its evaluation, and its captures.
pub trait SearchGame: Clone + Send + Sync {
    type Rules: Ruleset<Position: Copy + Hash, Move: Copy + Hash>;

    fn rules(&self) -> &Self::Rules;

    /// Incremental state of the evaluation along the searched line.
    type Accumulators: Default;

    /// The static value of a position to a team. The game is not over. `ply` counts from the root; the state kept for
    /// the previous ply saves time but changes no score.
    fn evaluate(
        &self,
        position: &Position<Self>,
        team: Team,
        ply: usize,
        accumulators: &mut Self::Accumulators,
    ) -> Score;

    /// The same game from the view of a team that has lost its patience in a stalled position, whose value to it is
    /// `value`. `None`: no change.
    fn lean(&self, _patience: Patience, _root: &Position<Self>, _team: Team, _value: Score) -> Option<Self> {
        None
    }

    /// A key of marbles, pieces and the player to move, and of the state of an unfinished turn. Excludes counters
    /// that run from turn to turn.
    fn board_key(&self, position: &Position<Self>) -> u64;

    /// A key of counters that can end the game, once the end is near enough to matter.
    fn clock_key(&self, _position: &Position<Self>) -> u64 {
        0
    }

    /// The moves that change the material. The search follows them beyond its depth, and never skips them.
    fn generate_captures(&self, _position: &Position<Self>, moves: &mut MoveList<Move<Self>>) {
        moves.clear();
    }

    /// The initial value of a move for move ordering, on any scale.
    fn guess(&self, _position: &Position<Self>, _mv: &Move<Self>) -> i32 {
        0
    }

    /// The position after a pass. `None`: passing may be better than every move, or does not help the search.
    fn pass(&self, _position: &Position<Self>) -> Option<Position<Self>> {
        None
    }

    /// A number for a move, below [`SLOTS`]. Two moves of one position rarely share it.
    fn slot(&self, mv: &Move<Self>) -> u16 {
        (spread(FxBuildHasher.hash_one(mv)) >> 50) as u16
    }
}

pub const SLOTS: usize = 1 << 14;

/// Folds both halves of a key into one word.
pub const fn fold(key: PositionKey) -> u64 {
    key.value() as u64 ^ ((key.value() >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Spreads a key over all bits (`SplitMix64`'s finalizer).
pub const fn spread(mut word: u64) -> u64 {
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}
