//! One instant of a game of Notalone, and its line of text.

use std::fmt;

use crate::board::bitboard::{Bitboard, Bits61};
use crate::board::hex::{Cell, Direction};
use crate::color::Color;
use crate::notation::position_line::{PositionError, Words, read_rows, small, write_rows};

/// One of the two neutral marbles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sister {
    /// Her cell.
    pub cell: Cell,
    /// The direction of her last displacement, whose opposite is barred. `None` before the first.
    pub came_by: Option<Direction>,
}

impl Sister {
    pub(super) const fn new_placed(cell: Cell) -> Self {
        Self { cell, came_by: None }
    }

    /// Whether she may be displaced in this direction.
    pub fn may_go(self, direction: Direction) -> bool {
        self.came_by.is_none_or(|came_by| came_by.opposite() != direction)
    }
}

/// The phase of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields say what they are")]
pub enum Phase {
    /// The sisters are being placed; Black's is the first.
    Placing { first: Option<Cell> },
    /// Both sisters are placed, in ascending order of their cells.
    Playing { sisters: [Sister; 2] },
}

/// The content of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Marble {
    /// A player's marble.
    Owned(Color),
    /// A sister; she belongs to the player to move.
    Sister,
}

/// Marbles, sisters, the player to move, and counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// Sets of cells, by color; invariant: disjoint from each other and from the sisters.
    pub(super) marbles: [Bits61; 2],
    pub(super) phase: Phase,
    pub(super) to_move: Color,
    pub(super) lost: [u8; 2],
    pub(super) ply: u32,
}

impl Position {
    /// These marbles before the first placing. The two sets must be disjoint.
    pub(super) const fn before_placing(marbles: [Bits61; 2]) -> Self {
        Self { marbles, phase: Phase::Placing { first: None }, to_move: Color::Black, lost: [0, 0], ply: 0 }
    }

    /// The content of a cell.
    pub fn at(&self, cell: Cell) -> Option<Marble> {
        let color = Color::TWO.into_iter().find(|&color| self.marbles[color as usize].contains(cell));
        color.map(Marble::Owned).or_else(|| self.sister_cells().any(|at| at == cell).then_some(Marble::Sister))
    }
    /// The phase of the game.
    pub const fn phase(&self) -> Phase {
        self.phase
    }
    /// The color on turn, also after the end of the game.
    pub const fn turn(&self) -> Color {
        self.to_move
    }
    /// The cells of the sisters, ascending.
    pub fn sister_cells(&self) -> impl Iterator<Item = Cell> {
        let cells = match self.phase {
            Phase::Placing { first } => [first, None],
            Phase::Playing { sisters } => sisters.map(|sister| Some(sister.cell)),
        };
        cells.into_iter().flatten()
    }
    /// The sister on a cell, once both are placed.
    pub fn sister_at(&self, cell: Cell) -> Option<Sister> {
        match self.phase {
            Phase::Placing { .. } => None,
            Phase::Playing { sisters } => sisters.into_iter().find(|sister| sister.cell == cell),
        }
    }
    /// Whether the sisters are adjacent.
    pub fn are_together(&self) -> bool {
        match self.phase {
            Phase::Placing { .. } => false,
            Phase::Playing { sisters: [one, other] } => one.cell.distance_to(other.cell) == 1,
        }
    }
    /// The marbles of one color, as a set.
    pub const fn marbles(&self, color: Color) -> Bits61 {
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
    /// Turns played before; a placing is one.
    pub const fn ply(&self) -> u32 {
        self.ply
    }

    /// The same position with both sisters placed.
    pub(super) fn with_sisters(self, mut sisters: [Sister; 2]) -> Self {
        sisters.sort_unstable();
        Self { phase: Phase::Playing { sisters }, ..self }
    }

    /// The same position with every cell mapped by `map` and every direction by `turn`, for symmetries.
    #[must_use]
    pub fn map_cells(&self, map: impl Fn(Cell) -> Cell, turn: impl Fn(Direction) -> Direction) -> Self {
        let carry = |set: Bits61| Bits61::collect(set.cells().map(&map));
        let mapped = Self { marbles: self.marbles.map(carry), ..*self };
        match self.phase {
            Phase::Placing { first } => Self { phase: Phase::Placing { first: first.map(map) }, ..mapped },
            Phase::Playing { sisters } => mapped.with_sisters(
                sisters.map(|sister| Sister { cell: map(sister.cell), came_by: sister.came_by.map(&turn) }),
            ),
        }
    }
}

/// The part of the board where a color places its sister.
///
/// Rule: the own half is rows `a` to `d` for Black, `f` to `i` for White.
pub fn half(color: Color) -> Bits61 {
    let is_own = |cell: &Cell| match color {
        Color::Black => cell.row() < Bits61::BOARD.center().row(),
        _ => cell.row() > Bits61::BOARD.center().row(),
    };
    Bits61::collect(Bits61::BOARD.cells().filter(is_own))
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = write_rows(Bits61::BOARD, |cell| {
            self.at(cell).map(|marble| match marble {
                Marble::Owned(color) => color.letter(),
                Marble::Sister => 'n',
            })
        });
        write!(f, "{rows} {} {}-{} {}", self.to_move.letter(), self.lost[0], self.lost[1], self.ply)?;
        match self.phase {
            Phase::Placing { first: None } => write!(f, " placing"),
            Phase::Placing { first: Some(cell) } => write!(f, " sis={cell}:- placing"),
            Phase::Playing { sisters: [one, other] } => {
                let came_by = |sister: Sister| sister.came_by.map_or("-", Direction::name);
                write!(f, " sis={}:{},{}:{}", one.cell, came_by(one), other.cell, came_by(other))
            }
        }
    }
}

impl std::str::FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let mut words = Words::of(text);
        let (mut marbles, mut neutral) = ([Bits61::EMPTY; 2], Bits61::EMPTY);
        read_rows(Bits61::BOARD, words.next("rows")?, |cell, letter| {
            let set = match letter.to_ascii_lowercase() {
                'b' => &mut marbles[0],
                'w' => &mut marbles[1],
                'n' => &mut neutral,
                _ => return false,
            };
            *set |= Bits61::of(cell);
            true
        })?;

        let to_move = words.color(2)?;
        let lost = words.next("lost marbles")?;
        let bad = || PositionError::bad("lost marbles", lost);
        let count = |text: &str| small(text).filter(|&count| count <= 61).ok_or_else(bad);
        let (black, white) = lost.split_once('-').ok_or_else(bad)?;
        let lost = [count(black)? as u8, count(white)? as u8];
        let ply = words.number("ply")?;

        let (mut sisters, mut is_placing) = (None, false);
        for word in words.rest() {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            match key.to_ascii_lowercase().as_str() {
                "sis" if sisters.is_some() => return Err(PositionError::Twice { word: "sis" }),
                "sis" => sisters = Some(read_sisters(value)?),
                "placing" if is_placing => return Err(PositionError::Twice { word: "placing" }),
                "placing" if !word.contains('=') => is_placing = true,
                _ => return Err(PositionError::Word { word: word.to_owned() }),
            }
        }
        let sisters = sisters.unwrap_or_default();
        if !is_placing && sisters.len() != 2 {
            return Err(PositionError::Missing { part: "two sisters (`sis=e5:ne,d4:-`) or the word `placing`" });
        }
        if Bits61::collect(sisters.iter().map(|sister| sister.cell)) != neutral {
            return Err(PositionError::SistersElsewhere);
        }
        let position = Self { to_move, lost, ply, ..Self::before_placing(marbles) };
        match (is_placing, to_move, sisters.as_slice()) {
            (true, Color::Black, []) => Ok(position),
            (true, Color::White, &[Sister { cell, came_by: None }]) if half(Color::Black).contains(cell) => {
                Ok(Self { phase: Phase::Placing { first: Some(cell) }, ..position })
            }
            (false, _, &[one, other]) => Ok(position.with_sisters([one, other])),
            _ => Err(PositionError::Placing),
        }
    }
}

/// `e5:ne,d4:-`: one or two sisters on cells of their own.
fn read_sisters(text: &str) -> Result<Vec<Sister>, PositionError> {
    let bad = |why: String| PositionError::Untrue { part: "sisters", found: text.to_owned(), why };
    let form = || bad("write the cell of each, `:`, and the direction she came by or `-`, as in e5:ne,d4:-".to_owned());
    let mut sisters: Vec<Sister> = Vec::with_capacity(2);
    for part in text.split(',') {
        let (cell, came_by) = part.split_once(':').ok_or_else(form)?;
        let cell = Bits61::BOARD.parse(cell).map_err(|_| form())?;
        let came_by = match came_by {
            "-" => None,
            name => Some(name.parse::<Direction>().map_err(|_| form())?),
        };
        let from_outside = |came_by: &Direction| Bits61::BOARD.step(cell, came_by.opposite()).is_none();
        if let Some(came_by) = came_by.filter(from_outside) {
            return Err(bad(format!("nobody comes to {cell} by {came_by}, from beyond the rim")));
        }
        if sisters.len() == 2 {
            return Err(bad("there are two sisters".to_owned()));
        }
        if sisters.iter().any(|sister| sister.cell == cell) {
            return Err(bad(format!("both stand on {cell}")));
        }
        sisters.push(Sister { cell, came_by });
    }
    Ok(sisters)
}
