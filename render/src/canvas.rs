//! A picture of palette entries, and how soft-edged things are laid over it.

use std::ops::Range;

use image::{GrayImage, Rgb as Pixel, RgbImage};

use crate::double::{HIGH, WIDE};
use crate::geometry::{HEIGHT, WIDTH};
use crate::kind::Kind;
use crate::sheet::{Sheet, blend};
use crate::text::Line;
use crate::theme::Rgb;
use crate::tile::Sprite;

/// Shares that are looked at together.
const PART: usize = 16;

/// The share of all these pixels, if it is nothing or everything for each of them and there are [`PART`].
fn same(shares: &[u8]) -> Option<u8> {
    match u128::from_ne_bytes(shares.try_into().ok()?) {
        0 => Some(0),
        u128::MAX => Some(255),
        _ => None,
    }
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
}

impl Canvas {
    /// The empty board.
    pub fn new(sheet: &'static Sheet) -> Self {
        Self { sheet, width: WIDTH, height: HEIGHT, pixels: sheet.empty.to_vec() }
    }

    /// The empty board below so many rows of the page.
    pub fn below(sheet: &'static Sheet, rows: usize) -> Self {
        let page = sheet.palette.near(sheet.paint.page);
        Self { sheet, width: WIDTH, height: rows + HEIGHT, pixels: sheet.empty.after(page, rows * WIDTH) }
    }

    /// Two empty boards.
    pub fn double(sheet: &'static Sheet) -> Self {
        Self { sheet, width: WIDE, height: HIGH, pixels: sheet.ground().empty(sheet) }
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
        for ((dy, half), line) in lattice.lines().zip(lattice.first(layer, middle)..) {
            let line = full.line(line);
            let from = (y + dy + origin[1]) as usize * self.width + (x - half + origin[0]) as usize;
            self.pixels[from..from + line.len()].copy_from_slice(line);
        }
    }

    /// Where a pixel is kept; `None` outside the picture.
    fn index(&self, x: i32, y: i32) -> Option<usize> {
        let inside = x >= 0 && y >= 0 && x < self.width as i32 && y < self.height as i32;
        inside.then(|| y as usize * self.width + x as usize)
    }

    /// Lays `share`/255 of a color over a pixel; outside the picture nothing happens.
    pub fn lay(&mut self, x: i32, y: i32, ink: Rgb, share: u8) {
        if share == 0 {
            return;
        }
        let Some(index) = self.index(x, y) else { return };
        let pixel = &mut self.pixels[index];
        let color = match share {
            // Most of a sign hides what is behind it.
            255 => ink,
            _ => blend(self.sheet.palette.colors[usize::from(*pixel)], ink, share),
        };
        *pixel = self.sheet.palette.near(color);
    }

    /// Lays a mask in one color, its middle at `at`.
    pub fn mask(&mut self, mask: &GrayImage, at: [f32; 2], ink: Rgb, strength: u8) {
        let left = at[0].round() as i32 - mask.width() as i32 / 2;
        let top = at[1].round() as i32 - mask.height() as i32 / 2;
        for (y, row) in (top..).zip(mask.as_raw().chunks_exact(mask.width().max(1) as usize)) {
            for (left, part) in (left..).step_by(PART).zip(row.chunks(PART)).filter(|(_, part)| same(part) != Some(0)) {
                for (x, &share) in (left..).zip(part) {
                    if share > 0 {
                        self.lay(x, y, ink, (u16::from(share) * u16::from(strength) / 255) as u8);
                    }
                }
            }
        }
    }

    /// Lays some rows of a mask in one color; the corner of the whole mask is at `at`, and it is mirrored from side to
    /// side and upside down if asked.
    pub fn mask_part(&mut self, mask: &GrayImage, rows: Range<u32>, at: [i32; 2], ink: Rgb, mirrored: [bool; 2]) {
        let (width, height) = (mask.width() as usize, mask.height() as i32);
        let [across, down] = mirrored;
        let solid = self.sheet.palette.near(ink);
        let lines = mask.as_raw().chunks_exact(width.max(1)).enumerate();
        for (y, line) in lines.skip(rows.start as usize).take(rows.len()) {
            let y = at[1] + if down { height - 1 - y as i32 } else { y as i32 };
            for (from, part) in (0..).step_by(PART).zip(line.chunks(PART)) {
                let place = |x: usize| at[0] + if across { width - 1 - x } else { x } as i32;
                let alike = same(part);
                if alike == Some(0) {
                    continue;
                }
                // Most of a plate hides what is behind it.
                let [one, other] = [place(from), place(from + part.len() - 1)];
                if let (Some(255), Some(first), Some(last)) =
                    (alike, self.index(one.min(other), y), self.index(one.max(other), y))
                {
                    self.pixels[first..=last].fill(solid);
                    continue;
                }
                for (x, &share) in (from..).zip(part) {
                    self.lay(place(x), y, ink, share);
                }
            }
        }
    }

    /// Lays a small picture, its middle at `at`.
    pub fn sprite(&mut self, sprite: &Sprite, at: [f32; 2], strength: u8) {
        let (left, top) = (at[0].round() as i32 - sprite.reach, at[1].round() as i32 - sprite.reach);
        let width = 2 * sprite.reach;
        for (i, &(color, share)) in sprite.pixels.iter().enumerate() {
            let share = (u16::from(share) * u16::from(strength) / 255) as u8;
            self.lay(left + i as i32 % width, top + i as i32 / width, color, share);
        }
    }

    /// Lays a text from the left end of its base line.
    pub fn text(&mut self, line: &Line, at: [f32; 2], ink: Rgb) {
        let (left, base) = (at[0].round() as i32, at[1].round() as i32);
        for (pen, mark) in &line.marks {
            for (y, row) in mark.cover.chunks_exact(mark.width.max(1)).enumerate() {
                for (x, &share) in row.iter().enumerate().filter(|(_, share)| **share > 0) {
                    self.lay(left + pen + mark.offset[0] + x as i32, base + mark.offset[1] + y as i32, ink, share);
                }
            }
        }
    }

    /// Fills a rectangle with rounded ends.
    pub fn pill(&mut self, from: [f32; 2], to: [f32; 2], ink: Rgb) {
        let radius = (to[1] - from[1]) / 2.0;
        let middle = f32::midpoint(from[1], to[1]);
        let (a, b) = ([from[0] + radius, middle], [(to[0] - radius).max(from[0] + radius), middle]);
        let solid = self.sheet.palette.near(ink);
        for y in from[1] as i32 - 1..=to[1] as i32 + 1 {
            // Half of what is covered on this line of a circle: wholly, and at all.
            let below = (y as f32 + 0.5 - middle).abs();
            let chord = |radius: f32| (radius * radius - below * below).max(0.0).sqrt();
            let (inner, outer) = (chord(radius - 0.5), chord(radius + 0.5));
            let (start, end) = ((a[0] - inner).ceil() as i32, (b[0] + inner).floor() as i32);
            let whole = match (inner > 0.0 && start < end, self.index(start, y), self.index(end - 1, y)) {
                (true, Some(first), Some(last)) => {
                    self.pixels[first..=last].fill(solid);
                    start..end
                }
                // All of it is left to what follows.
                _ => end..end,
            };
            for x in ((a[0] - outer) as i32 - 1..whole.start).chain(whole.end..=(b[0] + outer) as i32 + 1) {
                let far = crate::geometry::segment([x as f32 + 0.5, y as f32 + 0.5], a, b) - radius;
                self.lay(x, y, ink, crate::art::share(far));
            }
        }
    }
}
