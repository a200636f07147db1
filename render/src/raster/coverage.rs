//! How much of each pixel a shape covers (its alpha mask). Only pixels that it touches are kept, so drawing it reads no others.

use image::GrayImage;

/// A shorter stretch of pixels that are covered wholly is not worth a fill of its own.
const SHORTEST: usize = 4;
/// Pixels that are looked at together.
const STEP: usize = 16;

#[derive(Default)]
pub struct Coverage {
    pub size: [i32; 2],
    /// The stretches that are covered wholly.
    pub whole: Vec<Stretch>,
    /// All other pixels of which anything is covered.
    pub edges: Vec<Edge>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stretch {
    /// The first of them, from the corner of the shape.
    pub at: [u16; 2],
    pub length: u16,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edge {
    /// Where it is, from the corner of the shape.
    pub at: [u16; 2],
    /// How much of it is covered, of 255.
    pub share: u8,
}

impl Coverage {
    /// From the shares of all pixels, row by row.
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

    /// Notes what a row covers.
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

    /// All pixels of which anything is covered, and how much.
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

/// How many pixels lie before the first of which anything is covered, if there is one.
fn clear(row: &[u8]) -> Option<usize> {
    let is_clear = |step: &&[u8]| (*step).try_into().is_ok_and(|step| u128::from_ne_bytes(step) == 0);
    let clear = STEP * row.chunks_exact(STEP).take_while(is_clear).count();
    row[clear..].iter().position(|share| *share > 0).map(|further| clear + further)
}

/// A symbol with a dark line around it. Both are drawn at the same place, the symbol at full strength.
pub struct Outlined {
    pub symbol: Coverage,
    /// Below it, as far as the symbol does not hide it.
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
        // Stretches of nothing, of something and of everything, of all lengths up to nine, in each order.
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
