//! The small symbols of tables and plots, drawn once.

use std::sync::LazyLock;

use super::table::Mark;
use crate::assets::overlays::CAPTURED;
use crate::raster::coverage::{Coverage, Outlined};
use crate::raster::mask::{Mask, Pen};

/// The number of different marks of lines in a plot.
pub const SHAPES: usize = 8;
const REACH: f32 = 14.0;
const PEN: Pen = Pen { scale: 1.0 };

pub struct Marks {
    /// Symbols for up, down and unchanged.
    pub movements: [Coverage; 3],
    /// Results of games, in the order of [`Mark`].
    results: [Coverage; 3],
    /// Marks on lines, with a page-colored outline: disc, frame, triangle, diamond, cross, triangle on its tip, ring,
    /// bar.
    pub shapes: [Outlined; SHAPES],
    /// The line around a marble on a plot, and the gap that separates it from others.
    pub marble: Outlined,
}

pub static MARKS: LazyLock<Marks> = LazyLock::new(|| Marks {
    movements: [
        PEN.mask(REACH, |mask| mask.polygon(&[[0.0, -9.2], [9.3, 7.0], [-9.3, 7.0]], 0.0)),
        PEN.mask(REACH, |mask| mask.polygon(&[[0.0, 9.2], [9.3, -7.0], [-9.3, -7.0]], 0.0)),
        PEN.mask(REACH, |mask| mask.rectangle([8.0, 1.6], 0.0)),
    ],
    results: [
        PEN.mask(REACH, |mask| mask.disc([0.0; 2], 9.0)),
        PEN.mask(REACH, |mask| mask.rectangle([8.0, 2.2], 0.0)),
        PEN.mask(REACH, |mask| mask.ring(7.6, 1.5)),
    ],
    shapes: std::array::from_fn(|number| PEN.outlined(REACH, 2.0, |mask, more| shape(number, mask, more))),
    marble: PEN.outlined(REACH, 2.2, |mask, more| mask.disc([0.0; 2], CAPTURED + 1.8 + more)),
});

impl Marks {
    pub const fn result(&self, mark: Mark) -> &Coverage {
        &self.results[mark as usize]
    }
}

fn shape(number: usize, mask: &mut Mask, more: f32) {
    let triangle = |up: f32| [[0.0, -10.0 * up], [9.8, 7.0 * up], [-9.8, 7.0 * up]];
    match number {
        0 => mask.disc([0.0; 2], 8.0 + more),
        1 => {
            mask.rectangle([8.6; 2], more);
            mask.cut(|mask| mask.rectangle([3.8 - more; 2], 0.0));
        }
        2 => mask.polygon(&triangle(1.0), more),
        3 => mask.polygon(&[[0.0, -9.9], [9.9, 0.0], [0.0, 9.9], [-9.9, 0.0]], more),
        4 => {
            mask.rectangle([2.8, 9.0], more);
            mask.rectangle([9.0, 2.8], more);
        }
        5 => mask.polygon(&triangle(-1.0), more),
        6 => mask.ring(6.5, 2.4 + more),
        _ => mask.rectangle([3.0, 9.0], more),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn marks_are_told_apart_by_their_shape() {
        let cover = |number: usize| -> HashSet<[i32; 2]> {
            let pixels = MARKS.shapes[number].symbol.pixels();
            pixels.filter(|(_, share)| *share > 127).map(|(at, _)| at).collect()
        };
        for one in 0..SHAPES {
            let own = cover(one);
            assert!((60..280).contains(&own.len()), "{one}: {}", own.len());
            for other in 0..one {
                let differing = own.symmetric_difference(&cover(other)).count();
                assert!(differing > 40, "{one} and {other} differ in {differing}");
            }
        }
    }
}
