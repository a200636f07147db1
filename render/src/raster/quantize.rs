//! Chooses the palette of a picture.

use quantizr::{Image, Options, QuantizeResult};

use super::color::Rgb;
use super::palette::{COLORS, slot};

/// Weighted counts of colors. The histogram of `quantizr` counts pixels only.
pub struct Histogram {
    /// The bin of each color at six bits a channel, counted from 1; 0: none.
    places: Vec<u16>,
    bins: Vec<([u32; 3], u32)>,
}

impl Histogram {
    pub fn new() -> Self {
        Self { places: vec![0; 1 << 18], bins: Vec::new() }
    }

    pub fn count(&mut self, color: Rgb, times: u32) {
        let place = &mut self.places[slot(color)];
        if *place == 0 {
            // Beyond 65,534 bins, further colors go into the last one.
            if self.bins.len() < usize::from(u16::MAX) {
                self.bins.push(([0; 3], 0));
            }
            *place = self.bins.len() as u16;
        }
        let (sum, n) = &mut self.bins[usize::from(*place) - 1];
        for i in 0..3 {
            sum[i] += u32::from(color[i]) * times;
        }
        *n += times;
    }

    /// Chooses at most `most` colors: the `fixed` ones, and the rest by the histogram.
    pub fn colors(self, fixed: &[Rgb], most: usize) -> Vec<Rgb> {
        let mut colors: Vec<Rgb> = fixed.to_vec();
        colors.sort_unstable();
        colors.dedup();
        let used_bins = self.bins.iter().filter(|(_, n)| *n > 0);
        let pixels = used_bins.flat_map(|&(sum, n)| {
            let [red, green, blue] = sum.map(|s| (s / n) as u8);
            // Large areas count less than their size, so that small ones get colors too.
            std::iter::repeat_n([red, green, blue, u8::MAX], (n as f32).powf(0.62).ceil() as usize)
        });
        let pixels: Vec<[u8; 4]> = pixels.collect();
        let image = Image { width: pixels.len(), height: 1, data: pixels.as_flattened() };
        let mut options = Options::default();
        let room = most.min(COLORS).saturating_sub(colors.len());
        // The quantizer needs room for at least two colors.
        if options.set_max_colors(room as i32).is_ok() {
            let result = QuantizeResult::quantize(&image, &options);
            let palette = result.get_palette();
            let entries = palette.entries.iter().take(palette.count as usize);
            colors.extend(entries.map(|color| [color.r, color.g, color.b]));
        }
        colors
    }
}
