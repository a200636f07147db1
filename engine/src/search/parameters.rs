//! How much the search leaves out.

use std::sync::LazyLock;

use super::ordering::MOST;
use crate::game::Score;

/// How much the search leaves out, as `examples/spsa.rs` tunes it. Moves and plies are counted in hundredths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameters {
    /// What a ply may change at most, as far as that is guessed: a position that is further above the window is not searched.
    pub static_margin: Score,
    /// A ply that captures nothing never makes up for so much.
    pub hopeless_margin: Score,
    /// The first window reaches so far to both sides of the last score.
    pub window: Score,
    /// Of the moves that capture nothing, so many are searched near the end of a line, and so many more ...
    pub late_base: i32,
    /// ... for the square of each ply that is left.
    pub late_step: i32,
    /// A late move is searched so many plies less deep, and so many more ...
    pub reduction_base: i32,
    /// ... times the logarithms of the depth and of the move's number.
    pub reduction_step: i32,
    /// A move that always refutes is reduced so much less, and one that never does so much more.
    pub reduction_history: i32,
    /// When the opponent may move twice, so many plies less are searched, and so many more ...
    pub pass_base: i32,
    /// ... for each ply that is left.
    pub pass_step: i32,
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            static_margin: 14,
            hopeless_margin: 76,
            window: 14,
            late_base: 340,
            late_step: 160,
            reduction_base: 112,
            reduction_step: 64,
            reduction_history: 160,
            pass_base: 238,
            pass_step: 37,
        }
    }
}

/// Natural logarithms, in hundredths.
static LOGARITHMS: LazyLock<[i32; 64]> =
    LazyLock::new(|| std::array::from_fn(|number| ((number.max(1) as f64).ln() * 100.0).round() as i32));

fn logarithm(number: usize) -> i32 {
    LOGARITHMS[number.min(LOGARITHMS.len() - 1)]
}

impl Parameters {
    /// From this move on, none is searched that captures nothing.
    pub(super) const fn late_move(&self, depth: i32) -> i32 {
        (self.late_base + self.late_step * depth * depth) / 100
    }

    /// How much less deep a late move is searched.
    pub(super) fn reduction(&self, depth: i32, number: usize, history: i32, is_null: bool) -> i32 {
        let product = logarithm(depth as usize) * logarithm(number);
        let reduction = self.reduction_base + product * self.reduction_step / 10_000;
        let reduction = reduction - history * self.reduction_history / MOST - if is_null { 0 } else { 100 };
        (reduction / 100).clamp(0, depth - 2)
    }

    /// How much less deep the search looks when the opponent may move twice.
    pub(super) const fn pass_reduction(&self, depth: i32) -> i32 {
        (self.pass_base + self.pass_step * depth) / 100
    }
}
