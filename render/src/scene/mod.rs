//! Where things go on a picture of a board: boards, pieces, overlays, player cards, captions.

mod captions;
mod fanorona_board;
mod hex_board;
mod player_cards;
mod replay;
mod two_boards;

use std::ops::{Deref, DerefMut};

use rules::Diagram;
use rules::board::fanorona::Point;
use rules::board::hex::{Cell, Direction};
use rules::diagram::Board;

use crate::assets::pieces::{Piece, PieceSet};
use crate::assets::theme::Theme;
use crate::assets::{Surface, ThemeAssets, assets};
use crate::geometry::Orientation;
use crate::geometry::hex::{self, SIDE_5};
use crate::raster::canvas::Canvas;
use crate::raster::color::Rgb;
use crate::raster::coverage::Outlined;
use crate::raster::text::Line;

use hex_board::Hexagon;
use player_cards::MARGIN;

pub use replay::{Animation, Frame, MAX_FRAMES, Replay};

/// Everything a picture of a position shows. Texts may be anything: they are cleaned, and cut where their place ends.
#[derive(Debug, Clone)]
pub struct Scene<'a> {
    /// What stands where.
    pub diagram: &'a Diagram,
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
    /// The theme.
    pub theme: Theme,
    /// What is marked while a move is being entered.
    pub marked: Vec<Marked>,
    /// Arrows for the moves that the marked marbles or pieces can make.
    pub targets: Vec<Target>,
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

/// An arrow for a move that can be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Target {
    /// Leaves a cell in a direction.
    Cell(Cell, Direction),
    /// Goes from one point to another.
    Point(Point, Point),
}

/// A canvas and the theme that draws on it.
#[derive(Clone)]
pub struct Picture {
    assets: &'static ThemeAssets,
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
    fn one_board(assets: &'static ThemeAssets) -> Self {
        Self::below(assets, 0)
    }

    /// The empty board below so many rows of the page.
    fn below(assets: &'static ThemeAssets, rows: usize) -> Self {
        Self { assets, canvas: assets.one_board(rows) }
    }

    /// Puts a piece on the place around `middle` of a board that begins at `origin`.
    fn put(&mut self, piece: Piece, middle: [f32; 2], origin: [i32; 2]) {
        self.assets.put(&mut self.canvas, piece, middle, origin);
    }

    /// Draws a text from the left end of its base line.
    fn text(&mut self, line: &Line, at: [f32; 2], ink: Rgb) {
        self.canvas.text(line, at, ink);
    }

    /// Draws a symbol, its middle at `at`, and around it so much of its outline.
    fn outlined(&mut self, both: &Outlined, at: [f32; 2], ink: Rgb, strength: u8) {
        self.canvas.outlined(both, at, ink, self.assets.paint.edge, strength);
    }
}

/// Height of the captions above the board of more than two players.
const CAPTIONS: usize = 64;

/// The board that decides what the assets are prepared for.
fn surface(diagram: &Diagram) -> Surface {
    match diagram.boards.first() {
        Some(Board::Fanorona(_)) => Surface::Fanorona,
        _ => Surface::Hex(diagram.boards.iter().find_map(Board::hex).map_or(&SIDE_5, hex::of)),
    }
}

/// The first board with the last turn and nothing around it.
pub fn board_alone(diagram: &Diagram, theme: Theme, orientation: Orientation, coordinates: bool) -> Picture {
    let mut picture = Picture::one_board(assets(theme, surface(diagram), PieceSet::of(diagram)));
    if let [Board::Fanorona(board), ..] = diagram.boards.as_slice() {
        fanorona_board::board(&mut picture, board, orientation, coordinates);
    } else if let Some(board) = diagram.boards.iter().find_map(Board::hex) {
        Hexagon::new(board, [0, 0], orientation).draw(&mut picture, coordinates);
    }
    picture
}

/// Draws everything.
pub fn draw(scene: &Scene<'_>) -> Picture {
    let assets = assets(scene.theme, surface(scene.diagram), PieceSet::of(scene.diagram));
    let mut picture = background(scene, assets);
    foreground(&mut picture, scene);
    picture
}

/// What seldom changes from one move to the next: the empty board, and around a single hexagon its coordinates and the player
/// cards. The assets must have all that the diagram shows.
fn background(scene: &Scene<'_>, assets: &'static ThemeAssets) -> Picture {
    match scene.diagram.boards.as_slice() {
        [Board::Hex(_), Board::Hex(_), ..] => return Picture { assets, canvas: assets.two_boards() },
        [Board::Fanorona(_), ..] => return Picture::one_board(assets),
        _ => {}
    }
    let around = is_around(scene);
    let mut picture = Picture::below(assets, if around { CAPTIONS } else { 0 });
    if let Some(hexagon) = hexagon(scene)
        && scene.coordinates
    {
        hexagon.coordinates(&mut picture);
    }
    if around {
        player_cards::around(&mut picture, scene, CAPTIONS);
    } else {
        player_cards::two(&mut picture, scene);
    }
    picture
}

/// Do scenes that differ in their diagrams alone have the same [`background`] with these two?
fn same_background(a: &Diagram, b: &Diagram) -> bool {
    (a.boards.len(), &a.sides, &a.seats, &a.moves_left, a.to_move)
        == (b.boards.len(), &b.sides, &b.seats, &b.moves_left, b.to_move)
}

/// Everything else, on the background of this scene.
fn foreground(picture: &mut Picture, scene: &Scene<'_>) {
    match scene.diagram.boards.as_slice() {
        [Board::Hex(first), Board::Hex(second), ..] => return two_boards::draw(picture, scene, [first, second]),
        [Board::Fanorona(board), ..] => return fanorona_board::draw(picture, scene, board),
        _ => {}
    }
    if let Some(hexagon) = hexagon(scene) {
        hexagon.marbles(picture);
        hexagon.selection(picture, scene);
    }
    if is_around(scene) {
        let to = picture.width as f32 - MARGIN;
        captions::one_line(picture, scene, MARGIN, to, 47.0, 34.0);
    } else {
        captions::corners(picture, scene);
    }
}

/// Do more than two players sit around the board?
fn is_around(scene: &Scene<'_>) -> bool {
    scene.diagram.seats.len() > 2
}

/// The only board.
fn hexagon<'a>(scene: &Scene<'a>) -> Option<Hexagon<'a>> {
    let board = scene.diagram.boards.iter().find_map(Board::hex)?;
    let top = if is_around(scene) { CAPTIONS as i32 } else { 0 };
    Some(Hexagon::new(board, [0, top], scene.orientation))
}
