//! The six directions of the hexagonal boards.

use std::fmt;
use std::str::FromStr;

/// One of the six directions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// (row, n+1)
    E,
    /// (row+1, n+1)
    Ne,
    /// (row+1, n)
    Nw,
    /// (row, n−1)
    W,
    /// (row−1, n−1)
    Sw,
    /// (row−1, n)
    Se,
}

impl Direction {
    /// All six, counterclockwise from `e`.
    pub const ALL: [Self; 6] = [Self::E, Self::Ne, Self::Nw, Self::W, Self::Sw, Self::Se];

    /// Rows and columns of one step.
    pub const fn delta(self) -> (i8, i8) {
        [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)][self as usize]
    }

    /// `e`, `ne`, `nw`, `w`, `sw` or `se`.
    pub const fn name(self) -> &'static str {
        ["e", "ne", "nw", "w", "sw", "se"][self as usize]
    }

    /// `→ ↗ ↖ ← ↙ ↘`
    pub const fn arrow(self) -> char {
        ['→', '↗', '↖', '←', '↙', '↘'][self as usize]
    }

    /// The direction rotated counterclockwise by `sixths` sixths of a turn.
    #[must_use]
    pub const fn rotated(self, sixths: u8) -> Self {
        Self::ALL[(self as usize + sixths as usize) % 6]
    }

    /// The opposite direction.
    #[must_use]
    pub const fn opposite(self) -> Self {
        self.rotated(3)
    }

    /// Whether the directions are equal or opposite.
    pub const fn is_along(self, other: Self) -> bool {
        self as u8 % 3 == other as u8 % 3
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no direction.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a direction: e, ne, nw, w, sw or se")]
pub struct ParseDirectionError(String);

impl FromStr for Direction {
    type Err = ParseDirectionError;

    /// Reads a name in any case, or an arrow.
    fn from_str(text: &str) -> Result<Self, ParseDirectionError> {
        Self::ALL
            .into_iter()
            .find(|direction| {
                text.eq_ignore_ascii_case(direction.name())
                    || text.strip_prefix(direction.arrow()).is_some_and(str::is_empty)
            })
            .ok_or_else(|| ParseDirectionError(text.to_owned()))
    }
}
