//! From true color to 256 colors: chosen once per theme, by median cut and k-means over the art itself.

use crate::pieces::Pieces;
use crate::theme::Rgb;

/// Colors in a palette.
pub const COLORS: usize = 256;

/// Colors that are looked up together, and often have the same entry.
const NEIGHBORS: usize = 16;

/// A palette and the way back from any color to the nearest of its entries.
pub struct Palette {
    /// The entries, as the picture file stores them.
    pub colors: Vec<Rgb>,
    /// The nearest entry for every color at six bits a channel.
    near: Pieces<NEIGHBORS>,
}

/// How strongly the eye weighs a difference in red, green and blue.
const WEIGHT: [i32; 3] = [3, 5, 2];

/// How different two colors look: the squares of the differences, green weighing most.
pub fn distance(a: Rgb, b: Rgb) -> i32 {
    (0..3).map(|i| WEIGHT[i] * (i32::from(a[i]) - i32::from(b[i])).pow(2)).sum()
}

/// The entries as three planes, which the compiler turns into vector code.
pub struct Nearest {
    planes: [[i32; COLORS]; 3],
}

impl Nearest {
    /// Lays the entries out. A palette shorter than 256 repeats its first entry.
    pub fn new(colors: &[Rgb]) -> Self {
        let plane = |channel: usize| {
            std::array::from_fn(|i| i32::from(colors.get(i).or(colors.first()).map_or(0, |color| color[channel])))
        };
        Self { planes: [plane(0), plane(1), plane(2)] }
    }

    /// The entry nearest to a color.
    pub fn find(&self, color: Rgb) -> u8 {
        let [r, g, b] = color.map(i32::from);
        // Distance above, index below: the smallest of these words is the nearest entry.
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

/// One group of similar pixels.
#[derive(Clone, Copy)]
struct Bin {
    color: Rgb,
    weight: f32,
}

/// Counts the colors of the art.
pub struct Census {
    /// The bin of each color at six bits a channel, counted from 1; 0 for none.
    places: Vec<u16>,
    bins: Vec<([u32; 3], u32)>,
}

/// Drops two bits of each channel. Sixteen colors that are alike lie together: two steps of red and green, four of blue.
fn slot(color: Rgb) -> usize {
    let [red, green, blue] = color.map(|byte| usize::from(byte >> 2));
    (red >> 1) << 13 | (green >> 1) << 8 | (blue >> 2) << 4 | (red & 1) << 3 | (green & 1) << 2 | (blue & 3)
}

/// The middle of the colors of a slot.
fn color(slot: usize) -> Rgb {
    let red = slot >> 13 << 1 | slot >> 3 & 1;
    let green = (slot >> 8 & 31) << 1 | slot >> 2 & 1;
    let blue = (slot >> 4 & 15) << 2 | slot & 3;
    [red, green, blue].map(|six| (six << 2 | 2) as u8)
}

impl Census {
    /// Empty.
    pub fn new() -> Self {
        Self { places: vec![0; 1 << 18], bins: Vec::new() }
    }

    /// Counts a color `times` over.
    pub fn count(&mut self, color: Rgb, times: u32) {
        let place = &mut self.places[slot(color)];
        if *place == 0 {
            // Art with more than 65,534 bins would put the rest into the last of them.
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

    /// Chooses a palette of `most` colors: `fixed` first, the rest where the art needs it.
    pub fn palette(self, fixed: &[Rgb], most: usize) -> Palette {
        let mut bins: Vec<Bin> = self
            .bins
            .iter()
            .filter(|(_, n)| *n > 0)
            .map(|&(sum, n)| Bin { color: sum.map(|s| (s / n) as u8), weight: (n as f32).powf(0.62) })
            .collect();
        drop(self);
        let mut colors: Vec<Rgb> = fixed.to_vec();
        colors.sort_unstable();
        colors.dedup();
        let own = colors.len();
        colors.extend(median_cut(&mut bins, most.min(COLORS).saturating_sub(own)));
        for _ in 0..6 {
            let nearest = Nearest::new(&colors);
            let mut sums = vec![([0.0f32; 3], 0.0f32); colors.len()];
            for bin in &bins {
                let (sum, weight) = &mut sums[usize::from(nearest.find(bin.color))];
                for (sum, part) in sum.iter_mut().zip(bin.color) {
                    *sum += f32::from(part) * bin.weight;
                }
                *weight += bin.weight;
            }
            for (color, (sum, weight)) in colors.iter_mut().zip(sums).skip(own) {
                if weight > 0.0 {
                    *color = sum.map(|s| (s / weight).round().clamp(0.0, 255.0) as u8);
                }
            }
        }
        chain(&mut colors);
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
        // The entries themselves map to themselves.
        for (i, &color) in colors.iter().enumerate() {
            let entry = &mut near[slot(color)];
            if distance(colors[usize::from(*entry)], color) > 0 && fixed.contains(&color) {
                *entry = i as u8;
            }
        }
        Palette { colors, near: Pieces::new(&near) }
    }
}

impl Palette {
    /// The entry for a color, to within the precision of the table.
    pub fn near(&self, color: Rgb) -> u8 {
        self.near.byte(slot(color))
    }

    /// Bytes that it keeps.
    pub fn held(&self) -> usize {
        size_of_val(&*self.colors) + self.near.held()
    }

    /// How far a color is from an entry: squares of the differences, green weighing most.
    pub fn far(&self, entry: u8, color: Rgb) -> i32 {
        self.colors.get(usize::from(entry)).map_or(i32::MAX, |own| distance(*own, color))
    }
}

/// Puts the colors in an order in which neighbors are alike: the slow changes of a shaded ball then are small differences of
/// numbers, which cost little in a file. The darkest comes first, each next is the nearest that is left, and then stretches are
/// turned around as long as that makes the whole way shorter.
fn chain(colors: &mut [Rgb]) {
    colors.sort_unstable_by_key(|color| color.map(u32::from).iter().sum::<u32>());
    for i in 1..colors.len() {
        let next = (i..colors.len()).min_by_key(|k| distance(colors[i - 1], colors[*k])).unwrap_or(i);
        colors.swap(i, next);
    }
    let far = |a: Rgb, b: Rgb| (distance(a, b) as f32).sqrt();
    for _ in 0..30 {
        let mut turned = false;
        for i in 1..colors.len().saturating_sub(1) {
            for k in i + 1..colors.len() {
                let after = |at: Rgb| colors.get(k + 1).map_or(0.0, |next| far(at, *next));
                let now = far(colors[i - 1], colors[i]) + after(colors[k]);
                if far(colors[i - 1], colors[k]) + after(colors[i]) + 0.01 < now {
                    colors[i..=k].reverse();
                    turned = true;
                }
            }
        }
        if !turned {
            break;
        }
    }
}

/// Splits the bins in two along their widest channel until there are `count` groups.
fn median_cut(bins: &mut [Bin], count: usize) -> Vec<Rgb> {
    let mut groups: Vec<&mut [Bin]> = if bins.is_empty() { Vec::new() } else { vec![bins] };
    while groups.len() < count {
        let worst = groups
            .iter()
            .enumerate()
            .filter(|(_, group)| group.len() > 1)
            .map(|(i, group)| (spread(group).1, i))
            .max_by(|a, b| a.0.total_cmp(&b.0));
        let Some((_, i)) = worst else { break };
        let group = groups.swap_remove(i);
        let channel = spread(group).0;
        group.sort_unstable_by_key(|bin| bin.color[channel]);
        let half: f32 = group.iter().map(|bin| bin.weight).sum::<f32>() / 2.0;
        let mut sum = 0.0;
        let at = group.iter().position(|bin| {
            sum += bin.weight;
            sum > half
        });
        let at = at.unwrap_or(1).clamp(1, group.len() - 1);
        let (low, high) = group.split_at_mut(at);
        groups.push(low);
        groups.push(high);
    }
    groups.into_iter().map(|group| mean(group).map(|x| x.round() as u8)).collect()
}

fn mean(group: &[Bin]) -> [f32; 3] {
    let weight: f32 = group.iter().map(|bin| bin.weight).sum();
    std::array::from_fn(|i| {
        group.iter().map(|bin| f32::from(bin.color[i]) * bin.weight).sum::<f32>() / weight.max(1e-6)
    })
}

/// The channel with the largest weighted variance, and that variance.
fn spread(group: &[Bin]) -> (usize, f32) {
    let mean = mean(group);
    (0..3)
        .map(|i| {
            let sum: f32 = group.iter().map(|bin| (f32::from(bin.color[i]) - mean[i]).powi(2) * bin.weight).sum();
            (i, sum * WEIGHT[i] as f32)
        })
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .unwrap_or((0, 0.0))
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
