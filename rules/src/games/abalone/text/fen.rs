//! `PlayStrategy`'s FEN: rows `i` to `a` with `S` for Black and `s` for White, marbles ejected by Black and by White,
//! the color to move, plies since an ejection, and the move number. Grand Abalone's has a seventh word: the moves
//! left in the turn.

use crate::board::bitboard::Bitboard;
use crate::color::Color;
use crate::games::abalone::position::{Position, read_two};
use crate::games::abalone::variant::Variant;
use crate::notation::position_line::{PositionError, Words, small, write_rows};

/// Writes a position.
///
/// # Examples
/// ```
/// use rules::{Ruleset, games::abalone::Abalone, record::fen};
/// let start = Abalone::standard().start();
/// assert_eq!(fen::write(&start), "sssss/ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSSS 0 0 b 0 1");
/// ```
pub fn write<V: Variant>(position: &Position<V>) -> String {
    let letter = |color| if color == Color::Black { 'S' } else { 's' };
    let rows = write_rows(V::Bits::BOARD, |cell| position.at(cell).map(letter));
    let (by_black, by_white) = (position.lost_marbles(Color::White), position.lost_marbles(Color::Black));
    let (turn, plies_since_ejection) = (position.turn().letter(), position.plies_since_ejection());
    let text = format!("{rows} {by_black} {by_white} {turn} {plies_since_ejection} {}", position.ply() / 2 + 1);
    if V::TURN.has_two_moves() { format!("{text} {}", position.moves_left_in_turn()) } else { text }
}

/// Reads a position of Abalone; the last two fields may be missing.
pub fn read(text: &str) -> Result<Position, PositionError> {
    read_as(text)
}

/// Reads a position of Abalone or of a variant; the words after the color to move may be missing.
///
/// # Examples
/// ```
/// use rules::{games::grand_abalone::GrandPosition, record::fen};
/// let text = "SS2ss/SSS1sss/1SS2ss1/9/ss6SS/sss5SSS/ss6SS/9/1SS2ss1/SSS1sss/SS2ss 0 0 b 0 1 1";
/// let position: GrandPosition = fen::read_as(text)?;
/// assert_eq!(fen::write(&position), text);
/// # Ok::<(), rules::notation::PositionError>(())
/// ```
pub fn read_as<V: Variant>(text: &str) -> Result<Position<V>, PositionError> {
    let cells = V::Bits::BOARD.count() as u32;
    let mut words = Words::of(text);
    let marbles = read_two(words.next("rows")?, ['S', 's'])?;
    let mut ejected = |part: &'static str| {
        let found = words.next(part)?;
        small(found).filter(|&number| number <= cells).ok_or_else(|| PositionError::bad(part, found))
    };
    let by_black = ejected("marbles ejected by Black")? as u8;
    let by_white = ejected("marbles ejected by White")? as u8;
    let to_move = words.color(2)?;
    let mut words = words.rest();
    let mut number = |part: &'static str, missing: u32| match words.next() {
        None => Ok(missing),
        Some(found) => small(found).ok_or_else(|| PositionError::bad(part, found)),
    };
    let plies_since_ejection = number("plies since an ejection", 0)?;
    let full = number("move number", 1)?;
    let moves_left = if V::TURN.has_two_moves() { number("moves left in the turn", 2)? } else { 1 };
    if let Some(word) = words.next() {
        return Err(PositionError::Word { word: word.to_owned() });
    }
    let ply = full.saturating_sub(1) * 2 + u32::from(to_move == Color::White);
    let position = Position::of_two(marbles, to_move, [by_white, by_black], ply, plies_since_ejection);
    Ok(position.with_moves_left(moves_left))
}
