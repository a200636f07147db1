//! Pictures of palette entries, made smaller.

use super::color::Rgb;
use super::palette::{COLORS, Palette};

/// The colors of a palette, ready to be summed: each channel in sixteen bits of its own.
pub struct Means([u64; COLORS]);

impl Means {
    /// Of the colors of this palette.
    pub fn new(palette: &Palette) -> Self {
        let lanes = |color: &Rgb| color.iter().fold(0, |lanes, part| lanes << 16 | u64::from(*part));
        Self(std::array::from_fn(|i| palette.colors.get(i).map_or(0, lanes)))
    }

    /// The mean color of the square with this number, `by` by `by` pixels large (at most 16 by 16), in `by` lines.
    pub fn mean(&self, lines: &[u8], width: usize, number: usize, by: usize) -> Rgb {
        let mut sum = 0;
        for line in lines.chunks_exact(width) {
            sum += line[number * by..(number + 1) * by].iter().map(|entry| self.0[usize::from(*entry)]).sum::<u64>();
        }
        let count = (by * by) as u64;
        [32, 16, 0].map(|lane| ((sum >> lane & 0xffff) / count) as u8)
    }
}
