//! The Fanorona board: pieces, coordinates, the path of the last turn, player bars.

use rules::board::fanorona::Point;
use rules::diagram::FanoronaBoard;
use rules::{Color, Seat};

use crate::assets::fonts::{SENTENCE, Weight, clean, fit, line};
use crate::assets::pieces::Piece;
use crate::geometry::fanorona::{self, center};
use crate::geometry::{HEIGHT, Orientation, WIDTH};

use super::labels;
use super::picture::{Marked, Picture, Scene, Target, head};
use super::player_bars::{self, Bar};
use super::player_cards::MARGIN;

/// From the middle of a strip to the edge of the picture.
const STRIP: f32 = 41.0;
/// Half the width of the line of a path.
pub const THICK: f32 = 3.4;
/// The x coordinate where the player's part of a strip ends.
const BAR: f32 = 664.0;

/// Draws the board and the last turn.
pub fn board(canvas: &mut Picture, board: &FanoronaBoard, orientation: Orientation, coordinates: bool) {
    let at = |point| center(point, orientation);
    for (point, color) in &board.pieces {
        // Fanorona has two sides.
        let up = if *color == Color::White { Color::White } else { Color::Black };
        canvas.draw_piece(Piece::Owned(up), at(*point), [0, 0]);
    }
    if coordinates {
        self::coordinates(canvas, orientation);
    }
    last_turn(canvas, board, at);
}

pub fn draw(canvas: &mut Picture, scene: &Scene<'_>, fanorona: &FanoronaBoard) {
    board(canvas, fanorona, scene.orientation, scene.coordinates);
    selection(canvas, scene, fanorona);
    labels::draw(canvas, scene, |marked| {
        let Marked::Point(point) = marked else { return None };
        let up = fanorona.pieces.iter().find(|(own, _)| *own == point).map(|(_, color)| Piece::Owned(*color));
        let [x, y] = center(point, scene.orientation);
        Some(([x, y - if up.is_some() { 4.0 } else { 0.0 }], 1.0, up))
    });
    for (player, low) in player_bars::two(scene) {
        bar(low).draw(canvas, &player);
    }
    captions(canvas, scene);
}

fn bar(low: bool) -> Bar {
    Bar { span: [14.0, BAR], y: if low { HEIGHT as f32 - STRIP } else { STRIP }, half: 32.0 }
}

pub fn light(canvas: &mut Picture, scene: &Scene<'_>, lit: Option<Seat>) {
    let players =
        player_bars::two(scene).filter(|(player, _)| lit.is_some_and(|lit| usize::from(lit.0) == player.seat));
    players.for_each(|(_, low)| bar(low).light(canvas));
}

fn coordinates(canvas: &mut Picture, orientation: Orientation) {
    let ink = canvas.assets.paint.label;
    for (letter, [x, y]) in fanorona::coordinates(orientation) {
        let text = line(letter.encode_utf8(&mut [0; 4]), 28.0, Weight::Bold);
        canvas.text(&text, [x - text.width / 2.0 + 1.0, y + 10.5], canvas.assets.paint.edge);
        canvas.text(&text, [x - text.width / 2.0, y + 9.0], ink);
    }
}

/// Draws the pieces that the last turn flipped, and the path of the moved piece.
fn last_turn(canvas: &mut Picture, board: &FanoronaBoard, at: impl Fn(Point) -> [f32; 2] + Copy) {
    let (assets, accent) = (canvas.assets, canvas.assets.paint.accent);
    // Pieces are drawn slightly above their points, by their apparent thickness.
    let upon = |point: Point| [at(point)[0], at(point)[1] - 4.0];
    for &point in &board.flipped {
        canvas.draw_outlined(&assets.overlays.flipped, upon(point), accent, 215);
    }
    let [first, rest @ ..] = board.path.as_slice() else { return };
    let stands = |point: &Point| board.pieces.iter().any(|(own, _)| own == point);
    let mut path = board.path.clone();
    path.dedup();
    let way: Vec<[f32; 2]> = path.into_iter().map(at).collect();
    if !stands(first) {
        canvas.mask(&assets.overlays.dashes, at(*first), assets.paint.edge, 130);
        canvas.mask(&assets.overlays.dashes, at(*first), accent, 255);
    }
    canvas.strokes(&strokes(&way), THICK, accent);
    let last = rest.last().unwrap_or(first);
    if board.removed {
        canvas.draw_outlined(&assets.overlays.removed, at(*last), accent, 225);
    } else if stands(last) {
        canvas.draw_outlined(&assets.overlays.piece_ring, upon(*last), accent, 190);
    }
}

/// Draws the marked pieces and points and the arrows while a turn is entered.
fn selection(canvas: &mut Picture, scene: &Scene<'_>, board: &FanoronaBoard) {
    let (assets, select) = (canvas.assets, canvas.assets.paint.select);
    let at = |point| center(point, scene.orientation);
    for &marked in &scene.marked {
        let Marked::Point(point) = marked else { continue };
        if board.pieces.iter().any(|(own, _)| *own == point) {
            let upon = [at(point)[0], at(point)[1] - 4.0];
            canvas.draw_outlined(&assets.overlays.piece_ring, upon, select, 220);
        } else {
            canvas.mask(&assets.overlays.dashes, at(point), assets.paint.edge, 130);
            canvas.mask(&assets.overlays.dashes, at(point), select, 255);
        }
    }
    for &target in &scene.targets {
        let Target::Point(from, to) = target else { continue };
        canvas.strokes(&strokes(&[at(from), at(to)]), THICK, select);
    }
}

/// The strokes of a path: a line with an arrow on each step.
pub fn strokes(way: &[[f32; 2]]) -> Vec<[[f32; 2]; 2]> {
    let inset = |from: [f32; 2], to: [f32; 2], by: f32| {
        let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
        let length = dx.hypot(dy).max(1.0);
        [from[0] + dx / length * by, from[1] + dy / length * by]
    };
    let mut strokes = Vec::new();
    // No turn is nearly as long.
    for (i, step) in way.windows(2).enumerate().take(200) {
        let ([from, to], is_last) = ([step[0], step[1]], i + 2 == way.len());
        let from = if i == 0 { inset(from, to, 27.0) } else { from };
        let to = if is_last { inset(to, from, 30.0) } else { to };
        let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
        let length = dx.hypot(dy).max(1.0);
        let (dx, dy) = (dx / length, dy / length);
        // Arrowheads before the last begin at the middle of a step, where no other step has one.
        let ahead = if is_last { length - 4.0 } else { 0.5 * length + 7.0 };
        let tip = [from[0] + dx * ahead, from[1] + dy * ahead];
        let end = if is_last { tip } else { to };
        strokes.push([from, end]);
        strokes.extend(head(tip, [dx, dy], 24.0));
    }
    strokes
}

/// Draws the headline above and the detail below, both at the right.
fn captions(canvas: &mut Picture, scene: &Scene<'_>) {
    let paint = canvas.assets.paint;
    let (right, room) = (WIDTH as f32 - MARGIN, WIDTH as f32 - MARGIN - BAR - 24.0);
    let text = fit(&clean(&scene.headline, SENTENCE), 34.0, 25.0, Weight::Bold, room);
    canvas.text(&text, [right - text.width, STRIP + 12.0], paint.text);
    let text = fit(&clean(&scene.detail, SENTENCE), 28.0, 22.0, Weight::Regular, room);
    canvas.text(&text, [right - text.width, HEIGHT as f32 - STRIP + 10.0], paint.dim);
}
