//! Lines that differ in each picture.

use image::{GrayImage, Luma};

use super::coverage::Coverage;
use super::shapes::{coverage_byte, segment};

/// Strokes with round ends, merged before they are drawn, so that overlaps are no darker.
pub struct Strokes {
    /// The upper left corner on the picture.
    corner: [i32; 2],
    shares: GrayImage,
    half: f32,
}

impl Strokes {
    /// An empty set with room for strokes between these points.
    pub fn new(ends: &[[f32; 2]], half: f32) -> Self {
        let bound =
            |axis: usize, start: f32, pick: fn(f32, f32) -> f32| ends.iter().map(|end| end[axis]).fold(start, pick);
        let corner = [0, 1].map(|axis| (bound(axis, f32::MAX, f32::min) - half - 1.0) as i32);
        let size = |axis: usize| (bound(axis, f32::MIN, f32::max) + half + 2.0) as i32 - corner[axis];
        let [width, height] = [0, 1].map(|axis| size(axis).clamp(0, 4000) as u32);
        Self { corner, shares: GrayImage::new(width, height), half }
    }

    pub fn add(&mut self, a: [f32; 2], b: [f32; 2]) {
        let corner = self.corner.map(|v| v as f32);
        let [a, b] = [a, b].map(|end| [end[0] - corner[0], end[1] - corner[1]]);
        // Beyond this distance not even the soft edge is visible.
        let reach = self.half + 1.0;
        // A horizontal stroke is near all of its rows with its whole length.
        let (dx, dy) = (b[0] - a[0], if (b[1] - a[1]).abs() > 0.1 { b[1] - a[1] } else { 0.1 });
        for y in range(a[1].min(b[1]) - reach, a[1].max(b[1]) + reach, self.shares.height()) {
            let middle = y as f32 + 0.5;
            let [one, other] = [-reach, reach].map(|by| a[0] + dx * ((middle + by - a[1]) / dy).clamp(0.0, 1.0));
            for x in range(one.min(other) - reach, one.max(other) + reach, self.shares.width()) {
                let share = coverage_byte(segment([x as f32 + 0.5, middle], a, b) - self.half);
                let Luma([pixel]) = self.shares.get_pixel_mut(x, y);
                *pixel = share.max(*pixel);
            }
        }
    }

    pub fn coverage(&self) -> Coverage {
        (&self.shares).into()
    }

    /// The middle of the mask on the picture.
    pub fn middle(&self) -> [f32; 2] {
        let [width, height] = [self.shares.width(), self.shares.height()].map(|side| side as i32 / 2);
        [self.corner[0] + width, self.corner[1] + height].map(|v| v as f32)
    }
}

/// The pixels from `from` to `to`, limited to `most`.
fn range(from: f32, to: f32, most: u32) -> std::ops::Range<u32> {
    from.max(0.0) as u32..((to + 1.0).max(0.0) as u32).min(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stroke_is_drawn_wherever_it_covers_anything() {
        let a = [120.0, 120.0];
        for b in
            [[180.0, 120.0], [180.0, 60.0], [120.0, 30.0], [121.0, 190.0], [60.0, 121.0], [40.5, 180.2], [120.0; 2]]
        {
            let mut strokes = Strokes::new(&[a, b], 5.4);
            strokes.add(a, b);
            let ([width, height], [x, y]) = (strokes.coverage().size, strokes.middle());
            let corner = [x - (width / 2) as f32, y - (height / 2) as f32];
            let expected: Vec<([i32; 2], u8)> = (0..240)
                .flat_map(|y| (0..240).map(move |x| [x, y]))
                .map(|[x, y]| {
                    (
                        [x - corner[0] as i32, y - corner[1] as i32],
                        coverage_byte(segment([x as f32 + 0.5, y as f32 + 0.5], a, b) - 5.4),
                    )
                })
                .filter(|(_, share)| *share > 0)
                .collect();
            let mut pixels: Vec<([i32; 2], u8)> = strokes.coverage().pixels().collect();
            pixels.sort_unstable_by_key(|([x, y], _)| [*y, *x]);
            assert!(pixels == expected, "{b:?}");
        }
    }
}
