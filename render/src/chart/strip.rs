//! The last positions of a game side by side, small, each with the move that led to it.

use std::borrow::Cow;

use image::RgbImage;
use image::imageops::{FilterType, crop_imm, resize};
use rules::Diagram;
use rules::board::hex::Cell;
use rules::diagram::{Board, LastMove};

use crate::assets::fonts::{SENTENCE, Weight, clean, fit};
use crate::assets::theme::Theme;
use crate::chart::figure::Figure;
use crate::geometry::Orientation;
use crate::geometry::hex;
use crate::raster::page::Stencil;
use crate::raster::text::spoken;
use crate::scene;

/// The last positions of a game, each with the move that led to it; of more than six the last six. Up to three lie in a
/// row, so that a phone still shows them. Of two boards each shows the one of its move, as [`Still::caption`] should say; four of
/// them, two in a row.
#[derive(Debug, Clone)]
pub struct Strip<'a> {
    /// What it is about; may be empty.
    pub title: String,
    /// The positions, in the order of play.
    pub stills: Vec<Still<'a>>,
    /// Which way the boards are turned.
    pub orientation: Orientation,
    /// Whether the frames carry letters and numbers; they are small.
    pub coordinates: bool,
    /// The theme.
    pub theme: Theme,
}

/// One position of a strip.
#[derive(Debug, Clone)]
pub struct Still<'a> {
    /// What stands where, and what the last turn did.
    pub diagram: &'a Diagram,
    /// The move, below the board: "23 Black e6e7".
    pub caption: String,
}

impl Strip<'_> {
    /// The captions in one paragraph, for those who do not see the picture.
    pub fn alt(&self) -> String {
        let captions: Vec<String> = self.last().iter().map(|still| spoken(&still.caption, SENTENCE)).collect();
        let title = spoken(&self.title, SENTENCE);
        if title.is_empty() { captions.join(", ") } else { format!("{title}: {}", captions.join(", ")) }
    }

    fn last(&self) -> &[Still<'_>] {
        let most = max_stills(self.stills.iter().map(|still| still.diagram.boards.len()).max().unwrap_or(0));
        &self.stills[self.stills.len().saturating_sub(most)..]
    }
}

/// How many positions a [`Strip`] shows at most, of games with so many boards: two of them need more room to be read.
pub const fn max_stills(boards: usize) -> usize {
    if boards > 1 { 4 } else { 6 }
}
/// Width of the picture.
const WIDTH: usize = 1024;
/// Space around the boards.
const SPACE: usize = 16;
/// Height of a caption.
const CAPTION: usize = 52;

/// Draws everything.
pub fn draw(strip: &Strip<'_>) -> Figure {
    let stills = strip.last();
    let columns = match stills.len() {
        0 | 1 => 1,
        2 | 4 => 2,
        _ => 3,
    };
    let width = ((WIDTH - SPACE) / columns - SPACE).min(640);
    let diagrams: Vec<Cow<'_, Diagram>> = stills.iter().map(|still| alone(still.diagram)).collect();
    let boards: Vec<RgbImage> = diagrams.iter().map(|diagram| small(strip, diagram, width)).collect();
    let height = boards.iter().map(|board| board.height() as usize).max().unwrap_or(0);
    let title = clean(&strip.title, SENTENCE);
    let top = if title.is_empty() { SPACE } else { 72 };
    let place = height + CAPTION + SPACE;
    let mut page = Figure::new(strip.theme, WIDTH, top + place * stills.len().div_ceil(columns).max(1));
    let title = fit(&title, 36.0, 27.0, Weight::Bold, (WIDTH - 2 * SPACE) as f32);
    page.text(&title, [SPACE as f32, 50.0], page.paint.text);
    let column = (WIDTH - SPACE) / columns;
    for (i, ((still, diagram), board)) in stills.iter().zip(&diagrams).zip(&boards).enumerate() {
        let left = SPACE + i % columns * column + (column - SPACE - board.width() as usize) / 2;
        let from = top + i / columns * place;
        page.picture(board, [left, from]);
        way(&mut page, strip, diagram, [left, from], board.width());
        let text = fit(&clean(&still.caption, SENTENCE), 32.0, 25.0, Weight::Bold, (column - SPACE) as f32);
        let middle = left as f32 + board.width() as f32 / 2.0;
        // The newest position is the one that counts.
        let ink = if i + 1 == stills.len() { page.paint.text } else { page.paint.dim };
        page.text(&text, [middle - text.width / 2.0, (from + height + 36) as f32], ink);
    }
    page
}

/// Of two boards only the one of the last turn: both at this size would show neither.
fn alone(diagram: &Diagram) -> Cow<'_, Diagram> {
    if diagram.boards.len() < 2 {
        return Cow::Borrowed(diagram);
    }
    let moved = |board: &&Board| board.hex().is_some_and(|board| !board.last.is_empty());
    let shown = diagram.boards.iter().find(moved).or_else(|| diagram.boards.get(diagram.active));
    let boards = shown.or(diagram.boards.first()).into_iter().cloned().collect();
    Cow::Owned(Diagram { boards, active: 0, ..diagram.clone() })
}

/// The part of a board's picture that has something on it: its corner and its size.
const fn part(diagram: &Diagram) -> [u32; 4] {
    match diagram.boards.as_slice() {
        [Board::Fanorona(_), ..] => [0, 80, 1024, 612],
        _ => [78, 8, 868, 756],
    }
}

/// A position as wide as that.
fn small(strip: &Strip<'_>, diagram: &Diagram, width: usize) -> RgbImage {
    let canvas = scene::board_alone(diagram, strip.theme, strip.orientation, strip.coordinates);
    let picture = canvas.image();
    let [left, top, wide, high] = part(diagram);
    let picture = crop_imm(&picture, left, top, wide, high).to_image();
    resize(&picture, width as u32, (high as usize * width / wide as usize) as u32, FilterType::Triangle)
}

/// The way of the last turn on hexagons, as an arrow that is still seen at this size.
fn way(page: &mut Figure, strip: &Strip<'_>, diagram: &Diagram, corner: [usize; 2], width: u32) {
    let [left, top, wide, _] = part(diagram);
    let scale = width as f32 / wide as f32;
    for board in diagram.boards.iter().filter_map(Board::hex) {
        let center = |cell| hex::of(board).center(cell, strip.orientation);
        let place = |at: [f32; 2]| {
            let at = [at[0] - left as f32, at[1] - top as f32];
            [corner[0] as f32 + at[0] * scale, corner[1] as f32 + at[1] * scale]
        };
        for last in &board.last {
            let Some((from, to)) = ends(last, center) else { continue };
            let (from, to) = (place(from), place(to));
            for (half, ink, wing) in [(4.8, page.paint.edge, 11.5), (2.9, page.paint.accent, 11.5)] {
                let low = [from[0].min(to[0]) - 24.0, from[1].min(to[1]) - 24.0];
                let high = [from[0].max(to[0]) + 24.0, from[1].max(to[1]) + 24.0];
                let mut stencil = Stencil::new(low, high);
                stencil.arrow(from, to, half, wing);
                page.stencil(&stencil, ink, 255);
            }
        }
    }
}

/// Where the arrow of a move begins and ends on a picture with one board: from the cell that was left to the foremost one
/// reached, or beside each other for a move sideways. `None` for a marble that was placed.
fn ends(last: &LastMove, center: impl Fn(Cell) -> [f32; 2]) -> Option<([f32; 2], [f32; 2])> {
    last.direction?;
    let middle = |cells: &[Cell]| {
        let all = cells.iter().map(|cell| center(*cell));
        let sum = all.fold([0.0, 0.0], |sum: [f32; 2], at| [sum[0] + at[0], sum[1] + at[1]]);
        (!cells.is_empty()).then(|| sum.map(|v| v / cells.len() as f32))
    };
    let from = middle(&last.vacated)?;
    if last.vacated.len() > 1 {
        return Some((from, middle(&last.arrived)?));
    }
    let far = |at: &[f32; 2]| (at[0] - from[0]).hypot(at[1] - from[1]);
    let reached = last.arrived.iter().map(|cell| center(*cell));
    Some((from, reached.max_by(|a, b| far(a).total_cmp(&far(b)))?))
}
