//! The kinds of things on a board, and the sets of them that pictures need.

use rules::diagram::{Board, HexBoard, Stone};
use rules::{Color, Diagram};

#[cfg(doc)]
use super::paint::Paint;

/// Anything on a cell, in the order of [`Paint::materials`]; terrain comes last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece {
    Owned(Color),
    Hidden,
    Pivot,
    Ball,
    Sister,
    /// The neutral marble on top of three.
    Crown,
    Obstacle,
    Hole,
}

impl Piece {
    pub const COUNT: usize = 13;
    pub const MARBLES: usize = 11;
    pub const ALL: [Self; Self::COUNT] = [
        Self::Owned(Color::Black),
        Self::Owned(Color::White),
        Self::Owned(Color::Red),
        Self::Owned(Color::Green),
        Self::Owned(Color::Yellow),
        Self::Owned(Color::Blue),
        Self::Hidden,
        Self::Pivot,
        Self::Ball,
        Self::Sister,
        Self::Crown,
        Self::Obstacle,
        Self::Hole,
    ];

    pub fn index(self) -> usize {
        Self::ALL.iter().position(|piece| *piece == self).expect("these are all")
    }
}

impl From<Stone> for Piece {
    fn from(stone: Stone) -> Self {
        match stone {
            Stone::Owned(color) => Self::Owned(color),
            Stone::Hidden => Self::Hidden,
            Stone::Pivot => Self::Pivot,
            Stone::Ball => Self::Ball,
            Stone::Sister => Self::Sister,
        }
    }
}

/// The pieces that a theme prepares together. A palette of 256 colors serves few kinds of marbles better than many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PieceSet {
    /// Black and white only: nearly every game.
    Two,
    Hidden,
    /// Black, white and the neutral pieces.
    Neutral,
    All,
}

impl PieceSet {
    /// Ordered so that the first set that has all pieces of a diagram is the smallest.
    pub const ALL: [Self; 4] = [Self::Two, Self::Hidden, Self::Neutral, Self::All];

    pub fn of(diagram: &Diagram) -> Self {
        Self::of_all(std::iter::once(diagram))
    }

    /// The smallest set that has all pieces of these diagrams.
    pub fn of_all<'a>(diagrams: impl Iterator<Item = &'a Diagram>) -> Self {
        let mut needed = [false; Piece::COUNT];
        for diagram in diagrams {
            if let Some(Board::Fanorona(_)) = diagram.boards.first() {
                return Self::Two;
            }
            for board in diagram.boards.iter().filter_map(Board::hex) {
                need(board, &mut needed);
            }
            // The small marbles beside the names: any palette serves a black or a white one.
            let seats = diagram.seats.iter().map(|place| place.color);
            for color in diagram.sides.iter().map(|side| side.color).chain(seats) {
                needed[Piece::Owned(color).index()] |= !Color::TWO.contains(&color);
            }
        }
        let has_all = |set: &Self| Piece::ALL.into_iter().all(|piece| set.has(piece) || !needed[piece.index()]);
        Self::ALL.into_iter().find(has_all).unwrap_or(Self::All)
    }

    /// The colors of its palette. More would only show more of the grain, in larger files. A replay needs one entry
    /// for unchanged pixels.
    pub const fn colors(self) -> usize {
        match self {
            Self::Two => 208,
            _ => 255,
        }
    }

    pub const fn has(self, piece: Piece) -> bool {
        match piece {
            Piece::Owned(Color::Black | Color::White) => !matches!(self, Self::Hidden),
            Piece::Owned(_) => matches!(self, Self::All),
            Piece::Hidden => matches!(self, Self::Hidden | Self::All),
            Piece::Pivot | Piece::Ball | Piece::Sister | Piece::Crown | Piece::Obstacle | Piece::Hole => {
                !matches!(self, Self::Two)
            }
        }
    }
}

fn need(board: &HexBoard, needed: &mut [bool; Piece::COUNT]) {
    let ejected = board.last.iter().filter_map(|last| last.ejected).map(|(_, stone)| stone);
    for stone in board.stones.iter().map(|(_, stone)| *stone).chain(ejected) {
        needed[Piece::from(stone).index()] = true;
    }
    needed[Piece::Crown.index()] |= !board.crowns.is_empty();
    needed[Piece::Obstacle.index()] |= !board.obstacles.is_empty();
    needed[Piece::Hole.index()] |= !board.holes.is_empty();
}
