//! Construction of positions, marble by marble.

use super::position::Position;
use super::rules::Abalone;
use super::text::position_line;
use super::variant::Variant;
use crate::board::bitboard::Bitboard;
use crate::board::hex::Cell;
use crate::color::Color;
use crate::notation::position_line::PositionError;

/// A position of these rules, checked when it is built. It starts with the obstacles and holes of the setup.
///
/// # Examples
/// ```
/// use rules::{Color, Ruleset, games::abalone::Abalone};
/// let rules = Abalone::standard();
/// let position = rules
///     .empty_board()
///     .marbles(Color::Black, ["e1".parse()?, "e2".parse()?])
///     .marbles(Color::White, ["e3".parse()?, "i5".parse()?])
///     .lost_marbles(Color::White, 5)
///     .build()?;
/// assert_eq!(position.to_string(), "w4/6/7/8/bbw6/8/7/6/5 b 0-5 0");
/// assert_eq!(rules.play(&position, &rules.read_move(&position, "e1e2")?)?.won(Color::Black), 5);
///
/// let twice = rules.empty_board().marbles(Color::Black, ["e1".parse()?, "e1".parse()?]).build().unwrap_err();
/// assert_eq!(twice.to_string(), "e1 is not free");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
#[must_use = "a position is made when it is built"]
pub struct PositionBuilder<'a, V: Variant> {
    rules: &'a Abalone<V>,
    position: Position<V>,
    refused: Option<PositionError>,
}

impl<V: Variant> Abalone<V> {
    /// The board without marbles.
    pub fn empty_board(&self) -> PositionBuilder<'_, V> {
        let (walls, holes) = (self.start.walls, self.start.holes);
        let position = Position { walls, holes, ..Position::bare(self.start.colors) };
        PositionBuilder { rules: self, position, refused: None }
    }
}

impl<V: Variant> PositionBuilder<'_, V> {
    /// Marbles of one color on these cells.
    pub fn marbles(mut self, color: Color, cells: impl IntoIterator<Item = Cell>) -> Self {
        for cell in cells {
            let bit = self.free(cell);
            self.position.marbles[color as usize] |= bit;
        }
        self
    }
    /// The neutral marble of the setup.
    pub fn pivot(mut self, cell: Cell) -> Self {
        let bit = self.free(cell);
        self.position.pivot |= bit;
        self
    }
    /// The ball of the setup.
    pub fn ball(mut self, cell: Cell) -> Self {
        let bit = self.free(cell);
        self.position.ball |= bit;
        self
    }
    /// The color to move; Black by default.
    pub const fn to_move(mut self, color: Color) -> Self {
        self.position.to_move = color;
        self
    }
    /// Marbles that a color has lost.
    pub const fn lost_marbles(mut self, color: Color, marbles: u8) -> Self {
        self.position.lost[color as usize] = marbles;
        self
    }
    /// Turns played before.
    pub const fn ply(mut self, turns: u32) -> Self {
        self.position.ply = turns;
        self
    }
    /// Turns since the last ejection.
    pub const fn plies_since_ejection(mut self, turns: u32) -> Self {
        self.position.plies_since_ejection = turns;
        self
    }

    /// Checks and returns the position.
    pub fn build(self) -> Result<Position<V>, PositionError> {
        if let Some(refused) = self.refused {
            return Err(refused);
        }
        let is_foreign = |color: &Color| *color as u8 >= self.position.colors;
        let of_foreign = |color: &Color| !self.position.marbles[*color as usize].is_empty();
        if Color::ALL.into_iter().filter(is_foreign).any(|color| of_foreign(&color)) {
            return Err(PositionError::OtherRules);
        }
        position_line::read(self.rules, &self.position.to_string())
    }

    fn free(&mut self, cell: Cell) -> V::Bits {
        if !self.position.empty().contains(cell) {
            self.refused.get_or_insert(PositionError::NotFree { cell });
        }
        V::Bits::of(cell)
    }
}
