//! How players write moves on the hexagonal board: text is read here, and given its meaning on a position.
//!
//! First door: a text becomes a [`Written`], or a [`ParseMoveError`] when it is no notation. Second door: [`resolve`]
//! finds the move that it means on a position, in any accepted spelling, or says why there is none.

use std::str::FromStr;

use crate::abalone::{Abalone, Effect, MOST, Move, MoveError, Position, is_partners, judge, must_be_own};
use crate::hex::{Cell, Direction, Line, Triangle};
use crate::table::{Refusable, Refusal};

/// The longest text that is looked at.
const LONGEST: usize = 40;

/// Cells and directions as a player wrote them, before a board says what they mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Written {
    /// `a1b2`: Aba-Pro, Nacre or PlayStrategy.
    Two(Cell, Cell),
    /// `c3c5d3`: an Aba-Pro broadside.
    Three(Cell, Cell, Cell),
    /// `a1 ne`
    CellAndDirection(Cell, Direction),
    /// `c3c5 nw`
    CellsAndDirection(Cell, Cell, Direction),
    /// `tri:c3c4d4d3`: three cells, and where the one named first goes.
    Triangle([Cell; 3], Cell),
    /// `tri:c3c4d4 nw`
    TriangleAndDirection([Cell; 3], Direction),
    /// `@c3`
    Place(Cell),
}

/// What the beginning of a text announces.
#[derive(Clone, Copy)]
enum Kind {
    Line,
    Triangle,
    Place,
}

/// A text that is no notation of a move.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseMoveError {
    /// Nothing written.
    #[error("no move is written")]
    Empty,
    /// Longer than any move.
    #[error("that is too long for a move")]
    TextTooLong,
    /// A cell past the rim.
    #[error("`{0}` is not on the board")]
    OffBoard(String),
    /// Something else than cells and directions.
    #[error("`{0}` is not a move: write for example a1b2, c3c5d3 or a1 ne")]
    NotNotation(String),
}

impl Refusable for ParseMoveError {
    fn refusal(&self) -> Refusal {
        let (code, args) = match self {
            Self::Empty => ("empty-text", Vec::new()),
            Self::TextTooLong => ("text-too-long", Vec::new()),
            Self::OffBoard(cell) => ("off-board", vec![("cell", cell.clone())]),
            Self::NotNotation(text) => ("not-notation", vec![("text", text.clone())]),
        };
        Refusal { code, args, text: self.to_string() }
    }
}

/// May stand between the parts of a move.
pub(crate) const fn is_separator(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '-' | '–' | '>' | 'x' | 'X' | ':' | '×')
}

impl FromStr for Written {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(ParseMoveError::Empty);
        }
        if text.len() > LONGEST {
            return Err(ParseMoveError::TextTooLong);
        }
        let not_notation = || ParseMoveError::NotNotation(text.to_owned());
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
                cells.push(name.parse().map_err(|_| ParseMoveError::OffBoard(name.to_owned()))?);
                rest = after;
                continue;
            }
            let word = rest.trim_end_matches(is_separator);
            // `a1→b2`: an arrow before a cell only separates.
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

/// The legal move that a text means on this position, or why there is none.
pub fn resolve(rules: &Abalone, position: &Position, written: Written, text: &str) -> Result<Move, MoveError> {
    let position = View { rules, position };
    match written {
        Written::Two(from, to) => two_cells(position, from, to, text),
        Written::Three(one, other, target) => three_cells(position, one, other, target),
        Written::CellAndDirection(tail, direction) => legal(position, Move::Inline { tail, direction }),
        Written::CellsAndDirection(one, other, direction) => line_and_direction(position, one, other, direction),
        Written::Triangle(cells, target) => match cells[0].way_to(target) {
            Some((direction, 1)) => triangle(position, cells, direction),
            _ => Err(MoveError::NotAdjacent { from: cells[0], to: target }),
        },
        Written::TriangleAndDirection(cells, direction) => triangle(position, cells, direction),
        Written::Place(cell) => legal(position, Move::Place { cell }),
    }
}

/// A position, and the rules to read it by.
#[derive(Clone, Copy)]
struct View<'a> {
    rules: &'a Abalone,
    position: &'a Position,
}

impl View<'_> {
    fn judge(self, mv: Move) -> Result<Effect, MoveError> {
        judge(self.rules, self.position, mv)
    }
    fn own(self, cell: Cell) -> Result<(), MoveError> {
        must_be_own(self.rules, self.position, cell)
    }
}

fn legal(position: View<'_>, mv: Move) -> Result<Move, MoveError> {
    position.judge(mv).map(|_| mv)
}

fn triangle(position: View<'_>, cells: [Cell; 3], direction: Direction) -> Result<Move, MoveError> {
    let written = || cells.map(|cell| cell.to_string()).join(", ");
    let triangle = Triangle::of(cells).ok_or_else(|| MoveError::NoTriangle { cells: written() })?;
    legal(position, Move::Triangle { triangle, direction })
}

/// Two cells: an inline move in Aba-Pro, Nacre or PlayStrategy's spelling, or a broadside by its far pair.
fn two_cells(position: View<'_>, from: Cell, to: Cell, text: &str) -> Result<Move, MoveError> {
    if from == to {
        return Err(MoveError::SameCell { cell: from });
    }
    if let Some((direction, distance)) = from.way_to(to) {
        let mv = Move::Inline { tail: from, direction };
        let effect = position.judge(mv)?;
        if distance == 1 || distance == effect.own || distance == playstrategy_distance(effect) {
            return Ok(mv);
        }
        let lands = from.steps(direction, effect.own).expect("a legal move stays on the board");
        return Err(MoveError::WrongLanding { from, to, lands });
    }
    // The near pair of a broadside of three needs no reading of its own: where that broadside is legal, so is the one of
    // two marbles whose far pair it also is, and that is what the text says.
    let broadside = |(line, direction)| Move::Broadside { line, direction };
    let far: Vec<Move> = far_pairs(from, to, MOST).into_iter().map(broadside).collect();
    let mut found = far.iter().filter(|&&mv| position.judge(mv).is_ok());
    if let Some(&mv) = found.next() {
        return if found.next().is_none() { Ok(mv) } else { Err(ambiguous(text, &far)) };
    }
    // No such move: say what stops the line that was meant, if it can be told.
    let mine = |mv: &&Move| match mv {
        Move::Broadside { line, .. } => line.cells().all(|cell| position.own(cell).is_ok()),
        _ => false,
    };
    if let Some(&mv) = far.iter().find(mine) {
        return legal(position, mv);
    }
    position.own(from)?;
    Err(MoveError::NotInLine { from, to })
}

fn ambiguous(text: &str, moves: &[Move]) -> MoveError {
    let suggestions: Vec<String> = moves.iter().map(Move::to_string).collect();
    MoveError::Ambiguous { text: text.trim().to_owned(), suggestions: suggestions.join(" or ") }
}

/// PlayStrategy names the first empty cell behind all that moves, or the ejected marble's cell.
const fn playstrategy_distance(effect: Effect) -> u8 {
    effect.own + effect.pushed - effect.ejected.is_some() as u8
}

/// Sixths of a turn from a line to its sideways move, seen from the end named first, when the landing cell is the far one.
const FAR: [u8; 2] = [1, 5];

/// The lines of at most so many cells that begin on `from` and whose other end, stepping sideways, lands on `to`, far from
/// `from`; each with that step.
pub(crate) fn far_pairs(from: Cell, to: Cell, longest: u8) -> Vec<(Line, Direction)> {
    let mut lines = Vec::new();
    for along in Direction::ALL {
        for steps in 1..longest {
            let Some(end) = from.steps(along, steps) else { continue };
            for direction in FAR.map(|turn| along.turned(turn)) {
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

/// The far pair of a line that steps sideways: its end that is named, and where the other end lands; `None` past the rim.
pub(crate) fn far_pair(line: Line, direction: Direction) -> Option<String> {
    let (first, last) = (line.first(), line.last());
    let forwards = FAR.iter().any(|&turn| line.along().turned(turn) == direction);
    let (from, to) = if forwards { (first, last) } else { (last, first) };
    Some(format!("{from}{}", to.step(direction)?))
}

/// The two ends of a line in either order, then the cell the one named first moves to.
fn three_cells(position: View<'_>, one: Cell, other: Cell, target: Cell) -> Result<Move, MoveError> {
    if one == other || one == target {
        return Err(MoveError::SameCell { cell: one });
    }
    let line = Line::between(one, other).ok_or(MoveError::NotInLine { from: one, to: other })?;
    match one.way_to(target) {
        Some((direction, 1)) => legal(position, Move::Broadside { line, direction }),
        _ => Err(MoveError::NotAdjacent { from: one, to: target }),
    }
}

fn line_and_direction(position: View<'_>, one: Cell, other: Cell, direction: Direction) -> Result<Move, MoveError> {
    if one == other {
        return Err(MoveError::SameCell { cell: one });
    }
    let line = Line::between(one, other).ok_or(MoveError::NotInLine { from: one, to: other })?;
    if !line.along().is_along(direction) {
        return legal(position, Move::Broadside { line, direction });
    }
    // Along its own line: the whole run must be named, because a move takes all that stands ahead of its tail.
    let (tail, front) =
        if line.along() == direction { (line.first(), line.last()) } else { (line.last(), line.first()) };
    for cell in line.cells() {
        // A partner's marble may stand in a line that pushes, but not at its rear.
        if cell == tail || !is_partners(position.rules, position.position, cell) {
            position.own(cell)?;
        }
    }
    let mv = Move::Inline { tail, direction };
    let effect = position.judge(mv)?;
    match front.step(direction) {
        Some(cell) if effect.own > line.len() => Err(MoveError::OwnMarbleAhead { cell }),
        _ => Ok(mv),
    }
}

/// Every accepted spelling of a legal move, the canonical one first, without separators.
pub fn spellings(rules: &Abalone, position: &Position, mv: Move) -> Vec<String> {
    let mut all = vec![mv.to_string()];
    let Ok(effect) = judge(rules, position, mv) else { return all };
    all.extend([nacre(mv, effect), playstrategy(mv, effect)].into_iter().flatten());
    match mv {
        Move::Inline { tail, direction } => {
            all.push(format!("{tail}{direction}"));
            if let Some(front) = tail.steps(direction, effect.own - 1).filter(|&front| front != tail) {
                all.push(format!("{tail}{front}{direction}"));
                all.push(format!("{front}{tail}{direction}"));
            }
        }
        Move::Broadside { line, direction } => {
            let (first, last) = (line.first(), line.last());
            if let Some(target) = last.step(direction) {
                all.push(format!("{last}{first}{target}"));
            }
            all.push(format!("{first}{last}{direction}"));
            all.push(format!("{last}{first}{direction}"));
        }
        Move::Triangle { triangle, direction } => {
            let [one, two, three] = triangle.cells();
            for [first, second, third] in [[one, two, three], [two, one, three], [three, one, two]] {
                all.extend(first.step(direction).map(|target| format!("tri:{first}{second}{third}{target}")));
                all.push(format!("tri:{first}{second}{third}{direction}"));
            }
        }
        Move::Place { .. } => {}
    }
    let mut known = std::collections::HashSet::new();
    all.retain(|spelling| known.insert(spelling.clone()));
    all
}

/// Nacre: rear cell and landing cell of the last own marble; of a broadside, the far pair.
pub fn nacre(mv: Move, effect: Effect) -> Option<String> {
    match mv {
        Move::Inline { tail, direction } => Some(format!("{tail}{}", tail.steps(direction, effect.own)?)),
        Move::Broadside { line, direction } => far_pair(line, direction),
        Move::Triangle { .. } | Move::Place { .. } => None,
    }
}

/// PlayStrategy's UCI: rear cell and the first empty cell behind all that moves, or the ejected marble's; of a
/// broadside, the far pair.
pub fn playstrategy(mv: Move, effect: Effect) -> Option<String> {
    match mv {
        Move::Inline { tail, direction } => {
            Some(format!("{tail}{}", tail.steps(direction, playstrategy_distance(effect))?))
        }
        Move::Broadside { line, direction } => far_pair(line, direction),
        Move::Triangle { .. } | Move::Place { .. } => None,
    }
}
