//! A picture of palette entries, and how soft-edged things are laid over it.

use std::ops::Range;

use image::{Rgb as Pixel, RgbImage};

use crate::art::share;
use crate::cover::{Cover, Outlined};
use crate::double::{HIGH, ORIGINS, WIDE};
use crate::geometry::{HEIGHT, WIDTH};
use crate::kind::Kind;
use crate::palette::Palette;
use crate::patch::Patch;
use crate::sheet::{Sheet, blend};
use crate::text::Line;
use crate::theme::Rgb;
use crate::tile::Sprite;

/// The places of an empty board that begins at `origin`.
fn bare(sheet: &Sheet, origin: [i32; 2]) -> impl Iterator<Item = Laid> {
    let at = move |middle: [f32; 2]| [0, 1].map(|axis| middle[axis] as i32 + origin[axis]);
    let laid = move |middle: &[f32; 2]| Laid {
        layer: sheet.kinds.len(),
        model: sheet.lattice.model(*middle),
        at: at(*middle),
    };
    sheet.lattice.middles.iter().map(laid)
}

/// What is on a place of a canvas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Laid {
    /// Which layer it was copied from; the one behind all of them is the empty board.
    pub layer: usize,
    /// Which model it is made like.
    pub model: usize,
    /// Its middle.
    pub at: [i32; 2],
}

/// The picture under work.
#[derive(Clone)]
pub struct Canvas {
    /// Its theme.
    pub sheet: &'static Sheet,
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Its pixels, row by row.
    pub pixels: Vec<u8>,
    /// What was copied to the places of its boards.
    pub places: Vec<Laid>,
    /// The row in which the picture of a single board begins, if that is here.
    pub top: Option<usize>,
}

impl Canvas {
    /// Nothing: all pixels are the first color.
    pub fn blank(sheet: &'static Sheet, width: usize, height: usize) -> Self {
        Self { sheet, width, height, pixels: vec![0; width * height], places: Vec::new(), top: None }
    }

    /// The empty board.
    pub fn new(sheet: &'static Sheet) -> Self {
        Self::below(sheet, 0)
    }

    /// The empty board below so many rows of the page.
    pub fn below(sheet: &'static Sheet, rows: usize) -> Self {
        let page = sheet.palette.near(sheet.paint.page);
        let pixels = sheet.empty.after(page, rows * WIDTH);
        let places = bare(sheet, [0, rows as i32]).collect();
        Self { sheet, width: WIDTH, height: rows + HEIGHT, pixels, places, top: Some(rows) }
    }

    /// Two empty boards.
    pub fn double(sheet: &'static Sheet) -> Self {
        let places = ORIGINS.iter().flat_map(|origin| bare(sheet, *origin)).collect();
        Self { sheet, width: WIDE, height: HIGH, pixels: sheet.ground().empty(sheet), places, top: None }
    }

    /// The picture in true color.
    pub fn image(&self) -> RgbImage {
        let colors = &self.sheet.palette.colors;
        RgbImage::from_fn(self.width as u32, self.height as u32, |x, y| {
            Pixel(colors[usize::from(self.pixels[y as usize * self.width + x as usize])])
        })
    }

    /// Copies the place around `middle`, with this kind on it, to a board that begins at `origin`.
    pub fn copy(&mut self, kind: Kind, middle: [f32; 2], origin: [i32; 2]) {
        let [x, y] = middle.map(|v| v as i32);
        let Sheet { lattice, full, kinds, .. } = self.sheet;
        let Some(layer) = kinds.iter().position(|own| *own == kind) else { return };
        let at = [x + origin[0], y + origin[1]];
        if let Some(place) = self.places.iter_mut().find(|place| place.at == at) {
            place.layer = layer;
        }
        for ((dy, half), line) in lattice.lines().zip(lattice.first(layer, middle)..) {
            let line = full.line(line);
            let from = (y + dy + origin[1]) as usize * self.width + (x - half + origin[0]) as usize;
            self.pixels[from..from + line.len()].copy_from_slice(line);
        }
    }

    /// Lays what was drawn over the picture of a board before, to a board that begins at `origin`.
    pub fn patch(&mut self, patch: &Patch, origin: [i32; 2]) {
        for (at, entries) in patch.parts() {
            let (cut, pixels) = self.row([0, 1].map(|axis| at[axis] + origin[axis]), entries.len());
            pixels.copy_from_slice(&entries[cut..][..pixels.len()]);
        }
    }

    /// A part of a row, as far as it is on the picture, and how many of its pixels are cut off in front.
    fn row(&mut self, [x, y]: [i32; 2], length: usize) -> (usize, &mut [u8]) {
        let (from, to) = (x.max(0), (x + length as i32).min(self.width as i32));
        if from >= to || y < 0 || y >= self.height as i32 {
            return (0, &mut []);
        }
        let start = y as usize * self.width;
        ((from - x) as usize, &mut self.pixels[start + from as usize..start + to as usize])
    }

    /// A pixel; none outside of the picture.
    fn pixel(&mut self, [x, y]: [i32; 2]) -> Option<&mut u8> {
        let is_inside = (0..self.width as i32).contains(&x) && (0..self.height as i32).contains(&y);
        is_inside.then(|| &mut self.pixels[y as usize * self.width + x as usize])
    }

    /// So much of this color.
    fn brush(&self, ink: Rgb, strength: u8) -> Brush {
        let palette = &self.sheet.palette;
        Brush { palette, ink, solid: palette.near(ink), strength: u16::from(strength) }
    }

    /// Lays a color over a part of a row.
    fn shares(&mut self, at: [i32; 2], shares: impl ExactSizeIterator<Item = u8>, brush: &Brush) {
        let (cut, pixels) = self.row(at, shares.len());
        for (pixel, share) in pixels.iter_mut().zip(shares.skip(cut)) {
            brush.lay(pixel, share);
        }
    }

    /// Lays the same share of a color over each pixel of a part of a row.
    fn even(&mut self, at: [i32; 2], length: usize, share: u8, brush: &Brush) {
        let (_, pixels) = self.row(at, length);
        if share == 255 && brush.strength == 255 {
            pixels.fill(brush.solid);
        } else {
            // Most lie on something flat.
            let (mut before, mut laid) = (0, 0);
            brush.lay(&mut laid, share);
            for pixel in pixels {
                if *pixel != before {
                    (before, laid) = (*pixel, *pixel);
                    brush.lay(&mut laid, share);
                }
                *pixel = laid;
            }
        }
    }

    /// Lays a mask in one color, its middle at `at`.
    pub fn mask(&mut self, mask: &Cover, at: [f32; 2], ink: Rgb, strength: u8) {
        let corner = [0, 1].map(|axis| at[axis].round() as i32 - mask.size[axis] / 2);
        self.part(mask, 0..u16::MAX, corner, ink, strength);
    }

    /// Lays a sign, its middle at `at`, and around it so much of its outline.
    pub fn outlined(&mut self, both: &Outlined, at: [f32; 2], ink: Rgb, strength: u8) {
        self.mask(&both.outline, at, self.sheet.paint.edge, strength);
        self.mask(&both.sign, at, ink, 255);
    }

    /// Lays some rows of a mask in one color; the corner of the whole mask is at `corner`.
    pub fn part(&mut self, mask: &Cover, rows: Range<u16>, corner: [i32; 2], ink: Rgb, strength: u8) {
        let brush = self.brush(ink, strength);
        let place = |at: [u16; 2]| [0, 1].map(|axis| corner[axis] + i32::from(at[axis]));
        for stretch in mask.whole.iter().filter(|stretch| rows.contains(&stretch.at[1])) {
            self.even(place(stretch.at), usize::from(stretch.length), 255, &brush);
        }
        for edge in mask.edges.iter().filter(|edge| rows.contains(&edge.at[1])) {
            if let Some(pixel) = self.pixel(place(edge.at)) {
                brush.lay(pixel, edge.share);
            }
        }
    }

    /// Lays a small picture, its middle at `at`.
    pub fn sprite(&mut self, sprite: &Sprite, at: [f32; 2]) {
        let (left, top) = (at[0].round() as i32 - sprite.reach, at[1].round() as i32 - sprite.reach);
        let (width, palette) = (2 * sprite.reach as usize, &self.sheet.palette);
        for (y, row) in (top..).zip(sprite.pixels.chunks_exact(width)) {
            let (cut, pixels) = self.row([left, y], width);
            for (pixel, &(color, share)) in pixels.iter_mut().zip(&row[cut..]) {
                match share {
                    0 => {}
                    255 => *pixel = palette.near(color),
                    _ => *pixel = palette.near(blend(palette.colors[usize::from(*pixel)], color, share)),
                }
            }
        }
    }

    /// Lays a text from the left end of its base line.
    pub fn text(&mut self, line: &Line, at: [f32; 2], ink: Rgb) {
        let [left, base] = at.map(|v| v.round() as i32);
        for (pen, mark) in &line.marks {
            let corner = [left + pen + mark.offset[0], base + mark.offset[1]];
            self.part(&mark.cover, 0..u16::MAX, corner, ink, 255);
        }
    }

    /// Fills a rectangle with rounded ends.
    pub fn pill(&mut self, from: [f32; 2], to: [f32; 2], ink: Rgb) {
        let radius = (to[1] - from[1]) / 2.0;
        let middle = f32::midpoint(from[1], to[1]);
        let (a, b) = (from[0] + radius, (to[0] - radius).max(from[0] + radius));
        let length = b - a;
        let brush = self.brush(ink, 255);
        for y in from[1] as i32 - 1..=to[1] as i32 + 1 {
            // Half of what is covered on this line of a circle: wholly, and at all.
            let below = (y as f32 + 0.5 - middle).abs();
            let chord = |radius: f32| (radius * radius - below * below).max(0.0).sqrt();
            let (inner, outer) = (chord(radius - 0.5), chord(radius + 0.5));
            let share = |x: i32| {
                let along = x as f32 + 0.5 - a;
                // How far it is to the left of the left circle's middle, or to the right of the right one's.
                let beyond = along.min(0.0) + (along - length).max(0.0);
                share((beyond * beyond + below * below).sqrt() - radius)
            };
            // Between the two ends of the line all pixels are alike.
            let (start, end) = ((a - inner).ceil() as i32, (b + inner).floor() as i32);
            let (start, end) = (start, end.max(start));
            self.even([start, y], (end - start) as usize, share(i32::midpoint(start, end)), &brush);
            for range in [(a - outer - 0.5).floor() as i32..start, end..(b + outer + 0.5).ceil() as i32] {
                self.shares([range.start, y], range.map(share), &brush);
            }
        }
    }
}

/// A color to lay.
struct Brush {
    palette: &'static Palette,
    ink: Rgb,
    /// Its entry.
    solid: u8,
    /// How much of it at most.
    strength: u16,
}

impl Brush {
    /// Lays this share of it over a pixel.
    fn lay(&self, pixel: &mut u8, share: u8) {
        match (u16::from(share) * self.strength / 255) as u8 {
            0 => {}
            255 => *pixel = self.solid,
            share => *pixel = self.palette.near(blend(self.palette.colors[usize::from(*pixel)], self.ink, share)),
        }
    }
}

#[cfg(test)]
mod tests {
    use image::{GrayImage, Luma};

    use super::*;
    use crate::geometry::segment;
    use crate::kind::Cast;
    use crate::sheet::sheet;
    use crate::theme::Theme;

    const INK: Rgb = [200, 30, 90];

    fn board() -> Canvas {
        Canvas::new(sheet(Theme::Wood, Cast::Two))
    }

    /// Lays a share of a color over one pixel.
    fn plainly(canvas: &mut Canvas, x: i32, y: i32, ink: Rgb, share: u8) {
        if (0..WIDTH as i32).contains(&x) && (0..HEIGHT as i32).contains(&y) {
            let (palette, index) = (&canvas.sheet.palette, y as usize * WIDTH + x as usize);
            let color = blend(palette.colors[usize::from(canvas.pixels[index])], ink, share);
            if share > 0 {
                canvas.pixels[index] = palette.near(color);
            }
        }
    }

    /// A disc with a very soft edge, wider than high.
    fn disc() -> GrayImage {
        GrayImage::from_fn(61, 41, |x, y| Luma([share(((x as f32 - 30.0) / 1.5).hypot(y as f32 - 20.0) * 0.2 - 3.2)]))
    }

    #[test]
    fn a_mask_is_laid_as_pixel_by_pixel_also_where_the_picture_ends() {
        let (disc, mut canvas, mut plain) = (disc(), board(), board());
        let cover = Cover::new(61, &disc);
        let places = [([300.4, 200.6], 190), ([500.0, -7.0], 255), ([500.0, 760.0], 100)];
        // Over both sides, so far that each of its columns is the last one once.
        let across = [0, WIDTH as i32].into_iter().flat_map(|side| (side - 35..side + 35).map(|x| [x as f32, 90.0]));
        for (at, strength) in places.into_iter().chain(across.map(|at| (at, 255))) {
            canvas.mask(&cover, at, INK, strength);
            for (x, y, pixel) in disc.enumerate_pixels() {
                let share = u16::from(pixel.0[0]) * u16::from(strength) / 255;
                let (x, y) = (at[0].round() as i32 - 30 + x as i32, at[1].round() as i32 - 20 + y as i32);
                plainly(&mut plain, x, y, INK, share as u8);
            }
            assert!(canvas.pixels == plain.pixels, "at {at:?}");
        }
        assert!(canvas.pixels != board().pixels);
    }

    #[test]
    fn a_sign_hides_the_same_of_its_outline_as_if_all_of_that_were_laid() {
        let sign = disc();
        let outline = GrayImage::from_fn(61, 41, |x, y| Luma([sign.get_pixel(x, y).0[0].saturating_mul(3)]));
        let (mut canvas, mut plain, at) = (board(), board(), [400.0, 300.0]);
        plain.mask(&Cover::new(61, &outline), at, plain.sheet.paint.edge, 200);
        plain.mask(&Cover::new(61, &sign), at, INK, 255);
        canvas.outlined(&Outlined::new(61, &sign, outline.into_raw()), at, INK, 200);
        assert!(canvas.pixels == plain.pixels);
    }

    #[test]
    fn a_pill_is_laid_as_pixel_by_pixel() {
        let (mut canvas, mut plain) = (board(), board());
        for (from, to) in [
            ([100.0, 100.0], [340.5, 130.0]),
            ([100.3, 200.7], [411.2, 263.9]),
            ([500.0, 300.0], [544.0, 344.0]),
            ([600.0, 300.0], [610.0, 344.0]),
            ([-20.0, 500.0], [80.0, 540.0]),
            ([980.5, 740.0], [1060.0, 790.0]),
        ] {
            canvas.pill(from, to, INK);
            let (radius, middle) = ((to[1] - from[1]) / 2.0, f32::midpoint(from[1], to[1]));
            let ends = [from[0] + radius, (to[0] - radius).max(from[0] + radius)].map(|x| [x, middle]);
            for (x, y) in (0..HEIGHT as i32).flat_map(|y| (0..WIDTH as i32).map(move |x| (x, y))) {
                let far = segment([x as f32 + 0.5, y as f32 + 0.5], ends[0], ends[1]) - radius;
                plainly(&mut plain, x, y, INK, share(far));
            }
            assert!(canvas.pixels == plain.pixels, "{from:?}");
        }
    }
}
