//! Why Notalone refuses a text or a move.

use crate::board::hex::{Cell, Direction};
use crate::notation::moves::ParseMoveError;
use crate::notation::position_line::PositionError;
use crate::refusal::{in_words, refusals};

refusals! {
    /// Why a move is refused: one variant per thing that a player can do differently.
    #[non_exhaustive]
    pub enum MoveError {
        ..Parse(ParseMoveError),
        /// The game is over: nobody may move.
        GameOver = "game-over", "the game is over";
        /// A move while the sisters are being placed.
        PlaceFirst { example: String } = "place-first", "place first: write @ and a free cell, such as {example}";
        /// A placing when both sisters stand.
        NothingToPlace = "nothing-to-place", "nothing is left to place";
        /// A sister placed on a marble.
        Taken { cell: Cell } = "taken", "{cell} is not free";
        /// A sister placed outside of the own half.
        NotYourHalf { cell: Cell, rows: &'static str } = "not-your-half",
            "{cell} is not in your half: choose a free cell of rows {rows}";
        /// Nothing stands there.
        EmptyCell { cell: Cell } = "empty-cell", "there is no marble on {cell}";
        /// An opposing marble stands there.
        NotYours { cell: Cell } = "not-yours", "the marble on {cell} is not yours";
        /// The text names one cell where it needs two.
        SameCell { cell: Cell } = "same-cell", "{cell} is named twice";
        /// The two ends are on no straight line.
        NotInLine { from: Cell, to: Cell } = "not-in-line", "{from} and {to} are not in line";
        /// The target of a broadside is no neighbor of the first cell.
        NotAdjacent { from: Cell, to: Cell } = "not-adjacent",
            "{to} is not next to {from}: name the cell that the marble on {from} moves to";
        /// A broadside along its own line.
        NotSideways { first: Cell, last: Cell } = "not-sideways",
            "{first} to {last} lie along that move: name only the rear cell and the cell ahead";
        /// The second cell of an inline move is none that any notation names.
        WrongLanding { from: Cell, to: Cell, lands: Cell } = "wrong-landing",
            "from {from} that way the front marble lands on {lands}, not on {to}";
        /// A named line is only a part of the run that would move.
        OwnMarbleAhead { cell: Cell } = "own-marble-ahead", "your marble on {cell} stands in the way";
        /// Triangles are an option of Abalone.
        NoTriangles = "no-triangles", "in this game three marbles side by side do not move together";
        /// More than three own marbles.
        TooLong { count: u8, most: u8 } = "too-long",
            "{count} marbles are too many: a move takes {} at most", in_words(*most);
        /// No own marble in the moved line.
        SisterAlone { cell: Cell } = "sister-alone", "the sister on {cell} moves only with a marble of yours";
        /// A sister would go straight back.
        SisterGoesBack { cell: Cell, direction: Direction } = "sister-goes-back",
            "the sister on {cell} came by {direction}: she may not go straight back";
        /// A sister would leave the board.
        SisterEjection { cell: Cell } = "sister-ejection", "the sister on {cell} would leave the board";
        /// Not enough marbles to push.
        Pac { own: u8, theirs: u8 } = "pac", "pac, no sumito: {own} cannot push {theirs}";
        /// A marble of the mover blocks the pushed ones.
        OwnMarbleBehind { cell: Cell } = "own-marble-behind",
            "your own marble on {cell} stands behind the marbles you push";
        /// An own marble would leave the board.
        OwnEjection { cell: Cell } = "own-ejection", "your own marble on {cell} would leave the board";
        /// A broadside never pushes.
        Blocked { cell: Cell } = "blocked", "{cell} is not empty, and a sideways move cannot push";
    }
}

refusals! {
    /// Why Notalone refuses a text or a move.
    pub enum NotaloneError {
        ..Move(MoveError),
        ..Position(PositionError),
    }
}
