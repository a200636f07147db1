//! Moves: their type, generation, legality and effects.

pub(super) mod generate;
pub(super) mod judge;
pub(super) mod play;

use std::fmt;

use crate::board::hex::{Cell, Direction, Line, Triangle};

/// One move; in most games a whole turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields say what they are")]
pub enum Move {
    /// `a1b2`: the marble on `tail` and all marbles ahead of it advance one cell, and push what is in front of them.
    Inline { tail: Cell, direction: Direction },
    /// `c3c5d3`: the marbles of `line` step sideways together.
    Broadside { line: Line, direction: Direction },
    /// `tri:c3c4d4d3`: three mutually adjacent marbles step together.
    Triangle { triangle: Triangle, direction: Direction },
    /// `@c3`: a marble from the hand, or a sister, is placed there.
    Place { cell: Cell },
}

impl Move {
    /// The direction of all its marbles; `None` for a placing.
    pub const fn direction(self) -> Option<Direction> {
        match self {
            Self::Inline { direction, .. } | Self::Broadside { direction, .. } | Self::Triangle { direction, .. } => {
                Some(direction)
            }
            Self::Place { .. } => None,
        }
    }
    /// `inline`, `broadside`, `triangle` or `place`
    pub(crate) const fn kind(self) -> &'static str {
        match self {
            Self::Inline { .. } => "inline",
            Self::Broadside { .. } => "broadside",
            Self::Triangle { .. } => "triangle",
            Self::Place { .. } => "place",
        }
    }
    /// The first cell in canonical notation.
    pub const fn first(self) -> Cell {
        match self {
            Self::Inline { tail, .. } => tail,
            Self::Broadside { line, .. } => line.first(),
            Self::Triangle { triangle, .. } => triangle.first(),
            Self::Place { cell } => cell,
        }
    }
}

impl fmt::Display for Move {
    /// Writes canonical notation. A move that leads off the largest board, which is never legal, is written with its
    /// direction.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Inline { tail, .. } => write!(f, "{tail}")?,
            Self::Broadside { line, .. } => write!(f, "{}{}", line.first(), line.last())?,
            Self::Triangle { triangle, .. } => {
                let [first, second, third] = triangle.cells();
                write!(f, "tri:{first}{second}{third}")?;
            }
            Self::Place { cell } => write!(f, "@{cell}")?,
        }
        let Some(direction) = self.direction() else { return Ok(()) };
        match self.first().step(direction) {
            Some(cell) => write!(f, "{cell}"),
            None => write!(f, " {direction}"),
        }
    }
}
