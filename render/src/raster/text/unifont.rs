//! The last fallback: GNU Unifont, a bitmap font with nearly every character. A page of 256 characters is decoded on
//! first use.

use std::sync::{Mutex, OnceLock, PoisonError};

use unifont_bitmap::Unifont;

use super::GlyphMask;
use crate::raster::coverage::Coverage;

/// Rows of a character, and how many of them lie above the baseline.
const ROWS: usize = 16;
const ABOVE: f32 = 14.0;
/// Height of all rows for a text of size 1: as high as the letters of the other fonts, descenders included.
const HEIGHT: f32 = 0.8;
/// A character that stands for those that the font lacks.
const UNKNOWN: char = '\u{fffd}';

/// The rows of a character, the leftmost pixel in the highest bit, and their width in pixels.
struct Glyph {
    rows: [u16; ROWS],
    width: usize,
}

impl Glyph {
    /// `None` for a character that the font lacks, shows as its code only, or shows as blank.
    fn of(c: char) -> Option<Self> {
        static FONT: OnceLock<Mutex<Unifont>> = OnceLock::new();
        if matches!(c, UNKNOWN | '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..) {
            return None;
        }
        let font = FONT.get_or_init(|| Mutex::new(Unifont::open()));
        // A panic during decoding leaves nothing half done: a page is present or absent.
        let mut font = font.lock().unwrap_or_else(PoisonError::into_inner);
        let unknown = font.load_bitmap(UNKNOWN.into()).get_bytes().to_vec();
        let bitmap = font.load_bitmap(c.into());
        let bytes = bitmap.get_bytes();
        if bytes == unknown || bytes.iter().all(|byte| *byte == 0) {
            return None;
        }
        let each = bytes.len() / ROWS;
        let row = |i: usize| (0..each).fold(0, |row, k| row | u16::from(bytes[i * each + k]) << (8 - 8 * k));
        let glyph = Self { rows: std::array::from_fn(row), width: 8 * each };
        (!glyph.is_code()).then_some(glyph)
    }

    /// Whether this is the picture of an unassigned code: four bright digits in a dark square.
    fn is_code(&self) -> bool {
        let between = [1, 7, 8, 14].map(|i| self.rows[i]);
        self.width == 16 && (between == [0x7ffe; 4] || between == [0xffff; 4])
    }

    fn is_set(&self, x: usize, y: usize) -> bool {
        self.rows[y] << x & 0x8000 != 0
    }
}

pub fn has(c: char) -> bool {
    Glyph::of(c).is_some()
}

pub fn advance(c: char, size: f32) -> f32 {
    Glyph::of(c).map_or(0.0, |glyph| glyph.width as f32 * size * HEIGHT / ROWS as f32)
}

/// Draws the character with its left side at a fraction of a pixel.
pub fn draw(c: char, size: f32, from: f32) -> GlyphMask {
    let Some(glyph) = Glyph::of(c) else { return GlyphMask::default() };
    let scale = size * HEIGHT / ROWS as f32;
    let top = (-ABOVE * scale).floor();
    let down = -ABOVE * scale - top;
    let (width, height) =
        ((from + glyph.width as f32 * scale).ceil() as usize, (down + ROWS as f32 * scale).ceil() as usize);
    // Each pixel of the character is a square that covers parts of the picture's pixels.
    let mut coverage = vec![0.0f32; width * height];
    let span = |start: f32, pixel: usize| {
        let (low, high) = (start + pixel as f32 * scale, start + (pixel + 1) as f32 * scale);
        (low.floor() as usize..high.ceil() as usize)
            .map(move |i| (i, (high.min(i as f32 + 1.0) - low.max(i as f32)).max(0.0)))
    };
    for (x, y) in (0..ROWS).flat_map(|y| (0..glyph.width).map(move |x| (x, y))).filter(|&(x, y)| glyph.is_set(x, y)) {
        for (to_y, share_y) in span(down, y) {
            for (to_x, share_x) in span(from, x) {
                if let Some(pixel) = coverage.get_mut(to_y * width + to_x).filter(|_| to_x < width) {
                    *pixel += share_x * share_y;
                }
            }
        }
    }
    let shares: Vec<u8> = coverage.into_iter().map(|share| (share.min(1.0) * 255.0).round() as u8).collect();
    GlyphMask { offset: [0, top as i32], coverage: Coverage::new(width, &shares) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_of_a_character_cover_as_much_as_they_are_large() {
        // A full block is 8 pixels wide and 16 high; no pixel may be more than full.
        let scale = 34.0 * 0.8 / 16.0;
        let full: f32 = draw('█', 34.0, 0.25).coverage.pixels().map(|(_, share)| f32::from(share) / 255.0).sum();
        assert!((full - 128.0 * scale * scale).abs() < 3.0, "{full}");
    }
}
