//! Chooses the palette of a picture: median cut, then k-means.

use super::color::{Rgb, WEIGHT};
use super::palette::{COLORS, Nearest, slot};

/// One group of similar pixels.
#[derive(Clone, Copy)]
struct Bin {
    color: Rgb,
    weight: f32,
}

/// How often each color occurs.
pub struct Histogram {
    /// The bin of each color at six bits a channel, counted from 1; 0 for none.
    places: Vec<u16>,
    bins: Vec<([u32; 3], u32)>,
}

impl Histogram {
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

    /// Chooses at most `most` colors: the `fixed` ones, the rest where the picture needs them.
    pub fn colors(self, fixed: &[Rgb], most: usize) -> Vec<Rgb> {
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
        colors
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
