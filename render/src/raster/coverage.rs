//! The share of each pixel that a shape covers (its alpha mask). Only touched pixels are stored, so drawing reads no
//! others.

use image::GrayImage;

/// A shorter run of fully covered pixels is not worth a fill of its own.
const SHORTEST: usize = 4;
/// Pixels compared at a time.
const STEP: usize = 16;

#[derive(Default)]
pub struct Coverage {
    pub size: [i32; 2],
    /// Runs of fully covered pixels.
    pub whole: Vec<Stretch>,
    /// All partly covered pixels.
    pub edges: Vec<Edge>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stretch {
    /// Its first pixel, relative to the corner of the shape.
    pub at: [u16; 2],
    pub length: u16,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edge {
    /// Its position, relative to the corner of the shape.
    pub at: [u16; 2],
    /// The covered share, of 255.
    pub share: u8,
}

impl Coverage {
    /// `shares` holds all pixels, row by row.
    pub fn new(width: usize, shares: &[u8]) -> Self {
        let rows = shares.chunks_exact(width.max(1));
        let mut coverage = Self { size: [width as i32, rows.len() as i32], whole: Vec::new(), edges: Vec::new() };
        for (y, row) in rows.enumerate() {
            coverage.note(y as u16, row);
        }
        coverage.whole.shrink_to_fit();
        coverage.edges.shrink_to_fit();
        coverage
    }

    fn note(&mut self, y: u16, row: &[u8]) {
        let mut x = 0;
        while let Some(clear) = clear(&row[x..]) {
            x += clear;
            let at = [x as u16, y];
            let length = row[x..].iter().take_while(|share| **share == 255).count();
            if length >= SHORTEST {
                self.whole.push(Stretch { at, length: length as u16 });
                x += length;
            } else {
                self.edges.push(Edge { at, share: row[x] });
                x += 1;
            }
        }
    }

    pub fn pixels(&self) -> impl Iterator<Item = ([i32; 2], u8)> {
        let whole = self.whole.iter().flat_map(|stretch| {
            let [x, y] = stretch.at;
            (x..x + stretch.length).map(move |x| ([x, y].map(i32::from), 255))
        });
        whole.chain(self.edges.iter().map(|edge| (edge.at.map(i32::from), edge.share)))
    }

    pub fn memory_size(&self) -> usize {
        size_of_val(&*self.whole) + size_of_val(&*self.edges)
    }
}

impl From<&GrayImage> for Coverage {
    fn from(shares: &GrayImage) -> Self {
        Self::new(shares.width() as usize, shares)
    }
}

/// The number of uncovered pixels before the first covered one, if there is one.
fn clear(row: &[u8]) -> Option<usize> {
    let is_clear = |step: &&[u8]| (*step).try_into().is_ok_and(|step| u128::from_ne_bytes(step) == 0);
    let clear = STEP * row.chunks_exact(STEP).take_while(is_clear).count();
    row[clear..].iter().position(|share| *share > 0).map(|further| clear + further)
}

/// A symbol with a dark line around it, both drawn at the same place, the symbol at full strength.
pub struct Outlined {
    pub symbol: Coverage,
    /// The outline without the part that the symbol hides.
    pub outline: Coverage,
}

impl Outlined {
    pub fn new(symbol: &GrayImage, mut outline: GrayImage) -> Self {
        for (below, above) in outline.iter_mut().zip(symbol.iter()) {
            *below = if *above == 255 { 0 } else { *below };
        }
        Self { symbol: symbol.into(), outline: (&outline).into() }
    }

    pub fn memory_size(&self) -> usize {
        self.symbol.memory_size() + self.outline.memory_size()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pixels_of_a_shape_are_the_shape() {
        // Runs of empty, partial and full pixels, of all lengths up to nine, in each order.
        let stretch = |i: usize| [0, 255, 7][i % 3];
        let mut shares = Vec::new();
        for (turn, lengths) in (0..1000).map(|i| [i % 10, i / 10 % 10, i / 100]).enumerate() {
            let row = lengths.into_iter().zip(turn..).flat_map(|(length, i)| vec![stretch(i); length]);
            shares.extend(row.chain(vec![stretch(turn / 3); 40]).take(40));
        }
        let coverage = Coverage::new(40, &shares);
        let mut again = vec![0; 40 * 1000];
        for ([x, y], share) in coverage.pixels() {
            let pixel = &mut again[40 * y as usize + x as usize];
            assert!(*pixel == 0 && share > 0, "({x}, {y}) twice, or for nothing");
            *pixel = share;
        }
        assert!(again == shares && coverage.size == [40, 1000]);
        assert!(coverage.whole.iter().all(|stretch| usize::from(stretch.length) >= SHORTEST));
    }
}
