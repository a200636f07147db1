//! Why a move is refused.

use crate::board::hex::Cell;
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
    /// A broadside that would go along its own line.
    #[error("{first} to {last} lie along that move: name only its rear cell and the cell ahead")]
    NotSideways {
        /// The smaller end.
        first: Cell,
        /// The greater end.
        last: Cell,
    },
    /// The landing cell does not fit the marbles that would move.
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
    /// More marbles than one move takes.
    #[error("{count} marbles are too many: a move takes {} at most", in_words(*most))]
    TooLong {
        /// How many were meant.
        count: u8,
        /// How many there may be.
        most: u8,
    },
    /// Not enough marbles to push.
    #[error("pac, no sumito: {own} cannot push {theirs}")]
    Pac {
        /// Pushing.
        own: u8,
        /// In the way.
        theirs: u8,
    },
    /// More opposing marbles in a row than any move pushes.
    #[error("pac, no sumito: {own} cannot push {theirs}, {} in a row at most", in_words(*most))]
    TooManyToPush {
        /// Pushing.
        own: u8,
        /// In the way.
        theirs: u8,
        /// How many can be pushed.
        most: u8,
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
    /// An obstacle in the way.
    #[error("the obstacle on {cell} cannot be moved")]
    Wall {
        /// Where.
        cell: Cell,
    },
    /// An own marble would fall into a hole.
    #[error("your own marble on {cell} would fall into the hole on {hole}")]
    IntoHole {
        /// The marble.
        cell: Cell,
        /// The hole.
        hole: Cell,
    },
    /// The neutral marble is one that cannot be pushed off.
    #[error("the neutral marble on {cell} cannot be pushed off the board")]
    PivotStays {
        /// Where it stands.
        cell: Cell,
    },
    /// A partner's marble in a line that pushes nothing.
    #[error("the marble on {cell} is your partner's: it moves only when it helps to push")]
    PartnerInLine {
        /// Where.
        cell: Cell,
    },
    /// A partner's marble blocks the pushed ones.
    #[error("your partner's marble on {cell} stands behind the marbles you push")]
    PartnerBehind {
        /// Where.
        cell: Cell,
    },
    /// A marble of the wrong color for this half of the turn.
    #[error("this move is made with the other color, and the marble on {cell} is not of it")]
    OtherColor {
        /// Where.
        cell: Cell,
    },
    /// Three marbles that are not side by side.
    #[error("{cells} are no three cells side by side")]
    NoTriangle {
        /// As written.
        cells: String,
    },
    /// A triangle in a game without them.
    #[error("in this game three marbles side by side do not move together")]
    NoTriangles,
    /// A move while marbles are still to be placed.
    #[error("place a marble first: write @ and a free cell, for example @c3")]
    PlaceFirst,
    /// Placing when it is over.
    #[error("there is nothing to place: move a marble")]
    NothingToPlace,
    /// Placing on a cell that is taken.
    #[error("{cell} is not free")]
    NotFree {
        /// Which.
        cell: Cell,
    },
    /// More moves than the turn has.
    #[error("a turn has no more than {count} here")]
    TooManyMoves {
        /// How many it has.
        count: usize,
    },
    /// A broadside never pushes.
    #[error("{cell} is not empty, and a sideways move cannot push")]
    Blocked {
        /// The occupied target.
        cell: Cell,
    },
    /// The text could mean more than one move.
    #[error("`{text}` can be read in more than one way: write {suggestions}")]
    Ambiguous {
        /// As typed.
        text: String,
        /// Canonical spellings.
        suggestions: String,
    },
}

impl Refusable for MoveError {
    fn refusal(&self) -> Refusal {
        let cell = |cell: &Cell| vec![("cell", cell.to_string())];
        let strengths = |own: &u8, theirs: &u8| vec![("own", own.to_string()), ("theirs", theirs.to_string())];
        let (code, args) = match self {
            Self::Parse(error) => return error.refusal(),
            Self::GameOver => ("game-over", Vec::new()),
            Self::EmptyCell { cell: at } => ("empty-cell", cell(at)),
            Self::NotYours { cell: at } => ("not-yours", cell(at)),
            Self::SameCell { cell: at } => ("same-cell", cell(at)),
            Self::NotInLine { from, to } => ("not-in-line", vec![("from", from.to_string()), ("to", to.to_string())]),
            Self::NotAdjacent { from, to } => {
                ("not-adjacent", vec![("from", from.to_string()), ("to", to.to_string())])
            }
            Self::NotSideways { first, last } => {
                ("not-sideways", vec![("first", first.to_string()), ("last", last.to_string())])
            }
            Self::WrongLanding { from, to, lands } => (
                "wrong-landing",
                vec![("from", from.to_string()), ("to", to.to_string()), ("lands", lands.to_string())],
            ),
            Self::OwnMarbleAhead { cell: at } => ("own-marble-ahead", cell(at)),
            Self::TooLong { count, most } => {
                ("too-long", vec![("count", count.to_string()), ("most", most.to_string())])
            }
            Self::Pac { own, theirs } => ("pac", strengths(own, theirs)),
            Self::TooManyToPush { own, theirs, most } => {
                let mut args = strengths(own, theirs);
                args.push(("most", most.to_string()));
                ("three-cannot-be-pushed", args)
            }
            Self::OwnMarbleBehind { cell: at } => ("own-marble-behind", cell(at)),
            Self::OwnEjection { cell: at } => ("own-ejection", cell(at)),
            Self::Wall { cell: at } => ("wall", cell(at)),
            Self::IntoHole { cell, hole } => {
                ("into-hole", vec![("cell", cell.to_string()), ("hole", hole.to_string())])
            }
            Self::PivotStays { cell: at } => ("pivot-stays", cell(at)),
            Self::PartnerInLine { cell: at } => ("partner-in-line", cell(at)),
            Self::PartnerBehind { cell: at } => ("partner-behind", cell(at)),
            Self::OtherColor { cell: at } => ("other-color", cell(at)),
            Self::NoTriangle { cells } => ("no-triangle", vec![("cells", cells.clone())]),
            Self::NoTriangles => ("no-triangles", Vec::new()),
            Self::PlaceFirst => ("place-first", vec![("example", "@c3".to_owned())]),
            Self::NothingToPlace => ("nothing-to-place", Vec::new()),
            Self::NotFree { cell: at } => ("taken", cell(at)),
            Self::TooManyMoves { count } => ("too-many-moves", vec![("count", count.to_string())]),
            Self::Blocked { cell: at } => ("blocked", cell(at)),
            Self::Ambiguous { text, suggestions } => {
                ("ambiguous", vec![("text", text.clone()), ("suggestions", suggestions.clone())])
            }
        };
        Refusal { code, args, text: self.to_string() }
    }
}

/// Small counts as sentences have them.
fn in_words(count: u8) -> String {
    match count {
        2 => "two".to_owned(),
        3 => "three".to_owned(),
        4 => "four".to_owned(),
        count => count.to_string(),
    }
}

/// Why Abalone refuses a text or a move.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AbaloneError {
    /// A move.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A position line.
    #[error(transparent)]
    Position(#[from] PositionError),
}

impl Refusable for AbaloneError {
    fn refusal(&self) -> Refusal {
        match self {
            Self::Move(error) => error.refusal(),
            Self::Position(error) => error.refusal(),
        }
    }
}
