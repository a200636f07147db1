//! One instant of a game of Abalone, and its line of text.

use std::fmt;

use super::setup::values::Half;
use super::variant::{Standard, Variant};
use crate::board::bitboard::Bitboard;
use crate::board::hex::Cell;
use crate::color::Color;
use crate::diagram::Stone;
use crate::notation::position_line::{PositionError, read_rows, write_rows};

/// Marbles, the player to move, and the counts that the rules need.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position<V: Variant = Standard> {
    /// Sets of cells, by color; invariant: these, the neutral ones, walls and holes are disjoint.
    pub(super) marbles: [V::Bits; 6],
    /// The number of colors: 2, 3, 4 or 6.
    pub(super) colors: u8,
    pub(super) pivot: V::Bits,
    pub(super) ball: V::Bits,
    pub(super) ball_by: Option<Color>,
    pub(super) walls: V::Bits,
    pub(super) holes: V::Bits,
    pub(super) to_move: Color,
    /// The half of a two-move turn that has been made.
    pub(super) half: Option<Half>,
    /// The cells of each color's crown; empty if it has fallen.
    pub(super) crowns: [V::Bits; 2],
    pub(super) placing: bool,
    pub(super) lost: [u8; 6],
    /// Marbles ejected by each color. Kept only for more than two colors, where `lost` does not determine it.
    pub(super) won: [u8; 6],
    /// Turns passed by each of more than two colors; kept only in a sprint.
    pub(super) passed: [u8; 6],
    pub(super) ply: u32,
    pub(super) plies_since_ejection: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Content {
    Empty,
    Marble(Color),
    Pivot,
    Ball,
    Wall,
    Hole,
}

impl Content {
    pub(crate) const fn stone(self) -> Option<Stone> {
        match self {
            Self::Marble(color) => Some(Stone::Owned(color)),
            Self::Ball => Some(Stone::Ball),
            Self::Pivot => Some(Stone::Pivot),
            Self::Empty | Self::Wall | Self::Hole => None,
        }
    }
}

impl<V: Variant> Position<V> {
    pub(crate) const fn bare(colors: u8) -> Self {
        Self {
            marbles: [V::Bits::EMPTY; 6],
            colors,
            pivot: V::Bits::EMPTY,
            ball: V::Bits::EMPTY,
            ball_by: None,
            walls: V::Bits::EMPTY,
            holes: V::Bits::EMPTY,
            to_move: Color::Black,
            half: None,
            crowns: [V::Bits::EMPTY; 2],
            placing: false,
            lost: [0; 6],
            won: [0; 6],
            passed: [0; 6],
            ply: 0,
            plies_since_ejection: 0,
        }
    }

    /// Two colors with these marbles and nothing else. The two sets must be disjoint.
    pub(crate) const fn of_two(
        marbles: [V::Bits; 2],
        to_move: Color,
        lost: [u8; 2],
        ply: u32,
        plies_since_ejection: u32,
    ) -> Self {
        let mut position = Self::bare(2);
        [position.marbles[0], position.marbles[1]] = marbles;
        [position.lost[0], position.lost[1]] = lost;
        position.to_move = to_move;
        position.ply = ply;
        position.plies_since_ejection = plies_since_ejection;
        position
    }

    pub(crate) fn moves_left_in_turn(&self) -> u8 {
        let is_single = !V::TURN.has_two_moves() || (V::FIRST_TURN_IS_SINGLE && self.ply == 0);
        if is_single || self.half.is_some() { 1 } else { 2 }
    }

    /// The same position in a turn with this many moves left.
    pub(crate) fn with_moves_left(mut self, moves: u32) -> Self {
        if moves == 1 && self.moves_left_in_turn() == 2 {
            self.half = Some(Half::Own);
        }
        self
    }

    pub(crate) fn content(&self, cell: Cell) -> Content {
        if let Some(color) = self.at(cell) {
            Content::Marble(color)
        } else if self.walls.contains(cell) {
            Content::Wall
        } else if self.holes.contains(cell) {
            Content::Hole
        } else if self.pivot.contains(cell) {
            Content::Pivot
        } else if self.ball.contains(cell) {
            Content::Ball
        } else {
            Content::Empty
        }
    }

    /// The colors of the game, in the order of their turns.
    pub fn colors_in_play(&self) -> impl DoubleEndedIterator<Item = Color> + Clone + use<V> {
        Color::ALL.into_iter().take(usize::from(self.colors))
    }
    /// The color of the marble on a cell.
    pub fn at(&self, cell: Cell) -> Option<Color> {
        self.colors_in_play().find(|&color| self.marbles[color as usize].contains(cell))
    }
    /// The color on turn, also after the end of the game.
    pub const fn turn(&self) -> Color {
        self.to_move
    }
    /// The marbles of one color, as a set.
    #[inline]
    pub const fn marbles(&self, color: Color) -> V::Bits {
        self.marbles[color as usize]
    }
    /// Marbles of a color on the board.
    pub fn on_board(&self, color: Color) -> u8 {
        self.marbles[color as usize].count() as u8
    }
    /// Marbles that a color has lost.
    pub const fn lost_marbles(&self, color: Color) -> u8 {
        self.lost[color as usize]
    }
    /// Opposing marbles that a color has ejected.
    pub fn won(&self, color: Color) -> u8 {
        if self.colors == 2 { self.lost_marbles(color.opponent()) } else { self.won[color as usize] }
    }
    /// Turns played before.
    pub const fn ply(&self) -> u32 {
        self.ply
    }
    /// Turns since the last ejection.
    pub const fn plies_since_ejection(&self) -> u32 {
        self.plies_since_ejection
    }

    /// The cells of one color, ascending.
    pub fn cells(&self, color: Color) -> impl Iterator<Item = Cell> {
        self.marbles[color as usize].sorted().into_iter()
    }
    pub(super) const fn after(&self, color: Color) -> Color {
        let next = color as u8 + 1;
        Color::ALL[if next >= self.colors { 0 } else { next as usize }]
    }
    pub(super) const fn before(&self, color: Color) -> Color {
        Color::ALL[(color as usize + self.colors as usize - 1) % self.colors as usize]
    }
    pub(super) fn neutral(&self) -> V::Bits {
        self.pivot | self.ball
    }

    pub(super) fn empty(&self) -> V::Bits {
        V::Bits::ALL & !(self.occupied() | self.walls | self.holes)
    }

    #[inline]
    pub(super) fn occupied(&self) -> V::Bits {
        self.marbles.iter().fold(self.neutral(), |all, &set| all | set)
    }

    /// The same position with every cell mapped to another, for symmetries.
    #[must_use]
    pub fn map_cells(&self, map: impl Fn(Cell) -> Cell) -> Self {
        let carry = |set: V::Bits| V::Bits::collect(set.cells().map(&map));
        Self {
            marbles: self.marbles.map(carry),
            pivot: carry(self.pivot),
            ball: carry(self.ball),
            walls: carry(self.walls),
            holes: carry(self.holes),
            crowns: self.crowns.map(carry),
            ..*self
        }
    }
}

impl<V: Variant> fmt::Display for Position<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = write_rows(V::Bits::BOARD, |cell| match self.content(cell) {
            Content::Empty => None,
            Content::Marble(color) => Some(color.letter()),
            Content::Pivot | Content::Ball => Some('n'),
            Content::Wall => Some('#'),
            Content::Hole => Some('o'),
        });
        let counts = |counts: &[u8; 6]| {
            self.colors_in_play().map(|color| counts[color as usize].to_string()).collect::<Vec<_>>().join("-")
        };
        write!(f, "{rows} {} {} {}", self.to_move.letter(), counts(&self.lost), self.ply)?;
        if let Some(half) = self.half {
            write!(f, " half={}", half.as_str())?;
        }
        if self.placing {
            write!(f, " placing")?;
        }
        let crowns: Vec<String> = self.crowns.iter().filter(|set| !set.is_empty()).map(|set| set.join("")).collect();
        if !crowns.is_empty() {
            write!(f, " crown={}", crowns.join(","))?;
        }
        match self.ball_by {
            Some(color) => write!(f, " ball={}", color.letter())?,
            None if !self.ball.is_empty() => write!(f, " ball={}", self.ball.join(""))?,
            None => {}
        }
        for (word, values) in [("won", &self.won), ("passed", &self.passed)] {
            if *values != [0; 6] {
                write!(f, " {word}={}", counts(values))?;
            }
        }
        if self.plies_since_ejection > 0 {
            write!(f, " calm={}", self.plies_since_ejection)?;
        }
        Ok(())
    }
}

/// The marbles of two colors from rows that use these letters.
pub(crate) fn read_two<B: Bitboard>(rows: &str, letters: [char; 2]) -> Result<[B; 2], PositionError> {
    let mut marbles = [B::EMPTY; 2];
    read_rows(B::BOARD, rows, |cell, letter| {
        let color = letters.iter().position(|&known| known == letter);
        color.map(|color| marbles[color] |= B::of(cell)).is_some()
    })?;
    Ok(marbles)
}

/// The marbles of the given number of colors from rows, in any case.
pub(super) fn read_marbles<B: Bitboard>(rows: &str, colors: u8) -> Result<[B; 6], PositionError> {
    let mut marbles = [B::EMPTY; 6];
    read_rows(B::BOARD, rows, |cell, letter| {
        let color = Color::from_letter(letter.to_ascii_lowercase()).filter(|color| (*color as u8) < colors);
        color.map(|color| marbles[color as usize] |= B::of(cell)).is_some()
    })?;
    Ok(marbles)
}
