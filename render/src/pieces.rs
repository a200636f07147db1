//! Long rows of bytes, of which only the pieces that differ are kept. A board is made so that it repeats itself, which makes small
//! files; here the same makes little memory, at the cost of a copy.

use std::collections::HashMap;

/// Pixels in a piece of a picture.
pub const BLOCK: usize = 32;

/// Bytes, cut into pieces of `N`; equal pieces are kept once.
pub struct Pieces<const N: usize> {
    /// How many bytes there are.
    length: usize,
    /// For each piece, where it is kept.
    which: Vec<u16>,
    kept: Vec<[u8; N]>,
}

impl<const N: usize> Pieces<N> {
    /// Cuts them. At most 65,536 of the pieces may differ: no picture has as many.
    pub fn new(bytes: &[u8]) -> Self {
        let mut kept: Vec<[u8; N]> = Vec::new();
        let mut known: HashMap<[u8; N], u16> = HashMap::new();
        let place = |piece: &[u8]| {
            let mut whole = [0; N];
            whole[..piece.len()].copy_from_slice(piece);
            *known.entry(whole).or_insert_with(|| {
                kept.push(whole);
                u16::try_from(kept.len() - 1).expect("no picture has so many pieces")
            })
        };
        let which = bytes.chunks(N).map(place).collect();
        kept.shrink_to_fit();
        Self { length: bytes.len(), which, kept }
    }

    /// A piece, counted from 0.
    pub fn piece(&self, number: usize) -> &[u8; N] {
        &self.kept[usize::from(self.which[number])]
    }

    /// A byte.
    pub fn byte(&self, number: usize) -> u8 {
        self.piece(number / N)[number % N]
    }

    /// All bytes, with room for so many more in front, which are `fill`.
    pub fn after(&self, fill: u8, room: usize) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(room + self.which.len() * N);
        bytes.resize(room, fill);
        for place in &self.which {
            bytes.extend_from_slice(&self.kept[usize::from(*place)]);
        }
        bytes.truncate(room + self.length);
        bytes
    }

    /// All bytes.
    pub fn to_vec(&self) -> Vec<u8> {
        self.after(0, 0)
    }

    /// Bytes of memory that it takes.
    pub const fn held(&self) -> usize {
        2 * self.which.capacity() + N * self.kept.capacity()
    }
}

/// Lines of any length; equal lines are kept once.
pub struct Lines {
    /// For each line, which of those that are kept it is.
    which: Vec<u16>,
    /// Where each of those ends.
    ends: Vec<u32>,
    kept: Vec<u8>,
}

impl Lines {
    /// Keeps them. At most 65,536 of them may differ: no theme has as many.
    pub fn new<'a>(lines: impl Iterator<Item = &'a [u8]>) -> Self {
        let mut made = Self { which: Vec::new(), ends: Vec::new(), kept: Vec::new() };
        let mut known: HashMap<&[u8], u16> = HashMap::new();
        for line in lines {
            let place = *known.entry(line).or_insert_with(|| {
                made.kept.extend_from_slice(line);
                made.ends.push(made.kept.len() as u32);
                u16::try_from(made.ends.len() - 1).expect("no theme has so many lines")
            });
            made.which.push(place);
        }
        made.which.shrink_to_fit();
        made.ends.shrink_to_fit();
        made.kept.shrink_to_fit();
        made
    }

    /// A line, counted from 0.
    pub fn line(&self, number: usize) -> &[u8] {
        let place = usize::from(self.which[number]);
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.kept[start as usize..self.ends[place] as usize]
    }

    /// Bytes of memory that they take.
    pub const fn held(&self) -> usize {
        2 * self.which.capacity() + 4 * self.ends.capacity() + self.kept.capacity()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_any_length_come_back() {
        let lines: [&[u8]; 6] = [&[1, 2], &[], &[3], &[1, 2], &[1], &[]];
        let kept = Lines::new(lines.into_iter());
        assert!((0..6).all(|i| kept.line(i) == lines[i]));
        assert_eq!((kept.ends.len(), kept.kept.len()), (4, 4));
    }

    #[test]
    fn nothing_is_lost_and_what_repeats_is_kept_once() {
        for length in [0, 1, 7, 8, 9, 8000, 8003] {
            let bytes: Vec<u8> = (0..length).map(|i| (i % 24) as u8).collect();
            let pieces = Pieces::<8>::new(&bytes);
            assert_eq!(pieces.to_vec(), bytes);
            assert_eq!(pieces.after(7, 2), [&[7, 7], bytes.as_slice()].concat());
            assert!((0..length).all(|i| pieces.byte(i) == bytes[i]), "{length}");
            assert!(pieces.kept.len() <= 4, "{length}");
        }
    }
}
