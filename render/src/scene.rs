//! A card on the canvas: which boards, and what goes around them.

use rules::Diagram;
use rules::diagram::Board;

use crate::canvas::Canvas;
use crate::hexagon::Hexagon;
use crate::kind::Cast;
use crate::panel::{self, MARGIN};
use crate::sheet::{Sheet, sheet};
use crate::theme::Theme;
use crate::{Card, Orientation, double, points, words};

/// The first board with the last turn and nothing around it.
pub fn bare(diagram: &Diagram, theme: Theme, orientation: Orientation, coordinates: bool) -> Canvas {
    let sheet = sheet(theme, Cast::of(diagram));
    if let [Board::Fanorona(board), ..] = diagram.boards.as_slice() {
        let mut canvas = Canvas::new(sheet);
        points::board(&mut canvas, board, orientation, coordinates);
        return canvas;
    }
    let mut canvas = Canvas::new(sheet);
    if let Some(board) = diagram.boards.iter().find_map(Board::hex) {
        Hexagon { board, origin: [0, 0], orientation }.draw(&mut canvas, coordinates);
    }
    canvas
}

/// Height of the line of words above the board of more than two players.
const STRIP: usize = 64;

/// Draws everything.
pub fn draw(card: &Card<'_>) -> Canvas {
    let mut canvas = ground(card, sheet(card.theme, Cast::of(card.diagram)));
    act(&mut canvas, card);
    canvas
}

/// What seldom changes from one move to the next: the empty board, and around a single hexagon its letters and numbers and
/// the players. The sheet has to have all that the diagram shows.
pub fn ground(card: &Card<'_>, sheet: &'static Sheet) -> Canvas {
    match card.diagram.boards.as_slice() {
        [Board::Hex(_), Board::Hex(_), ..] => return Canvas::double(sheet),
        [Board::Fanorona(_), ..] => return Canvas::new(sheet),
        _ => {}
    }
    let around = is_around(card);
    let mut canvas = if around { Canvas::below(sheet, STRIP) } else { Canvas::new(sheet) };
    if let Some(hexagon) = hexagon(card)
        && card.coordinates
    {
        hexagon.labels(&mut canvas);
    }
    if around {
        panel::around(&mut canvas, card, STRIP);
    } else {
        panel::two(&mut canvas, card);
    }
    canvas
}

/// Have cards that differ in their diagrams alone the same [`ground`] with these two?
pub fn same_ground(a: &Diagram, b: &Diagram) -> bool {
    (a.boards.len(), &a.sides, &a.seats, &a.moves_left, a.to_move)
        == (b.boards.len(), &b.sides, &b.seats, &b.moves_left, b.to_move)
}

/// Everything else, on the ground of this card.
pub fn act(canvas: &mut Canvas, card: &Card<'_>) {
    match card.diagram.boards.as_slice() {
        [Board::Hex(first), Board::Hex(second), ..] => return double::draw(canvas, card, [first, second]),
        [Board::Fanorona(board), ..] => return points::draw(canvas, card, board),
        _ => {}
    }
    if let Some(hexagon) = hexagon(card) {
        hexagon.stones(canvas);
        hexagon.selection(canvas, card);
    }
    if is_around(card) {
        let to = canvas.width as f32 - MARGIN;
        words::strip(canvas, card, MARGIN, to, 47.0, 34.0);
    } else {
        words::corners(canvas, card);
    }
}

/// Do the players sit around the board, more than two of them?
fn is_around(card: &Card<'_>) -> bool {
    card.diagram.seats.len() > 2
}

/// The only board.
fn hexagon<'a>(card: &Card<'a>) -> Option<Hexagon<'a>> {
    let board = card.diagram.boards.iter().find_map(Board::hex)?;
    let top = if is_around(card) { STRIP as i32 } else { 0 };
    Some(Hexagon { board, origin: [0, top], orientation: card.orientation })
}
