//! A position, with names and score around it, as a PNG: the only crate that knows pixels. What stands where comes as
//! a [`rules::Diagram`]; how it looks is a [`Theme`]. The art is procedural and made at a theme's first picture; after
//! that a picture is a copy of the empty board with marbles copied in and texts laid over. What was copied tells deflate
//! where nearly everything was before, so that it has little to search for.

#![warn(missing_docs)]

mod art;
mod canvas;
mod compose;
mod contact;
mod cover;
mod dates;
mod deflate;
mod double;
mod encode;
mod geometry;
mod hexagon;
mod kind;
mod layers;
mod marks;
mod page;
mod palette;
mod panel;
mod patch;
mod pieces;
pub mod plain;
mod plank;
mod plot;
mod points;
mod replay;
mod scene;
mod settle;
mod sheet;
mod signs;
mod strip;
mod table;
mod terrain;
mod text;
mod theme;
mod tile;
mod trace;
mod words;

use rules::fanorona::Point;
use rules::hex::{Cell, Direction};

pub use plot::{Curve, Plot, Scale, Spot};
pub use replay::{Frame, MOST_FRAMES, Replay, replay};
pub use strip::{Still, Strip, most_stills};
pub use table::{Align, Column, Entry, Row, Table};
pub use theme::{Theme, UnknownTheme};

/// Everything a picture shows. Texts may be anything: they are cleaned, and cut where their place ends.
#[derive(Debug, Clone)]
pub struct Card<'a> {
    /// What stands where.
    pub diagram: &'a rules::Diagram,
    /// Who plays, per seat.
    pub names: Vec<String>,
    /// A few words per seat, for example a clock: "2 d 4 h". May be empty.
    pub notes: Vec<String>,
    /// "Move 12", "Black wins".
    pub headline: String,
    /// "last move c3d4", "9 moves left".
    pub detail: String,
    /// Which way the board is turned.
    pub orientation: Orientation,
    /// The look.
    pub theme: Theme,
    /// What is marked while a move is being entered.
    pub marked: Vec<Marked>,
    /// Arrows for the moves that the marked marbles or pieces can make.
    pub targets: Vec<Target>,
    /// Whether the frame carries letters and numbers.
    pub coordinates: bool,
}

/// A place that is marked while a move is being entered; one that is not on the board shown is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Marked {
    /// A cell of the hexagon: of two boards, of the one of the next move.
    Cell(Cell),
    /// A point of the board of Fanorona.
    Point(Point),
}

/// An arrow for a move that can be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Target {
    /// Leaves a cell in a direction.
    Cell(Cell, Direction),
    /// Goes from one point to another.
    Point(Point, Point),
}

/// Which way the board is turned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Orientation {
    /// Row `a` and seat 0 below.
    #[default]
    BlackAtBottom,
    /// Row `i` and seat 1 below.
    WhiteAtBottom,
}

/// The picture, with a palette: 1024 × 768 pixels, a little higher for more than two players, 1508 × 1132 for two
/// boards. Never fails, whatever the texts are.
pub fn png(card: &Card<'_>) -> Vec<u8> {
    draw(card).png()
}

/// A picture that is drawn and not yet a file.
pub struct Drawn(canvas::Canvas);

/// Draws what [`png()`] makes a file of, so that each half of the work can be measured.
pub fn draw(card: &Card<'_>) -> Drawn {
    Drawn(scene::draw(card))
}

impl Drawn {
    /// Its width and height.
    pub const fn size(&self) -> [usize; 2] {
        [self.0.width, self.0.height]
    }

    /// The file.
    pub fn png(&self) -> Vec<u8> {
        encode::board(&self.0)
    }
}

/// Bytes that a theme keeps until the program ends: of all that was drawn with it by now, each board with its marbles, once.
pub fn held(theme: Theme) -> usize {
    sheet::held(theme)
}

/// Anything that can be drawn.
#[derive(Debug, Clone)]
pub enum Sample<'a> {
    /// A position.
    Card(Card<'a>),
    /// Lines.
    Plot(Plot),
    /// Rows.
    Table(Table),
    /// Positions side by side.
    Strip(Strip<'a>),
}

impl Sample<'_> {
    /// Its look.
    pub const fn theme(&self) -> Theme {
        match self {
            Self::Card(card) => card.theme,
            Self::Plot(plot) => plot.theme,
            Self::Table(table) => table.theme,
            Self::Strip(strip) => strip.theme,
        }
    }
}

/// Many pictures at once, so many in a row, each 400 pixels wide at most: what a phone shows of it.
pub fn contact_sheet(samples: &[Sample<'_>], columns: u32) -> Vec<u8> {
    contact::sheet(samples, columns)
}

/// The plot, 1024 × 640 pixels. Never fails, whatever the texts and numbers are.
pub fn plot(plot: &Plot) -> Vec<u8> {
    plot::draw(plot).png()
}

/// The table, 1024 pixels wide at most and as high as its rows are. Never fails, whatever the texts are.
pub fn table(table: &Table) -> Vec<u8> {
    table::draw(table).png()
}

/// The last positions side by side, 1024 pixels wide. Never fails, whatever the texts are.
pub fn strip(strip: &Strip<'_>) -> Vec<u8> {
    strip::draw(strip).png()
}
