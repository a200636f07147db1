//! Moves: what they are, whether they are legal, and why not.

use std::fmt;

use super::error::MoveError;
use super::movegen::{MoverView, moved};
use super::position::Position;
use super::{Abalone, Half};
use crate::board::bitboard;
use crate::board::hex::{Cell, Direction, Line, Triangle};
use crate::color::Color;

/// The most marbles of the mover's color, and of its partners, in one move.
pub const MAX_MARBLES: u8 = 3;

/// One move; in most games a whole turn.
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
    /// `tri:c3c4d4d3`: three marbles side by side step together.
    Triangle {
        /// The three.
        triangle: Triangle,
        /// Where to.
        direction: Direction,
    },
    /// `@c3`: a marble from the hand comes to stand there.
    Place {
        /// Where.
        cell: Cell,
    },
}

impl Move {
    /// Where all its marbles go; `None` when one is placed.
    pub const fn direction(self) -> Option<Direction> {
        match self {
            Self::Inline { direction, .. } | Self::Broadside { direction, .. } | Self::Triangle { direction, .. } => {
                Some(direction)
            }
            Self::Place { .. } => None,
        }
    }
    /// The cell named first in canonical notation.
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
    /// Canonical notation; a move that leads off the board, which is never legal, is written with its direction.
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

/// What a legal move does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effect {
    /// Whose marbles move, or come to stand: in most games the color of the player to move.
    pub mover: Color,
    /// Marbles of the mover that move, with the partners' marbles among them.
    pub own: u8,
    /// Opposing and neutral marbles that move, the one pushed off included.
    pub pushed: u8,
    /// The cell of the marble that goes over the rim or into a hole.
    pub ejected: Option<Cell>,
    /// The cells of all that moves.
    pub(super) path: u64,
}

/// Judges one move by the rules, cell by cell. Whether the game is over is not asked here.
pub fn judge(rules: &Abalone, position: &Position, mv: Move) -> Result<Effect, MoveError> {
    match mv {
        Move::Place { cell } if position.placing => return judge_placing(position, cell),
        Move::Place { .. } => return Err(MoveError::NothingToPlace),
        _ if position.placing => return Err(MoveError::PlaceFirst),
        _ => {}
    }
    // Where both colors may move, the marble that is named first tells which one does.
    let colors = rules.movers(position);
    let mover = colors.clone().find(|&color| position.at(mv.first()) == Some(color)).or_else(|| colors.clone().next());
    let mover = mover.ok_or(MoveError::GameOver)?;
    let judge_here = Judge { rules, position, mover, view: rules.mover_view(position, mover) };
    match mv {
        Move::Inline { tail, direction } => judge_here.inline(tail, direction),
        Move::Broadside { line, direction } => judge_here.broadside(line, direction),
        Move::Triangle { triangle, direction } => judge_here.triangle(triangle, direction),
        Move::Place { .. } => Err(MoveError::NothingToPlace),
    }
}

fn judge_placing(position: &Position, cell: Cell) -> Result<Effect, MoveError> {
    if position.empty() & bitboard::bit(cell) == 0 {
        return Err(MoveError::NotFree { cell });
    }
    Ok(Effect { mover: position.to_move, own: 1, pushed: 0, ejected: None, path: 0 })
}

/// The marble on a cell must be one that may be moved now.
pub(crate) fn must_be_own(rules: &Abalone, position: &Position, cell: Cell) -> Result<(), MoveError> {
    let Some(color) = position.at(cell) else {
        return Err(if position.neutral() & bitboard::bit(cell) == 0 {
            MoveError::EmptyCell { cell }
        } else {
            MoveError::NotYours { cell }
        });
    };
    if rules.movers(position).any(|mover| mover == color) {
        Ok(())
    } else if rules.turn.has_two_moves() && rules.movers(position).any(|mover| mover != position.to_move) {
        Err(MoveError::OtherColor { cell })
    } else {
        Err(MoveError::NotYours { cell })
    }
}

/// Does a partner's marble stand there?
pub(crate) fn is_partners(rules: &Abalone, position: &Position, cell: Cell) -> bool {
    rules.mover_view(position, position.to_move).ally & bitboard::bit(cell) != 0
}

/// The board with the eyes of the color that moves.
struct Judge<'a> {
    rules: &'a Abalone,
    position: &'a Position,
    mover: Color,
    view: MoverView,
}

impl Judge<'_> {
    const fn has(set: u64, cell: Cell) -> bool {
        set & bitboard::bit(cell) != 0
    }

    fn own(&self, cell: Cell) -> Result<(), MoveError> {
        if Self::has(self.view.own, cell) { Ok(()) } else { must_be_own(self.rules, self.position, cell) }?;
        // Of two colors that may both move, one move takes only one.
        if Self::has(self.view.own, cell) { Ok(()) } else { Err(MoveError::NotYours { cell }) }
    }

    fn inline(&self, tail: Cell, direction: Direction) -> Result<Effect, MoveError> {
        self.own(tail)?;
        let MoverView { own, ally, foe, fixed, empty, holes, .. } = self.view;
        let (mut front, mut path) = (tail, bitboard::bit(tail));
        let mut count = |set: u64| {
            let mut count = 0;
            loop {
                match front.step(direction) {
                    Some(next) if Self::has(set, next) => front = next,
                    next => return (count, front, next, path),
                }
                path |= bitboard::bit(front);
                count += 1;
            }
        };
        let (more, own_front, next, line) = count(own | ally);
        let own_count = more + 1;
        // Rule: more than three marbles in line count as three, so a fourth one ahead of them is in the way.
        if own_count > MAX_MARBLES {
            return Err(MoveError::TooLong { count: own_count });
        }
        // Rule: a player's own marbles never leave the board by their own move.
        let Some(next) = next else { return Err(MoveError::OwnEjection { cell: own_front }) };
        let effect = |pushed, ejected, path| Effect { mover: self.mover, own: own_count, pushed, ejected, path };
        if Self::has(empty, next) {
            // Rule: partners reinforce a push; they are not moved otherwise.
            return match bitboard::cells_of(line & ally).min() {
                Some(cell) => Err(MoveError::PartnerInLine { cell }),
                None => Ok(effect(0, None, line)),
            };
        }
        if Self::has(holes, next) {
            return Err(MoveError::IntoHole { cell: own_front, hole: next });
        }
        if !Self::has(foe, next) {
            return Err(MoveError::Wall { cell: next });
        }
        let (pushed, last, beyond, path) = count(foe);
        if pushed >= MAX_MARBLES {
            return Err(MoveError::ThreeCannotBePushed { own: own_count, theirs: pushed });
        }
        if pushed >= own_count {
            return Err(MoveError::Pac { own: own_count, theirs: pushed });
        }
        match beyond {
            Some(cell) if Self::has(empty, cell) => Ok(effect(pushed, None, path)),
            Some(cell) if Self::has(own, cell) => Err(MoveError::OwnMarbleBehind { cell }),
            Some(cell) if Self::has(ally, cell) => Err(MoveError::PartnerBehind { cell }),
            Some(cell) if !Self::has(holes, cell) => Err(MoveError::Wall { cell }),
            _ if Self::has(fixed, last) => Err(MoveError::PivotStays { cell: last }),
            _ => Ok(effect(pushed, Some(last), path)),
        }
    }

    fn broadside(&self, line: Line, direction: Direction) -> Result<Effect, MoveError> {
        if line.along().is_along(direction) {
            return Err(MoveError::NotSideways { first: line.first(), last: line.last() });
        }
        if line.len() > MAX_MARBLES {
            return Err(MoveError::TooLong { count: line.len() });
        }
        self.together(line.cells(), direction)
    }

    fn triangle(&self, triangle: Triangle, direction: Direction) -> Result<Effect, MoveError> {
        if !self.rules.triangles {
            return Err(MoveError::NoTriangles);
        }
        self.together(triangle.cells().into_iter(), direction)
    }

    /// Rule: every target is empty or left by one of those that move.
    fn together(&self, cells: impl Iterator<Item = Cell> + Clone, direction: Direction) -> Result<Effect, MoveError> {
        let path = cells.clone().fold(0, |path, cell| path | bitboard::bit(cell));
        for cell in cells.clone() {
            self.own(cell)?;
        }
        for cell in cells {
            let Some(target) = cell.step(direction) else { return Err(MoveError::OwnEjection { cell }) };
            if Self::has(self.view.holes, target) {
                return Err(MoveError::IntoHole { cell, hole: target });
            }
            if !Self::has(self.view.empty | path, target) {
                return Err(MoveError::Blocked { cell: target });
            }
        }
        Ok(Effect { mover: self.mover, own: path.count_ones() as u8, pushed: 0, ejected: None, path })
    }
}

/// Plays a move that [`judge`] has allowed.
pub(super) fn apply(rules: &Abalone, position: &Position, mv: Move, effect: Effect) -> Position {
    match (mv, mv.direction()) {
        (_, Some(direction)) => advance(rules, position, effect.mover, effect.path, direction as usize),
        (Move::Place { cell }, _) => place(rules, position, cell),
        _ => *position,
    }
}

/// Puts a marble of the player to move on a free cell.
pub(super) fn place(rules: &Abalone, position: &Position, cell: Cell) -> Position {
    let mut next = *position;
    next.marbles[position.to_move as usize] |= bitboard::bit(cell);
    next.ply += 1;
    let left = |color: Color| rules.in_hand(&next, color);
    let turns = [position.to_move.opponent(), position.to_move];
    let placer = turns.into_iter().find(|&color| left(color) > 0);
    // Rule: when all stand, Black moves.
    next.placing = placer.is_some();
    next.to_move = placer.unwrap_or(Color::Black);
    next
}

/// Moves all that stands on `path` one step, for `mover`; ends the turn where it ends.
pub(super) fn advance(rules: &Abalone, position: &Position, mover: Color, path: u64, direction: usize) -> Position {
    let mut next = *position;
    let holes = position.holes;
    let mut gone = false;
    for color in 0..usize::from(position.colors) {
        let before = position.marbles[color];
        if before & path != 0 {
            let after = moved(before, path, direction, holes);
            next.marbles[color] = after;
            let lost = (before.count_ones() - after.count_ones()) as u8;
            next.lost[color] += lost;
            if position.colors > 2 {
                next.won[mover as usize] += lost;
            }
            gone |= lost > 0;
        }
    }
    if position.neutral() & path != 0 {
        next.pivot = moved(position.pivot, path, direction, holes);
        next.ball = moved(position.ball, path, direction, holes);
        if position.ball != 0 && next.ball == 0 {
            next.ball_by = Some(mover);
        }
        gone |= next.neutral().count_ones() < position.neutral().count_ones();
    }
    // Rule: a crown falls as soon as one of its three marbles leaves its cell, no matter who moved it.
    for crown in &mut next.crowns {
        if *crown & path != 0 {
            *crown = 0;
        }
    }
    next.plies_since_ejection = if gone { 0 } else { position.plies_since_ejection + 1 };
    if rules.turn.has_two_moves() && position.half.is_none() {
        next.half = Some(if mover == position.to_move { Half::Own } else { Half::Foe });
        // Ruling: a decision on the first of two moves ends the game, and without a second move the turn is over.
        if rules.decision(&next).is_none() && rules.may_go_on(&next) {
            next.plies_since_ejection = if gone { 0 } else { position.plies_since_ejection };
            return next;
        }
    }
    next.half = None;
    next.ply += 1;
    next.to_move = next.after(position.to_move);
    rules.pass_over(&mut next);
    next
}
