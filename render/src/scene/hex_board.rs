//! A hexagonal board: marbles, terrain, crowns, coordinates, the last turn, the move being entered.

use rules::Color;
use rules::board::hex::{Cell, Direction};
use rules::diagram::{HexBoard, LastMove};

use crate::assets::fonts::{Weight, line};
use crate::assets::overlays::{CROWN_SHADOW, FALLEN_SHADOW};
use crate::assets::paint::BLACK;
use crate::assets::pieces::Piece;
use crate::geometry::Orientation;
use crate::geometry::hex::{self, HexGeometry, turn_direction};

use super::labels;
use super::picture::{Marked, Picture, Scene, Target, head};

/// Text size of letters and numbers on the frame: eleven pixels high on a phone.
const COORDINATE: f32 = 38.0;
/// From the cell to the middle of a tick, in steps of the lattice.
const TICK: f32 = 0.64;
const ARROW: f32 = 3.7;

pub struct Hexagon<'a> {
    board: &'a HexBoard,
    geometry: &'static HexGeometry,
    /// The corner of a picture with this board alone.
    origin: [i32; 2],
    orientation: Orientation,
    arrows: bool,
}

/// A letter or number on the frame.
pub struct Coordinate {
    pub name: String,
    pub at: [f32; 2],
    /// The middle of the tick from a column to its number.
    pub tick: Option<[f32; 2]>,
}

/// The marks of one move of the last turn.
pub struct MoveMarks {
    pub vacated: Vec<Cell>,
    pub arrived: Vec<Cell>,
    /// Strokes; `None` for a marble that was placed.
    pub arrows: Option<Vec<[[f32; 2]; 2]>>,
    /// The marble that left the board, and its place.
    pub fallen: Option<(Piece, [f32; 2])>,
}

impl<'a> Hexagon<'a> {
    pub fn new(board: &'a HexBoard, origin: [i32; 2], orientation: Orientation) -> Self {
        Self { board, geometry: hex::of(board), origin, orientation, arrows: true }
    }

    /// For small pictures, which have arrows of their own.
    pub const fn without_arrows(self) -> Self {
        Self { arrows: false, ..self }
    }

    pub fn draw(&self, canvas: &mut Picture, coordinates: bool) {
        if coordinates {
            self.coordinates(canvas);
        }
        self.marbles(canvas);
    }

    /// Draws the marbles on a board whose coordinates are already drawn or not wanted.
    pub fn marbles(&self, canvas: &mut Picture) {
        for &(cell, stone) in &self.board.stones {
            self.draw_piece(canvas, cell, Piece::from(stone));
        }
        for &cell in &self.board.obstacles {
            self.draw_piece(canvas, cell, Piece::Obstacle);
        }
        for &cell in &self.board.holes {
            self.draw_piece(canvas, cell, Piece::Hole);
        }
        for (number, marks) in self.marks().enumerate() {
            self.draw_marks(canvas, number, &marks);
        }
        self.crowns(canvas);
    }

    pub fn at(&self, cell: Cell) -> [f32; 2] {
        self.offset(self.geometry.center(cell, self.orientation))
    }

    fn offset(&self, at: [f32; 2]) -> [f32; 2] {
        [at[0] + self.origin[0] as f32, at[1] + self.origin[1] as f32]
    }

    fn draw_piece(&self, canvas: &mut Picture, cell: Cell, piece: Piece) {
        canvas.draw_piece(piece, self.geometry.center(cell, self.orientation), self.origin);
    }

    /// Letters at the left ends of rows, numbers at the lower ends of columns, in either orientation.
    pub fn coordinate_places(&self) -> impl Iterator<Item = Coordinate> {
        self.geometry.coordinates().map(|(i, last, way)| {
            let index = match self.orientation {
                Orientation::BlackAtBottom => i,
                Orientation::WhiteAtBottom => self.geometry.rows() - 1 - i,
            };
            let at = self.offset(self.geometry.beyond(last, way));
            if way == Direction::W {
                return Coordinate { name: char::from(b'A' + index as u8).to_string(), at, tick: None };
            }
            // A column is slanted: its number stands below the gap between two cells.
            let ([dx, dy], last) = (self.geometry.step(way), self.offset(last));
            Coordinate { name: (index + 1).to_string(), at, tick: Some([last[0] + dx * TICK, last[1] + dy * TICK]) }
        })
    }

    pub fn coordinates(&self, canvas: &mut Picture) {
        let (assets, paint) = (canvas.assets, canvas.assets.paint);
        for Coordinate { name, at, tick } in self.coordinate_places() {
            if let Some(tick) = tick {
                canvas.draw_outlined(&assets.overlays.tick, tick, paint.label, 200);
            }
            let text = line(&name, COORDINATE, Weight::Bold);
            let left = at[0] - text.width / 2.0;
            canvas.text(&text, [left + 1.0, at[1] + 15.0], paint.edge);
            canvas.text(&text, [left, at[1] + 13.5], paint.label);
        }
    }

    /// The marks of each move of the last turn, in order, without what a later one undid.
    pub fn marks(&self) -> impl Iterator<Item = MoveMarks> {
        self.board.last.iter().enumerate().map(|(number, last)| {
            let later = self.board.last.get(number + 1..).unwrap_or_default();
            let stays =
                |cell: &Cell| !later.iter().any(|later| later.arrived.contains(cell) || later.vacated.contains(cell));
            let arrived: Vec<Cell> = last.arrived.iter().copied().filter(stays).collect();
            MoveMarks {
                vacated: last.vacated.iter().copied().filter(stays).collect(),
                arrows: last.direction.map(|direction| self.arrows(&arrived, &last.vacated, direction)),
                arrived,
                fallen: last
                    .ejected
                    .zip(last.direction)
                    .map(|((cell, stone), direction)| (Piece::from(stone), self.fallen_place(number, cell, direction))),
            }
        })
    }

    /// The strokes of an arrow along each row of marbles that moved together, from the cell that its last marble left
    /// to its first one.
    fn arrows(&self, moved: &[Cell], vacated: &[Cell], direction: Direction) -> Vec<[[f32; 2]; 2]> {
        let (board, back) = (self.board.hexagon(), direction.opposite());
        let [dx, dy] = self.geometry.step(turn_direction(direction, self.orientation));
        let scale = self.geometry.scale();
        let ahead = [dx, dy].map(|v| v / dx.hypot(dy));
        let along = |cell, by: f32| {
            let at = self.at(cell);
            [0, 1].map(|axis| at[axis] + ahead[axis] * by * scale)
        };
        let has = |cells: &[Cell], next: Option<Cell>| next.filter(|next| cells.contains(next));
        let mut strokes = Vec::new();
        for &first in moved.iter().filter(|cell| has(moved, board.step(**cell, direction)).is_none()) {
            let mut last = first;
            while let Some(next) = has(moved, board.step(last, back)) {
                last = next;
            }
            let tail = has(vacated, board.step(last, back)).map_or(along(last, -17.0), |cell| along(cell, 31.0));
            let tip = along(first, 17.0);
            let [one, other] = head(tip, ahead, 25.0 * scale);
            strokes.extend([[tail, tip], one, other]);
        }
        strokes
    }

    /// The place of an ejected marble: on the frame, or in the hole that it was pushed into.
    fn fallen_place(&self, number: usize, cell: Cell, towards: Direction) -> [f32; 2] {
        let [row, col] = {
            let (rows, cols) = towards.delta();
            [i32::from(cell.row()) + i32::from(rows), i32::from(cell.col()) + i32::from(cols)]
        };
        let hole = self.board.holes.iter().find(|hole| [hole.row(), hole.col()].map(i32::from) == [row, col]);
        // A second marble ejected at the same place lies beside the first.
        let same =
            |last: &&LastMove| last.ejected.map(|(cell, _)| cell) == Some(cell) && last.direction == Some(towards);
        let before = self.board.last.iter().take(number).filter(same).count();
        hole.map_or_else(
            || {
                let (from, way) =
                    (self.geometry.center(cell, self.orientation), turn_direction(towards, self.orientation));
                self.offset(self.geometry.over_the_rim(from, way, before))
            },
            |hole| self.at(*hole),
        )
    }

    fn draw_marks(&self, canvas: &mut Picture, number: usize, marks: &MoveMarks) {
        let (assets, accent) = (canvas.assets, canvas.assets.paint.accent);
        // A placed marble has no origin.
        let arrows = marks.arrows.as_ref().filter(|_| self.arrows);
        for &cell in &marks.vacated {
            let at = self.at(cell);
            if self.arrows || marks.arrows.is_none() {
                canvas.mask(&assets.overlays.dashes, at, accent, 235);
            }
            if self.board.last.len() > 1 {
                let text = line(&(number + 1).to_string(), 30.0 * self.geometry.scale(), Weight::Bold);
                let left = at[0] - text.width / 2.0;
                for (dx, dy) in [(-1.5, 0.0), (1.5, 0.0), (0.0, -1.5), (0.0, 1.5), (1.0, 1.0), (-1.0, -1.0)] {
                    canvas.text(&text, [left + dx, at[1] + 11.0 + dy], assets.paint.edge);
                }
                canvas.text(&text, [left, at[1] + 11.0], accent);
            }
        }
        for &cell in &marks.arrived {
            canvas.draw_outlined(&assets.overlays.ring, self.at(cell), accent, 190);
        }
        if let Some(arrows) = arrows {
            canvas.strokes(arrows, self.arrow_width(), accent);
        }
        if let Some((piece, at)) = marks.fallen {
            canvas.mask(&assets.overlays.fallen_shadow, self.beside(at, FALLEN_SHADOW), BLACK, 200);
            canvas.sprite(&assets.marbles.fallen[piece.index()], at);
            canvas.mask(&assets.overlays.fallen_ring, at, accent, 255);
        }
    }

    pub fn arrow_width(&self) -> f32 {
        ARROW * self.scale()
    }

    /// The size of a cell relative to the board of 61 cells.
    pub fn scale(&self) -> f32 {
        self.geometry.scale()
    }

    /// Crowns lie on top of marbles, so they are drawn last.
    fn crowns(&self, canvas: &mut Picture) {
        let assets = canvas.assets;
        for (at, color) in self.crown_places() {
            canvas.mask(&assets.overlays.crown_shadow, self.beside(at, CROWN_SHADOW), BLACK, 215);
            canvas.sprite(&assets.marbles.crown, at);
            // A crown of a hidden color looks like the marbles.
            let carrier = color.map_or(Piece::Hidden, Piece::Owned);
            canvas.draw_outlined(&assets.overlays.crown_symbol, at, assets.paint.materials[carrier.index()].body, 225);
        }
    }

    /// The place of each crown and the color that carries it, unless it is hidden.
    pub fn crown_places(&self) -> impl Iterator<Item = ([f32; 2], Option<Color>)> {
        self.board.crowns.iter().map(|(cells, color)| {
            let middles = cells.map(|cell| self.at(cell));
            ([0, 1].map(|axis| middles.iter().map(|middle| middle[axis]).sum::<f32>() / 3.0), *color)
        })
    }

    /// Draws the marked marbles and the arrows while a move is entered.
    pub fn selection(&self, canvas: &mut Picture, scene: &Scene<'_>) {
        let (assets, select) = (canvas.assets, canvas.assets.paint.select);
        for &marked in &scene.marked {
            let Marked::Cell(cell) = marked else { continue };
            let at = self.at(cell);
            canvas.draw_outlined(&assets.overlays.ring, at, select, 220);
        }
        for &target in &scene.targets {
            let Target::Cell(cell, direction) = target else { continue };
            let direction = turn_direction(direction, self.orientation);
            let (at, by) = (self.at(cell), self.geometry.step(direction));
            let at = [at[0] + by[0] / 2.0, at[1] + by[1] / 2.0];
            canvas.draw_outlined(&assets.overlays.hints[direction as usize], at, select, 225);
        }
    }

    /// Draws names and numbers on cells.
    pub fn labels(&self, canvas: &mut Picture, scene: &Scene<'_>) {
        labels::draw(canvas, scene, |marked| {
            let Marked::Cell(cell) = marked else { return None };
            if !self.board.hexagon().contains(cell) {
                return None;
            }
            let stone = self.board.stones.iter().find(|(own, _)| *own == cell).map(|(_, stone)| Piece::from(*stone));
            Some((self.at(cell), self.geometry.scale(), stone))
        });
    }

    /// A place offset to the right and down, in units of the board of 61 cells.
    fn beside(&self, at: [f32; 2], by: [f32; 2]) -> [f32; 2] {
        let scale = self.geometry.scale();
        [at[0] + by[0] * scale, at[1] + by[1] * scale]
    }
}
