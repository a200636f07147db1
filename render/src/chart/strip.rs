//! Small captioned positions side by side: the last ones of a game, or those of several games.

use std::borrow::Cow;

use image::RgbImage;
use image::imageops::{FilterType, crop_imm, resize};
use rules::Diagram;
use rules::diagram::Board;

use crate::assets::fonts::{SENTENCE, Weight, clean, fit, line};
use crate::assets::theme::Theme;
use crate::chart::figure::Figure;
use crate::geometry::Orientation;
use crate::geometry::hex::{self, turn_direction};
use crate::raster::mask::{Mask, Pen};
use crate::raster::text::Line;
use crate::scene;

/// The last positions of a game, each with the move that led to it, or one position each of several games. Only the
/// last six are drawn. Up to three lie in a row, so that a phone still shows them. Of a game on two boards, each
/// still shows the board of its move, which [`Still::caption`] should name; at most four are drawn, two in a row.
#[derive(Debug, Clone)]
pub struct Strip<'a> {
    /// The positions, in the order of play.
    pub stills: Vec<Still<'a>>,
    /// Whether the positions are of one game: then the last one stands out.
    pub is_one_game: bool,
    /// The orientation of the boards. Letters and numbers beside them would be too small to read.
    pub orientation: Orientation,
    /// The theme.
    pub theme: Theme,
}

/// One position of a strip.
#[derive(Debug, Clone)]
pub struct Still<'a> {
    /// The position and its last turn.
    pub diagram: &'a Diagram,
    /// The move, below the board: "23 Black e6e7". It may have a second line; lines that are too long are wrapped.
    pub caption: String,
}

impl Strip<'_> {
    fn last(&self) -> &[Still<'_>] {
        let boards = self.stills.iter().map(|still| still.diagram.boards.len()).max().unwrap_or(0);
        let most = max_stills(if self.is_one_game { boards } else { 1 });
        &self.stills[self.stills.len().saturating_sub(most)..]
    }
}

/// The most positions a [`Strip`] shows, of games with this many boards. Two boards need more room to be legible.
pub const fn max_stills(boards: usize) -> usize {
    if boards > 1 { 4 } else { 6 }
}
const WIDTH: usize = 1024;
const SPACE: usize = 16;
const CAPTION: usize = 62;
const LINES: usize = 4;
const LINE: usize = 46;
/// The least size of a text: 11 pixels where Discord shows the picture 290 pixels wide.
const LEAST: f32 = 39.0;

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
    let column = (WIDTH - SPACE) / columns;
    let captions: Vec<Vec<(usize, Line)>> =
        stills.iter().map(|still| set(&still.caption, (column - SPACE) as f32)).collect();
    let lines = captions.iter().map(Vec::len).max().unwrap_or(1).max(1);
    let place = height + CAPTION + (lines - 1) * LINE + SPACE;
    let mut page = Figure::new(strip.theme, WIDTH, SPACE + place * stills.len().div_ceil(columns).max(1));
    for (i, ((caption, diagram), board)) in captions.iter().zip(&diagrams).zip(&boards).enumerate() {
        let left = SPACE + i % columns * column + (column - SPACE - board.width() as usize) / 2;
        let from = SPACE + i / columns * place;
        // Centered: games on different boards have different heights.
        let corner = [left, from + (height - board.height() as usize) / 2];
        page.picture(board, corner);
        way(&mut page, strip, diagram, corner, board.width());
        let middle = left as f32 + board.width() as f32 / 2.0;
        for (line, (part, text)) in caption.iter().enumerate() {
            // The newest position of one game stands out; of several games, the players.
            let is_first = if strip.is_one_game { i + 1 == stills.len() } else { *part == 0 };
            let ink = if is_first { page.paint.text } else { page.paint.dim };
            page.text(text, [middle - text.width / 2.0, (from + height + 44 + line * LINE) as f32], ink);
        }
    }
    page
}

fn set(caption: &str, width: f32) -> Vec<(usize, Line)> {
    let parts = wrap(caption, |text| line(text, LEAST, Weight::Bold).width <= width);
    parts.into_iter().map(|(number, text)| (number, fit(&text, 40.0, LEAST, Weight::Bold, width))).collect()
}

/// A caption in lines that fit, each with the number of the line of the caption that it is part of. No line begins with
/// a punctuation mark, which in French has a space before it.
fn wrap(caption: &str, fits: impl Fn(&str) -> bool) -> Vec<(usize, String)> {
    let mut out = Vec::new();
    for (number, part) in caption.lines().enumerate() {
        let mut rest = clean(part, SENTENCE);
        while !rest.is_empty() {
            let is_before_mark = |at: usize| rest[at + 1..].starts_with([':', ';', '!', '?']);
            let spaces = rest.match_indices(' ').map(|(at, _)| at).filter(|at| !is_before_mark(*at));
            let end = spaces.chain([rest.len()]).filter(|end| fits(&rest[..*end])).last().unwrap_or(rest.len());
            out.push((number, rest[..end].to_owned()));
            rest = rest[end..].trim_start().to_owned();
        }
    }
    out.truncate(LINES);
    out
}

/// Keeps only the board of the last turn: two boards at this size would be illegible.
fn alone(diagram: &Diagram) -> Cow<'_, Diagram> {
    if diagram.boards.len() < 2 {
        return Cow::Borrowed(diagram);
    }
    let moved = |board: &&Board| board.hex().is_some_and(|board| !board.last.is_empty());
    let board = diagram.boards.iter().find(moved).or_else(|| diagram.boards.get(diagram.active));
    let boards = board.or(diagram.boards.first()).into_iter().cloned().collect();
    Cow::Owned(Diagram { boards, active: 0, ..diagram.clone() })
}

/// The part of a board's picture that has something on it: its corner and its size.
const fn part(diagram: &Diagram) -> [u32; 4] {
    match diagram.boards.as_slice() {
        [Board::Fanorona(_), ..] => [0, 80, 1024, 612],
        _ => [78, 8, 868, 756],
    }
}

/// The picture of a position, scaled to `width`.
fn small(strip: &Strip<'_>, diagram: &Diagram, width: usize) -> RgbImage {
    let canvas = scene::board_alone(diagram, strip.theme, strip.orientation);
    let picture = canvas.image();
    let [left, top, wide, high] = part(diagram);
    let picture = crop_imm(&picture, left, top, wide, high).to_image();
    resize(&picture, width as u32, (high as usize * width / wide as usize) as u32, FilterType::Triangle)
}

/// Draws the last turn on hexagons: an arrow in each vacated cell, so that no arrow hides a moved marble.
fn way(page: &mut Figure, strip: &Strip<'_>, diagram: &Diagram, corner: [usize; 2], width: u32) {
    let [left, top, wide, _] = part(diagram);
    let scale = width as f32 / wide as f32;
    for board in diagram.boards.iter().filter_map(Board::hex) {
        let geometry = hex::of(board);
        for (last, direction) in board.last.iter().filter_map(|last| Some((last, last.direction?))) {
            let [dx, dy] = geometry.step(turn_direction(direction, strip.orientation)).map(|step| step * scale);
            let add =
                |mask: &mut Mask, half: f32| mask.arrow([-0.34 * dx, -0.34 * dy], [0.36 * dx, 0.36 * dy], 8.5, half);
            let arrow_mask = |half: f32| Pen { scale: 1.0 }.mask(0.36 * dx.hypot(dy) + 6.0, |mask| add(mask, half));
            let arrows = [(arrow_mask(4.4), page.paint.edge), (arrow_mask(2.5), page.paint.accent)];
            for cell in &last.vacated {
                let at = geometry.center(*cell, strip.orientation);
                let at = [0, 1].map(|axis| corner[axis] as f32 + (at[axis] - [left, top][axis] as f32) * scale);
                for (arrow, ink) in &arrows {
                    page.mask(arrow, at, *ink);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_captions_are_wrapped_but_not_before_a_mark() {
        for (caption, wanted) in [
            ("Ada – Grace Hopper\n#12", [(0, "Ada – Grace"), (0, "Hopper"), (1, "#12")]),
            ("123. Blancs\u{202f}: a1b2", [(0, "123."), (0, "Blancs :"), (0, "a1b2")]),
        ] {
            let found = wrap(caption, |text| text.chars().count() <= 11);
            let found: Vec<(usize, &str)> = found.iter().map(|(part, text)| (*part, text.as_str())).collect();
            assert_eq!(found, wanted);
        }
    }
}
