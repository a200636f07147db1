//! A card on the canvas: which boards, and what goes around them.

use rules::Diagram;
use rules::diagram::{Board, HexBoard};

use crate::canvas::Canvas;
use crate::hexagon::Hexagon;
use crate::kind::Cast;
use crate::panel::{self, MARGIN};
use crate::sheet::{Sheet, sheet};
use crate::theme::Theme;
use crate::{Card, Orientation, double, points, words};

/// Boards with the last turn and nothing around them.
pub fn bare(diagram: &Diagram, theme: Theme, orientation: Orientation, coordinates: bool) -> Canvas {
    let sheet = sheet(theme, Cast::of(diagram));
    let hexagons: Vec<&HexBoard> = diagram.boards.iter().filter_map(Board::hex).collect();
    if let [Board::Fanorona(board), ..] = diagram.boards.as_slice() {
        let mut canvas = Canvas::new(sheet);
        points::board(&mut canvas, board, orientation, coordinates);
        return canvas;
    }
    if let [first, second, ..] = *hexagons {
        let mut canvas = Canvas::double(sheet);
        double::boards(&mut canvas, [first, second], orientation, coordinates);
        return canvas;
    }
    let mut canvas = Canvas::new(sheet);
    if let [board] = *hexagons {
        Hexagon { board, origin: [0, 0], orientation }.draw(&mut canvas, coordinates);
    }
    canvas
}

/// Height of the line of words above the board of more than two players.
const STRIP: usize = 64;

/// Draws everything.
pub fn draw(card: &Card<'_>) -> Canvas {
    draw_with(card, sheet(card.theme, Cast::of(card.diagram)))
}

/// The same with the parts of a theme that were made for more than this card.
pub fn draw_with(card: &Card<'_>, sheet: &'static Sheet) -> Canvas {
    if let [Board::Hex(first), Board::Hex(second), ..] = card.diagram.boards.as_slice() {
        let mut canvas = Canvas::double(sheet);
        double::draw(&mut canvas, card, [first, second]);
        return canvas;
    }
    if let [Board::Fanorona(board), ..] = card.diagram.boards.as_slice() {
        let mut canvas = Canvas::new(sheet);
        points::draw(&mut canvas, card, board);
        return canvas;
    }
    let board = card.diagram.boards.iter().find_map(Board::hex);
    let around = card.diagram.places.len() > 2;
    let mut canvas = if around { Canvas::below(sheet, STRIP) } else { Canvas::new(sheet) };
    if let Some(board) = board {
        let origin = [0, if around { STRIP as i32 } else { 0 }];
        let hexagon = Hexagon { board, origin, orientation: card.orientation };
        hexagon.draw(&mut canvas, card.coordinates);
        hexagon.selection(&mut canvas, card);
    }
    if around {
        panel::around(&mut canvas, card, STRIP);
        let to = canvas.width as f32 - MARGIN;
        words::strip(&mut canvas, card, MARGIN, to, 47.0, 34.0);
    } else {
        panel::two(&mut canvas, card);
        words::corners(&mut canvas, card);
    }
    canvas
}
