//! The style of a line: color, dashes and mark. Each of the three alone distinguishes it from the others.

use rules::Color;

use super::Series;
use crate::assets::marble::small_marble;
use crate::assets::overlays::CAPTURED;
use crate::assets::paint::Paint;
use crate::assets::shading::linear;
use crate::chart::figure::Figure;
use crate::chart::marks::{MARKS, SHAPES};
use crate::raster::canvas::Sprite;
use crate::raster::color::{Rgb, blend, contrast};
use crate::raster::strokes::Strokes;

/// Colors that color-blind people can distinguish too (Okabe and Ito 2008, "Color Universal Design").
const COLORS: [Rgb; 8] = [
    [0x56, 0xb4, 0xe9],
    [0xe6, 0x9f, 0x00],
    [0x00, 0x9e, 0x73],
    [0xcc, 0x79, 0xa7],
    [0xf0, 0xe4, 0x42],
    [0xd5, 0x5e, 0x00],
    [0x00, 0x72, 0xb2],
    [0x99, 0x99, 0x99],
];

/// Dashes and gaps along a line, in pixels; empty for a solid line.
const DASHES: [&[f32]; 8] = [
    &[],
    &[22.0, 11.0],
    &[2.0, 11.0],
    &[26.0, 10.0, 2.0, 10.0],
    &[12.0, 9.0],
    &[40.0, 12.0],
    &[26.0, 9.0, 2.0, 9.0, 2.0, 9.0],
    &[6.0, 16.0],
];

const HALF: f32 = 2.6;

pub(super) struct Pen {
    pub(super) ink: Rgb,
    number: usize,
    marble: Option<Sprite>,
}

impl Pen {
    pub(super) fn new(paint: &Paint, number: usize, curve: &Series) -> Self {
        let material = curve.marble.map(|color: Color| &paint.materials[color as usize]);
        let marble = material.map(|material| small_marble(material, linear(paint.inlay[1]), CAPTURED));
        let ink = visible(paint, material.map_or(COLORS[number % COLORS.len()], |material| material.body));
        Self { ink, number, marble }
    }

    pub(super) fn draw(&self, page: &mut Figure, way: &[[f32; 2]]) {
        if way.len() < 2 {
            return;
        }
        let mut strokes = Strokes::new(way, HALF);
        let dashes = DASHES[self.number % DASHES.len()];
        let (mut at, mut rest) = (0, dashes.first().copied().unwrap_or(f32::MAX));
        for pair in way.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            let length = (b[0] - a[0]).hypot(b[1] - a[1]);
            let along = |t: f32| [a[0] + (b[0] - a[0]) * t / length, a[1] + (b[1] - a[1]) * t / length];
            let mut position = 0.0;
            while position < length {
                let next = (position + rest).min(length);
                if at % 2 == 0 {
                    strokes.add(along(position), along(next));
                }
                rest -= next - position;
                // A smaller remainder may vanish in a floating-point sum.
                if rest <= 0.01 {
                    at = (at + 1) % dashes.len().max(1);
                    rest = dashes.get(at).copied().unwrap_or(f32::MAX);
                }
                position = next;
            }
        }
        page.mask(&strokes.coverage(), strokes.middle(), self.ink);
    }

    /// Draws the mark of a value: the marble, or a shape.
    pub(super) fn mark(&self, page: &mut Figure, at: [f32; 2]) {
        let Some(marble) = &self.marble else {
            return page.draw_outlined(&MARKS.shapes[self.number % SHAPES], at, self.ink);
        };
        let around = page.paint.dim;
        page.draw_outlined(&MARKS.marble, at, around);
        page.sprite(marble, at);
    }
}

/// Moves a color toward the text color until it has the contrast of text, since numbers are written in it too.
fn visible(paint: &Paint, color: Rgb) -> Rgb {
    let steps = (0..=255).step_by(15).map(|share| blend(color, paint.text, share as u8));
    steps.into_iter().find(|ink| contrast(*ink, paint.page) >= 4.5).unwrap_or(paint.text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Theme;

    #[test]
    fn every_line_stands_out_from_the_page() {
        for theme in Theme::all() {
            let paint = theme.paint();
            for (number, color) in [None].into_iter().chain(Color::ALL.map(Some)).cycle().take(56).enumerate() {
                let curve = Series { name: String::new(), marble: color, stepped: false, points: Vec::new() };
                let pen = Pen::new(paint, number, &curve);
                assert!(contrast(pen.ink, paint.page) >= 4.5, "{theme}: {number} {color:?}");
            }
        }
    }
}
