//! Pruning parameters of the search.

use std::sync::LazyLock;

use super::ordering::MOST;
use crate::game::Score;

/// Pruning parameters of the search, tuned by `examples/spsa.rs`. Moves and plies are counted in hundredths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameters {
    /// Static pruning: a position this far above the window, per ply of depth, is not searched.
    pub static_margin: Score,
    /// Futility pruning: a position this far below the window, per ply of depth, is only searched for captures.
    pub hopeless_margin: Score,
    /// Half the width of the first window, around the last score.
    pub window: Score,
    /// Late move pruning: this many quiet moves are searched near the end of a line, ...
    pub late_base: i32,
    /// ... plus this many times the square of the plies left.
    pub late_step: i32,
    /// Late move reduction: the depth is reduced by this many plies, ...
    pub reduction_base: i32,
    /// ... plus this many times the logarithms of the depth and of the move's number.
    pub reduction_step: i32,
    /// The reduction is smaller by this for a move that always causes cutoffs, and larger by this for one that never
    /// does.
    pub reduction_history: i32,
    /// Null move pruning: the depth is reduced by this many plies, ...
    pub pass_base: i32,
    /// ... plus this many for each ply left.
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
    /// The number of the first quiet move that is skipped.
    pub(super) const fn late_move(&self, depth: i32) -> i32 {
        (self.late_base + self.late_step * depth * depth) / 100
    }

    pub(super) fn reduction(&self, depth: i32, number: usize, history: i32, is_null: bool) -> i32 {
        let product = logarithm(depth as usize) * logarithm(number);
        let reduction = self.reduction_base + product * self.reduction_step / 10_000;
        let reduction = reduction - history * self.reduction_history / MOST - if is_null { 0 } else { 100 };
        (reduction / 100).clamp(0, depth - 2)
    }

    pub(super) const fn pass_reduction(&self, depth: i32) -> i32 {
        (self.pass_base + self.pass_step * depth) / 100
    }
}
