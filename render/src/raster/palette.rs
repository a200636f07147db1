//! A palette of 256 colors with a lookup of the nearest entry.

use super::blocks::Blocks;
use super::color::{Rgb, WEIGHT, distance};

pub const COLORS: usize = 256;

/// Similar colors stored together, which often have the same entry.
const NEIGHBORS: usize = 16;

pub struct Palette {
    /// The entries, as the picture file stores them.
    pub colors: Vec<Rgb>,
    /// The nearest entry for every color at six bits a channel.
    near: Blocks<NEIGHBORS>,
}

impl Palette {
    /// The `exact` colors are found even if another entry is nearer to the middle of their slot.
    pub fn new(colors: Vec<Rgb>, exact: &[Rgb]) -> Self {
        let nearest = Nearest::new(&colors);
        let mut near = vec![0u8; 1 << 18];
        std::thread::scope(|scope| {
            for (part, chunk) in near.chunks_mut(1 << 16).enumerate() {
                let nearest = &nearest;
                scope.spawn(move || {
                    for (i, entry) in chunk.iter_mut().enumerate() {
                        *entry = nearest.find(color(part << 16 | i));
                    }
                });
            }
        });
        for (i, &color) in colors.iter().enumerate() {
            let entry = &mut near[slot(color)];
            if distance(colors[usize::from(*entry)], color) > 0 && exact.contains(&color) {
                *entry = i as u8;
            }
        }
        Self { colors, near: Blocks::new(&near) }
    }

    /// The nearest entry, to the precision of the table.
    pub fn near(&self, color: Rgb) -> u8 {
        self.near.byte(slot(color))
    }

    pub fn memory_size(&self) -> usize {
        size_of_val(&*self.colors) + self.near.memory_size()
    }

    /// The distance of a color from an entry, as [`distance`] measures it.
    pub fn far(&self, entry: u8, color: Rgb) -> i32 {
        self.colors.get(usize::from(entry)).map_or(i32::MAX, |own| distance(*own, color))
    }
}

/// The index of a color at six bits a channel. Sixteen similar colors are adjacent: two steps of red and green, four
/// of blue.
pub fn slot(color: Rgb) -> usize {
    let [red, green, blue] = color.map(|byte| usize::from(byte >> 2));
    (red >> 1) << 13 | (green >> 1) << 8 | (blue >> 2) << 4 | (red & 1) << 3 | (green & 1) << 2 | (blue & 3)
}

fn color(slot: usize) -> Rgb {
    let red = slot >> 13 << 1 | slot >> 3 & 1;
    let green = (slot >> 8 & 31) << 1 | slot >> 2 & 1;
    let blue = (slot >> 4 & 15) << 2 | slot & 3;
    [red, green, blue].map(|six| (six << 2 | 2) as u8)
}

/// The entries as three planes, which the compiler vectorizes.
pub struct Nearest {
    planes: [[i32; COLORS]; 3],
}

impl Nearest {
    /// A palette shorter than 256 is padded with its first entry.
    pub fn new(colors: &[Rgb]) -> Self {
        let plane = |channel: usize| {
            std::array::from_fn(|i| i32::from(colors.get(i).or(colors.first()).map_or(0, |color| color[channel])))
        };
        Self { planes: [plane(0), plane(1), plane(2)] }
    }

    pub fn find(&self, color: Rgb) -> u8 {
        let [r, g, b] = color.map(i32::from);
        // Distance in the high bits, index in the low ones: the least word is the nearest entry.
        let mut least = [u32::MAX; 8];
        for i in (0..COLORS).step_by(8) {
            for (lane, least) in least.iter_mut().enumerate() {
                let k = i + lane;
                let (dr, dg, db) = (self.planes[0][k] - r, self.planes[1][k] - g, self.planes[2][k] - b);
                let far = WEIGHT[0] * dr * dr + WEIGHT[1] * dg * dg + WEIGHT[2] * db * db;
                *least = (*least).min((far as u32) << 8 | k as u32);
            }
        }
        (least.into_iter().min().unwrap_or(0) & 0xff) as u8
    }
}

/// Finds the nearest entries exactly, with a cache: most pixels repeat a recent color.
pub struct Finder {
    nearest: Nearest,
    seen: Vec<(u32, u8)>,
}

impl Finder {
    pub fn new(colors: &[Rgb]) -> Self {
        Self { nearest: Nearest::new(colors), seen: vec![(u32::MAX, 0); 1 << 13] }
    }

    pub fn find(&mut self, color: Rgb) -> u8 {
        let key = u32::from_be_bytes([0, color[0], color[1], color[2]]);
        let place = &mut self.seen[(key.wrapping_mul(0x9e37_79b1) >> 19) as usize];
        if place.0 != key {
            *place = (key, self.nearest.find(color));
        }
        place.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slot_has_one_color_in_its_middle() {
        assert!((0..1 << 18).all(|i| slot(color(i)) == i));
        assert_eq!(color(slot([255, 3, 130])), [254, 2, 130]);
    }
}
