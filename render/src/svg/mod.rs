//! Boards as SVG for interactive pages: the same places, colors and marks as on pictures, in simpler shapes.

mod boards;
mod pieces;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use rules::Diagram;
use rules::diagram::Board;

use crate::assets::theme::Theme;
use crate::geometry::Orientation;
use crate::raster::color::Rgb;
use crate::svg::boards::Detail;

/// The look of boards on a page.
#[derive(Debug, Clone, Copy)]
pub struct SvgStyle {
    /// Board and marbles.
    pub theme: Theme,
    /// The orientation of the boards.
    pub orientation: Orientation,
    /// Whether the frame carries letters and numbers.
    pub coordinates: bool,
}

/// The board of this index as an `<svg>` element, in the pixels of a picture; empty where there is no such board. It
/// refers to the pieces of [`svg_pieces`], which the page must contain once.
///
/// Places are `<circle class="place" data-at="c3">`, the pieces on them `<use data-at="c3" href="#black">`, and the
/// marks of the last turn are in `<g class="last">`. All names come from the rules, so nothing in it is user input.
pub fn svg_board(diagram: &Diagram, board: usize, style: SvgStyle) -> String {
    board_with(Detail::Full, diagram, board, style)
}

/// The same board for a list: small, without coordinates, and without names of places and pieces. It also refers to
/// the ground of [`svg_grounds`].
pub fn svg_small_board(diagram: &Diagram, board: usize, style: SvgStyle) -> String {
    board_with(Detail::Small, diagram, board, style)
}

fn board_with(detail: Detail, diagram: &Diagram, board: usize, style: SvgStyle) -> String {
    match diagram.boards.get(board) {
        Some(Board::Hex(board)) => boards::hex_board(board, detail, style),
        Some(Board::Fanorona(board)) => boards::fanorona_board(board, detail, style),
        None => String::new(),
    }
}

/// A hidden `<svg>` element with the grounds to which the small boards of these diagrams refer: frame and empty places,
/// once for each shape of board.
pub fn svg_grounds<'d>(diagrams: impl IntoIterator<Item = &'d Diagram>, theme: Theme) -> String {
    let all = diagrams.into_iter().flat_map(|diagram| &diagram.boards);
    let shapes: BTreeMap<String, &Board> = all.map(|board| (boards::ground_id(board), board)).collect();
    let grounds: String = shapes.into_values().map(|board| boards::ground(board, theme.paint())).collect();
    format!(r#"<svg class="pieces" width="0" height="0" aria-hidden="true"><defs>{grounds}</defs></svg>"#)
}

/// A hidden `<svg>` element with every piece that boards of this theme may refer to, each around the origin with a
/// radius of 1 and its name as id, and the fill of places: `black`, `white`, `red`, `green`, `yellow`, `blue`,
/// `hidden`, `pivot`, `ball`, `sister`, `crown`, `obstacle`, `hole`; `black-up` and `white-up` for Fanorona.
pub fn svg_pieces(theme: Theme) -> String {
    pieces::definitions(theme.paint())
}

/// The colors of a theme as custom properties of CSS: `--page`, `--card`, `--card-active`, `--text`, `--dim`,
/// `--lead`, `--accent`, `--select`, `--edge`.
pub fn css_colors(theme: Theme) -> String {
    let paint = theme.paint();
    let colors = [
        ("page", paint.page),
        ("card", paint.card),
        ("card-active", paint.card_active),
        ("text", paint.text),
        ("dim", paint.dim),
        ("lead", paint.lead),
        ("accent", paint.accent),
        ("select", paint.select),
        ("edge", paint.edge),
    ];
    colors.iter().fold(String::new(), |mut css, (name, color)| {
        let _ = write!(css, "--{name}:{};", css_color(*color));
        css
    })
}

/// The notation of CSS and SVG.
fn css_color([r, g, b]: Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// A length with at most one decimal.
fn short(length: f32) -> String {
    let rounded = (length * 10.0).round() / 10.0;
    format!("{rounded}")
}
