//! The whole picture of a position: the boards and their surroundings.

use rules::diagram::Board;
use rules::{Diagram, Seat};

use crate::assets::fonts::{SENTENCE, Weight, clean, fit, line};
use crate::assets::pieces::PieceSet;
use crate::assets::theme::Theme;
use crate::assets::{Page, Surface, ThemeAssets, assets};
use crate::geometry::Orientation;
use crate::geometry::hex::{self, SIDE_5};

use super::hex_board::Hexagon;
use super::picture::{Picture, Scene};
use super::player_cards::MARGIN;
use super::{duel, fanorona_board, player_cards, two_boards};

/// The surface for which the assets are prepared.
pub fn surface(diagram: &Diagram) -> Surface {
    match diagram.boards.first() {
        Some(Board::Fanorona(_)) => Surface::Fanorona,
        _ => Surface::Hex(diagram.boards.iter().find_map(Board::hex).map_or(&SIDE_5, hex::of)),
    }
}

/// Height of the captions above the boards of more than two players.
pub const CAPTIONS: usize = 64;

/// The first board with the marbles that the last turn moved, without arrows on hexagons, coordinates and surroundings.
pub fn board_alone(diagram: &Diagram, theme: Theme, orientation: Orientation) -> Picture {
    let mut picture = Picture::one_board(assets(theme, surface(diagram), PieceSet::of(diagram)));
    if let [Board::Fanorona(board), ..] = diagram.boards.as_slice() {
        fanorona_board::board(&mut picture, board, orientation, false);
    } else if let Some(board) = diagram.boards.iter().find_map(Board::hex) {
        Hexagon::new(board, [0, 0], orientation).without_arrows().draw(&mut picture, false);
    }
    picture
}

pub fn draw(scene: &Scene<'_>) -> Picture {
    let assets = assets(scene.theme, surface(scene.diagram), PieceSet::of(scene.diagram));
    let mut picture = background(scene, assets, None);
    foreground(&mut picture, scene);
    picture
}

/// The parts that rarely change between moves: the empty board and, around a single hexagon, its coordinates and the
/// player cards. The bar of the seat `lit` has a line around it. The assets must include all pieces of the diagram.
pub fn background(scene: &Scene<'_>, assets: &'static ThemeAssets, lit: Option<Seat>) -> Picture {
    match scene.diagram.boards.as_slice() {
        [Board::Hex(_), Board::Hex(_), ..] => return Picture::below(assets, CAPTIONS, 2),
        [Board::Fanorona(_), ..] => {
            let mut picture = Picture::one_board(assets);
            fanorona_board::light(&mut picture, scene, lit);
            return picture;
        }
        _ => {}
    }
    let around = is_around(scene);
    let mut picture = if around {
        Picture::below(assets, CAPTIONS, 1)
    } else {
        Picture::on_page(assets, Page { cut: duel::CUT, above: duel::ABOVE + duel::banner(scene), below: duel::BELOW })
    };
    if let Some(hexagon) = hexagon(scene)
        && scene.coordinates
    {
        hexagon.coordinates(&mut picture);
    }
    if around {
        player_cards::around(&mut picture, scene, CAPTIONS);
    } else {
        duel::players(&mut picture, scene, lit);
    }
    picture
}

pub fn has_bars(diagram: &Diagram) -> bool {
    diagram.seats.len() <= 2 && diagram.boards.len() < 2
}

/// Whether two scenes that differ only in these diagrams share their [`background`].
pub fn same_background(a: &Diagram, b: &Diagram) -> bool {
    (a.boards.len(), &a.sides, &a.seats, &a.moves_left, a.to_move)
        == (b.boards.len(), &b.sides, &b.seats, &b.moves_left, b.to_move)
}

/// Draws everything else onto the scene's background.
pub fn foreground(picture: &mut Picture, scene: &Scene<'_>) {
    match scene.diagram.boards.as_slice() {
        [Board::Hex(first), Board::Hex(second), ..] => {
            two_boards::draw(picture, scene, [first, second]);
            return captions(picture, scene);
        }
        [Board::Fanorona(board), ..] => return fanorona_board::draw(picture, scene, board),
        _ => {}
    }
    if let Some(hexagon) = hexagon(scene) {
        hexagon.marbles(picture);
        hexagon.selection(picture, scene);
        hexagon.labels(picture, scene);
    }
    if is_around(scene) {
        captions(picture, scene);
    } else {
        duel::captions(picture, scene);
    }
}

fn is_around(scene: &Scene<'_>) -> bool {
    scene.diagram.seats.len() > 2
}

fn hexagon<'a>(scene: &Scene<'a>) -> Option<Hexagon<'a>> {
    let board = scene.diagram.boards.iter().find_map(Board::hex)?;
    let origin = if is_around(scene) {
        [0, CAPTIONS as i32]
    } else {
        [-(duel::CUT as i32), (duel::ABOVE + duel::banner(scene)) as i32]
    };
    Some(Hexagon::new(board, origin, scene.orientation))
}

/// One line above the boards: the headline at the left, the detail at the right, each shortened where the other needs
/// the room.
fn captions(canvas: &mut Picture, scene: &Scene<'_>) {
    const SIZE: f32 = 40.0;
    const BASE: f32 = 48.0;
    let (paint, to) = (canvas.assets.paint, canvas.width as f32 - MARGIN);
    let (headline, detail) = (clean(&scene.headline, SENTENCE), clean(&scene.detail, SENTENCE));
    let room = to - MARGIN - SIZE;
    let detail_width = line(&detail, SIZE * 0.82, Weight::Regular).width.min(room * 0.45);
    let text = fit(&headline, SIZE, SIZE * 0.74, Weight::Bold, room - detail_width);
    canvas.text(&text, [MARGIN, BASE], paint.text);
    let text = fit(&detail, SIZE * 0.82, SIZE * 0.68, Weight::Regular, room - text.width);
    canvas.text(&text, [to - text.width, BASE], paint.dim);
}
