//! Where things are on the picture: all lengths in pixels, the origin in the upper left corner.

use rules::board::hex::{Cell, Direction};

use crate::Orientation;

/// Width of every picture.
pub const WIDTH: usize = 1024;
/// Height of every picture: 4:3, the shape that chat clients show largest.
pub const HEIGHT: usize = 768;
/// The middle of the board.
pub const CENTER: [f32; 2] = [512.0, 384.0];
/// Distance between neighbors in a row. Whole numbers make all cells the same bytes, which compresses.
pub const PITCH: f32 = 80.0;
/// Distance between rows (80 × cos 30° = 69.3, rounded).
pub const ROW: f32 = 69.0;
/// Half the width of the square that holds everything drawn on one cell.
pub const REACH: i32 = 46;
/// Radius of a hole.
pub const HOLE: f32 = 37.0;
/// Radius of a marble.
pub const MARBLE: f32 = 35.2;
/// Distance from the middle to the frame's inner and outer sides.
pub const INNER: f32 = 325.0;
/// See [`INNER`].
pub const OUTER: f32 = 361.0;
/// From the middle of a cell at the rim to the middle of the frame, in steps of the lattice.
pub const TO_FRAME: f32 = 0.985;

/// The outward normals of the six sides of the board. Those of the slanted ones are (7, 4), hardly off 60°: seven lines
/// further down a side looks the same four pixels further along, and such a repetition is coded in a few bits.
pub const NORMALS: [[f32; 2]; 6] = [
    [0.0, -1.0],
    [0.868_243, -0.496_139],
    [0.868_243, 0.496_139],
    [0.0, 1.0],
    [-0.868_243, 0.496_139],
    [-0.868_243, -0.496_139],
];

/// All cells, row by row.
pub fn cells() -> impl Iterator<Item = Cell> {
    rules::board::hex::Hexagon::STANDARD.cells()
}

/// The middle of a cell of an unturned board.
pub fn center(cell: Cell) -> [f32; 2] {
    let (row, col) = (f32::from(cell.row()) - 4.0, f32::from(cell.col()) - 4.0);
    [CENTER[0] + col * PITCH - row * PITCH / 2.0, CENTER[1] - row * ROW]
}

/// The cell that lies where `cell` would on an unturned board.
pub fn turned(cell: Cell, orientation: Orientation) -> Cell {
    match orientation {
        Orientation::BlackAtBottom => cell,
        Orientation::WhiteAtBottom => {
            Cell::new(8 - cell.row(), 8 - cell.col()).expect("half a turn maps the board to itself")
        }
    }
}

/// The direction as it looks on the picture.
pub fn turned_direction(direction: Direction, orientation: Orientation) -> Direction {
    match (orientation, direction) {
        (Orientation::BlackAtBottom, same) => same,
        (_, Direction::E) => Direction::W,
        (_, Direction::Ne) => Direction::Sw,
        (_, Direction::Nw) => Direction::Se,
        (_, Direction::W) => Direction::E,
        (_, Direction::Sw) => Direction::Ne,
        (_, Direction::Se) => Direction::Nw,
    }
}

/// One step of an unturned board, in pixels.
pub const fn step(direction: Direction) -> [f32; 2] {
    match direction {
        Direction::E => [PITCH, 0.0],
        Direction::Ne => [PITCH / 2.0, -ROW],
        Direction::Nw => [-PITCH / 2.0, -ROW],
        Direction::W => [-PITCH, 0.0],
        Direction::Sw => [-PITCH / 2.0, ROW],
        Direction::Se => [PITCH / 2.0, ROW],
    }
}

/// Distance of a point from the border of the lattice cell around the origin, 1 at the border and 0 in the middle.
pub fn cell_share(x: f32, y: f32) -> f32 {
    let (x, y) = (x.abs() / (PITCH / 2.0), y.abs() / ROW);
    x.max(x / 2.0 + y * 1.5)
}

/// The span of columns of the lattice cell around the origin at `dy`, as half of its width; 0 outside.
pub fn half_span(dy: i32) -> i32 {
    let mut half = 0;
    while half < REACH && cell_share(half as f32 + 0.5, dy as f32 + 0.5) <= 1.0 {
        half += 1;
    }
    half
}

/// Signed distance to a convex polygon with clockwise corners (on a screen): negative inside.
pub fn polygon(point: [f32; 2], corners: &[[f32; 2]]) -> f32 {
    let (mut nearest, mut inside) = (f32::MAX, true);
    for (i, a) in corners.iter().enumerate() {
        let b = corners[(i + 1) % corners.len()];
        let (ex, ey) = (b[0] - a[0], b[1] - a[1]);
        let (px, py) = (point[0] - a[0], point[1] - a[1]);
        let t = ((px * ex + py * ey) / (ex * ex + ey * ey)).clamp(0.0, 1.0);
        let (dx, dy) = (px - ex * t, py - ey * t);
        nearest = nearest.min(dx * dx + dy * dy);
        inside &= ex * py - ey * px >= 0.0;
    }
    if inside { -nearest.sqrt() } else { nearest.sqrt() }
}

/// The corners of a hexagon with flat top and the sides of [`NORMALS`], clockwise, around the origin.
pub fn hexagon(apothem: f32) -> [[f32; 2]; 6] {
    let (side, half) = (apothem * 1.151_752, apothem * 0.580_322);
    [[-half, -apothem], [half, -apothem], [side, 0.0], [half, apothem], [-half, apothem], [-side, 0.0]]
}

/// Distance to a segment. Lengths in pixels are never so long or short that `hypot`'s care, which costs most of it, would matter.
pub fn segment(p: [f32; 2], a: [f32; 2], b: [f32; 2]) -> f32 {
    let (ex, ey, px, py) = (b[0] - a[0], b[1] - a[1], p[0] - a[0], p[1] - a[1]);
    let t = ((px * ex + py * ey) / (ex * ex + ey * ey).max(1e-6)).clamp(0.0, 1.0);
    let (dx, dy) = (px - ex * t, py - ey * t);
    (dx * dx + dy * dy).sqrt()
}

/// 0 below `from`, 1 above `to`, smooth between.
pub fn smooth(from: f32, to: f32, x: f32) -> f32 {
    let t = ((x - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}
