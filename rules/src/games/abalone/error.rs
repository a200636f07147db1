//! Why a move is refused.

use crate::board::hex::Cell;
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
        /// A broadside that would go along its own line.
        NotSideways { first: Cell, last: Cell } = "not-sideways",
            "{first} to {last} lie along that move: name only its rear cell and the cell ahead";
        /// The landing cell does not fit the marbles that would move.
        WrongLanding { from: Cell, to: Cell, lands: Cell } = "wrong-landing",
            "from {from} that way the front marble lands on {lands}, not on {to}";
        /// A named line is only a part of the run that would move.
        OwnMarbleAhead { cell: Cell } = "own-marble-ahead", "your marble on {cell} stands in the way";
        /// More marbles than one move takes.
        TooLong { count: u8, most: u8 } = "too-long",
            "{count} marbles are too many: a move takes {} at most", in_words(*most);
        /// Not enough marbles to push.
        Pac { own: u8, theirs: u8 } = "pac", "pac, no sumito: {own} cannot push {theirs}";
        /// More opposing marbles in a row than any move pushes.
        TooManyToPush { own: u8, theirs: u8, most: u8 } = "three-cannot-be-pushed",
            "pac, no sumito: {own} cannot push {theirs}, {} in a row at most", in_words(*most);
        /// A marble of the mover blocks the pushed ones.
        OwnMarbleBehind { cell: Cell } = "own-marble-behind",
            "your own marble on {cell} stands behind the marbles you push";
        /// An own marble would leave the board.
        OwnEjection { cell: Cell } = "own-ejection", "your own marble on {cell} would leave the board";
        /// An obstacle in the way.
        Wall { cell: Cell } = "wall", "the obstacle on {cell} cannot be moved";
        /// An own marble would fall into a hole.
        IntoHole { cell: Cell, hole: Cell } = "into-hole",
            "your own marble on {cell} would fall into the hole on {hole}";
        /// The neutral marble is one that cannot be pushed off.
        PivotStays { cell: Cell } = "pivot-stays", "the neutral marble on {cell} cannot be pushed off the board";
        /// A partner's marble in a line that pushes nothing.
        PartnerInLine { cell: Cell } = "partner-in-line",
            "the marble on {cell} is your partner's: it moves only when it helps to push";
        /// A partner's marble blocks the pushed ones.
        PartnerBehind { cell: Cell } = "partner-behind",
            "your partner's marble on {cell} stands behind the marbles you push";
        /// A marble of the wrong color for this half of the turn.
        OtherColor { cell: Cell } = "other-color",
            "this move is made with the other color, and the marble on {cell} is not of it";
        /// Three marbles that are not side by side.
        NoTriangle { cells: String } = "no-triangle", "{cells} are no three cells side by side";
        /// A triangle in a game without them.
        NoTriangles = "no-triangles", "in this game three marbles side by side do not move together";
        /// A move while marbles are still to be placed.
        PlaceFirst { example: &'static str } = "place-first",
            "place a marble first: write @ and a free cell, for example {example}";
        /// Placing when it is over.
        NothingToPlace = "nothing-to-place", "there is nothing to place: move a marble";
        /// Placing on a cell that is taken.
        NotFree { cell: Cell } = "taken", "{cell} is not free";
        /// More moves than the turn has.
        TooManyMoves { count: usize } = "too-many-moves", "a turn has no more than {count} here";
        /// A broadside never pushes.
        Blocked { cell: Cell } = "blocked", "{cell} is not empty, and a sideways move cannot push";
        /// The text could mean more than one move.
        Ambiguous { text: String, suggestions: String } = "ambiguous",
            "`{text}` can be read in more than one way: write {suggestions}";
    }
}

refusals! {
    /// Why Abalone refuses a text or a move.
    pub enum AbaloneError {
        ..Move(MoveError),
        ..Position(PositionError),
    }
}
