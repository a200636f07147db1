//! Values of marbles by their cells.

use rules::board::bitboard::Bitboard;
use rules::board::hex::Cell;

use crate::game::Score;

#[derive(Debug, Clone)]
pub(super) struct CellValues(
    /// The value of the marbles of eight cells, by the index of a bitboard's byte and its value.
    Box<[[i16; 256]; BYTES]>,
);

/// The bytes of a bitboard's two words.
const BYTES: usize = 16;

impl CellValues {
    pub fn new<B: Bitboard>(value: impl Fn(Cell) -> Score) -> Self {
        let mut values = Box::new([[0; 256]; BYTES]);
        for cell in B::BOARD.cells() {
            let [low, high] = B::of(cell).words();
            let number = if low == 0 { 64 + high.trailing_zeros() } else { low.trailing_zeros() };
            let value = value(cell) as i16;
            for (byte, sum) in values[number as usize / 8].iter_mut().enumerate() {
                *sum += if byte >> (number % 8) & 1 == 1 { value } else { 0 };
            }
        }
        Self(values)
    }

    /// The total value of marbles on these cells.
    #[inline]
    pub fn sum<B: Bitboard>(&self, marbles: B) -> Score {
        let mut worth = 0;
        for (word, values) in marbles.words().into_iter().zip(self.0.chunks(8)) {
            if word != 0 {
                let bytes = word.to_le_bytes().into_iter().zip(values);
                worth += bytes.map(|(byte, values)| Score::from(values[usize::from(byte)])).sum::<Score>();
            }
        }
        worth
    }
}
