//! A position as one color sees it that is about to move, in whole bitboards: which moves there are, and how many.

use super::Move;
use crate::board::bitboard::{self, INNER, ahead, behind};
use crate::board::hex::{Direction, Line, Triangle};

/// Who stands where, for the color that moves. The sets are disjoint.
#[derive(Debug, Clone, Copy)]
pub(super) struct MoverView {
    /// Marbles of the color that moves.
    pub own: u64,
    /// Marbles of its partners.
    pub ally: u64,
    /// Whatever can be pushed, neutral marbles too.
    pub foe: u64,
    /// The neutral marble that cannot be pushed off; a part of `foe`.
    pub fixed: u64,
    /// Cells where a marble may come to stand.
    pub empty: u64,
    /// Cells that swallow what is pushed.
    pub holes: u64,
    /// May three mutually adjacent marbles move together?
    pub triangles: bool,
}

/// The three axes of lines, from their smaller ends.
const AXES: [Direction; 3] = [Direction::E, Direction::Ne, Direction::Nw];

impl MoverView {
    /// Two colors and nothing else on the board.
    #[inline]
    pub const fn two_colors(own: u64, theirs: u64) -> Self {
        let empty = bitboard::BOARD & !(own | theirs);
        Self { own, ally: 0, foe: theirs, fixed: 0, empty, holes: 0, triangles: false }
    }

    /// Tails of the legal inline moves in a direction: each tail has one move at most.
    #[inline]
    fn tails(&self, direction: usize) -> u64 {
        let inner = INNER[direction];
        let mine = self.own & inner;
        let group = (self.own | self.ally) & inner;
        // What one push would move: a marble alone, or the nearer of two. It may land in a hole or fall over the rim.
        let falls = self.foe & !self.fixed & (!inner | behind(self.holes, direction));
        let push1 = (self.foe & inner & behind(self.empty, direction)) | falls;
        let push2 = self.foe & inner & behind(push1, direction);
        // Without a push only own marbles move; in a push partners may stand anywhere but at the rear.
        let slide1 = mine & behind(self.empty, direction);
        let slide2 = mine & behind(slide1, direction);
        let slide3 = mine & behind(slide2, direction);
        let touch1 = group & behind(push1, direction);
        let second1 = behind(touch1, direction);
        let touch2 = group & behind(push2, direction);
        let third = behind(group & (second1 | behind(touch2, direction)), direction);
        slide1 | slide2 | slide3 | (mine & (second1 | third))
    }

    /// Own marbles that could step alone.
    #[inline]
    fn free(&self, direction: usize) -> u64 {
        self.own & INNER[direction] & behind(self.empty, direction)
    }

    /// Smallest cells of the triangles of a shape that can step.
    #[inline]
    fn triangles(&self, shape: usize, direction: usize) -> u64 {
        let (one, other) = (shape, (shape + 1) % 6);
        let own = self.own;
        let free = self.free(direction);
        let mut set = own & INNER[one] & behind(own, one) & INNER[other] & behind(own, other);
        // Rule: every target is empty or left by the three.
        if direction != one && direction != other {
            set &= free;
        }
        if direction != (one + 3) % 6 && direction != (one + 2) % 6 {
            set &= behind(free, one);
        }
        if direction != (other + 3) % 6 && direction != (other + 4) % 6 {
            set &= behind(free, other);
        }
        set
    }

    /// All moves of the color, found with whole bitboards.
    pub fn generate(&self, moves: &mut Vec<Move>) {
        for direction in Direction::ALL {
            let at = direction as usize;
            moves.extend(bitboard::cells_of(self.tails(at)).map(|tail| Move::Inline { tail, direction }));
            let free = self.free(at);
            for axis in AXES.into_iter().filter(|axis| !axis.is_along(direction)) {
                let pairs = free & INNER[axis as usize] & behind(free, axis as usize);
                let triples = pairs & behind(pairs, axis as usize);
                for (set, steps) in [(pairs, 1), (triples, 2)] {
                    moves.extend(bitboard::cells_of(set).filter_map(|first| {
                        let line = Line::between(first, first.steps(axis, steps)?)?;
                        Some(Move::Broadside { line, direction })
                    }));
                }
            }
            if self.triangles {
                for shape in Triangle::SHAPES {
                    moves.extend(
                        bitboard::cells_of(self.triangles(shape as usize, at)).filter_map(|first| {
                            Some(Move::Triangle { triangle: Triangle::at(first, shape)?, direction })
                        }),
                    );
                }
            }
        }
    }

    /// Is there a legal move? Of a broadside or a triangle at least one marble could go alone, so inline moves answer it.
    pub fn can_move(&self) -> bool {
        (0..6).any(|direction| self.tails(direction) != 0)
    }

    /// The number of legal moves, without making any.
    #[inline]
    pub fn count(&self) -> u32 {
        let mut moves = 0;
        let mut direction = 0;
        while direction < 6 {
            moves += self.tails(direction).count_ones();
            let free = self.free(direction);
            let mut axis = 0;
            while axis < 3 {
                if axis != direction % 3 {
                    let pairs = free & INNER[axis] & behind(free, axis);
                    let triples = pairs & behind(pairs, axis);
                    moves += pairs.count_ones() + triples.count_ones();
                }
                axis += 1;
            }
            if self.triangles {
                for shape in Triangle::SHAPES {
                    moves += self.triangles(shape as usize, direction).count_ones();
                }
            }
            direction += 1;
        }
        moves
    }

    /// Calls `visit` for every legal move with the cells of all that moves, as a set, and the direction.
    #[inline]
    pub fn each(&self, visit: &mut impl FnMut(u64, usize)) {
        let row = self.own | self.ally;
        for direction in 0..6 {
            let mut left = self.tails(direction);
            while left != 0 {
                let tail = left & left.wrapping_neg();
                left ^= tail;
                let mut path = tail;
                let mut next = ahead(tail, direction);
                while next & row != 0 {
                    path |= next;
                    next = ahead(next, direction);
                }
                while next & self.foe != 0 {
                    path |= next;
                    next = ahead(next, direction);
                }
                visit(path, direction);
            }
            let free = self.free(direction);
            for axis in (0..3).filter(|axis| *axis != direction % 3) {
                let pairs = free & INNER[axis] & behind(free, axis);
                let triples = pairs & behind(pairs, axis);
                let mut left = pairs;
                while left != 0 {
                    let first = left & left.wrapping_neg();
                    left ^= first;
                    let second = ahead(first, axis);
                    visit(first | second, direction);
                    if triples & first != 0 {
                        visit(first | second | ahead(second, axis), direction);
                    }
                }
            }
            if self.triangles {
                for shape in Triangle::SHAPES.map(|shape| shape as usize) {
                    let mut left = self.triangles(shape, direction);
                    while left != 0 {
                        let first = left & left.wrapping_neg();
                        left ^= first;
                        visit(first | ahead(first, shape) | ahead(first, shape + 1), direction);
                    }
                }
            }
        }
    }
}

/// A set after those of its cells that lie on `path` have moved one step; what falls over the rim or into a hole is gone.
#[inline]
pub(super) const fn moved(set: u64, path: u64, direction: usize, holes: u64) -> u64 {
    let moving = set & path;
    (set ^ moving) | (ahead(moving, direction) & !holes)
}
