//! The contents of a picture, and the picture in progress.

use std::fmt;
use std::ops::{Deref, DerefMut};

use rules::board::fanorona::Point;
use rules::board::hex::{Cell, Direction};
use rules::{Diagram, Seat};

use crate::assets::pieces::Piece;
use crate::assets::theme::Theme;
use crate::assets::{Page, ThemeAssets};
use crate::geometry::Orientation;
use crate::raster::canvas::Canvas;
use crate::raster::color::Rgb;
use crate::raster::coverage::Outlined;
use crate::raster::strokes::Strokes;
use crate::raster::text::Line;

/// The contents of a picture of a position. Any text is safe: texts are cleaned, and shortened where they do not fit.
#[derive(Debug, Clone)]
pub struct Scene<'a> {
    /// The position and its last turn.
    pub diagram: &'a Diagram,
    /// The players' names, per seat.
    pub names: Vec<String>,
    /// A short note per seat, for example a clock: "2 d 4 h", or "no moves left" in a sprint. May be empty.
    pub notes: Vec<String>,
    /// The winners of a finished game. Empty while it goes on, and after a draw.
    pub winners: Vec<Seat>,
    /// For example "Move 12" or "Black wins".
    pub headline: String,
    /// For example "last move c3d4" or "9 moves left".
    pub detail: String,
    /// The orientation of the boards.
    pub orientation: Orientation,
    /// The theme.
    pub theme: Theme,
    /// Marked places while a move is entered.
    pub marked: Vec<Marked>,
    /// Arrows for the moves that the marked marbles or pieces can make.
    pub targets: Vec<Target>,
    /// Labels on places.
    pub labels: Vec<Label>,
    /// Whether the frame carries letters and numbers.
    pub coordinates: bool,
}

/// A marked place while a move is entered. Places off the board are ignored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Marked {
    /// A cell of a hexagonal board; of two boards, the board of the next move.
    Cell(Cell),
    /// A point of the Fanorona board.
    Point(Point),
}

impl fmt::Display for Marked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cell(cell) => cell.fmt(f),
            Self::Point(point) => point.fmt(f),
        }
    }
}

/// A label on a place. Places off the board are ignored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Label {
    /// The place's name, as in the notation of moves.
    Name(Marked),
    /// The name on a badge: the place can be chosen.
    Choice(Marked),
}

/// An arrow for a possible move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Target {
    /// From a cell in a direction.
    Cell(Cell, Direction),
    /// From one point to another.
    Point(Point, Point),
}

/// Width of the line around a stroke.
const DARK: f32 = 2.0;

#[derive(Clone)]
pub struct Picture {
    pub assets: &'static ThemeAssets,
    canvas: Canvas,
}

impl Deref for Picture {
    type Target = Canvas;

    fn deref(&self) -> &Canvas {
        &self.canvas
    }
}

impl DerefMut for Picture {
    fn deref_mut(&mut self) -> &mut Canvas {
        &mut self.canvas
    }
}

impl Picture {
    pub fn one_board(assets: &'static ThemeAssets) -> Self {
        Self::below(assets, 0, 1)
    }

    /// Empty boards one below the other, `rows` rows below the top of the page.
    pub fn below(assets: &'static ThemeAssets, rows: usize, boards: usize) -> Self {
        Self { assets, canvas: assets.boards(rows, boards) }
    }

    pub fn on_page(assets: &'static ThemeAssets, page: Page) -> Self {
        Self { assets, canvas: assets.on_page(page) }
    }

    pub fn draw_piece(&mut self, piece: Piece, middle: [f32; 2], origin: [i32; 2]) {
        self.assets.draw_piece(&mut self.canvas, piece, middle, origin);
    }

    pub fn text(&mut self, line: &Line, at: [f32; 2], ink: Rgb) {
        self.canvas.text(line, at, ink);
    }

    pub fn draw_outlined(&mut self, both: &Outlined, at: [f32; 2], ink: Rgb, strength: u8) {
        self.canvas.draw_outlined(both, at, ink, self.assets.paint.edge, strength);
    }

    /// Draws strokes, `half` their thickness, and a line around them, merged so that overlaps are no darker.
    pub fn strokes(&mut self, strokes: &[[[f32; 2]; 2]], half: f32, ink: Rgb) {
        if strokes.is_empty() {
            return;
        }
        for (half, ink, strength) in [(half + DARK, self.assets.paint.edge, 215), (half, ink, 255)] {
            let mut merged = Strokes::new(strokes.as_flattened(), half);
            for [from, to] in strokes {
                merged.add(*from, *to);
            }
            self.mask(&merged.coverage(), merged.middle(), ink, strength);
        }
    }
}

/// The strokes of the head of an arrow along the unit vector `ahead`; `wide` from end to end.
pub fn head(tip: [f32; 2], [dx, dy]: [f32; 2], wide: f32) -> [[[f32; 2]; 2]; 2] {
    let (back, aside) = (wide * 7.0 / 12.0, wide / 2.0);
    [1.0, -1.0].map(|side| [tip, [tip[0] - dx * back - dy * aside * side, tip[1] - dy * back + dx * aside * side]])
}
