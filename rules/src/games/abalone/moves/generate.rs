//! Move generation on bitboards, from the view of the color that moves.

#![expect(clippy::inline_always, reason = "perft takes half as long again where its callers share one copy of these")]

use crate::board::bitboard::Bitboard;
use crate::board::hex::{Direction, Line, Triangle};
use crate::games::abalone::moves::Move;
use crate::games::abalone::variant::Variant;

/// The board from the view of the color that moves. The sets are disjoint.
#[derive(Debug, Clone, Copy)]
pub(in crate::games::abalone) struct MoverView<V: Variant> {
    /// Marbles of the color that moves.
    pub own: V::Bits,
    /// Marbles of its partners.
    pub ally: V::Bits,
    /// Everything that can be pushed, neutral marbles included.
    pub foe: V::Bits,
    /// The neutral marble that cannot be ejected; part of `foe`.
    pub fixed: V::Bits,
    /// Cells that a marble may enter.
    pub empty: V::Bits,
    /// Cells where pushed marbles fall out of the game.
    pub holes: V::Bits,
    /// Whether three mutually adjacent marbles may move together.
    pub triangles: bool,
}

/// The three axes of lines, from their smaller ends.
const AXES: [Direction; 3] = [Direction::E, Direction::Ne, Direction::Nw];

impl<V: Variant> MoverView<V> {
    /// Two colors and nothing else on the board.
    #[inline(always)]
    pub fn two_colors(own: V::Bits, theirs: V::Bits) -> Self {
        let none = V::Bits::EMPTY;
        let empty = V::Bits::ALL & !(own | theirs);
        Self { own, ally: none, foe: theirs, fixed: none, empty, holes: none, triangles: false }
    }

    /// Tails of the legal inline moves in a direction. Each tail has at most one move.
    #[inline(always)]
    fn tails(&self, direction: usize) -> V::Bits {
        let inner = V::Bits::INNER[direction];
        let mine = self.own & inner;
        let slide1 = mine & self.empty.behind(direction);
        let slide2 = mine & slide1.behind(direction);
        let mut slides = slide1 | slide2 | (mine & slide2.behind(direction));
        if V::MAX_MARBLES >= 4 {
            slides |= mine & (mine & slide2.behind(direction)).behind(direction);
        }
        let pushed = (self.foe & inner & self.empty.behind(direction)) | self.falling(direction);
        slides | self.pushing(direction, pushed)
    }

    /// Tails of the legal inline moves in a direction that eject something.
    #[inline(always)]
    fn ejecting(&self, direction: usize) -> V::Bits {
        self.pushing(direction, self.falling(direction))
    }

    /// Marbles that a push in a direction would eject.
    #[inline(always)]
    fn falling(&self, direction: usize) -> V::Bits {
        self.foe & !self.fixed & (!V::Bits::INNER[direction] | self.holes.behind(direction))
    }

    /// Tails of the pushes of rows whose last marble is in `last`. Partners may stand anywhere but at the rear.
    #[inline(always)]
    fn pushing(&self, direction: usize, last: V::Bits) -> V::Bits {
        let inner = V::Bits::INNER[direction];
        let mine = self.own & inner;
        let group = (self.own | self.ally) & inner;
        let last2 = self.foe & inner & last.behind(direction);
        let touch1 = group & last.behind(direction);
        let second = touch1.behind(direction);
        let touch2 = group & last2.behind(direction);
        let third = (group & (second | touch2.behind(direction))).behind(direction);
        if V::MAX_MARBLES < 4 {
            return mine & (second | third);
        }
        let last3 = self.foe & inner & last2.behind(direction);
        let touch3 = group & last3.behind(direction);
        let fourth = (group & (third | (group & touch3.behind(direction)).behind(direction))).behind(direction);
        mine & (second | third | fourth)
    }

    #[inline(always)]
    fn free(&self, direction: usize) -> V::Bits {
        self.own & V::Bits::INNER[direction] & self.empty.behind(direction)
    }

    /// First cells of the broadsides along an axis, for two, three and four cells.
    #[inline(always)]
    fn lines(free: V::Bits, axis: usize) -> [V::Bits; 3] {
        let pairs = free & V::Bits::INNER[axis] & free.behind(axis);
        let triples = pairs & pairs.behind(axis);
        let fours = if V::MAX_MARBLES < 4 { V::Bits::EMPTY } else { pairs & triples.behind(axis) };
        [pairs, triples, fours]
    }

    /// First cells of the triangles of a shape that can step.
    #[inline(always)]
    fn triangles(&self, shape: usize, direction: usize) -> V::Bits {
        let (one, other) = (shape, (shape + 1) % 6);
        let (own, inner) = (self.own, V::Bits::INNER);
        let free = self.free(direction);
        let mut corners = own & inner[one] & own.behind(one) & inner[other] & own.behind(other);
        // Rule: every target is empty or vacated by the three.
        if direction != one && direction != other {
            corners &= free;
        }
        if direction != (one + 3) % 6 && direction != (one + 2) % 6 {
            corners &= free.behind(one);
        }
        if direction != (other + 3) % 6 && direction != (other + 4) % 6 {
            corners &= free.behind(other);
        }
        corners
    }

    /// Calls `visit` for every legal move of the color.
    #[inline]
    pub fn each_move(&self, mut visit: impl FnMut(Move)) {
        for direction in Direction::ALL {
            let at = direction as usize;
            for tail in self.tails(at).cells() {
                visit(Move::Inline { tail, direction });
            }
            let free = self.free(at);
            for axis in AXES {
                if axis.is_along(direction) {
                    continue;
                }
                for (len, starts) in (2..).zip(Self::lines(free, axis as usize)) {
                    for first in starts.cells() {
                        visit(Move::Broadside { line: Line::from_first(first, axis, len), direction });
                    }
                }
            }
            if self.triangles {
                for shape in Triangle::SHAPES {
                    for first in self.triangles(shape as usize, at).cells() {
                        if let Some(triangle) = Triangle::at(first, shape) {
                            visit(Move::Triangle { triangle, direction });
                        }
                    }
                }
            }
        }
    }

    /// Calls `visit` for every legal move that ejects something.
    #[inline]
    pub fn each_ejection(&self, mut visit: impl FnMut(Move)) {
        for direction in Direction::ALL {
            for tail in self.ejecting(direction as usize).cells() {
                visit(Move::Inline { tail, direction });
            }
        }
    }

    /// The number of moves that [`Self::each_ejection`] visits.
    #[inline]
    pub fn count_ejections(&self) -> u32 {
        (0..6).map(|direction| self.ejecting(direction).count()).sum()
    }

    /// Whether there is a legal move. A marble of a broadside or triangle could also move alone, so inline moves
    /// suffice.
    pub fn can_move(&self) -> bool {
        (0..6).any(|direction| !self.tails(direction).is_empty())
    }

    #[inline(always)]
    pub fn count(&self) -> u32 {
        let mut moves = 0;
        for direction in 0..6 {
            moves += self.tails(direction).count();
            let free = self.free(direction);
            for axis in 0..3 {
                if axis != direction % 3 {
                    let [pairs, triples, fours] = Self::lines(free, axis);
                    moves += pairs.count() + triples.count() + fours.count();
                }
            }
            if self.triangles {
                for shape in Triangle::SHAPES {
                    moves += self.triangles(shape as usize, direction).count();
                }
            }
        }
        moves
    }

    /// Calls `visit` for every legal move with the cells of everything that moves, and the direction.
    #[inline(always)]
    pub fn each_path(&self, visit: &mut impl FnMut(V::Bits, usize)) {
        let occupied = self.own | self.ally | self.foe;
        for direction in 0..6 {
            for tail in self.tails(direction).bits() {
                visit(row_ahead(tail, occupied, direction), direction);
            }
            let free = self.free(direction);
            for axis in (0..3).filter(|axis| *axis != direction % 3) {
                let [pairs, triples, fours] = Self::lines(free, axis);
                for first in pairs.bits() {
                    let second = first.ahead(axis);
                    visit(first | second, direction);
                    if !(triples & first).is_empty() {
                        let third = second.ahead(axis);
                        visit(first | second | third, direction);
                        if !(fours & first).is_empty() {
                            visit(first | second | third | third.ahead(axis), direction);
                        }
                    }
                }
            }
            if self.triangles {
                for shape in Triangle::SHAPES.map(|shape| shape as usize) {
                    for first in self.triangles(shape, direction).bits() {
                        visit(first | first.ahead(shape) | first.ahead(shape + 1), direction);
                    }
                }
            }
        }
    }
}

/// The unbroken row of occupied cells from `tail` on: everything that moves in a legal inline move.
#[inline(always)]
fn row_ahead<B: Bitboard>(tail: B, occupied: B, direction: usize) -> B {
    let mut row = tail;
    let mut next = tail.ahead(direction);
    while !(next & occupied).is_empty() {
        row |= next;
        next = next.ahead(direction);
    }
    row
}

/// `set` after its cells on `path` have moved one step. Marbles over the rim or in a hole are dropped.
#[inline(always)]
pub(in crate::games::abalone) fn shift_marbles<B: Bitboard>(set: B, path: B, direction: usize, holes: B) -> B {
    let moving = set & path;
    (set ^ moving) | (moving.ahead(direction) & !holes)
}
