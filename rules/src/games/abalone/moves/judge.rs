//! The legality of a move, cell by cell and independent of the generator, and the reason if it is illegal.

use crate::board::bitboard::Bitboard;
use crate::board::hex::{Cell, Direction, Line, Triangle};
use crate::color::Color;
use crate::games::abalone::error::MoveError;
use crate::games::abalone::moves::Move;
use crate::games::abalone::moves::generate::MoverView;
use crate::games::abalone::position::Position;
use crate::games::abalone::rules::Abalone;
use crate::games::abalone::variant::Variant;

/// The effect of a legal move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effect {
    /// The color that moves or is placed: in most games that of the player to move.
    pub mover: Color,
    /// Marbles of the mover that move, partners' marbles among them included.
    pub own: u8,
    /// Opposing and neutral marbles that move, the ejected one included.
    pub pushed: u8,
    /// The cell of the ejected marble.
    pub ejected: Option<Cell>,
}

/// Judges one move by the rules, cell by cell. Does not check whether the game is over.
pub fn judge<V: Variant>(rules: &Abalone<V>, position: &Position<V>, mv: Move) -> Result<Effect, MoveError> {
    match mv {
        Move::Place { cell } if position.placing => return judge_placing(position, cell),
        Move::Place { .. } => return Err(MoveError::NothingToPlace),
        _ if position.placing => return Err(MoveError::PlaceFirst { example: "@c3" }),
        _ => {}
    }
    let mover = mover(rules, position, mv).ok_or(MoveError::GameOver)?;
    let judge = Judge { rules, position, mover, view: rules.mover_view(position, mover) };
    match mv {
        Move::Inline { tail, direction } => judge.inline(tail, direction),
        Move::Broadside { line, direction } => judge.broadside(line, direction),
        Move::Triangle { triangle, direction } => judge.triangle(triangle, direction),
        Move::Place { .. } => Err(MoveError::NothingToPlace),
    }
}

/// If both colors may move, the first marble of the move determines which one does.
#[inline]
pub(in crate::games::abalone) fn mover<V: Variant>(
    rules: &Abalone<V>,
    position: &Position<V>,
    mv: Move,
) -> Option<Color> {
    let mut colors = rules.movers(position);
    let first = colors.next()?;
    match colors.next() {
        Some(other) if position.at(mv.first()) == Some(other) => Some(other),
        _ => Some(first),
    }
}

fn judge_placing<V: Variant>(position: &Position<V>, cell: Cell) -> Result<Effect, MoveError> {
    if !position.empty().contains(cell) {
        return Err(MoveError::NotFree { cell });
    }
    Ok(Effect { mover: position.to_move, own: 1, pushed: 0, ejected: None })
}

/// Refuses a cell without a marble that may move now.
pub(in crate::games::abalone) fn must_be_own<V: Variant>(
    rules: &Abalone<V>,
    position: &Position<V>,
    cell: Cell,
) -> Result<(), MoveError> {
    let Some(color) = position.at(cell) else {
        return Err(if position.neutral().contains(cell) {
            MoveError::NotYours { cell }
        } else {
            MoveError::EmptyCell { cell }
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

struct Judge<'a, V: Variant> {
    rules: &'a Abalone<V>,
    position: &'a Position<V>,
    mover: Color,
    view: MoverView<V>,
}

impl<V: Variant> Judge<'_, V> {
    fn own(&self, cell: Cell) -> Result<(), MoveError> {
        if self.view.own.contains(cell) { Ok(()) } else { must_be_own(self.rules, self.position, cell) }?;
        // If both colors may move, a single move still uses only one of them.
        if self.view.own.contains(cell) { Ok(()) } else { Err(MoveError::NotYours { cell }) }
    }

    fn step(cell: Cell, direction: Direction) -> Option<Cell> {
        V::Bits::BOARD.step(cell, direction)
    }

    fn inline(&self, tail: Cell, direction: Direction) -> Result<Effect, MoveError> {
        self.own(tail)?;
        let MoverView { own, ally, foe, fixed, empty, holes, .. } = self.view;
        let mut front = tail;
        let mut first_partner: Option<Cell> = None;
        let mut count = |set: V::Bits| {
            let mut count = 0;
            loop {
                match Self::step(front, direction) {
                    Some(next) if set.contains(next) => front = next,
                    next => return (count, front, next, first_partner),
                }
                if ally.contains(front) {
                    first_partner = Some(first_partner.map_or(front, |cell| cell.min(front)));
                }
                count += 1;
            }
        };
        let (more, own_front, next, partner) = count(own | ally);
        let own_count = more + 1;
        // Rule: more marbles in line than may move count in full, so the next one ahead of them blocks.
        if own_count > V::MAX_MARBLES {
            return Err(MoveError::TooLong { count: own_count, most: V::MAX_MARBLES });
        }
        // Rule: a player's own marbles never leave the board by their own move.
        let Some(next) = next else { return Err(MoveError::OwnEjection { cell: own_front }) };
        let effect = |pushed, ejected| Effect { mover: self.mover, own: own_count, pushed, ejected };
        if empty.contains(next) {
            // Rule: partners reinforce a push; they are not moved otherwise.
            return match partner {
                Some(cell) => Err(MoveError::PartnerInLine { cell }),
                None => Ok(effect(0, None)),
            };
        }
        if holes.contains(next) {
            return Err(MoveError::IntoHole { cell: own_front, hole: next });
        }
        if !foe.contains(next) {
            return Err(MoveError::Wall { cell: next });
        }
        let (pushed, last, beyond, _) = count(foe);
        if pushed > own_count && pushed >= V::MAX_MARBLES {
            return Err(MoveError::TooManyToPush { own: own_count, theirs: pushed, most: V::MAX_MARBLES - 1 });
        }
        if pushed >= own_count {
            return Err(MoveError::Pac { own: own_count, theirs: pushed });
        }
        match beyond {
            Some(cell) if empty.contains(cell) => Ok(effect(pushed, None)),
            Some(cell) if own.contains(cell) => Err(MoveError::OwnMarbleBehind { cell }),
            Some(cell) if ally.contains(cell) => Err(MoveError::PartnerBehind { cell }),
            Some(cell) if !holes.contains(cell) => Err(MoveError::Wall { cell }),
            _ if fixed.contains(last) => Err(MoveError::PivotStays { cell: last }),
            _ => Ok(effect(pushed, Some(last))),
        }
    }

    fn broadside(&self, line: Line, direction: Direction) -> Result<Effect, MoveError> {
        if line.along().is_along(direction) {
            return Err(MoveError::NotSideways { first: line.first(), last: line.last() });
        }
        if line.len() > V::MAX_MARBLES {
            return Err(MoveError::TooLong { count: line.len(), most: V::MAX_MARBLES });
        }
        self.sideways(line.cells(), direction)
    }

    fn triangle(&self, triangle: Triangle, direction: Direction) -> Result<Effect, MoveError> {
        if !self.rules.triangles {
            return Err(MoveError::NoTriangles);
        }
        self.sideways(triangle.cells().into_iter(), direction)
    }

    /// Rule: every target is empty or vacated by the moving marbles.
    fn sideways(&self, cells: impl Iterator<Item = Cell> + Clone, direction: Direction) -> Result<Effect, MoveError> {
        let path = V::Bits::collect(cells.clone());
        for cell in cells.clone() {
            self.own(cell)?;
        }
        for cell in cells {
            let Some(target) = Self::step(cell, direction) else { return Err(MoveError::OwnEjection { cell }) };
            if self.view.holes.contains(target) {
                return Err(MoveError::IntoHole { cell, hole: target });
            }
            if !(self.view.empty | path).contains(target) {
                return Err(MoveError::Blocked { cell: target });
            }
        }
        Ok(Effect { mover: self.mover, own: path.count() as u8, pushed: 0, ejected: None })
    }
}
