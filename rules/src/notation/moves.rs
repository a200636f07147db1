//! The notation of moves on hexagonal boards, parsed first and then interpreted on a position.
//!
//! Parsing gives a [`MoveText`], or a [`ParseMoveError`] for text that is no notation. Then `resolve` finds the move
//! that it means on a position, in any accepted spelling, or the reason why there is none.

use std::str::FromStr;

use crate::board::hex::{Cell, Direction, Hexagon, Line};
use crate::refusal::refusals;

/// The longest text that is parsed, in bytes.
const LONGEST: usize = 40;

/// Cells and directions as a player wrote them, not yet interpreted on a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveText {
    /// `a1b2`: Aba-Pro, Nacre or PlayStrategy.
    Two(Cell, Cell),
    /// `c3c5d3`: an Aba-Pro broadside.
    Three(Cell, Cell, Cell),
    /// `a1 ne`
    CellAndDirection(Cell, Direction),
    /// `c3c5 nw`
    CellsAndDirection(Cell, Cell, Direction),
    /// `tri:c3c4d4d3`: three cells, and the target of the first.
    Triangle([Cell; 3], Cell),
    /// `tri:c3c4d4 nw`
    TriangleAndDirection([Cell; 3], Direction),
    /// `@c3`
    Place(Cell),
}

#[derive(Clone, Copy)]
enum Kind {
    Line,
    Triangle,
    Place,
}

refusals! {
    /// The reason why a text is no notation of a move.
    #[non_exhaustive]
    pub enum ParseMoveError {
        Empty = "empty-text", "no move is written";
        TextTooLong = "text-too-long", "that is too long for a move";
        OffBoard { cell: String, first: Cell, last: Cell } = "off-board",
            "`{cell}` is not on the board: its row goes from {first} to {last}";
        NoRow { cell: String, last: char } = "no-row", "`{cell}` is not on the board: rows go from a to {last}";
        NotNotation { text: String } = "not-notation",
            "`{text}` is not a move: write for example a1b2, c3c5d3 or a1 ne";
    }
}

/// The reason why a letter and digits are no cell of this board.
fn off_board(board: Hexagon, letter: char, name: &str) -> ParseMoveError {
    let row = (letter as u8).checked_sub(b'a').unwrap_or(u8::MAX);
    let mut cells = board.row(row);
    match cells.next().zip(cells.next_back()) {
        Some((first, last)) => ParseMoveError::OffBoard { cell: name.to_owned(), first, last },
        None => ParseMoveError::NoRow { cell: name.to_owned(), last: char::from(b'a' + board.rows() - 1) },
    }
}

/// A move without the marks that people and programs write behind it: `a1b2!`, `a1b2*`. Other text stays as it is.
pub(crate) fn without_annotation(text: &str) -> &str {
    let is_move = text.trim_start().starts_with(|c: char| c.is_ascii_alphanumeric() || c == '@');
    let plain = text.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '!' | '?' | '*'));
    if is_move { plain } else { text }
}

pub(crate) const fn is_separator(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '-' | '–' | '>' | 'x' | 'X' | ':' | '×')
}

impl FromStr for MoveText {
    type Err = ParseMoveError;

    /// Reads a move on the largest board; [`MoveText::read`] checks the cells of a smaller one.
    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        Self::read(Hexagon::GRAND, text)
    }
}

impl MoveText {
    /// Reads a move on a board.
    pub fn read(board: Hexagon, text: &str) -> Result<Self, ParseMoveError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(ParseMoveError::Empty);
        }
        if text.len() > LONGEST {
            return Err(ParseMoveError::TextTooLong);
        }
        let not_notation = || ParseMoveError::NotNotation { text: text.to_owned() };
        let lower = text.to_lowercase();
        let (kind, body) = match (lower.strip_prefix("tri"), lower.strip_prefix('@')) {
            (Some(body), _) => (Kind::Triangle, body),
            (_, Some(body)) => (Kind::Place, body),
            _ => (Kind::Line, lower.as_str()),
        };
        let mut cells = Vec::with_capacity(4);
        let mut direction = None;
        let mut rest = body;
        loop {
            rest = rest.trim_start_matches(is_separator);
            let mut letters = rest.chars();
            let Some(letter) = letters.next() else { break };
            if direction.is_some() || cells.len() == 4 {
                return Err(not_notation());
            }
            let after_letter = letters.as_str();
            if letter.is_ascii_lowercase() && after_letter.starts_with(|next: char| next.is_ascii_digit()) {
                // `a12` is one name of no cell rather than `a1` and a stray digit.
                let digits = after_letter.chars().take_while(char::is_ascii_digit).count();
                let (name, after) = rest.split_at(1 + digits);
                cells.push(board.parse(name).map_err(|_| off_board(board, letter, name))?);
                rest = after;
                continue;
            }
            let word = rest.trim_end_matches(is_separator);
            // `a1→b2`: an arrow before a cell is only a separator.
            if letter == '→' && !after_letter.trim_matches(is_separator).is_empty() {
                rest = after_letter;
                continue;
            }
            direction = Some(word.parse().map_err(|_| not_notation())?);
            rest = "";
        }
        match (kind, cells.as_slice(), direction) {
            (Kind::Line, &[one, two], None) => Ok(Self::Two(one, two)),
            (Kind::Line, &[one, two, three], None) => Ok(Self::Three(one, two, three)),
            (Kind::Line, &[one], Some(direction)) => Ok(Self::CellAndDirection(one, direction)),
            (Kind::Line, &[one, two], Some(direction)) => Ok(Self::CellsAndDirection(one, two, direction)),
            (Kind::Triangle, &[one, two, three, to], None) => Ok(Self::Triangle([one, two, three], to)),
            (Kind::Triangle, &[one, two, three], Some(way)) => Ok(Self::TriangleAndDirection([one, two, three], way)),
            (Kind::Place, &[cell], None) => Ok(Self::Place(cell)),
            _ => Err(not_notation()),
        }
    }
}

/// Sixths of a turn from a line to its sideways move, seen from the end named first, if the landing cell is the far
/// one.
const FAR: [u8; 2] = [1, 5];

/// The lines of at most `longest` cells that begin on `from` and whose other end steps sideways to `to`, far from
/// `from`; each with that step.
pub(crate) fn far_pairs(board: Hexagon, from: Cell, to: Cell, longest: u8) -> Vec<(Line, Direction)> {
    let mut lines = Vec::new();
    for along in Direction::ALL {
        for steps in 1..longest {
            let Some(end) = board.steps(from, along, steps) else { continue };
            for direction in FAR.map(|turn| along.rotated(turn)) {
                if end.step(direction) == Some(to)
                    && let Some(line) = Line::between(from, end)
                {
                    lines.push((line, direction));
                }
            }
        }
    }
    lines
}

/// The far pair of a line that steps sideways: one end, and the landing cell of the other; `None` past the rim.
pub(crate) fn far_pair(line: Line, direction: Direction) -> Option<String> {
    let (first, last) = (line.first(), line.last());
    let forwards = FAR.iter().any(|&turn| line.along().rotated(turn) == direction);
    let (from, to) = if forwards { (first, last) } else { (last, first) };
    Some(format!("{from}{}", to.step(direction)?))
}
