//! Move generation on bitboards, from the view of the player to move.
//!
//! The rows of a move rarely contain one of the two sisters. So rows without one are found all at once, with the
//! sisters as walls, and then the rows of each sister separately.

use super::position::{Phase, Position};
use crate::board::bitboard::{Bitboard, Bits61};
use crate::board::hex::Direction;

const NONE: Bits61 = Bits61::EMPTY;
const BOARD: Bits61 = Bits61::ALL;
const INNER: [Bits61; 6] = Bits61::INNER;

#[inline]
fn ahead(set: Bits61, direction: usize) -> Bits61 {
    set.ahead(direction)
}

#[inline]
fn behind(set: Bits61, direction: usize) -> Bits61 {
    set.behind(direction)
}

/// A value of [`Bitboards::barred`]: the sister may go anywhere.
const NOWHERE: usize = 6;

/// Marbles of both players, the sisters, and the directions barred to these.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bitboards {
    own: Bits61,
    theirs: Bits61,
    sisters: [Bits61; 2],
    /// The index of the direction straight back, for each sister.
    barred: [usize; 2],
}

/// A move without its direction.
#[derive(Debug, Clone, Copy)]
pub(super) enum Start {
    /// The rear cell of an inline move.
    Tail(Bits61),
    /// The smaller end of a broadside, the index of its axis, and its number of cells.
    Line(Bits61, usize, u8),
}

/// First cells of the broadsides along one axis, by their number of cells.
struct Lines([Bits61; 4]);

const fn opposite(direction: usize) -> usize {
    (direction + 3) % 6
}

impl Bitboards {
    /// `None` while the sisters are being placed.
    pub(super) fn of(position: &Position) -> Option<Self> {
        let Phase::Playing { sisters } = position.phase else { return None };
        Some(Self {
            own: position.marbles[position.to_move as usize],
            theirs: position.marbles[position.to_move.opponent() as usize],
            sisters: sisters.map(|sister| Bits61::of(sister.cell)),
            barred: sisters.map(|sister| sister.came_by.map_or(NOWHERE, |came_by| came_by.opposite() as usize)),
        })
    }

    #[inline]
    fn empty(&self) -> Bits61 {
        BOARD & !(self.own | self.theirs | self.sisters[0] | self.sisters[1])
    }

    #[inline]
    fn willing(&self, direction: usize) -> Bits61 {
        let one = |index: usize| if self.barred[index] == direction { NONE } else { self.sisters[index] };
        one(0) | one(1)
    }

    /// Tails of the legal inline moves in a direction. Each tail has at most one move.
    fn tails(&self, empty: Bits61, direction: usize) -> Bits61 {
        let mut tails = self.tails_without_sisters(empty, direction);
        for (sister, barred) in self.sisters.into_iter().zip(self.barred) {
            if barred != direction {
                tails |= self.tails_through(sister, empty, direction);
            }
        }
        tails
    }

    /// Tails of the rows in which no sister moves; they can only step onto empty cells.
    #[inline]
    fn tails_without_sisters(&self, empty: Bits61, direction: usize) -> Bits61 {
        let mine = self.own & INNER[direction];
        let free = behind(empty, direction);
        // Opposing marbles that one push would move: a single one, or the nearer of two.
        let push1 = (self.theirs & INNER[direction] & free) | (self.theirs & !INNER[direction]);
        let push2 = self.theirs & INNER[direction] & behind(push1, direction);
        let slide = mine & free;
        let touch1 = mine & behind(push1, direction);
        let touch2 = mine & behind(push2, direction);
        let second = mine & behind(slide | touch1, direction);
        let third = mine & behind(second | (mine & behind(touch2, direction)), direction);
        slide | second | third
    }

    /// Tails of the rows whose rearmost sister is this one: the sister herself, or marbles behind her.
    #[inline]
    fn tails_through(&self, sister: Bits61, empty: Bits61, direction: usize) -> Bits61 {
        let back = opposite(direction);
        let (mut front, mut rear) = (ahead(sister, direction), ahead(sister, back));
        if ((front & self.own) | (rear & (self.own | self.theirs))).is_empty() {
            return NONE;
        }
        let willing = self.willing(direction);
        let (mut own, mut theirs, mut sisters) = (0, 0, 1);
        while !(front & (self.own | willing)).is_empty() {
            if (front & self.own).is_empty() {
                sisters += 1;
            } else {
                own += 1;
            }
            front = ahead(front, direction);
        }
        let mut may_leave = false;
        while !(front & (self.theirs | willing)).is_empty() {
            may_leave = !(front & self.theirs).is_empty();
            if may_leave {
                theirs += 1;
            } else {
                sisters += 1;
            }
            front = ahead(front, direction);
        }
        let has_room = if front.is_empty() { may_leave } else { !(front & empty).is_empty() };
        if !has_room || own > 3 {
            return NONE;
        }
        let mut tails = NONE;
        if own > 0 && own + sisters > theirs {
            tails |= sister;
        }
        // Rule: a sister between opposing marbles counts with the pushing side; an own marble there would block.
        if own == 0 {
            while !(rear & self.theirs).is_empty() {
                theirs += 1;
                rear = ahead(rear, back);
            }
        }
        while !(rear & self.own).is_empty() && own < 3 {
            own += 1;
            if own + sisters > theirs {
                tails |= rear;
            }
            rear = ahead(rear, back);
        }
        tails
    }

    /// Marbles and sisters with an empty neighbor in this direction, as broadsides need.
    #[inline]
    fn movers(&self, empty: Bits61, direction: usize) -> Bits61 {
        (self.own | self.willing(direction)) & INNER[direction] & behind(empty, direction)
    }

    #[inline]
    fn lines(&self, movers: Bits61, axis: usize) -> Lines {
        let pairs = movers & INNER[axis] & behind(movers, axis);
        // Rule: at most three own marbles; sisters are not counted. They are never adjacent while the game goes on,
        // so a line of two or three always contains an own marble and never four.
        let triples = pairs & behind(pairs, axis);
        let fours = triples & behind(triples, axis);
        if fours.is_empty() {
            return Lines([pairs, triples, NONE, NONE]);
        }
        let fives = fours & behind(fours, axis);
        let with = |sister: Bits61| {
            let pairs = pairs & (sister | behind(sister, axis));
            let triples = triples & (pairs | behind(pairs, axis));
            let fours = fours & (triples | behind(triples, axis));
            (fours, fives & (fours | behind(fours, axis)))
        };
        let (one, other) = (with(self.sisters[0]), with(self.sisters[1]));
        Lines([pairs, triples, one.0 | other.0, one.1 & other.1])
    }

    pub(super) fn count(&self) -> u32 {
        let empty = self.empty();
        let mut moves = 0;
        for direction in 0..6 {
            moves += self.tails(empty, direction).count();
            let movers = self.movers(empty, direction);
            for axis in (0..3).filter(|axis| *axis != direction % 3) {
                moves += self.lines(movers, axis).0.iter().map(|starts| starts.count()).sum::<u32>();
            }
        }
        moves
    }

    /// Whether there is a legal move. A broadside needs an own marble that could move alone, so inline moves suffice.
    pub(super) fn can_move(&self) -> bool {
        let empty = self.empty();
        (0..6).any(|direction| !self.tails(empty, direction).is_empty())
    }

    /// Calls `visit` for every legal move with its direction and all moving cells.
    pub(super) fn each_move(&self, mut visit: impl FnMut(Start, usize, Bits61)) {
        let empty = self.empty();
        for direction in 0..6 {
            for tail in self.tails(empty, direction).bits() {
                visit(Start::Tail(tail), direction, self.row(tail, direction));
            }
            let movers = self.movers(empty, direction);
            for axis in (0..3).filter(|axis| *axis != direction % 3) {
                let lines = self.lines(movers, axis);
                for (len, starts) in (2..).zip(lines.0) {
                    for first in starts.bits() {
                        let row = (1..len).fold((first, first), |(row, cell), _| {
                            let next = ahead(cell, axis);
                            (row | next, next)
                        });
                        visit(Start::Line(first, axis, len), direction, row.0);
                    }
                }
            }
        }
    }

    /// Calls `visit` for every legal move that ejects a marble, with its tail and its direction.
    pub(super) fn each_ejection(&self, mut visit: impl FnMut(Bits61, usize)) {
        for (direction, inner) in INNER.iter().enumerate() {
            if (self.theirs & !*inner).is_empty() {
                continue;
            }
            // Without empty cells, a row has room only beyond the rim.
            for tail in self.tails(NONE, direction).bits() {
                visit(tail, direction);
            }
        }
    }

    /// The cells of the unbroken row from its rear cell on.
    #[inline]
    pub(super) fn row(&self, tail: Bits61, direction: usize) -> Bits61 {
        let occupied = BOARD & !self.empty();
        let (mut row, mut front) = (tail, ahead(tail, direction));
        while !(front & occupied).is_empty() {
            row |= front;
            front = ahead(front, direction);
        }
        row
    }

    /// The board from the opponent's view after the stones of a legal move have gone one step.
    #[inline]
    pub(super) fn after(&self, row: Bits61, direction: usize) -> Self {
        let stepped = |set: Bits61| (set & !row) | ahead(set & row, direction);
        let mut next = Self { own: stepped(self.theirs), theirs: stepped(self.own), ..*self };
        for (sister, barred) in next.sisters.iter_mut().zip(&mut next.barred) {
            if !(*sister & row).is_empty() {
                *sister = ahead(*sister, direction);
                *barred = opposite(direction);
            }
        }
        next
    }

    pub(super) fn are_together(&self) -> bool {
        (0..6).any(|direction| ahead(self.sisters[0], direction) == self.sisters[1])
    }
}

pub(super) const fn direction(index: usize) -> Direction {
    Direction::ALL[index]
}
