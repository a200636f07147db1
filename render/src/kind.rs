//! What there is to draw, and which of it a picture needs.

use rules::diagram::{Board, HexBoard, Stone};
use rules::{Color, Diagram};

#[cfg(doc)]
use crate::theme::Paint;

/// Everything that can lie on a cell, in the order of [`Paint::materials`]; terrain comes last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A player's marble.
    Owned(Color),
    /// A player's marble, whoever's.
    Veiled,
    /// A neutral marble.
    Pivot,
    /// The neutral marble that wins.
    Ball,
    /// A sister.
    Sister,
    /// The neutral marble on top of three.
    Crown,
    /// An obstacle.
    Wall,
    /// A hole.
    Pit,
}

impl Kind {
    /// How many there are.
    pub const COUNT: usize = 13;
    /// How many of them are marbles.
    pub const MARBLES: usize = 11;
    /// All of them, each at its index.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Owned(Color::Black),
        Self::Owned(Color::White),
        Self::Owned(Color::Red),
        Self::Owned(Color::Green),
        Self::Owned(Color::Yellow),
        Self::Owned(Color::Blue),
        Self::Veiled,
        Self::Pivot,
        Self::Ball,
        Self::Sister,
        Self::Crown,
        Self::Wall,
        Self::Pit,
    ];

    /// Its place in arrays.
    pub const fn index(self) -> usize {
        match self {
            Self::Owned(color) => color as usize,
            Self::Veiled => 6,
            Self::Pivot => 7,
            Self::Ball => 8,
            Self::Sister => 9,
            Self::Crown => 10,
            Self::Wall => 11,
            Self::Pit => 12,
        }
    }
}

impl From<Stone> for Kind {
    fn from(stone: Stone) -> Self {
        match stone {
            Stone::Owned(color) => Self::Owned(color),
            Stone::Hidden => Self::Veiled,
            Stone::Pivot => Self::Pivot,
            Stone::Ball => Self::Ball,
            Stone::Sister => Self::Sister,
        }
    }
}

/// A choice of what a theme gets ready together: 256 colors serve few kinds of marbles better than many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cast {
    /// Black and white marbles and nothing else: nearly every game.
    Two,
    /// Marbles that look alike to everybody.
    Veiled,
    /// Black and white marbles, and all that is neutral.
    Neutral,
    /// Everything.
    All,
    /// Black and white pieces on the board of Fanorona.
    Points,
}

impl Cast {
    /// All of them; of those for the hexagon each has less than the ones after it, or other kinds.
    pub const ALL: [Self; 5] = [Self::Two, Self::Veiled, Self::Neutral, Self::All, Self::Points];

    /// The smallest that has all of this diagram.
    pub fn of(diagram: &Diagram) -> Self {
        Self::of_all(std::iter::once(diagram))
    }

    /// The smallest that has all of these diagrams.
    pub fn of_all<'a>(diagrams: impl Iterator<Item = &'a Diagram>) -> Self {
        let mut needed = [false; Kind::COUNT];
        for diagram in diagrams {
            if let Some(Board::Fanorona(_)) = diagram.boards.first() {
                return Self::Points;
            }
            for board in diagram.boards.iter().filter_map(Board::hex) {
                need(board, &mut needed);
            }
            // Those beside the names are small: any palette does for a black or a white one.
            let places = diagram.seats.iter().map(|place| place.color);
            for color in diagram.sides.iter().map(|side| side.color).chain(places) {
                needed[Kind::Owned(color).index()] |= !Color::TWO.contains(&color);
            }
        }
        let has_all = |cast: &Self| Kind::ALL.into_iter().all(|kind| cast.has(kind) || !needed[kind.index()]);
        Self::ALL.into_iter().find(has_all).unwrap_or(Self::All)
    }

    /// The colors of its palette. More of them would only show more of the grain, and make larger files; a replay needs an
    /// entry for what did not change.
    pub const fn colors(self) -> usize {
        match self {
            Self::Two => 220,
            _ => 255,
        }
    }

    /// How far off a color may be so that a file gets smaller, as [`distance`](crate::palette::distance) tells it: three or
    /// four steps of 255 in each channel, seen beside each other by nobody. Where there is more to see, it is one more.
    pub const fn tolerance(self) -> i32 {
        match self {
            Self::Two | Self::Points => 140,
            Self::Veiled | Self::Neutral | Self::All => 220,
        }
    }

    /// Does it have this kind?
    pub const fn has(self, kind: Kind) -> bool {
        match kind {
            Kind::Owned(Color::Black | Color::White) => !matches!(self, Self::Veiled),
            Kind::Owned(_) => matches!(self, Self::All),
            Kind::Veiled => matches!(self, Self::Veiled | Self::All),
            Kind::Pivot | Kind::Ball | Kind::Sister | Kind::Crown | Kind::Wall | Kind::Pit => {
                !matches!(self, Self::Two | Self::Points)
            }
        }
    }
}

/// Notes what this board shows.
fn need(board: &HexBoard, needed: &mut [bool; Kind::COUNT]) {
    let ejected = board.last.iter().filter_map(|last| last.ejected).map(|(_, stone)| stone);
    for stone in board.stones.iter().map(|(_, stone)| *stone).chain(ejected) {
        needed[Kind::from(stone).index()] = true;
    }
    needed[Kind::Crown.index()] |= !board.crowns.is_empty();
    needed[Kind::Wall.index()] |= !board.obstacles.is_empty();
    needed[Kind::Pit.index()] |= !board.holes.is_empty();
}
