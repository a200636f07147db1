//! Bitboards of the Fanorona board, one bit per point: neighbors, and rows flipped by a step.

use crate::board::fanorona::{Direction, Point};

/// Marks "no neighbor" in [`NEXT`].
const NONE: u8 = 255;

/// The neighbor of every point in every direction, by index.
const NEXT: [[u8; 8]; Point::COUNT] = {
    let mut next = [[NONE; 8]; Point::COUNT];
    let mut index = 0;
    while index < Point::COUNT {
        let point = Point::new((index % 9) as u8, (index / 9) as u8).expect("on the board");
        let mut way = 0;
        while way < 8 {
            if let Some(neighbor) = point.step(Direction::ALL[way]) {
                next[index][way] = neighbor.index() as u8;
            }
            way += 1;
        }
        index += 1;
    }
    next
};

const AROUND: [u64; Point::COUNT] = {
    let mut around = [0; Point::COUNT];
    let mut index = 0;
    while index < Point::COUNT {
        let mut way = 0;
        while way < 8 {
            if NEXT[index][way] != NONE {
                around[index] |= 1 << NEXT[index][way];
            }
            way += 1;
        }
        index += 1;
    }
    around
};

pub(super) const BOARD: u64 = (1 << Point::COUNT) - 1;

pub(super) const fn bit(point: Point) -> u64 {
    1 << point.index()
}

pub(super) fn points(set: u64) -> impl Iterator<Item = Point> {
    indexes(set).map(point)
}

pub(super) fn indexes(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let index = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            index
        })
    })
}

pub(super) const fn point(index: usize) -> Point {
    Point::new((index % 9) as u8, (index / 9) as u8).expect("an index of a point")
}

pub(super) fn can_move(own: u64, free: u64) -> bool {
    indexes(own).any(|index| AROUND[index] & free != 0)
}

/// One step along a line: its direction, and the rows of opposing pieces that it can flip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) to: usize,
    pub(super) way: Direction,
    /// The unbroken row that the step approaches.
    pub(super) ahead: u64,
    /// The unbroken row that the step withdraws from.
    pub(super) behind: u64,
}

pub(super) fn steps(from: usize, free: u64, theirs: u64) -> impl Iterator<Item = Step> {
    Direction::ALL.into_iter().filter_map(move |way| {
        let to = NEXT[from][way as usize];
        (to != NONE && free & (1 << to) != 0).then(|| step(from, to as usize, way, theirs))
    })
}

pub(super) const fn step(from: usize, to: usize, way: Direction, theirs: u64) -> Step {
    Step { to, way, ahead: row(to, way, theirs), behind: row(from, way.opposite(), theirs) }
}

/// The unbroken row of these pieces that begins next to a point.
const fn row(beside: usize, way: Direction, theirs: u64) -> u64 {
    let mut row = 0;
    let mut next = NEXT[beside][way as usize];
    while next != NONE && theirs & (1 << next) != 0 {
        row |= 1 << next;
        next = NEXT[next as usize][way as usize];
    }
    row
}
