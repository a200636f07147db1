//! What marbles are worth by the cell on which they stand.

use rules::board::bitboard::Bitboard;
use rules::board::hex::Cell;

use crate::game::Score;

/// A value for each cell of the board.
#[derive(Debug, Clone)]
pub(super) struct CellValues(
    /// What the marbles of eight cells are worth, by the byte of a bitboard and its value.
    Box<[[i16; 256]; BYTES]>,
);

/// Of a bitboard's two words.
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

    /// What marbles on these cells are worth together.
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
