//! A picture of palette entries, and the drawing of soft-edged shapes over it.

use std::ops::Range;

use image::{Rgb as Pixel, RgbImage};

use super::color::{Rgb, blend};
use super::coverage::{Coverage, Outlined};
use super::palette::Palette;
use super::shapes::coverage_byte;
use super::text::Line;

/// A small picture with soft edges.
pub struct Sprite {
    pub reach: i32,
    /// Color and coverage of each pixel, row by row.
    pub pixels: Vec<(Rgb, u8)>,
}

impl Sprite {
    pub fn memory_size(&self) -> usize {
        size_of_val(&*self.pixels)
    }
}

#[derive(Clone)]
pub struct Canvas {
    pub palette: &'static Palette,
    pub width: usize,
    pub height: usize,
    pub pixels: Vec<u8>,
}

impl Canvas {
    pub fn new(palette: &'static Palette, width: usize, pixels: Vec<u8>) -> Self {
        Self { palette, width, height: pixels.len() / width.max(1), pixels }
    }

    /// A canvas filled with the first color of the palette.
    pub fn blank(palette: &'static Palette, width: usize, height: usize) -> Self {
        Self { palette, width, height, pixels: vec![0; width * height] }
    }

    pub fn image(&self) -> RgbImage {
        let colors = &self.palette.colors;
        RgbImage::from_fn(self.width as u32, self.height as u32, |x, y| {
            Pixel(colors[usize::from(self.pixels[y as usize * self.width + x as usize])])
        })
    }

    pub fn copy(&mut self, at: [i32; 2], entries: &[u8]) {
        let (cut, pixels) = self.row(at, entries.len());
        pixels.copy_from_slice(&entries[cut..][..pixels.len()]);
    }

    /// The visible part of a row, and how many pixels are cut off at its left.
    fn row(&mut self, [x, y]: [i32; 2], length: usize) -> (usize, &mut [u8]) {
        let (from, to) = (x.max(0), (x + length as i32).min(self.width as i32));
        if from >= to || y < 0 || y >= self.height as i32 {
            return (0, &mut []);
        }
        let start = y as usize * self.width;
        ((from - x) as usize, &mut self.pixels[start + from as usize..start + to as usize])
    }

    fn pixel(&mut self, [x, y]: [i32; 2]) -> Option<&mut u8> {
        let is_inside = (0..self.width as i32).contains(&x) && (0..self.height as i32).contains(&y);
        is_inside.then(|| &mut self.pixels[y as usize * self.width + x as usize])
    }

    fn brush(&self, ink: Rgb, strength: u8) -> Brush {
        let palette = self.palette;
        Brush { palette, ink, solid: palette.near(ink), strength: u16::from(strength) }
    }

    /// Blends a color over a part of a row.
    fn shares(&mut self, at: [i32; 2], shares: impl ExactSizeIterator<Item = u8>, brush: &Brush) {
        let (cut, pixels) = self.row(at, shares.len());
        for (pixel, share) in pixels.iter_mut().zip(shares.skip(cut)) {
            brush.blend(pixel, share);
        }
    }

    /// Blends a color at one strength over a part of a row.
    fn even(&mut self, at: [i32; 2], length: usize, share: u8, brush: &Brush) {
        let (_, pixels) = self.row(at, length);
        if share == 255 && brush.strength == 255 {
            pixels.fill(brush.solid);
        } else {
            // Most pixels lie on a flat background, so the last result often repeats.
            let (mut before, mut blended) = (0, 0);
            brush.blend(&mut blended, share);
            for pixel in pixels {
                if *pixel != before {
                    (before, blended) = (*pixel, *pixel);
                    brush.blend(&mut blended, share);
                }
                *pixel = blended;
            }
        }
    }

    /// Draws a mask in one color, its middle at `at`.
    pub fn mask(&mut self, mask: &Coverage, at: [f32; 2], ink: Rgb, strength: u8) {
        let corner = [0, 1].map(|axis| at[axis].round() as i32 - mask.size[axis] / 2);
        self.part(mask, 0..u16::MAX, corner, ink, strength);
    }

    /// Draws a symbol and the visible part of its outline in the color `edge`, the middle at `at`.
    pub fn draw_outlined(&mut self, both: &Outlined, at: [f32; 2], ink: Rgb, edge: Rgb, strength: u8) {
        self.mask(&both.outline, at, edge, strength);
        self.mask(&both.symbol, at, ink, 255);
    }

    /// Draws some rows of a mask in one color. `corner` is the corner of the whole mask.
    pub fn part(&mut self, mask: &Coverage, rows: Range<u16>, corner: [i32; 2], ink: Rgb, strength: u8) {
        let brush = self.brush(ink, strength);
        let place = |at: [u16; 2]| [0, 1].map(|axis| corner[axis] + i32::from(at[axis]));
        for stretch in mask.whole.iter().filter(|stretch| rows.contains(&stretch.at[1])) {
            self.even(place(stretch.at), usize::from(stretch.length), 255, &brush);
        }
        for edge in mask.edges.iter().filter(|edge| rows.contains(&edge.at[1])) {
            if let Some(pixel) = self.pixel(place(edge.at)) {
                brush.blend(pixel, edge.share);
            }
        }
    }

    /// Draws a sprite, its middle at `at`.
    pub fn sprite(&mut self, sprite: &Sprite, at: [f32; 2]) {
        let (left, top) = (at[0].round() as i32 - sprite.reach, at[1].round() as i32 - sprite.reach);
        let (width, palette) = (2 * sprite.reach as usize, self.palette);
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

    pub fn text(&mut self, line: &Line, at: [f32; 2], ink: Rgb) {
        let [left, base] = at.map(|v| v.round() as i32);
        for (pen, mask) in &line.glyphs {
            let corner = [left + pen[0] + mask.offset[0], base + pen[1] + mask.offset[1]];
            self.part(&mask.coverage, 0..u16::MAX, corner, ink, 255);
        }
    }

    pub fn pill(&mut self, from: [f32; 2], to: [f32; 2], ink: Rgb) {
        let radius = (to[1] - from[1]) / 2.0;
        let middle = f32::midpoint(from[1], to[1]);
        let (a, b) = (from[0] + radius, (to[0] - radius).max(from[0] + radius));
        let length = b - a;
        let brush = self.brush(ink, 255);
        for y in from[1] as i32 - 1..=to[1] as i32 + 1 {
            // Half the chord of this line with a circle: the fully covered part, and the part touched.
            let below = (y as f32 + 0.5 - middle).abs();
            let chord = |radius: f32| (radius * radius - below * below).max(0.0).sqrt();
            let (inner, outer) = (chord(radius - 0.5), chord(radius + 0.5));
            let share = |x: i32| {
                let along = x as f32 + 0.5 - a;
                // Distance to the left of the left circle's middle, or to the right of the right one's.
                let beyond = along.min(0.0) + (along - length).max(0.0);
                coverage_byte((beyond * beyond + below * below).sqrt() - radius)
            };
            // All pixels between the two ends of the line are alike.
            let (start, end) = ((a - inner).ceil() as i32, (b + inner).floor() as i32);
            let (start, end) = (start, end.max(start));
            self.even([start, y], (end - start) as usize, share(i32::midpoint(start, end)), &brush);
            for range in [(a - outer - 0.5).floor() as i32..start, end..(b + outer + 0.5).ceil() as i32] {
                self.shares([range.start, y], range.map(share), &brush);
            }
        }
    }
}

struct Brush {
    palette: &'static Palette,
    ink: Rgb,
    solid: u8,
    /// The greatest strength, of 255.
    strength: u16,
}

impl Brush {
    fn blend(&self, pixel: &mut u8, share: u8) {
        match (u16::from(share) * self.strength / 255) as u8 {
            0 => {}
            255 => *pixel = self.solid,
            share => *pixel = self.palette.near(blend(self.palette.colors[usize::from(*pixel)], self.ink, share)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use image::{GrayImage, Luma};

    use super::*;
    use crate::raster::shapes::segment;

    const INK: Rgb = [200, 30, 90];
    const EDGE: Rgb = [12, 12, 14];
    const WIDTH: usize = 1024;
    const HEIGHT: usize = 768;

    fn stripes() -> Canvas {
        static PALETTE: LazyLock<Palette> = LazyLock::new(|| {
            let colors: Vec<Rgb> = (0..=255_u8).map(|i| [i, i.wrapping_mul(37), i.wrapping_mul(101)]).collect();
            Palette::new(colors.clone(), &colors)
        });
        Canvas::new(&PALETTE, WIDTH, (0..WIDTH * HEIGHT).map(|i| (i / 13 * 7 + i / WIDTH) as u8).collect())
    }

    fn blend_pixel(canvas: &mut Canvas, x: i32, y: i32, ink: Rgb, share: u8) {
        if (0..WIDTH as i32).contains(&x) && (0..HEIGHT as i32).contains(&y) {
            let (palette, index) = (canvas.palette, y as usize * WIDTH + x as usize);
            let color = blend(palette.colors[usize::from(canvas.pixels[index])], ink, share);
            if share > 0 {
                canvas.pixels[index] = palette.near(color);
            }
        }
    }

    /// A disc with a very soft edge, wider than high.
    fn disc() -> GrayImage {
        GrayImage::from_fn(61, 41, |x, y| {
            Luma([coverage_byte(((x as f32 - 30.0) / 1.5).hypot(y as f32 - 20.0) * 0.2 - 3.2)])
        })
    }

    #[test]
    fn a_mask_blends_each_pixel_also_where_the_picture_ends() {
        let (disc, mut canvas, mut reference) = (disc(), stripes(), stripes());
        let coverage = Coverage::new(61, &disc);
        let places = [([300.4, 200.6], 190), ([500.0, -7.0], 255), ([500.0, 760.0], 100)];
        // Across both edges, so that each column of the disc is once the last one visible.
        let across = [0, WIDTH as i32].into_iter().flat_map(|side| (side - 35..side + 35).map(|x| [x as f32, 90.0]));
        for (at, strength) in places.into_iter().chain(across.map(|at| (at, 255))) {
            canvas.mask(&coverage, at, INK, strength);
            for (x, y, pixel) in disc.enumerate_pixels() {
                let share = u16::from(pixel.0[0]) * u16::from(strength) / 255;
                let (x, y) = (at[0].round() as i32 - 30 + x as i32, at[1].round() as i32 - 20 + y as i32);
                blend_pixel(&mut reference, x, y, INK, share as u8);
            }
            assert!(canvas.pixels == reference.pixels, "at {at:?}");
        }
        assert!(canvas.pixels != stripes().pixels);
    }

    #[test]
    fn a_symbol_hides_its_outline_as_if_that_were_drawn_whole() {
        let symbol = disc();
        let outline = GrayImage::from_fn(61, 41, |x, y| Luma([symbol.get_pixel(x, y).0[0].saturating_mul(3)]));
        let (mut canvas, mut reference, at) = (stripes(), stripes(), [400.0, 300.0]);
        reference.mask(&Coverage::new(61, &outline), at, EDGE, 200);
        reference.mask(&Coverage::new(61, &symbol), at, INK, 255);
        canvas.draw_outlined(&Outlined::new(&symbol, outline), at, INK, EDGE, 200);
        assert!(canvas.pixels == reference.pixels);
    }

    #[test]
    fn a_pill_blends_each_pixel() {
        let (mut canvas, mut reference) = (stripes(), stripes());
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
                blend_pixel(&mut reference, x, y, INK, coverage_byte(far));
            }
            assert!(canvas.pixels == reference.pixels, "{from:?}");
        }
    }
}
