//! A true-color picture, for plots, tables and strips. The art of a board needs its palette in advance; a page has
//! few colors, and they are counted at the end.

use std::collections::HashMap;

use image::imageops::replace;
use image::{Rgb as Pixel, RgbImage};
use imageproc::drawing::draw_filled_rect_mut;
use imageproc::rect::Rect;

use super::canvas::Sprite;
use super::color::{Rgb, blend};
use super::coverage::{Coverage, Outlined};
use super::palette::{COLORS, Nearest};
use super::quantize::Histogram;
use super::text::Line;

pub struct Page {
    background: Rgb,
    pixels: RgbImage,
}

pub struct Indexed {
    pub width: usize,
    pub pixels: Vec<u8>,
    pub colors: Vec<Rgb>,
}

impl Page {
    pub fn new(background: Rgb, width: usize, height: usize) -> Self {
        Self { background, pixels: RgbImage::from_pixel(width as u32, height as u32, Pixel(background)) }
    }

    pub fn width(&self) -> usize {
        self.pixels.width() as usize
    }

    /// Blends `share`/255 of a color over a pixel; ignores pixels outside the page. Sixteen steps are smooth enough
    /// for text and add few colors.
    pub fn blend(&mut self, x: i32, y: i32, ink: Rgb, share: u8) {
        let (width, height) = self.pixels.dimensions();
        if share < 9 || !(0..width as i32).contains(&x) || !(0..height as i32).contains(&y) {
            return;
        }
        let pixel = self.pixels.get_pixel_mut(x as u32, y as u32);
        pixel.0 = blend(pixel.0, ink, ((u16::from(share) + 8) / 17 * 17) as u8);
    }

    /// Draws a text from the left end of its baseline.
    pub fn text(&mut self, line: &Line, at: [f32; 2], ink: Rgb) {
        let (left, base) = (at[0].round() as i32, at[1].round() as i32);
        for (pen, mask) in &line.glyphs {
            for ([x, y], share) in mask.coverage.pixels() {
                self.blend(left + pen[0] + mask.offset[0] + x, base + pen[1] + mask.offset[1] + y, ink, share);
            }
        }
    }

    pub fn fill(&mut self, from: [f32; 2], to: [f32; 2], ink: Rgb) {
        let [[left, top], [right, low]] = [from, to].map(|corner| corner.map(|v| v.round() as i32));
        if right > left && low > top {
            let place = Rect::at(left, top).of_size((right - left) as u32, (low - top) as u32);
            draw_filled_rect_mut(&mut self.pixels, place, Pixel(ink));
        }
    }

    /// Draws a mask in one color, its middle at `at`.
    pub fn mask(&mut self, mask: &Coverage, at: [f32; 2], ink: Rgb) {
        let [left, top] = [0, 1].map(|axis| at[axis].round() as i32 - mask.size[axis] / 2);
        for ([x, y], share) in mask.pixels() {
            self.blend(left + x, top + y, ink, share);
        }
    }

    /// Draws a symbol with an outline in the color of the page.
    pub fn draw_outlined(&mut self, both: &Outlined, at: [f32; 2], ink: Rgb) {
        self.mask(&both.outline, at, self.background);
        self.mask(&both.symbol, at, ink);
    }

    /// Draws a sprite, its middle at `at`.
    pub fn sprite(&mut self, sprite: &Sprite, at: [f32; 2]) {
        let (left, top) = (at[0].round() as i32 - sprite.reach, at[1].round() as i32 - sprite.reach);
        let width = 2 * sprite.reach;
        for (i, &(color, share)) in sprite.pixels.iter().enumerate() {
            self.blend(left + i as i32 % width, top + i as i32 / width, color, share);
        }
    }

    /// Draws a picture, its upper left corner at `at`.
    pub fn picture(&mut self, picture: &RgbImage, at: [usize; 2]) {
        replace(&mut self.pixels, picture, at[0] as i64, at[1] as i64);
    }

    /// The page with a palette: exact if its colors fit into one, otherwise with the nearest ones.
    pub fn to_indexed(&self) -> Indexed {
        let (pixels, _) = self.pixels.as_chunks();
        // Most of a page is flat: one lookup per run of equal pixels is ten times faster than one per pixel.
        let mut counts = Counted::default();
        let runs: Vec<(usize, usize)> =
            pixels.chunk_by(|a: &Rgb, b| a == b).map(|run| (counts.count(run[0], run.len()), run.len())).collect();
        // Sorted, so that equal pages give equal files.
        let mut colors = counts.colors.clone();
        colors.sort_unstable();
        if colors.len() > COLORS {
            let mut histogram = Histogram::new();
            for color in &colors {
                histogram.count(*color, counts.counts[counts.known[color]]);
            }
            colors = histogram.colors(&[self.background], COLORS);
        }
        let nearest = Nearest::new(&colors);
        let indexes: Vec<u8> = counts.colors.iter().map(|color| nearest.find(*color)).collect();
        let mut indexed = Vec::with_capacity(pixels.len());
        for (color, length) in runs {
            // One fill per run: an iterator over all pixels takes a quarter of the whole picture's time.
            indexed.resize(indexed.len() + length, indexes[color]);
        }
        Indexed { width: self.width(), pixels: indexed, colors }
    }
}

/// Colors with their number of pixels, in the order of their first occurrence.
struct Counted {
    colors: Vec<Rgb>,
    counts: Vec<u32>,
    known: HashMap<Rgb, usize>,
    /// The latest color looked up, by the sum of its channels: faster than the map.
    recent: [usize; RECENT],
}

/// The number of possible sums of channels.
const RECENT: usize = 3 * 255 + 1;

impl Default for Counted {
    fn default() -> Self {
        Self { colors: Vec::new(), counts: Vec::new(), known: HashMap::new(), recent: [usize::MAX; RECENT] }
    }
}

impl Counted {
    /// Counts pixels of a color and returns its index.
    fn count(&mut self, color: Rgb, pixels: usize) -> usize {
        let recent = &mut self.recent[color.iter().map(|part| usize::from(*part)).sum::<usize>()];
        if self.colors.get(*recent) != Some(&color) {
            *recent = *self.known.entry(color).or_insert_with(|| {
                self.colors.push(color);
                self.counts.push(0);
                self.colors.len() - 1
            });
        }
        self.counts[*recent] += pixels as u32;
        *recent
    }
}
