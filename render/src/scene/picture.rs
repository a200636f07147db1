//! What a picture shows, and the picture in progress.

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

/// Everything a picture of a position shows. Texts may be anything: they are cleaned, and cut where their place ends.
#[derive(Debug, Clone)]
pub struct Scene<'a> {
    /// What stands where.
    pub diagram: &'a Diagram,
    /// Who plays, per seat.
    pub names: Vec<String>,
    /// A few words per seat, for example a clock: "2 d 4 h". May be empty.
    pub notes: Vec<String>,
    /// Who has won, once the game is over. Empty while it goes on, and after a draw.
    pub winners: Vec<Seat>,
    /// "Move 12", "Black wins".
    pub headline: String,
    /// "last move c3d4", "9 moves left".
    pub detail: String,
    /// Which way the board is turned.
    pub orientation: Orientation,
    /// The theme.
    pub theme: Theme,
    /// What is marked while a move is being entered.
    pub marked: Vec<Marked>,
    /// Arrows for the moves that the marked marbles or pieces can make.
    pub targets: Vec<Target>,
    /// What is written on places.
    pub labels: Vec<Label>,
    /// Whether the frame carries letters and numbers.
    pub coordinates: bool,
}

/// A place that is marked while a move is being entered. One that is not on the board is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Marked {
    /// A cell of a hexagonal board; of two boards, of the one of the next move.
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

/// What is written on a place. One that is not on the board is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Label {
    /// Its name, as moves are written.
    Name(Marked),
    /// Its name on a badge: it can be chosen.
    Choice(Marked),
}

/// An arrow for a move that can be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Target {
    /// Leaves a cell in a direction.
    Cell(Cell, Direction),
    /// Goes from one point to another.
    Point(Point, Point),
}

/// How much wider than a stroke the line around it is.
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
        Self::below(assets, 0)
    }

    /// The empty board below so many rows of the page.
    pub fn below(assets: &'static ThemeAssets, rows: usize) -> Self {
        Self { assets, canvas: assets.one_board(rows) }
    }

    pub fn on_page(assets: &'static ThemeAssets, page: Page) -> Self {
        Self { assets, canvas: assets.on_page(page) }
    }

    pub fn two_boards(assets: &'static ThemeAssets) -> Self {
        Self { assets, canvas: assets.two_boards() }
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

    /// Draws strokes, `half` as wide as they are, and a line around them: all at once, so that they do not thicken where they meet.
    pub fn strokes(&mut self, strokes: &[[[f32; 2]; 2]], half: f32, ink: Rgb) {
        if strokes.is_empty() {
            return;
        }
        for (half, ink, strength) in [(half + DARK, self.assets.paint.edge, 215), (half, ink, 255)] {
            let mut drawn = Strokes::new(strokes.as_flattened(), half);
            for [from, to] in strokes {
                drawn.add(*from, *to);
            }
            self.mask(&drawn.coverage(), drawn.middle(), ink, strength);
        }
    }
}

/// The strokes of the head of an arrow that points along `ahead`, which is one pixel long; `wide` from one to the other end.
pub fn head(tip: [f32; 2], [dx, dy]: [f32; 2], wide: f32) -> [[[f32; 2]; 2]; 2] {
    let (back, aside) = (wide * 7.0 / 12.0, wide / 2.0);
    [1.0, -1.0].map(|side| [tip, [tip[0] - dx * back - dy * aside * side, tip[1] - dy * back + dx * aside * side]])
}
