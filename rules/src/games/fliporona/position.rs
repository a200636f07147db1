//! One instant of a game of Fliporona, and its line of text.

use std::fmt;

use super::bitboard::{self, bit};
use crate::board::fanorona::{Direction, Point};
use crate::color::Color;
use crate::notation::position_line::{PositionError, Words, read_grid, write_grid};

/// Pieces of both players together: one for every point but the center.
pub(super) const PIECES: u32 = 44;

/// Pieces, the player to move, and the chain in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// Sets of points, by color; invariant: disjoint.
    pub(super) pieces: [u64; 2],
    pub(super) to_move: Color,
    pub(super) ply: u32,
    pub(super) chain: Option<Chain>,
}

/// A turn that has flipped and may go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Chain {
    /// The point of the moved piece.
    pub at: Point,
    /// The direction of its last step.
    pub by: Direction,
}

impl Position {
    /// The empty board.
    pub(super) const START: Self = Self { pieces: [0; 2], to_move: Color::White, ply: 0, chain: None };

    /// The upper color on a point.
    pub const fn at(&self, point: Point) -> Option<Color> {
        if self.pieces[0] & bit(point) != 0 {
            Some(Color::Black)
        } else if self.pieces[1] & bit(point) != 0 {
            Some(Color::White)
        } else {
            None
        }
    }
    /// The color on turn, also after the end of the game.
    pub const fn turn(&self) -> Color {
        self.to_move
    }
    /// Turns played before, placings included.
    pub const fn ply(&self) -> u32 {
        self.ply
    }
    /// Whether pieces are still being placed.
    pub const fn is_placing(&self) -> bool {
        self.ply < PIECES
    }
    /// The chain in progress.
    pub const fn chain(&self) -> Option<Chain> {
        self.chain
    }
    /// Pieces of a color on the board.
    pub const fn on_board(&self, color: Color) -> u8 {
        self.pieces[color as usize].count_ones() as u8
    }
    /// Pieces that a color still has to place.
    pub const fn in_hand(&self, color: Color) -> u8 {
        if self.is_placing() { (PIECES / 2) as u8 - self.on_board(color) } else { 0 }
    }

    pub(super) const fn own(&self) -> u64 {
        self.pieces[self.to_move as usize]
    }
    pub(super) const fn theirs(&self) -> u64 {
        self.pieces[self.to_move.opponent() as usize]
    }
    pub(super) const fn free(&self) -> u64 {
        bitboard::BOARD & !(self.pieces[0] | self.pieces[1])
    }

    /// Whether the moved piece may go on: only with a flipping step, and not along the line of the previous step.
    pub(super) fn can_go_on(&self) -> bool {
        self.chain.is_some_and(|chain| {
            bitboard::steps(chain.at.index(), self.free(), self.theirs())
                .any(|step| !step.way.is_along(chain.by) && step.ahead | step.behind != 0)
        })
    }

    /// The rows alone; with the color to move they identify a position for the repetition rule.
    pub(super) fn rows(&self) -> String {
        write_grid((0..5).rev().map(Point::in_row), |point| self.at(point).map(Color::letter))
    }

    /// The same position with every point and direction mapped to another, for symmetries.
    #[must_use]
    pub fn map_cells(&self, map: impl Fn(Point) -> Point, ways: impl Fn(Direction) -> Direction) -> Self {
        let carry = |set| bitboard::points(set).fold(0, |to, point| to | bit(map(point)));
        let chain = self.chain.map(|chain| Chain { at: map(chain.at), by: ways(chain.by) });
        Self { pieces: self.pieces.map(carry), chain, ..*self }
    }

    /// Refuses positions that no game can reach. Once all pieces are placed this check is weak, because a study may
    /// show any of them.
    fn check(self) -> Result<Self, PositionError> {
        let [black, white] = Color::TWO.map(|color| u32::from(self.on_board(color)));
        if self.is_placing() {
            let (wanted_white, wanted_black) = (self.ply.div_ceil(2), self.ply / 2);
            if (white, black) != (wanted_white, wanted_black) {
                return Err(PositionError::Placed { ply: self.ply, white: wanted_white, black: wanted_black });
            }
            let turn = if self.ply.is_multiple_of(2) { Color::White } else { Color::Black };
            if self.to_move != turn {
                return Err(PositionError::PlacesNow { ply: self.ply, color: turn.name() });
            }
            if self.at(Point::CENTER).is_some() {
                return Err(PositionError::CenterTaken);
            }
        }
        if black + white > PIECES || (!self.is_placing() && black + white == 0) {
            return Err(PositionError::PieceCount { found: black + white });
        }
        match self.chain {
            Some(chain) if !self.has_come_by(chain) => Err(PositionError::Chain { point: chain.at }),
            _ => Ok(self),
        }
    }

    /// Whether a piece can have come there by a flipping step, and go on.
    fn has_come_by(&self, chain: Chain) -> bool {
        let is_own = |point: Option<Point>| point.is_some_and(|point| self.own() & bit(point) != 0);
        let Some(from) = chain.at.step(chain.by.opposite()) else { return false };
        let flipped = is_own(chain.at.step(chain.by)) || is_own(from.step(chain.by.opposite()));
        !self.is_placing() && is_own(Some(chain.at)) && self.at(from).is_none() && flipped && self.can_go_on()
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.rows(), self.to_move.letter(), self.ply)?;
        if let Some(chain) = self.chain {
            write!(f, " chain={}:{}", chain.at, chain.by)?;
        }
        Ok(())
    }
}

impl std::str::FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let text = text.to_ascii_lowercase();
        let mut words = Words::of(&text);
        let mut pieces = [0; 2];
        read_grid(
            words.next("rows")?,
            (0..5).rev().map(|row| (char::from(b'1' + row), Point::in_row(row))),
            |point, letter| {
                let color = Color::TWO.into_iter().find(|color| color.letter() == letter);
                color.map(|color| pieces[color as usize] |= bit(point)).is_some()
            },
        )?;
        let (to_move, ply) = (words.color(2)?, words.number("ply")?);
        let mut chain = None;
        for word in words.rest() {
            let Some(value) = word.strip_prefix("chain=") else {
                return Err(PositionError::Word { word: word.to_owned() });
            };
            if chain.is_some() {
                return Err(PositionError::Twice { word: "chain" });
            }
            let read = |(at, by): (&str, &str)| Some(Chain { at: at.parse().ok()?, by: Direction::from_name(by)? });
            chain = Some(value.split_once(':').and_then(read).ok_or_else(|| PositionError::bad("chain", value))?);
        }
        Self { pieces, to_move, ply, chain }.check()
    }
}
