//! Moves: what they are, whether they are legal, and why not.

use std::fmt;

use super::position::Position;
use super::ring::{self, INNER, ahead, behind};
use crate::color::Color;
use crate::hex::{Cell, Direction, Line};
use crate::notation::ParseMoveError;
use crate::table::{Refusable, Refusal};

/// The most marbles of the mover's color in one move.
pub const MOST: u8 = 3;

/// One turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Move {
    /// `a1b2`: the marble on `tail` and all those ahead of it advance one cell, and push what stands there.
    Inline {
        /// The rear marble.
        tail: Cell,
        /// Where to.
        direction: Direction,
    },
    /// `c3c5d3`: the marbles of `line` step sideways together.
    Broadside {
        /// Two or three marbles.
        line: Line,
        /// Where to.
        direction: Direction,
    },
}

impl Move {
    /// Where all its marbles go.
    pub const fn direction(self) -> Direction {
        match self {
            Self::Inline { direction, .. } | Self::Broadside { direction, .. } => direction,
        }
    }
    /// The cell named first in canonical notation.
    pub const fn first(self) -> Cell {
        match self {
            Self::Inline { tail, .. } => tail,
            Self::Broadside { line, .. } => line.first(),
        }
    }
}

impl fmt::Display for Move {
    /// Canonical notation; a move that leads off the board, which is never legal, is written with its direction.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Inline { tail, .. } => write!(f, "{tail}")?,
            Self::Broadside { line, .. } => write!(f, "{}{}", line.first(), line.last())?,
        }
        match self.first().step(self.direction()) {
            Some(cell) => write!(f, "{cell}"),
            None => write!(f, " {}", self.direction()),
        }
    }
}

/// What a legal move does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effect {
    /// Marbles of the mover that move.
    pub own: u8,
    /// Opposing marbles that move, the ejected one included.
    pub pushed: u8,
    /// The cell of the marble that goes over the rim.
    pub ejected: Option<Cell>,
}

/// Judges one move by the rules, cell by cell. Whether the match is over is not asked here.
pub fn judge(position: &Position, mv: Move) -> Result<Effect, MoveError> {
    match mv {
        Move::Inline { tail, direction } => judge_inline(position, tail, direction),
        Move::Broadside { line, direction } => judge_broadside(position, line, direction),
    }
}

fn judge_inline(position: &Position, tail: Cell, direction: Direction) -> Result<Effect, MoveError> {
    must_be_own(position, tail)?;
    let mut front = tail;
    let mut count = |color: Color| {
        let mut count = 0;
        loop {
            match front.step(direction) {
                Some(next) if position.at(next) == Some(color) => front = next,
                next => return (count, front, next),
            }
            count += 1;
        }
    };
    let (more, own_front, next) = count(position.to_move);
    let own = more + 1;
    // Rule: more than three marbles in line count as three, so a fourth one ahead of them is in the way.
    if own > MOST {
        return Err(MoveError::TooLong { count: own });
    }
    // Rule: a player's own marbles never leave the board by their own move.
    let Some(next) = next else { return Err(MoveError::OwnEjection { cell: own_front }) };
    if position.at(next).is_none() {
        return Ok(Effect { own, pushed: 0, ejected: None });
    }
    let (pushed, last, beyond) = count(position.to_move.opponent());
    if pushed >= MOST {
        return Err(MoveError::ThreeCannotBePushed { own, theirs: pushed });
    }
    if pushed >= own {
        return Err(MoveError::Pac { own, theirs: pushed });
    }
    match beyond {
        None => Ok(Effect { own, pushed, ejected: Some(last) }),
        Some(cell) if position.at(cell).is_none() => Ok(Effect { own, pushed, ejected: None }),
        Some(cell) => Err(MoveError::OwnMarbleBehind { cell }),
    }
}

fn judge_broadside(position: &Position, line: Line, direction: Direction) -> Result<Effect, MoveError> {
    if line.along().is_along(direction) {
        return Err(MoveError::NotSideways { first: line.first(), last: line.last() });
    }
    if line.len() > MOST {
        return Err(MoveError::TooLong { count: line.len() });
    }
    for cell in line.cells() {
        must_be_own(position, cell)?;
    }
    for cell in line.cells() {
        let Some(target) = cell.step(direction) else { return Err(MoveError::OwnEjection { cell }) };
        if position.at(target).is_some() {
            return Err(MoveError::Blocked { cell: target });
        }
    }
    Ok(Effect { own: line.len(), pushed: 0, ejected: None })
}

fn must_be_own(position: &Position, cell: Cell) -> Result<(), MoveError> {
    match position.at(cell) {
        None => Err(MoveError::EmptyCell { cell }),
        Some(color) if color == position.to_move => Ok(()),
        Some(_) => Err(MoveError::NotYours { cell }),
    }
}

/// Plays a move that [`judge`] has allowed.
pub(super) fn apply(position: &Position, mv: Move, effect: Effect) -> Position {
    let mut next = *position;
    let (me, you) = (position.to_move as usize, position.to_move.opponent() as usize);
    match mv {
        Move::Inline { tail, direction } => {
            let at = |count| tail.steps(direction, count).map_or(0, ring::bit);
            // A run that advances loses its rear cell and gains the one ahead of its front.
            next.marbles[me] ^= ring::bit(tail) | at(effect.own);
            if effect.pushed > 0 {
                next.marbles[you] ^= at(effect.own) | at(effect.own + effect.pushed);
            }
        }
        Move::Broadside { line, direction } => {
            for cell in line.cells() {
                next.marbles[me] ^= ring::bit(cell) | cell.step(direction).map_or(0, ring::bit);
            }
        }
    }
    next.lost[you] += u8::from(effect.ejected.is_some());
    next.calm = if effect.ejected.is_some() { 0 } else { position.calm + 1 };
    next.ply += 1;
    next.to_move = position.to_move.opponent();
    next
}

/// The three axes of lines, from their smaller ends.
const AXES: [Direction; 3] = [Direction::E, Direction::Ne, Direction::Nw];

/// Tails of the legal inline moves in a direction: each tail has one move at most.
fn tails(own: u64, theirs: u64, direction: usize) -> u64 {
    let empty = ring::BOARD & !(own | theirs);
    let mine = own & INNER[direction];
    let free = behind(empty, direction);
    // Opposing marbles that one push would move: alone, or the nearer of two.
    let push1 = (theirs & INNER[direction] & free) | (theirs & !INNER[direction]);
    let push2 = theirs & INNER[direction] & behind(push1, direction);
    let slide = mine & free;
    let touch1 = mine & behind(push1, direction);
    let touch2 = mine & behind(push2, direction);
    let second = mine & behind(slide | touch1, direction);
    let third = mine & behind(second | (mine & behind(touch2, direction)), direction);
    slide | second | third
}

/// All moves that [`judge`] allows, found with whole sets of cells.
pub(super) fn generate(position: &Position) -> Vec<Move> {
    let own = position.marbles[position.to_move as usize];
    let theirs = position.marbles[position.to_move.opponent() as usize];
    let empty = ring::BOARD & !(own | theirs);
    let mut moves = Vec::with_capacity(96);
    for direction in Direction::ALL {
        let tails = tails(own, theirs, direction as usize);
        moves.extend(ring::cells_of(tails).map(|tail| Move::Inline { tail, direction }));
        let free = own & INNER[direction as usize] & behind(empty, direction as usize);
        for axis in AXES.into_iter().filter(|axis| !axis.is_along(direction)) {
            let pairs = free & INNER[axis as usize] & behind(free, axis as usize);
            let triples = pairs & behind(pairs, axis as usize);
            for (set, steps) in [(pairs, 1), (triples, 2)] {
                moves.extend(ring::cells_of(set).filter_map(|first| {
                    let line = Line::between(first, first.steps(axis, steps)?)?;
                    Some(Move::Broadside { line, direction })
                }));
            }
        }
    }
    moves
}

/// Is there a legal move? A broadside needs marbles that could each go alone, so inline moves answer it.
pub(super) fn can_move(position: &Position) -> bool {
    let own = position.marbles[position.to_move as usize];
    let theirs = position.marbles[position.to_move.opponent() as usize];
    (0..6).any(|direction| tails(own, theirs, direction) != 0)
}

/// The number of legal moves, without making any.
pub(super) fn count(own: u64, theirs: u64) -> u32 {
    let empty = ring::BOARD & !(own | theirs);
    let mut moves = 0;
    let mut direction = 0;
    while direction < 6 {
        moves += tails(own, theirs, direction).count_ones();
        let free = own & INNER[direction] & behind(empty, direction);
        let mut axis = 0;
        while axis < 3 {
            if axis != direction % 3 {
                let pairs = free & INNER[axis] & behind(free, axis);
                let triples = pairs & behind(pairs, axis);
                moves += pairs.count_ones() + triples.count_ones();
            }
            axis += 1;
        }
        direction += 1;
    }
    moves
}

/// Calls `visit` with the marbles of both after every legal move, and whether it ejected.
pub(super) fn each_after(own: u64, theirs: u64, visit: &mut impl FnMut(u64, u64, bool)) {
    let empty = ring::BOARD & !(own | theirs);
    for direction in Direction::ALL.map(|direction| direction as usize) {
        let mut left = tails(own, theirs, direction);
        while left != 0 {
            let tail = left & left.wrapping_neg();
            left ^= tail;
            let mut front = ahead(tail, direction);
            while front & own != 0 {
                front = ahead(front, direction);
            }
            let after = own ^ tail ^ front;
            if front & theirs == 0 {
                visit(after, theirs, false);
                continue;
            }
            let mut end = ahead(front, direction);
            while end & theirs != 0 {
                end = ahead(end, direction);
            }
            visit(after, theirs ^ front ^ end, end == 0);
        }
        let free = own & INNER[direction] & behind(empty, direction);
        for axis in (0..3).filter(|axis| *axis != direction % 3) {
            let pairs = free & INNER[axis] & behind(free, axis);
            let triples = pairs & behind(pairs, axis);
            let mut left = pairs;
            while left != 0 {
                let first = left & left.wrapping_neg();
                left ^= first;
                let second = ahead(first, axis);
                let pair = first | second | ahead(first, direction) | ahead(second, direction);
                visit(own ^ pair, theirs, false);
                if triples & first != 0 {
                    let third = ahead(second, axis);
                    visit(own ^ pair ^ third ^ ahead(third, direction), theirs, false);
                }
            }
        }
    }
}

/// Why a move is refused: one variant per thing that a player can do differently.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// Not notation at all.
    #[error(transparent)]
    Parse(#[from] ParseMoveError),
    /// Nobody may move any more.
    #[error("the game is over")]
    GameOver,
    /// Nothing stands there.
    #[error("there is no marble on {cell}")]
    EmptyCell {
        /// Where.
        cell: Cell,
    },
    /// An opposing marble stands there.
    #[error("the marble on {cell} is not yours")]
    NotYours {
        /// Where.
        cell: Cell,
    },
    /// The text names one cell where it needs two.
    #[error("{cell} is named twice")]
    SameCell {
        /// Which.
        cell: Cell,
    },
    /// The two ends are on no straight line.
    #[error("{from} and {to} are not in line")]
    NotInLine {
        /// One end.
        from: Cell,
        /// The other.
        to: Cell,
    },
    /// The target of a broadside is no neighbor of the first cell.
    #[error("{to} is not next to {from}: name the cell that the marble on {from} moves to")]
    NotAdjacent {
        /// The end named first.
        from: Cell,
        /// The target.
        to: Cell,
    },
    /// A broadside that would go along its own line.
    #[error("{first} to {last} lie along that move: name only its rear cell and the cell ahead")]
    NotSideways {
        /// The smaller end.
        first: Cell,
        /// The greater end.
        last: Cell,
    },
    /// The landing cell does not fit the marbles that would move.
    #[error("from {from} that way the front marble lands on {lands}, not on {to}")]
    WrongLanding {
        /// The rear cell.
        from: Cell,
        /// What was written.
        to: Cell,
        /// What would be right.
        lands: Cell,
    },
    /// A named line is only a part of the run that would move.
    #[error("your marble on {cell} stands in the way")]
    OwnMarbleAhead {
        /// The next one.
        cell: Cell,
    },
    /// More than three marbles.
    #[error("{count} marbles are too many: a move takes three at most")]
    TooLong {
        /// How many were meant.
        count: u8,
    },
    /// Not enough marbles to push.
    #[error("no sumito: {own} cannot push {theirs}")]
    Pac {
        /// Pushing.
        own: u8,
        /// In the way.
        theirs: u8,
    },
    /// Three or more opposing marbles in a row.
    #[error("no sumito: {theirs} marbles in a row cannot be pushed, two at most")]
    ThreeCannotBePushed {
        /// Pushing.
        own: u8,
        /// In the way.
        theirs: u8,
    },
    /// A marble of the mover blocks the pushed ones.
    #[error("your own marble on {cell} stands behind the marbles you push")]
    OwnMarbleBehind {
        /// Where.
        cell: Cell,
    },
    /// An own marble would leave the board.
    #[error("your own marble on {cell} would leave the board")]
    OwnEjection {
        /// Where it stands.
        cell: Cell,
    },
    /// A broadside never pushes.
    #[error("{cell} is not empty, and a sideways move cannot push")]
    Blocked {
        /// The occupied target.
        cell: Cell,
    },
    /// The text could mean more than one move.
    #[error("`{text}` can be read in more than one way: write {suggestions}")]
    Ambiguous {
        /// As typed.
        text: String,
        /// Canonical spellings.
        suggestions: String,
    },
}

impl Refusable for MoveError {
    fn refusal(&self) -> Refusal {
        let cell = |cell: &Cell| vec![("cell", cell.to_string())];
        let forces = |own: &u8, theirs: &u8| vec![("own", own.to_string()), ("theirs", theirs.to_string())];
        let (code, args) = match self {
            Self::Parse(error) => return error.refusal(),
            Self::GameOver => ("game-over", Vec::new()),
            Self::EmptyCell { cell: at } => ("empty-cell", cell(at)),
            Self::NotYours { cell: at } => ("not-yours", cell(at)),
            Self::SameCell { cell: at } => ("same-cell", cell(at)),
            Self::NotInLine { from, to } => ("not-in-line", vec![("from", from.to_string()), ("to", to.to_string())]),
            Self::NotAdjacent { from, to } => {
                ("not-adjacent", vec![("from", from.to_string()), ("to", to.to_string())])
            }
            Self::NotSideways { first, last } => {
                ("not-sideways", vec![("first", first.to_string()), ("last", last.to_string())])
            }
            Self::WrongLanding { from, to, lands } => (
                "wrong-landing",
                vec![("from", from.to_string()), ("to", to.to_string()), ("lands", lands.to_string())],
            ),
            Self::OwnMarbleAhead { cell: at } => ("own-marble-ahead", cell(at)),
            Self::TooLong { count } => ("too-long", vec![("count", count.to_string())]),
            Self::Pac { own, theirs } => ("pac", forces(own, theirs)),
            Self::ThreeCannotBePushed { own, theirs } => ("three-cannot-be-pushed", forces(own, theirs)),
            Self::OwnMarbleBehind { cell: at } => ("own-marble-behind", cell(at)),
            Self::OwnEjection { cell: at } => ("own-ejection", cell(at)),
            Self::Blocked { cell: at } => ("blocked", cell(at)),
            Self::Ambiguous { text, suggestions } => {
                ("ambiguous", vec![("text", text.clone()), ("suggestions", suggestions.clone())])
            }
        };
        Refusal { code, args, text: self.to_string() }
    }
}
