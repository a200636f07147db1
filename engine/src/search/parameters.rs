//! Pruning parameters of the search. Moves and plies are counted in hundredths.

use std::sync::LazyLock;

use super::ordering::MOST;
use crate::game::Score;

/// Static pruning: a position this far above the window, per ply of depth, is not searched.
pub(super) const STATIC_MARGIN: Score = 14;
/// Futility pruning: a position this far below the window, per ply of depth, is only searched for captures.
pub(super) const HOPELESS_MARGIN: Score = 76;
/// Half the width of the first window, around the last score.
pub(super) const WINDOW: Score = 14;
/// Late move pruning: this many quiet moves are searched near the end of a line, ...
const LATE_BASE: i32 = 340;
/// ... plus this many times the square of the plies left.
const LATE_STEP: i32 = 160;
/// Late move reduction: the depth is reduced by this many plies, ...
const REDUCTION_BASE: i32 = 112;
/// ... plus this many times the logarithms of the depth and of the move's number.
const REDUCTION_STEP: i32 = 64;
/// The reduction is smaller by this for a move that always causes cutoffs, and larger by this for one that never does.
const REDUCTION_HISTORY: i32 = 160;
/// Null move pruning: the depth is reduced by this many plies, ...
const PASS_BASE: i32 = 238;
/// ... plus this many for each ply left.
const PASS_STEP: i32 = 37;

/// Natural logarithms, in hundredths.
static LOGARITHMS: LazyLock<[i32; 64]> =
    LazyLock::new(|| std::array::from_fn(|number| ((number.max(1) as f64).ln() * 100.0).round() as i32));

fn logarithm(number: usize) -> i32 {
    LOGARITHMS[number.min(LOGARITHMS.len() - 1)]
}

/// The number of the first quiet move that is skipped.
pub(super) const fn late_move(depth: i32) -> i32 {
    (LATE_BASE + LATE_STEP * depth * depth) / 100
}

pub(super) fn reduction(depth: i32, number: usize, history: i32, is_null: bool) -> i32 {
    let product = logarithm(depth as usize) * logarithm(number);
    let reduction = REDUCTION_BASE + product * REDUCTION_STEP / 10_000;
    let reduction = reduction - history * REDUCTION_HISTORY / MOST - if is_null { 0 } else { 100 };
    (reduction / 100).clamp(0, depth - 2)
}

pub(super) const fn pass_reduction(depth: i32) -> i32 {
    (PASS_BASE + PASS_STEP * depth) / 100
}
