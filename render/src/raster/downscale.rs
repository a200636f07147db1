//! Downscaling of pictures of palette entries to half their size.

use super::color::Rgb;
use super::palette::{COLORS, Palette};

/// The colors of a palette, ready to be summed: each channel in sixteen bits of its own.
pub struct Means([u64; COLORS]);

impl Means {
    pub fn new(palette: &Palette) -> Self {
        let lanes = |color: &Rgb| color.iter().fold(0, |lanes, part| lanes << 16 | u64::from(*part));
        Self(std::array::from_fn(|i| palette.colors.get(i).map_or(0, lanes)))
    }

    /// The color of a pixel of the small picture: the mean of four pixels of the large one, whose lines have `width`
    /// pixels.
    pub fn mean(&self, pixels: &[u8], width: usize, [x, y]: [usize; 2]) -> Rgb {
        let corner = 2 * (y * width + x);
        let entries = [corner, corner + 1, corner + width, corner + width + 1].map(|at| pixels[at]);
        let sum: u64 = entries.iter().map(|entry| self.0[usize::from(*entry)]).sum();
        [32, 16, 0].map(|lane| ((sum >> lane & 0xffff) / 4) as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pixel_is_the_mean_of_those_it_covers() {
        let palette = Palette::new(vec![[0, 0, 0], [200, 100, 40]], &[]);
        let means = Means::new(&palette);
        let pixels = [0, 0, 1, 0, 0, 0, 1, 1];
        assert_eq!(means.mean(&pixels, 4, [0, 0]), [0, 0, 0]);
        assert_eq!(means.mean(&pixels, 4, [1, 0]), [150, 75, 30]);
    }
}
