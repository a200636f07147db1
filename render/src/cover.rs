//! How much of each pixel something covers: only the parts of rows where there is any of it, so that laying it touches nothing
//! else.

use image::GrayImage;

/// A shorter stretch of pixels that are covered wholly is not worth a part of its own.
const SHORTEST: usize = 4;

/// A shape with soft edges.
pub struct Cover {
    /// Width and height.
    pub size: [i32; 2],
    /// From above, and each row from left to right.
    parts: Vec<Part>,
    /// Of all parts that are not covered wholly, one after the other.
    shares: Vec<u8>,
}

struct Part {
    x: u16,
    y: u16,
    length: u16,
    whole: bool,
}

/// How much of each pixel in a part of a row is covered.
pub enum Shares<'a> {
    /// All of so many.
    Whole(usize),
    /// Of each this much.
    Each(&'a [u8]),
}

impl Cover {
    /// The parts: where each begins, counted from the corner, and its shares.
    pub fn parts(&self) -> impl Iterator<Item = ([i32; 2], Shares<'_>)> {
        let mut rest = self.shares.as_slice();
        self.parts.iter().map(move |part| {
            let length = usize::from(part.length);
            let shares = if part.whole {
                Shares::Whole(length)
            } else {
                let (own, others) = rest.split_at(length);
                rest = others;
                Shares::Each(own)
            };
            ([part.x, part.y].map(i32::from), shares)
        })
    }

    /// Bytes that it keeps.
    pub const fn held(&self) -> usize {
        self.parts.capacity() * size_of::<Part>() + self.shares.capacity()
    }

    /// Notes what a row covers.
    fn note(&mut self, y: usize, row: &[u8]) {
        let mut x = 0;
        while let Some(skipped) = row[x..].iter().position(|share| *share > 0) {
            x += skipped;
            let rest = &row[x..];
            let mut length = rest.iter().take_while(|share| **share == 255).count();
            let whole = length >= SHORTEST;
            if !whole {
                let ends = |i: usize| rest[i] == 0 || rest[i..].starts_with(&[255; SHORTEST]);
                length = (0..rest.len()).find(|i| ends(*i)).unwrap_or(rest.len());
                self.shares.extend_from_slice(&rest[..length]);
            }
            self.parts.push(Part { x: x as u16, y: y as u16, length: length as u16, whole });
            x += length;
        }
    }
}

impl From<&GrayImage> for Cover {
    fn from(shares: &GrayImage) -> Self {
        let size = [shares.width(), shares.height()].map(|length| length as i32);
        let mut cover = Self { size, parts: Vec::new(), shares: Vec::new() };
        for (y, row) in shares.as_raw().chunks_exact(shares.width().max(1) as usize).enumerate() {
            cover.note(y, row);
        }
        cover.parts.shrink_to_fit();
        cover.shares.shrink_to_fit();
        cover
    }
}

/// A sign with a dark line around it; both are always laid at the same place, and the sign with all its strength.
pub struct Outlined {
    /// What lies above.
    pub sign: Cover,
    /// Below it, as far as the sign does not hide it.
    pub outline: Cover,
}

impl Outlined {
    /// From all that each covers; both are equally large.
    pub fn new(sign: &GrayImage, mut outline: GrayImage) -> Self {
        for (below, above) in outline.iter_mut().zip(sign.iter()) {
            if *above == 255 {
                *below = 0;
            }
        }
        Self { sign: Cover::from(sign), outline: Cover::from(&outline) }
    }

    /// Bytes that it keeps.
    pub const fn held(&self) -> usize {
        self.sign.held() + self.outline.held()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_shape_are_the_shape() {
        // Stretches of nothing, of something and of everything, of all lengths up to ten, in each order.
        let stretch = |i: u32| [0, 255, 7][(i % 3) as usize];
        let rows = (0..1000_u32).map(|i| [i % 10, i / 10 % 10, i / 100].map(|length| length as usize));
        let rows: Vec<Vec<u8>> = rows
            .zip(0..)
            .map(|(lengths, turn)| {
                let mut row: Vec<u8> = (turn..).map(stretch).zip(lengths).flat_map(|(s, n)| vec![s; n]).collect();
                row.resize(30, stretch(turn / 3));
                row
            })
            .collect();
        let image = GrayImage::from_raw(30, 1000, rows.concat()).expect("as many as there are");
        let mut again = GrayImage::new(30, 1000);
        let cover = Cover::from(&image);
        for ([x, y], shares) in cover.parts() {
            let part = match shares {
                Shares::Whole(length) => &vec![255; length],
                Shares::Each(shares) => shares,
            };
            assert!(!part.contains(&0), "row {y}");
            for (x, share) in (x as u32..).zip(part) {
                again.put_pixel(x, y as u32, image::Luma([*share]));
            }
        }
        assert!(again == image && cover.size == [30, 1000]);
    }
}
