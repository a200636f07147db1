//! The Fanorona board: 45 points.

use rules::board::fanorona::Point;

use super::{CENTER, Orientation};

/// Distance between neighbors in a row. A whole and even number.
pub const GRID: f32 = 100.0;
pub const PIECE: f32 = 37.0;

pub fn center(point: Point, orientation: Orientation) -> [f32; 2] {
    let point = match orientation {
        Orientation::BlackAtBottom => point,
        Orientation::WhiteAtBottom => point.rotated(),
    };
    [CENTER[0] + (f32::from(point.column()) - 4.0) * GRID, CENTER[1] - (f32::from(point.row()) - 2.0) * GRID]
}
