//! The meaning of a text on a position of Notalone: the spellings of Abalone, with sisters in the lines.

use super::moves::{judge, must_be_own, place_first};
use super::position::{Phase, Position};
use crate::board::hex::{Cell, Hexagon};
use crate::games::abalone::notation::{self, MoveReader, NO_REACH, Reach};
use crate::games::abalone::{Move, MoveError};
use crate::notation::moves::{MoveText, ParseMoveError, is_separator};

impl MoveReader for Position {
    const BOARD: Hexagon = Hexagon::STANDARD;
    /// Three own marbles and both sisters.
    const LONGEST: u8 = 5;

    fn judge(&self, mv: Move) -> Result<Reach, MoveError> {
        let effect = judge(self, mv)?;
        Ok(match mv {
            Move::Inline { .. } => Reach {
                block: effect.block,
                own: effect.up_to_own,
                landing: effect.row - u8::from(effect.ejected.is_some()),
            },
            _ => NO_REACH,
        })
    }
    fn must_be_own(&self, cell: Cell) -> Result<(), MoveError> {
        must_be_own(self, cell)
    }
}

/// The legal move that a text means on this position, or the reason why there is none.
pub(super) fn read(position: &Position, text: &str) -> Result<Move, MoveError> {
    let move_text = MoveText::read(Hexagon::STANDARD, text);
    if !matches!(position.phase, Phase::Placing { .. }) {
        return match move_text? {
            MoveText::Triangle(..) | MoveText::TriangleAndDirection(..) => Err(MoveError::NoTriangles),
            move_text => notation::read(position, move_text, text),
        };
    }
    let cell = match move_text {
        Ok(MoveText::Place(cell)) => cell,
        Ok(_) => return Err(place_first(position)),
        // The cell alone suffices while it is unambiguous.
        Err(ParseMoveError::NotNotation { text }) => {
            let cell = Hexagon::STANDARD.parse(text.trim_matches(is_separator));
            cell.map_err(|_| place_first(position))?
        }
        Err(error) => return Err(error.into()),
    };
    judge(position, Move::Place { cell }).map(|_| Move::Place { cell })
}

/// Every accepted spelling of a legal move, the canonical one first, without separators.
pub(super) fn spellings(position: &Position, mv: Move) -> Vec<String> {
    let mut all = notation::list_spellings(position, mv);
    if let Move::Place { cell } = mv {
        all.push(cell.to_string());
    }
    all
}
