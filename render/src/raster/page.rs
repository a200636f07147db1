//! A picture in true color, for plots, tables and strips. The art of a board needs its palette beforehand; a page has few colors,
//! and they are counted when it is done.

use std::collections::HashMap;

use image::RgbImage;

use super::canvas::Sprite;
use super::color::{Rgb, blend};
use super::palette::{COLORS, Finder};
use super::quantize::Histogram;
use super::shapes::{coverage_byte, segment};
use super::text::Line;

/// A picture in true color.
pub struct Page {
    background: Rgb,
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    pixels: Vec<Rgb>,
}

/// A picture of palette entries.
pub struct Indexed {
    /// Pixels in a row.
    pub width: usize,
    /// Its pixels, row by row.
    pub pixels: Vec<u8>,
    /// What they stand for.
    pub colors: Vec<Rgb>,
}

impl Page {
    /// Nothing but the background.
    pub fn new(background: Rgb, width: usize, height: usize) -> Self {
        Self { background, width, height, pixels: vec![background; width * height] }
    }

    /// Blends `share`/255 of a color over a pixel; outside the page nothing happens. Sixteen steps are smooth enough for
    /// text, and leave few colors.
    pub fn blend(&mut self, x: i32, y: i32, ink: Rgb, share: u8) {
        if share < 9 || x < 0 || y < 0 || x >= self.width as i32 || y >= self.height as i32 {
            return;
        }
        let pixel = &mut self.pixels[y as usize * self.width + x as usize];
        *pixel = blend(*pixel, ink, ((u16::from(share) + 8) / 17 * 17) as u8);
    }

    /// A text, from the left end of its base line.
    pub fn text(&mut self, line: &Line, at: [f32; 2], ink: Rgb) {
        let (left, base) = (at[0].round() as i32, at[1].round() as i32);
        for (pen, mask) in &line.glyphs {
            for ([x, y], share) in mask.coverage.pixels() {
                self.blend(left + pen[0] + mask.offset[0] + x, base + pen[1] + mask.offset[1] + y, ink, share);
            }
        }
    }

    /// A rectangle without soft edges.
    pub fn fill(&mut self, from: [f32; 2], to: [f32; 2], ink: Rgb) {
        let within = |v: f32, most: usize| v.round().clamp(0.0, most as f32) as usize;
        let (left, right) = (within(from[0], self.width), within(to[0], self.width));
        for y in within(from[1], self.height)..within(to[1], self.height) {
            self.pixels[y * self.width + left..y * self.width + right.max(left)].fill(ink);
        }
    }

    /// A small picture, its middle at `at`.
    pub fn sprite(&mut self, sprite: &Sprite, at: [f32; 2]) {
        let (left, top) = (at[0].round() as i32 - sprite.reach, at[1].round() as i32 - sprite.reach);
        let width = 2 * sprite.reach;
        for (i, &(color, share)) in sprite.pixels.iter().enumerate() {
            self.blend(left + i as i32 % width, top + i as i32 / width, color, share);
        }
    }

    /// A picture, its upper left corner at `at`.
    pub fn picture(&mut self, picture: &RgbImage, at: [usize; 2]) {
        for (x, y, pixel) in picture.enumerate_pixels() {
            let (x, y) = (at[0] + x as usize, at[1] + y as usize);
            if x < self.width && y < self.height {
                self.pixels[y * self.width + x] = pixel.0;
            }
        }
    }

    /// Draws a stencil in one color.
    pub fn stencil(&mut self, stencil: &Stencil, ink: Rgb, strength: u8) {
        for (i, &share) in stencil.coverage.iter().enumerate().filter(|(_, share)| **share > 0) {
            let share = (u16::from(share) * u16::from(strength) / 255) as u8;
            let (x, y) = ((i % stencil.width) as i32, (i / stencil.width) as i32);
            self.blend(x + stencil.corner[0], y + stencil.corner[1], ink, share);
        }
    }

    /// The page with a palette: exact where its colors fit into one, otherwise with the nearest ones.
    pub fn indexed(&self) -> Indexed {
        // Most of a page is flat: a look for each run of equal pixels is ten times faster than one for each pixel.
        let runs = || self.pixels.chunk_by(|a, b| a == b);
        let mut counts: HashMap<Rgb, u32> = HashMap::new();
        for run in runs() {
            *counts.entry(run[0]).or_default() += run.len() as u32;
        }
        // In order, so that equal pages are equal files.
        let mut colors: Vec<Rgb> = counts.keys().copied().collect();
        colors.sort_unstable();
        if colors.len() > COLORS {
            let mut histogram = Histogram::new();
            for color in &colors {
                histogram.count(*color, counts[color]);
            }
            colors = histogram.colors(&[self.background], COLORS);
        }
        let mut finder = Finder::new(&colors);
        let pixels = runs().flat_map(|run| std::iter::repeat_n(finder.find(run[0]), run.len())).collect();
        Indexed { width: self.width, pixels, colors }
    }
}

/// A shape of many parts, put together before it is drawn, so that it is no thicker where they meet.
pub struct Stencil {
    /// Where its upper left corner is on the page.
    corner: [i32; 2],
    width: usize,
    height: usize,
    coverage: Vec<u8>,
}

impl Stencil {
    /// Empty, for a part of the page between two corners.
    pub fn new(from: [f32; 2], to: [f32; 2]) -> Self {
        let corner = from.map(|v| v.floor() as i32 - 2);
        let size = |i: usize| (to[i].ceil() as i32 + 3 - corner[i]).clamp(0, 4000) as usize;
        Self { corner, width: size(0), height: size(1), coverage: vec![0; size(0) * size(1)] }
    }

    /// Empty, for a part of the page around a point.
    pub fn around(at: [f32; 2], reach: f32) -> Self {
        Self::new(at.map(|v| v - reach), at.map(|v| v + reach))
    }

    /// Adds what lies within a signed distance, as far as these corners.
    pub fn add(&mut self, from: [f32; 2], to: [f32; 2], distance: impl Fn([f32; 2]) -> f32) {
        let [left, top] = self.corner;
        let low = |v: f32, corner: i32| (v as i32 - 2 - corner).max(0) as usize;
        let high = |v: f32, corner: i32, most: usize| ((v as i32 + 3 - corner).max(0) as usize).min(most);
        for y in low(from[1], top)..high(to[1], top, self.height) {
            for x in low(from[0], left)..high(to[0], left, self.width) {
                let p = [(x as i32 + left) as f32 + 0.5, (y as i32 + top) as f32 + 0.5];
                let share = coverage_byte(distance(p));
                let pixel = &mut self.coverage[y * self.width + x];
                *pixel = share.max(*pixel);
            }
        }
    }

    /// Adds a stroke with round ends, `half` as wide as it is.
    pub fn stroke(&mut self, a: [f32; 2], b: [f32; 2], half: f32) {
        let from = [a[0].min(b[0]) - half, a[1].min(b[1]) - half];
        let to = [a[0].max(b[0]) + half, a[1].max(b[1]) + half];
        self.add(from, to, |p| segment(p, a, b) - half);
    }

    /// Adds an arrow from `a` to `b`.
    pub fn arrow(&mut self, a: [f32; 2], b: [f32; 2], half: f32, wing: f32) {
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        let length = dx.hypot(dy).max(1e-3);
        let (dx, dy) = (dx / length, dy / length);
        self.stroke(a, b, half);
        for side in [-1.0, 1.0] {
            let end = [b[0] - dx * wing - dy * wing * side, b[1] - dy * wing + dx * wing * side];
            self.stroke(b, end, half);
        }
    }
}
