//! What the position lines of the games on the hexagon share: rows of cells, numbers, and what can be wrong with them.

use crate::hex::Cell;
use crate::table::{Refusable, Refusal};

/// Prints rows `i` to `a`; `letter` names what a cell holds, `None` is empty.
pub(crate) fn write_rows(letter: impl Fn(Cell) -> Option<char>) -> String {
    let mut text = String::with_capacity(70);
    for row in (0..9).rev() {
        let mut gap = 0;
        for cell in Cell::in_row(row) {
            let Some(letter) = letter(cell) else {
                gap += 1;
                continue;
            };
            if gap > 0 {
                text.push(char::from(b'0' + gap));
                gap = 0;
            }
            text.push(letter);
        }
        if gap > 0 {
            text.push(char::from(b'0' + gap));
        }
        if row > 0 {
            text.push('/');
        }
    }
    text
}

/// Reads rows `i` to `a`: `put` is told every letter with its cell, and says whether it knows it.
pub(crate) fn read_rows(text: &str, mut put: impl FnMut(Cell, char) -> bool) -> Result<(), PositionError> {
    let rows = text.split('/').count();
    if rows != 9 {
        return Err(PositionError::Rows { found: rows });
    }
    for (row, text) in (0..9).rev().zip(text.split('/')) {
        let name = char::from(b'a' + row);
        let width = Cell::in_row(row).count();
        let mut cells = Cell::in_row(row);
        for letter in text.chars() {
            if let Some(gap) = letter.to_digit(10) {
                if gap == 0 || cells.by_ref().take(gap as usize).count() < gap as usize {
                    return Err(PositionError::RowWidth { row: name, width });
                }
                continue;
            }
            let cell = cells.next().ok_or(PositionError::RowWidth { row: name, width })?;
            if !put(cell, letter) {
                return Err(PositionError::Letter { row: name, letter });
            }
        }
        if cells.next().is_some() {
            return Err(PositionError::RowWidth { row: name, width });
        }
    }
    Ok(())
}

/// A plain number of at most six digits.
pub(crate) fn small(text: &str) -> Option<u32> {
    let plain = (1..=6).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

/// Why a position line is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// Not nine rows.
    #[error("a position has nine rows joined by `/`, this one has {found}")]
    Rows {
        /// How many there are.
        found: usize,
    },
    /// A row too short or too long.
    #[error("row {row} has {width} cells, and the position tells of another number")]
    RowWidth {
        /// Its letter.
        row: char,
        /// Its cells.
        width: usize,
    },
    /// Something that cannot stand on a cell.
    #[error("`{letter}` in row {row} is no marble of this game")]
    Letter {
        /// The letter of the row.
        row: char,
        /// What was found.
        letter: char,
    },
    /// The line ends early.
    #[error("the position line ends before its {part}")]
    Missing {
        /// What is missing.
        part: &'static str,
    },
    /// A part that cannot be read.
    #[error("`{found}` is no valid {part} of a position")]
    Value {
        /// Which part.
        part: &'static str,
        /// What was found.
        found: String,
    },
    /// The word `sis` and the rows contradict each other.
    #[error("the sisters that `sis` names are not those that stand in the rows as `n`")]
    SistersElsewhere,
    /// A placing that cannot be.
    #[error("while placing, Black has no sister to see, and White sees Black's, `sis=c3:-`, in rows a to d")]
    Placing,
    /// A word that this game does not know.
    #[error("`{word}` is not known in a position of this game")]
    Word {
        /// The word.
        word: String,
    },
    /// A word given two times.
    #[error("`{word}` is given twice")]
    Twice {
        /// The word.
        word: &'static str,
    },
}

impl Refusable for PositionError {
    fn refusal(&self) -> Refusal {
        Refusal { code: "bad-position", args: vec![("problem", self.to_string())], text: self.to_string() }
    }
}
