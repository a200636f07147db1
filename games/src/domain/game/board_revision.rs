//! Identifies the board of a game for which a button was drawn.

use std::fmt;
use std::str::FromStr;

/// The number of moves on a board, and the commit that last took some back. A button of a board that was taken back
/// does nothing on a later board with as many moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardRevision {
    /// The version of the game that last took moves back; 0 if none did.
    pub taken_back: i64,
    pub ply: u32,
}

/// More than the number of moves in any game.
const PLIES: i64 = 100_000;

impl BoardRevision {
    /// The board after `ply` moves in a game without takebacks.
    pub const fn at_ply(ply: u32) -> Self {
        Self { taken_back: 0, ply }
    }
}

base::text_fields! { BoardRevision: [BoardRevision::at_ply(0), BoardRevision { taken_back: 12, ply: 99_999 }]; }

/// Encoded as one number for the `custom_id` of a button.
impl From<BoardRevision> for i64 {
    fn from(revision: BoardRevision) -> Self {
        revision.taken_back * PLIES + Self::from(revision.ply)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a board revision")]
pub struct ParseBoardRevisionError;

impl TryFrom<i64> for BoardRevision {
    type Error = ParseBoardRevisionError;

    fn try_from(number: i64) -> Result<Self, ParseBoardRevisionError> {
        let ply = u32::try_from(number % PLIES).map_err(|_| ParseBoardRevisionError)?;
        Ok(Self { taken_back: number / PLIES, ply })
    }
}

impl FromStr for BoardRevision {
    type Err = ParseBoardRevisionError;

    fn from_str(text: &str) -> Result<Self, ParseBoardRevisionError> {
        text.parse::<i64>().map_err(|_| ParseBoardRevisionError)?.try_into()
    }
}

impl fmt::Display for BoardRevision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", i64::from(*self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_revision_reads_back_as_itself() {
        for revision in [BoardRevision::at_ply(0), BoardRevision::at_ply(7), BoardRevision { taken_back: 12, ply: 3 }] {
            assert_eq!(BoardRevision::try_from(i64::from(revision)), Ok(revision));
        }
        assert_eq!(BoardRevision::at_ply(7).to_string(), "7");
        assert_eq!(BoardRevision::try_from(-1), Err(ParseBoardRevisionError));
    }
}
