//! The Fanorona board: 45 points.

use rules::board::fanorona::Point;

use super::{CENTER, Orientation};

/// Distance between neighbors in a row; a whole and even number.
pub const GRID: f32 = 100.0;
pub const PIECE: f32 = 37.0;

/// From the middle of the board to the inner sides of the frame.
pub const INNER: [f32; 2] = [GRID * 4.0 + 62.0, GRID * 2.0 + 62.0];
pub const FRAME: f32 = 34.0;

/// The letters below the columns and the numbers at the left of the rows in either orientation, with their middles.
pub fn coordinates(orientation: Orientation) -> impl Iterator<Item = (char, [f32; 2])> {
    let turned = orientation == Orientation::WhiteAtBottom;
    let letters = (0..9_u8).map(move |i| {
        let letter = char::from(b'A' + if turned { 8 - i } else { i });
        (letter, [CENTER[0] + (f32::from(i) - 4.0) * GRID, CENTER[1] + 2.0 * GRID + 79.0])
    });
    let numbers = (0..5_u8).map(move |i| {
        let digit = char::from(b'1' + if turned { 4 - i } else { i });
        (digit, [CENTER[0] - 4.0 * GRID - 79.0, CENTER[1] - (f32::from(i) - 2.0) * GRID])
    });
    letters.chain(numbers)
}

pub fn center(point: Point, orientation: Orientation) -> [f32; 2] {
    let point = match orientation {
        Orientation::BlackAtBottom => point,
        Orientation::WhiteAtBottom => point.rotated(),
    };
    [CENTER[0] + (f32::from(point.column()) - 4.0) * GRID, CENTER[1] - (f32::from(point.row()) - 2.0) * GRID]
}
