//! Why Notalone refuses a text or a move.

use crate::board::hex::{Cell, Direction};
use crate::notation::moves::ParseMoveError;
use crate::notation::position_line::PositionError;
use crate::refusal::{Refusable, Refusal};

/// Why a move is refused: one variant per thing that a player can do differently.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// Not notation at all.
    #[error(transparent)]
    Parse(#[from] ParseMoveError),
    /// The game is over: nobody may move.
    #[error("the game is over")]
    GameOver,
    /// A move while the sisters are being placed.
    #[error("place first: write @ and a free cell, such as {example}")]
    PlaceFirst {
        /// A legal placing.
        example: String,
    },
    /// A placing when both sisters stand.
    #[error("nothing is left to place")]
    NothingToPlace,
    /// A sister placed on a marble.
    #[error("{cell} is not free")]
    Taken {
        /// Where.
        cell: Cell,
    },
    /// A sister placed outside of the own half.
    #[error("{cell} is not in your half: choose a free cell of rows {rows}")]
    NotYourHalf {
        /// Where.
        cell: Cell,
        /// The rows of the own half: `a-d`.
        rows: &'static str,
    },
    /// Nothing stands there.
    #[error("there is no marble on {cell}")]
    EmptyCell {
        /// Where.
        cell: Cell,
    },
    /// An opposing marble stands there.
    #[error("the marble on {cell} is not yours")]
    NotYours {
        /// Where.
        cell: Cell,
    },
    /// The text names one cell where it needs two.
    #[error("{cell} is named twice")]
    SameCell {
        /// Which.
        cell: Cell,
    },
    /// The two ends are on no straight line.
    #[error("{from} and {to} are not in line")]
    NotInLine {
        /// One end.
        from: Cell,
        /// The other.
        to: Cell,
    },
    /// The target of a broadside is no neighbor of the first cell.
    #[error("{to} is not next to {from}: name the cell that the marble on {from} moves to")]
    NotAdjacent {
        /// The end named first.
        from: Cell,
        /// The target.
        to: Cell,
    },
    /// A broadside along its own line.
    #[error("{first} to {last} lie along that move: name only the rear cell and the cell ahead")]
    NotSideways {
        /// One end.
        first: Cell,
        /// The other.
        last: Cell,
    },
    /// The second cell of an inline move is none that any notation names.
    #[error("from {from} that way the front marble lands on {lands}, not on {to}")]
    WrongLanding {
        /// The rear cell.
        from: Cell,
        /// What was written.
        to: Cell,
        /// What would be right.
        lands: Cell,
    },
    /// A named line is only a part of the run that would move.
    #[error("your marble on {cell} stands in the way")]
    OwnMarbleAhead {
        /// The next one.
        cell: Cell,
    },
    /// Triangles are an option of Abalone.
    #[error("in this game three marbles side by side do not move together")]
    NoTriangles,
    /// More than three own marbles.
    #[error("{count} marbles are too many: a move takes three at most")]
    TooLong {
        /// How many were meant, sisters not counted.
        count: u8,
    },
    /// No own marble in the moved line.
    #[error("the sister on {cell} moves only with a marble of yours")]
    SisterAlone {
        /// Where she stands.
        cell: Cell,
    },
    /// A sister would go straight back.
    #[error("the sister on {cell} came by {came_by}: she may not go straight back")]
    SisterGoesBack {
        /// Where she stands.
        cell: Cell,
        /// Her last displacement.
        came_by: Direction,
    },
    /// A sister would leave the board.
    #[error("the sister on {cell} would leave the board")]
    SisterEjection {
        /// Where she stands.
        cell: Cell,
    },
    /// Not enough marbles to push.
    #[error("pac, no sumito: {own} cannot push {theirs}")]
    Pac {
        /// Pushing: own marbles, and every sister in the row.
        own: u8,
        /// In the way.
        theirs: u8,
    },
    /// A marble of the mover blocks the pushed ones.
    #[error("your own marble on {cell} stands behind the marbles you push")]
    OwnMarbleBehind {
        /// Where.
        cell: Cell,
    },
    /// An own marble would leave the board.
    #[error("your own marble on {cell} would leave the board")]
    OwnEjection {
        /// Where it stands.
        cell: Cell,
    },
    /// A broadside never pushes.
    #[error("{cell} is not empty, and a sideways move cannot push")]
    Blocked {
        /// The occupied target.
        cell: Cell,
    },
}

impl Refusable for MoveError {
    fn refusal(&self) -> Refusal {
        let cell = |cell: &Cell| vec![("cell", cell.to_string())];
        let ends = |from: &Cell, to: &Cell| vec![("from", from.to_string()), ("to", to.to_string())];
        let (code, args) = match self {
            Self::Parse(error) => return error.refusal(),
            Self::GameOver => ("game-over", Vec::new()),
            Self::PlaceFirst { example } => ("place-first", vec![("example", example.clone())]),
            Self::NothingToPlace => ("nothing-to-place", Vec::new()),
            Self::Taken { cell: at } => ("taken", cell(at)),
            Self::NotYourHalf { cell: at, rows } => {
                ("not-your-half", vec![("cell", at.to_string()), ("rows", (*rows).to_owned())])
            }
            Self::EmptyCell { cell: at } => ("empty-cell", cell(at)),
            Self::NotYours { cell: at } => ("not-yours", cell(at)),
            Self::SameCell { cell: at } => ("same-cell", cell(at)),
            Self::NotInLine { from, to } => ("not-in-line", ends(from, to)),
            Self::NotAdjacent { from, to } => ("not-adjacent", ends(from, to)),
            Self::NotSideways { first, last } => {
                ("not-sideways", vec![("first", first.to_string()), ("last", last.to_string())])
            }
            Self::WrongLanding { from, to, lands } => {
                let mut args = ends(from, to);
                args.push(("lands", lands.to_string()));
                ("wrong-landing", args)
            }
            Self::OwnMarbleAhead { cell: at } => ("own-marble-ahead", cell(at)),
            Self::NoTriangles => ("no-triangles", Vec::new()),
            Self::TooLong { count } => ("too-long", vec![("count", count.to_string()), ("most", "3".to_owned())]),
            Self::SisterAlone { cell: at } => ("sister-alone", cell(at)),
            Self::SisterGoesBack { cell: at, came_by } => {
                ("sister-goes-back", vec![("cell", at.to_string()), ("direction", came_by.to_string())])
            }
            Self::SisterEjection { cell: at } => ("sister-ejection", cell(at)),
            Self::Pac { own, theirs } => ("pac", vec![("own", own.to_string()), ("theirs", theirs.to_string())]),
            Self::OwnMarbleBehind { cell: at } => ("own-marble-behind", cell(at)),
            Self::OwnEjection { cell: at } => ("own-ejection", cell(at)),
            Self::Blocked { cell: at } => ("blocked", cell(at)),
        };
        Refusal { code, args, text: self.to_string() }
    }
}

/// Why Notalone refuses a text or a move.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotaloneError {
    /// A move.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A position line.
    #[error(transparent)]
    Position(#[from] PositionError),
}

impl Refusable for NotaloneError {
    fn refusal(&self) -> Refusal {
        match self {
            Self::Move(error) => error.refusal(),
            Self::Position(error) => error.refusal(),
        }
    }
}
