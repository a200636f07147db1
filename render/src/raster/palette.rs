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
        let nearest = &Nearest::new(&colors);
        let mut near = vec![0u8; 1 << 18];
        std::thread::scope(|scope| {
            // Adjacent slots: eight steps of red, and all of green and blue.
            for (red, slots) in near.chunks_mut(1 << 15).enumerate() {
                scope.spawn(move || {
                    for i in 0..64 {
                        nearest.fill(slots, [8 * red, i / 8 * 8, i % 8 * 8]);
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
}

/// The index of a color at six bits a channel. Sixteen similar colors are adjacent: two steps of red and green, four
/// of blue.
pub fn slot(color: Rgb) -> usize {
    let [red, green, blue] = color.map(|byte| usize::from(byte >> 2));
    (red >> 1) << 13 | (green >> 1) << 8 | (blue >> 2) << 4 | (red & 1) << 3 | (green & 1) << 2 | (blue & 3)
}

/// The entries as three planes, which the compiler vectorizes.
pub struct Nearest {
    planes: [Vec<i32>; 3],
    numbers: Vec<u8>,
}

/// Entries that are compared at once.
const LANES: usize = 8;

impl Nearest {
    pub fn new(colors: &[Rgb]) -> Self {
        Self::of(colors.iter().zip(0..=u8::MAX).map(|(color, number)| (color.map(i32::from), number)).collect())
    }

    /// Entries with their numbers in the palette.
    fn of(mut entries: Vec<([i32; 3], u8)>) -> Self {
        // The first entry fills the last lanes.
        let first = entries.first().copied().unwrap_or_default();
        entries.resize(entries.len().max(1).next_multiple_of(LANES), first);
        let plane = |channel: usize| entries.iter().map(|(color, _)| color[channel]).collect();
        Self { planes: [plane(0), plane(1), plane(2)], numbers: entries.iter().map(|(_, number)| *number).collect() }
    }

    pub fn find(&self, color: Rgb) -> u8 {
        let [r, g, b] = color.map(i32::from);
        // Distance in the high bits, index in the low ones: the least word is the nearest entry.
        let mut least = [u32::MAX; LANES];
        let [reds, greens, blues] = &self.planes;
        for (i, ((reds, greens), blues)) in
            reds.chunks_exact(LANES).zip(greens.chunks_exact(LANES)).zip(blues.chunks_exact(LANES)).enumerate()
        {
            for (lane, least) in least.iter_mut().enumerate() {
                let (dr, dg, db) = (reds[lane] - r, greens[lane] - g, blues[lane] - b);
                let far = WEIGHT[0] * dr * dr + WEIGHT[1] * dg * dg + WEIGHT[2] * db * db;
                *least = (*least).min((far as u32) << 8 | (i * LANES + lane) as u32);
            }
        }
        self.numbers[(least.into_iter().min().unwrap_or(0) & 0xff) as usize]
    }

    /// Fills the slots of a box of colors, eight steps of six bits in each channel from `low`. Only a few entries can
    /// be the nearest there.
    fn fill(&self, slots: &mut [u8], low: [usize; 3]) {
        let [from, to] = [low, low.map(|step| step + 7)].map(|steps| steps.map(|step| (step << 2 | 2) as i32));
        let entries = || {
            let [reds, greens, blues] = &self.planes;
            reds.iter().zip(greens).zip(blues).zip(&self.numbers).map(|(((r, g), b), number)| ([*r, *g, *b], *number))
        };
        let weigh = |distances: [i32; 3]| (0..3).map(|i| WEIGHT[i] * distances[i].pow(2)).sum::<i32>();
        let least = |own: [i32; 3]| weigh([0, 1, 2].map(|i| (from[i] - own[i]).max(own[i] - to[i]).max(0)));
        let most = |own: [i32; 3]| weigh([0, 1, 2].map(|i| (own[i] - from[i]).abs().max((own[i] - to[i]).abs())));
        let bound = entries().map(|(own, _)| most(own)).min().unwrap_or(0);
        let near = Self::of(entries().filter(|(own, _)| least(*own) <= bound).collect());
        let length = slots.len();
        for i in 0..1 << 9 {
            let [red, green, blue] = [low[0] + (i >> 6), low[1] + (i >> 3 & 7), low[2] + (i & 7)];
            let color = [red, green, blue].map(|six| (six << 2 | 2) as u8);
            slots[slot(color) % length] = near.find(color);
        }
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

    fn color(slot: usize) -> Rgb {
        let red = slot >> 13 << 1 | slot >> 3 & 1;
        let green = (slot >> 8 & 31) << 1 | slot >> 2 & 1;
        let blue = (slot >> 4 & 15) << 2 | slot & 3;
        [red, green, blue].map(|six| (six << 2 | 2) as u8)
    }

    #[test]
    fn every_slot_has_one_color_and_its_nearest_entry() {
        assert!((0..1 << 18).all(|i| slot(color(i)) == i));
        assert_eq!(color(slot([255, 3, 130])), [254, 2, 130]);
        let spread = |i: u32| i.wrapping_mul(0x9e37_79b1).to_le_bytes();
        for count in [1, 7, 256] {
            let colors: Vec<Rgb> = (0..count).map(|i| [spread(i)[0], spread(i)[1] / 4, spread(i)[2]]).collect();
            let palette = Palette::new(colors.clone(), &[]);
            for color in (0..1 << 18).step_by(61).map(color) {
                let least = colors.iter().map(|own| distance(*own, color)).min().expect("not empty");
                let near = palette.colors[usize::from(palette.near(color))];
                assert_eq!(distance(near, color), least, "{color:?} of {count}");
            }
        }
    }
}
