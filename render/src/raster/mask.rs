//! Masks that are prepared once. `imageproc` rounds corners to whole pixels and has no soft edges, so discs, strokes
//! and polygons are drawn at four times the size and scaled down.

use std::f32::consts::TAU;

use image::imageops::thumbnail;
use image::{GrayImage, Luma};
use imageproc::drawing::{draw_filled_circle_mut, draw_polygon_mut};
use imageproc::point::Point;

use super::coverage::{Coverage, Outlined};

/// Oversampling factor in each direction.
const FINE: f32 = 4.0;
/// `imageproc` fills a line of pixels whose middle lies on the edge of a shape: half a fine pixel too much.
const MORE: f32 = 0.5 / FINE;

pub struct Mask {
    fine: GrayImage,
    /// The origin, in pixels from the upper left corner.
    origin: [f32; 2],
    /// Pixels per unit of length.
    scale: f32,
    /// Full where shapes are added, zero where they are cut out.
    share: Luma<u8>,
}

/// The coverage, of 255, of each pixel of a picture of this size by the shapes that `add` draws.
pub fn draw([width, height]: [u32; 2], origin: [f32; 2], scale: f32, add: impl FnOnce(&mut Mask)) -> GrayImage {
    let fine = GrayImage::new(width * FINE as u32, height * FINE as u32);
    let mut mask = Mask { fine, origin, scale, share: Luma([255]) };
    add(&mut mask);
    thumbnail(&mask.fine, width, height)
}

pub struct Pen {
    /// Pixels per unit of length.
    pub scale: f32,
}

impl Pen {
    /// The coverage of each pixel in a square of half size `reach`.
    pub fn shares(&self, reach: f32, add: impl FnOnce(&mut Mask)) -> GrayImage {
        let reach = (reach * self.scale).ceil();
        draw([2 * reach as u32; 2], [reach; 2], self.scale, add)
    }

    /// The coverage as a mask that a canvas draws with.
    pub fn mask(&self, reach: f32, add: impl FnOnce(&mut Mask)) -> Coverage {
        (&self.shares(reach, add)).into()
    }

    /// A symbol and an outline `wide` around it. `add` gets the amount by which to enlarge the symbol.
    pub fn outlined(&self, reach: f32, wide: f32, add: impl Fn(&mut Mask, f32)) -> Outlined {
        Outlined::new(&self.shares(reach, |mask| add(mask, 0.0)), self.shares(reach, |mask| add(mask, wide)))
    }
}

impl Mask {
    /// The fine pixel of a point.
    fn place(&self, at: [f32; 2]) -> Point<i32> {
        let [x, y] = [0, 1].map(|axis| ((self.origin[axis] + at[axis] * self.scale) * FINE - 0.5).round() as i32);
        Point::new(x, y)
    }

    pub fn cut(&mut self, draw: impl FnOnce(&mut Self)) {
        self.share = Luma([0]);
        draw(self);
        self.share = Luma([255]);
    }

    /// Half a thickness, in fine pixels.
    fn reach(&self, half: f32) -> i32 {
        ((half * self.scale - MORE) * FINE).round() as i32
    }

    fn fill(&mut self, corners: &[Point<i32>]) {
        draw_polygon_mut(&mut self.fine, corners, self.share);
    }

    pub fn disc(&mut self, at: [f32; 2], radius: f32) {
        let (middle, radius) = (self.place(at), self.reach(radius));
        if radius >= 0 {
            draw_filled_circle_mut(&mut self.fine, (middle.x, middle.y), radius, self.share);
        }
    }

    /// Adds a ring around the origin, `half` its thickness, and clears its inside.
    pub fn ring(&mut self, radius: f32, half: f32) {
        self.disc([0.0; 2], radius + half);
        self.cut(|mask| mask.disc([0.0; 2], radius - half));
    }

    /// Adds a line along the inner side of the polygon's edge, and clears its inside.
    pub fn border(&mut self, corners: &[[f32; 2]], round: f32, wide: f32) {
        self.polygon(corners, round);
        self.cut(|mask| mask.polygon(corners, round - wide));
    }

    pub fn polygon(&mut self, corners: &[[f32; 2]], round: f32) {
        let points: Vec<Point<i32>> = corners.iter().map(|corner| self.place(*corner)).collect();
        self.fill(&points);
        if round > 0.0 {
            for (i, a) in corners.iter().enumerate() {
                self.stroke(*a, corners[(i + 1) % corners.len()], round);
            }
        }
    }

    pub fn rectangle(&mut self, [across, down]: [f32; 2], round: f32) {
        self.polygon(&[[-across, -down], [across, -down], [across, down], [-across, down]], round);
    }

    /// Adds a stroke with round ends, `half` its thickness.
    pub fn stroke(&mut self, a: [f32; 2], b: [f32; 2], half: f32) {
        let (from, to) = (self.place(a), self.place(b));
        let (dx, dy) = ((to.x - from.x) as f32, (to.y - from.y) as f32);
        // As far to the side as the discs at the ends reach, to the pixel.
        let by = self.reach(half) as f32 / dx.hypot(dy).max(1.0);
        let aside = Point::new((dy * by).round() as i32, (-dx * by).round() as i32);
        self.fill(&[from + aside, to + aside, to - aside, from - aside]);
        for end in [a, b] {
            self.disc(end, half);
        }
    }

    /// Adds an arrow. The two strokes of its head reach `wing` back and to the side.
    pub fn arrow(&mut self, tail: [f32; 2], tip: [f32; 2], wing: f32, half: f32) {
        let (dx, dy) = (tip[0] - tail[0], tip[1] - tail[1]);
        let by = wing / dx.hypot(dy);
        let (dx, dy) = (dx * by, dy * by);
        for end in [tail, [tip[0] - dx - dy, tip[1] - dy + dx], [tip[0] - dx + dy, tip[1] - dy - dx]] {
            self.stroke(end, tip, half);
        }
    }

    /// Adds a part of a ring around the origin between two angles, with flat ends.
    pub fn arc(&mut self, radius: f32, half: f32, [from, to]: [f32; 2]) {
        let half = half - MORE / self.scale;
        // Enough corners to look round.
        let steps = ((to - from) / TAU * 90.0).ceil();
        let side = |radius: f32| {
            (0..=steps as i32).map(move |i| {
                let (down, across) = (from + (to - from) * i as f32 / steps).sin_cos();
                [radius * across, radius * down]
            })
        };
        let corners: Vec<[f32; 2]> = side(radius + half).chain(side(radius - half).rev()).collect();
        self.polygon(&corners, 0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_covers_its_area() {
        use std::f32::consts::PI;
        for scale in [0.8, 1.0, 2.2] {
            let area_of = |draw: &dyn Fn(&mut Mask)| {
                let shares = Pen { scale }.shares(30.0, draw);
                shares.iter().map(|share| f32::from(*share) / 255.0).sum::<f32>() / (scale * scale)
            };
            let ring = |radius: f32, half: f32| 4.0 * PI * radius * half;
            for (name, area, expected) in [
                ("disc", area_of(&|mask| mask.disc([0.0; 2], 20.0)), PI * 400.0),
                ("ring", area_of(&|mask| mask.ring(20.0, 1.5)), ring(20.0, 1.5)),
                ("arc", area_of(&|mask| mask.arc(20.0, 2.5, [0.3, 2.3])), ring(20.0, 2.5) * 2.0 / TAU),
                ("stroke", area_of(&|mask| mask.stroke([-9.0, -12.0], [9.0, 12.0], 3.0)), 180.0 + 9.0 * PI),
                ("square", area_of(&|mask| mask.rectangle([10.0; 2], 2.0)), 400.0 + 160.0 + 4.0 * PI),
            ] {
                assert!((area / expected - 1.0).abs() < 0.07, "{name} at {scale}: {area} of {expected}");
            }
        }
    }

    #[test]
    fn a_straight_edge_does_not_bulge_at_rounded_corners() {
        let shares = Pen { scale: 2.2 }.shares(24.0, |mask| mask.rectangle([10.0; 2], 0.6));
        let lowest = shares.rows().rev().map(|row| row.map(|pixel| pixel.0[0]).collect::<Vec<u8>>());
        let lowest = lowest.into_iter().find(|row| row.iter().any(|share| *share > 0)).unwrap_or_default();
        assert_eq!(lowest.iter().max(), lowest.get(lowest.len() / 2));
    }
}
