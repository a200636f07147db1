//! A picture of palette entries, and how soft-edged things are laid over it.

use std::ops::Range;

use image::GrayImage;

use crate::geometry::{HEIGHT, WIDTH};
use crate::sheet::{Sheet, Sprite, blend};
use crate::text::Line;
use crate::theme::Rgb;

/// The picture under work.
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
        Self { sheet, width: WIDTH, height: HEIGHT, pixels: sheet.empty.clone() }
    }

    /// The empty board below so many rows of the page.
    pub fn below(sheet: &'static Sheet, rows: usize) -> Self {
        let page = sheet.palette.near(sheet.paint.page);
        let mut pixels = Vec::with_capacity((rows + HEIGHT) * WIDTH);
        pixels.resize(rows * WIDTH, page);
        pixels.extend_from_slice(&sheet.empty);
        Self { sheet, width: WIDTH, height: rows + HEIGHT, pixels }
    }

    /// Lays `share`/255 of a color over a pixel; outside the picture nothing happens.
    fn lay(&mut self, x: i32, y: i32, ink: Rgb, share: u8) {
        if share == 0 || x < 0 || y < 0 || x >= self.width as i32 || y >= self.height as i32 {
            return;
        }
        let pixel = &mut self.pixels[y as usize * self.width + x as usize];
        let ground = self.sheet.palette.colors[usize::from(*pixel)];
        *pixel = self.sheet.palette.near(blend(ground, ink, share));
    }

    /// Lays a mask in one color, its middle at `at`.
    pub fn mask(&mut self, mask: &GrayImage, at: [f32; 2], ink: Rgb, strength: u8) {
        let left = at[0].round() as i32 - mask.width() as i32 / 2;
        let top = at[1].round() as i32 - mask.height() as i32 / 2;
        for (y, row) in (top..).zip(mask.as_raw().chunks_exact(mask.width().max(1) as usize)) {
            for (x, &share) in (left..).zip(row) {
                if share > 0 {
                    self.lay(x, y, ink, (u16::from(share) * u16::from(strength) / 255) as u8);
                }
            }
        }
    }

    /// Lays some rows of a mask in one color; the corner of the whole mask is at `at`, and it is mirrored from side to
    /// side and upside down if asked.
    pub fn mask_part(&mut self, mask: &GrayImage, rows: Range<u32>, at: [i32; 2], ink: Rgb, mirrored: [bool; 2]) {
        for y in rows {
            for x in 0..mask.width() {
                let [across, down] = mirrored;
                let to_x = if across { mask.width() - 1 - x } else { x };
                let to_y = if down { mask.height() - 1 - y } else { y };
                self.lay(at[0] + to_x as i32, at[1] + to_y as i32, ink, mask.get_pixel(x, y).0[0]);
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
                for (x, &share) in row.iter().enumerate() {
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
        for y in from[1] as i32 - 1..=to[1] as i32 + 1 {
            for x in from[0] as i32 - 1..=to[0] as i32 + 1 {
                let far = crate::geometry::segment([x as f32 + 0.5, y as f32 + 0.5], a, b) - radius;
                self.lay(x, y, ink, (255.0 * crate::art::cover(far)).round() as u8);
            }
        }
    }
}
