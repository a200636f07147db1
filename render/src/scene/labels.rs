//! Labels on places while a move is entered: their names, in rings where they can be chosen.

use crate::assets::fonts::{Weight, line};
use crate::assets::paint::{BLACK, Paint};
use crate::assets::pieces::Piece;
use crate::assets::shading::{linear, rounded, scale};
use crate::raster::color::{Rgb, blend, contrast};

use super::picture::{Label, Marked, Picture, Scene};

/// Text sizes of names and badges on a picture with one board: 13 pixels on a phone.
const NAME: f32 = 34.0;
const CHOICE: f32 = 34.0;
const BADGE: f32 = 28.0;
const WHITE: Rgb = [0xff; 3];

/// Draws the labels of a board. `place` gives the position, scale and piece of a place; `None` if it is not on the
/// board.
pub fn draw(canvas: &mut Picture, scene: &Scene<'_>, place: impl Fn(Marked) -> Option<([f32; 2], f32, Option<Piece>)>) {
    for label in &scene.labels {
        let (Label::Name(marked) | Label::Choice(marked)) = *label;
        let Some((at, size, piece)) = place(marked) else { continue };
        match label {
            Label::Name(_) => name(canvas, &marked.to_string(), at, size, piece),
            Label::Choice(_) => badge(canvas, &marked.to_string(), at, size, piece),
        }
    }
}

/// Draws a name in the color that stands out, with an outline of the opposite color.
fn name(canvas: &mut Picture, name: &str, at: [f32; 2], size: f32, piece: Option<Piece>) {
    let below = background(canvas.assets.paint, piece);
    let [ink, edge] = if contrast(WHITE, below) >= contrast(BLACK, below) { [WHITE, BLACK] } else { [BLACK, WHITE] };
    let text = line(name, NAME * size, Weight::Bold);
    let (left, base) = (at[0] - text.width / 2.0, at[1] + 0.34 * NAME * size);
    for (dx, dy) in
        [(-2.0, 0.0), (2.0, 0.0), (0.0, -2.0), (0.0, 2.0), (-1.4, -1.4), (1.4, -1.4), (-1.4, 1.4), (1.4, 1.4)]
    {
        canvas.text(&text, [left + dx, base + dy], edge);
    }
    canvas.text(&text, [left, base], ink);
}

/// The color under a name: of the marble, or of a bowl in the inlay.
fn background(paint: &Paint, piece: Option<Piece>) -> Rgb {
    match piece.and_then(|piece| paint.materials.get(piece.index())) {
        Some(material) => blend(material.body, material.deep, 90),
        None => rounded(scale(linear(paint.inlay[0]), paint.bowl * 0.7)),
    }
}

/// Draws a name on the color of its marble, in a ring.
fn badge(canvas: &mut Picture, name: &str, at: [f32; 2], size: f32, piece: Option<Piece>) {
    let paint = canvas.assets.paint;
    let disc = background(paint, piece);
    let ink = if contrast(WHITE, disc) >= contrast(BLACK, disc) { WHITE } else { BLACK };
    // The largest board has names of three letters, reduced to the width of two.
    let letters = CHOICE * size * if name.len() > 2 { 0.8 } else { 1.0 };
    let text = line(name, letters, Weight::Bold);
    let radius = BADGE * size;
    for (radius, ink) in [(radius + 9.0 * size, paint.edge), (radius + 7.0 * size, paint.select), (radius, disc)] {
        canvas.pill([at[0] - radius, at[1] - radius], [at[0] + radius, at[1] + radius], ink);
    }
    canvas.text(&text, [at[0] - text.width / 2.0, at[1] + 0.36 * letters], ink);
}
