//! Downscaling of pictures of palette entries.

use super::color::Rgb;
use super::palette::{COLORS, Palette};

/// The scale: `to` pixels for each `from`. Both are small.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ratio {
    pub from: usize,
    pub to: usize,
}

impl Ratio {
    /// The small size for a large one. A remainder at the end is cut off.
    pub const fn small(self, large: usize) -> usize {
        large * self.to / self.from
    }

    /// The pixels of the large picture covered by one of the small picture.
    pub fn below(self, small: usize) -> Below {
        let (start, end) = (small * self.from, (small + 1) * self.from);
        let shares = (start / self.to..end.div_ceil(self.to)).map(|large| {
            let (first, last) = (large * self.to, (large + 1) * self.to);
            (last.min(end) - first.max(start)) as u64
        });
        Below { first: start / self.to, shares: shares.collect() }
    }
}

/// Pixels of a row or column of the large picture covered by one of the small picture.
#[derive(Debug, Clone)]
pub struct Below {
    /// The first of these pixels.
    first: usize,
    /// The covered share of each.
    shares: Vec<u64>,
}

/// The colors of a palette, ready to be summed: each channel in sixteen bits of its own.
pub struct Means([u64; COLORS]);

impl Means {
    pub fn new(palette: &Palette) -> Self {
        let lanes = |color: &Rgb| color.iter().fold(0, |lanes, part| lanes << 16 | u64::from(*part));
        Self(std::array::from_fn(|i| palette.colors.get(i).map_or(0, lanes)))
    }

    /// The mean color of the given rows and columns of a large picture whose lines have `width` pixels.
    pub fn mean(&self, pixels: &[u8], width: usize, [rows, columns]: [&Below; 2], ratio: Ratio) -> Rgb {
        let mut sum = 0;
        let lines = pixels[rows.first * width..].chunks(width);
        for (line, share) in lines.zip(&rows.shares) {
            let line = line[columns.first..].iter().zip(&columns.shares);
            let across: u64 = line.map(|(entry, share)| self.0[usize::from(*entry)] * share).sum();
            sum += across * share;
        }
        let count = (ratio.from * ratio.from) as u64;
        [32, 16, 0].map(|lane| ((sum >> lane & 0xffff) / count) as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pixel_below_counts_as_far_as_it_lies_below() {
        let ratio = Ratio { from: 7, to: 5 };
        let below: Vec<Below> = (0..5).map(|small| ratio.below(small)).collect();
        let parts = |small: usize| (below[small].first, below[small].shares.as_slice());
        assert_eq!(parts(0), (0, [5, 2].as_slice()));
        assert_eq!(parts(2), (2, [1, 5, 1].as_slice()));
        assert_eq!(parts(4), (5, [2, 5].as_slice()));
        assert!(below.iter().all(|parts| parts.shares.iter().sum::<u64>() == 7));
        assert_eq!((ratio.small(896), ratio.small(872)), (640, 622));
    }
}
