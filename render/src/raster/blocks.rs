//! Deduplicated blocks of bytes. Boards repeat themselves, so prepared pictures stay small in memory at the cost of a
//! copy for each picture.

use std::collections::HashMap;
use std::ops::Range;

pub struct Blocks<const N: usize> {
    length: usize,
    /// The index in `kept` of each block.
    which: Vec<u16>,
    kept: Vec<[u8; N]>,
}

impl<const N: usize> Blocks<N> {
    /// Cuts `bytes` into blocks. At most 65,536 of them may differ, which is more than any picture has.
    pub fn new(bytes: &[u8]) -> Self {
        let mut unique: Vec<[u8; N]> = Vec::new();
        let mut numbers: HashMap<[u8; N], u16> = HashMap::new();
        let place = |block: &[u8]| {
            let mut whole = [0; N];
            whole[..block.len()].copy_from_slice(block);
            *numbers.entry(whole).or_insert_with(|| {
                unique.push(whole);
                u16::try_from(unique.len() - 1).expect("no picture has so many blocks")
            })
        };
        let which = bytes.chunks(N).map(place).collect();
        unique.shrink_to_fit();
        Self { length: bytes.len(), which, kept: unique }
    }

    pub fn byte(&self, number: usize) -> u8 {
        self.kept[usize::from(self.which[number / N])][number % N]
    }

    pub fn append(&self, blocks: Range<usize>, bytes: &mut Vec<u8>) {
        bytes.reserve(blocks.len() * N);
        for place in &self.which[blocks] {
            bytes.extend_from_slice(&self.kept[usize::from(*place)]);
        }
    }

    pub fn append_all(&self, bytes: &mut Vec<u8>) {
        let end = bytes.len() + self.length;
        self.append(0..self.which.len(), bytes);
        bytes.truncate(end);
    }

    pub const fn memory_size(&self) -> usize {
        2 * self.which.capacity() + N * self.kept.capacity()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_lost_and_what_repeats_is_kept_once() {
        for length in [0, 1, 7, 8, 9, 8000, 8003] {
            let bytes: Vec<u8> = (0..length).map(|i| (i % 24) as u8).collect();
            let blocks = Blocks::<8>::new(&bytes);
            let mut all = vec![7, 7];
            blocks.append_all(&mut all);
            assert_eq!(all, [&[7, 7], bytes.as_slice()].concat());
            assert!((0..length).all(|i| blocks.byte(i) == bytes[i]), "{length}");
            assert!(blocks.kept.len() <= 4, "{length}");
        }
    }
}
