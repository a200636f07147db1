//! The hexagonal board: 61 cells, or the 91 of Grand Abalone in the same frame.

use rules::board::hex::{Cell, Direction};
use rules::diagram::HexBoard;

use super::{CENTER, Orientation};

/// From the middle of the board to the inner sides of the frame.
pub const INNER: f32 = 325.0;
/// From the middle of the board to the outer sides of the frame.
pub const OUTER: f32 = 361.0;

/// From the middle of the board to a marble on the frame.
const FRAME: f32 = 346.0;

/// The outward normals of the six sides of the board. The slanted ones have a slope of 7:4, close to 60°: a side
/// looks the same seven lines down and four pixels along, which compresses well.
pub const NORMALS: [[f32; 2]; 6] = [
    [0.0, -1.0],
    [0.868_243, -0.496_139],
    [0.868_243, 0.496_139],
    [0.0, 1.0],
    [-0.868_243, 0.496_139],
    [-0.868_243, -0.496_139],
];

/// The corners of a hexagon with a flat top and the sides of [`NORMALS`], clockwise around the origin.
pub fn hexagon(apothem: f32) -> [[f32; 2]; 6] {
    let (side, half) = (apothem * 1.151_752, apothem * 0.580_322);
    [[-half, -apothem], [half, -apothem], [side, 0.0], [half, apothem], [-half, apothem], [-side, 0.0]]
}

/// The lattice of cells of a board with a given number of cells along each side.
#[derive(Debug)]
pub struct HexGeometry {
    pub side: u8,
    /// Distance between neighbors in a row. Even, so that all cells start at whole pixels and have the same bytes.
    pub pitch: f32,
    /// Distance between rows: the pitch × cos 30°, rounded.
    pub row: f32,
    /// Half the height of the area of a cell.
    pub reach: i32,
    /// Radius of the bowl under a marble.
    pub bowl: f32,
    pub marble: f32,
    /// From the middle of a cell at the rim to the middle of the frame, in steps of the lattice.
    to_frame: f32,
}

pub static SIDE_5: HexGeometry =
    HexGeometry { side: 5, pitch: 80.0, row: 69.0, reach: 46, bowl: 37.0, marble: 35.2, to_frame: 0.985 };
pub static SIDE_6: HexGeometry =
    HexGeometry { side: 6, pitch: 66.0, row: 57.0, reach: 38, bowl: 30.5, marble: 29.0, to_frame: 1.035 };

pub const fn of(board: &HexBoard) -> &'static HexGeometry {
    if board.side == SIDE_6.side { &SIDE_6 } else { &SIDE_5 }
}

impl HexGeometry {
    /// The size of a cell relative to the board of 61 cells.
    pub fn scale(&self) -> f32 {
        self.pitch / SIDE_5.pitch
    }

    pub const fn rows(&self) -> i32 {
        2 * self.side as i32 - 1
    }

    /// Row and column of all cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = [i32; 2]> {
        let (rows, side) = (self.rows(), i32::from(self.side));
        (0..rows)
            .flat_map(move |row| (0..rows).map(move |col| [row, col]))
            .filter(move |[row, col]| (row - col).abs() < side)
    }

    /// The middle of the cell in this row and column of an unturned board, on a picture with one board.
    pub fn middle(&self, [row, col]: [i32; 2]) -> [f32; 2] {
        let (row, col) = ((row + 1 - i32::from(self.side)) as f32, (col + 1 - i32::from(self.side)) as f32);
        [CENTER[0] + col * self.pitch - row * self.pitch / 2.0, CENTER[1] - row * self.row]
    }

    /// The middle of a cell on a picture with one board.
    pub fn center(&self, cell: Cell, orientation: Orientation) -> [f32; 2] {
        let at = [i32::from(cell.row()), i32::from(cell.col())];
        self.middle(match orientation {
            Orientation::BlackAtBottom => at,
            Orientation::WhiteAtBottom => at.map(|place| self.rows() - 1 - place),
        })
    }

    pub const fn step(&self, direction: Direction) -> [f32; 2] {
        let (half, row) = (self.pitch / 2.0, self.row);
        match direction {
            Direction::E => [self.pitch, 0.0],
            Direction::Ne => [half, -row],
            Direction::Nw => [-half, -row],
            Direction::W => [-self.pitch, 0.0],
            Direction::Sw => [-half, row],
            Direction::Se => [half, row],
        }
    }

    /// The middle of the frame beyond the middle of a cell at the rim.
    pub fn beyond(&self, at: [f32; 2], direction: Direction) -> [f32; 2] {
        let by = self.step(direction);
        [at[0] + by[0] * self.to_frame, at[1] + by[1] * self.to_frame]
    }

    /// The letters of the rows at their left ends and the numbers of the columns at their lower ends, in either
    /// orientation. Gives the number of the row or column from below or from the left, the middle of its last cell,
    /// and the direction from there.
    pub fn coordinates(&self) -> impl Iterator<Item = (i32, [f32; 2], Direction)> {
        (0..self.rows()).flat_map(|i| {
            let first = (i + 1 - i32::from(self.side)).max(0);
            [(i, self.middle([i, first]), Direction::W), (i, self.middle([first, i]), Direction::Se)]
        })
    }

    /// The place of a marble pushed off the board from a cell at the rim: on the frame, in the row that it left. If a
    /// coordinate is there, straight across the nearest side, between that and the next coordinate. A second marble
    /// pushed off the same way (`number` 1) lies beside the first.
    pub fn over_the_rim(&self, at: [f32; 2], direction: Direction, number: usize) -> [f32; 2] {
        let dot = |a: [f32; 2], b: [f32; 2]| a[0] * b[0] + a[1] * b[1];
        let (by, p) = (self.step(direction), [at[0] - CENTER[0], at[1] - CENTER[1]]);
        let sides = NORMALS.into_iter().filter(|normal| dot(by, *normal) > 1.0);
        let Some(side) = sides.min_by(|one, other| dot(p, *other).total_cmp(&dot(p, *one))) else { return at };
        let labels: Vec<[f32; 2]> = self.coordinates().map(|(_, last, way)| self.beyond(last, way)).collect();
        let is_free =
            |p: &[f32; 2]| labels.iter().all(|label| (label[0] - p[0]).hypot(label[1] - p[1]) > 0.49 * self.pitch);
        // Letters are higher than wide, so there is less room between them along a slanted side.
        let out = FRAME - dot(p, side) + if side[0] == 0.0 { 0.0 } else { 20.0 };
        let across = [at[0] + side[0] * out, at[1] + side[1] * out];
        let lies = Some(self.beyond(at, direction)).filter(is_free).unwrap_or(across);
        if number == 0 {
            return lies;
        }
        let inwards = Direction::ALL.map(|way| self.step(way)).into_iter().filter(|way| dot(*way, p) < 1.0);
        let along = inwards.min_by(|one, other| dot(*one, side).abs().total_cmp(&dot(*other, side).abs()));
        let [dx, dy] = along.unwrap_or_default();
        // A corner has no room for two: the second overlaps the first.
        let beside = [1.0, 0.42].map(|by| [lies[0] + dx * by, lies[1] + dy * by]);
        beside.into_iter().find(is_free).unwrap_or(lies)
    }

    /// Distance from the middle of the cell around the origin: 0 in the middle, 1 at the border.
    pub fn cell_share(&self, x: f32, y: f32) -> f32 {
        let (x, y) = (x.abs() / (self.pitch / 2.0), y.abs() / self.row);
        x.max(x / 2.0 + y * 1.5)
    }

    /// Half the width of the cell around the origin in the line of pixels at `dy`; 0 outside.
    pub fn half_width(&self, dy: i32) -> i32 {
        let mut half = 0;
        while half < self.reach && self.cell_share(half as f32 + 0.5, dy as f32 + 0.5) <= 1.0 {
            half += 1;
        }
        half
    }

    /// `p`, relative to the middle of the board, as an offset from the middle of the nearest cell.
    pub fn within_cell(&self, p: [f32; 2]) -> Option<[f32; 2]> {
        let most = f32::from(self.side - 1);
        let middle = (p[1] / self.row).round();
        let mut nearest: Option<[f32; 2]> = None;
        for row in [middle - 1.0, middle, middle + 1.0] {
            if row.abs() > most {
                continue;
            }
            let last = 2.0 * most - row.abs();
            let first = -last * self.pitch / 2.0;
            let place = ((p[0] - first) / self.pitch).round().clamp(0.0, last);
            let at = [p[0] - first - place * self.pitch, p[1] - row * self.row];
            if nearest.is_none_or(|nearest| at[0].hypot(at[1]) < nearest[0].hypot(nearest[1])) {
                nearest = Some(at);
            }
        }
        nearest
    }
}

/// The direction as seen on the picture.
pub const fn turn_direction(direction: Direction, orientation: Orientation) -> Direction {
    match orientation {
        Orientation::BlackAtBottom => direction,
        Orientation::WhiteAtBottom => direction.opposite(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_has_its_cells_within_the_frame() {
        for (geometry, count) in [(&SIDE_5, 61), (&SIDE_6, 91)] {
            assert_eq!(geometry.cells().count(), count);
            for [x, y] in geometry.cells().map(|cell| geometry.middle(cell)) {
                let p = [x - CENTER[0], y - CENTER[1]];
                let reach = NORMALS.iter().map(|normal| p[0] * normal[0] + p[1] * normal[1]).fold(f32::MIN, f32::max);
                assert!(reach + geometry.bowl < INNER, "side {}: ({x}, {y})", geometry.side);
                assert_eq!(geometry.within_cell(p), Some([0.0, 0.0]));
            }
        }
    }

    #[test]
    fn an_ejected_marble_hides_no_coordinate() {
        for geometry in [&SIDE_5, &SIDE_6] {
            let rim = i32::from(geometry.side) - 1;
            let corners = |row: i32, col: i32| row.abs().max(col.abs()).max((row - col).abs());
            for [row, col] in geometry.cells().filter(|[row, col]| corners(row - rim, col - rim) == rim) {
                let at = geometry.middle([row, col]);
                for direction in Direction::ALL {
                    let (rows, cols) = direction.delta();
                    let next = [row + i32::from(rows) - rim, col + i32::from(cols) - rim];
                    if corners(next[0], next[1]) <= rim {
                        continue;
                    }
                    for number in [0, 1] {
                        let lies = geometry.over_the_rim(at, direction, number);
                        let what = format!("side {}, {row} {col} {direction:?} {number}: {lies:?}", geometry.side);
                        for (_, last, way) in geometry.coordinates() {
                            // From the marble to the nearest point of the letter.
                            let label = geometry.beyond(last, way);
                            let beyond = |axis: usize, half: f32| ((label[axis] - lies[axis]).abs() - half).max(0.0);
                            let apart = beyond(0, 9.5).hypot(beyond(1, 13.6));
                            assert!(apart > 27.0 * geometry.scale(), "{what}: {apart}");
                        }
                        let inside =
                            lies[0] > 64.0 + 27.0 && lies[0] < 960.0 - 27.0 && lies[1] > 0.0 && lies[1] < 768.0;
                        assert!(inside, "{what}");
                        // The upper side and the upper right side have no coordinates.
                        let is_free = at[1] <= CENTER[1]
                            && at[0] > CENTER[0]
                            && matches!(direction, Direction::E | Direction::Ne);
                        let ahead = geometry.beyond(at, direction);
                        let off = (lies[0] - ahead[0]).hypot(lies[1] - ahead[1]);
                        assert!(!is_free || number > 0 || off < 0.5, "{what} is not in its row");
                    }
                }
            }
        }
    }

    #[test]
    fn half_a_turn_swaps_the_corners() {
        let corner = |row, col| Cell::new(row, col).expect("a corner of the board");
        let at = |cell, orientation| SIDE_5.center(cell, orientation).map(|v| v as i32);
        assert_eq!(at(corner(0, 0), Orientation::WhiteAtBottom), at(corner(8, 8), Orientation::BlackAtBottom));
    }
}
