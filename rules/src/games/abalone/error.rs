//! Errors of moves on a hexagonal board, shared by Abalone and Notalone.

use crate::board::hex::{Cell, Direction};
use crate::notation::moves::ParseMoveError;
use crate::notation::position_line::PositionError;
use crate::refusal::{in_words, refusals};

refusals! {
    /// The reason why a move is refused: one variant per thing that a player can do differently.
    #[non_exhaustive]
    pub enum MoveError {
        ..Parse(ParseMoveError),
        GameOver = "game-over", "the game is over";
        EmptyCell { cell: Cell } = "empty-cell", "there is no marble on {cell}";
        NotYours { cell: Cell } = "not-yours", "the marble on {cell} is not yours";
        SameCell { cell: Cell } = "same-cell", "{cell} is named twice";
        NotInLine { from: Cell, to: Cell } = "not-in-line", "{from} and {to} are not in line";
        NotAdjacent { from: Cell, to: Cell } = "not-adjacent",
            "{to} is not next to {from}: name the cell that the marble on {from} moves to";
        NotSideways { first: Cell, last: Cell } = "not-sideways",
            "{first} to {last} lie along that move: name only its rear cell and the cell ahead";
        WrongLanding { from: Cell, to: Cell, lands: Cell } = "wrong-landing",
            "from {from} that way the front marble lands on {lands}, not on {to}";
        OwnMarbleAhead { cell: Cell } = "own-marble-ahead", "your marble on {cell} stands in the way";
        TooLong { count: u8, most: u8 } = "too-long",
            "{count} marbles are too many: a move takes {} at most", in_words(*most);
        Pac { own: u8, theirs: u8 } = "pac", "{own} cannot push {theirs}: a push takes more marbles than it moves";
        TooManyToPush { own: u8, theirs: u8, most: u8 } = "three-cannot-be-pushed",
            "{own} cannot push {theirs}: {} in a row at most", in_words(*most);
        OwnMarbleBehind { cell: Cell } = "own-marble-behind",
            "your own marble on {cell} stands behind the marbles you push";
        OwnEjection { cell: Cell } = "own-ejection", "your own marble on {cell} would leave the board";
        Wall { cell: Cell } = "wall", "the obstacle on {cell} cannot be moved";
        IntoHole { cell: Cell, hole: Cell } = "into-hole",
            "your own marble on {cell} would fall into the hole on {hole}";
        PivotStays { cell: Cell } = "pivot-stays", "the neutral marble on {cell} cannot be pushed off the board";
        PartnerInLine { cell: Cell } = "partner-in-line",
            "the marble on {cell} is your partner's: it moves only when it helps to push";
        PartnerBehind { cell: Cell } = "partner-behind",
            "your partner's marble on {cell} stands behind the marbles you push";
        OtherColor { cell: Cell } = "other-color",
            "this move is made with the other color, and the marble on {cell} is not of it";
        NoTriangle { cells: String } = "no-triangle", "{cells} are no three cells side by side";
        NoTriangles = "no-triangles", "in this game three marbles side by side do not move together";
        PlaceFirst { example: &'static str } = "place-first",
            "place a marble first: write @ and a free cell, for example {example}";
        NothingToPlace = "nothing-to-place", "there is nothing to place: move a marble";
        NotFree { cell: Cell } = "taken", "{cell} is not free";
        TooManyMoves { count: usize } = "too-many-moves", "a turn has no more than {count} here";
        Blocked { cell: Cell } = "blocked", "{cell} is not empty, and a sideways move cannot push";
        Ambiguous { text: String, suggestions: String } = "ambiguous",
            "`{text}` can be read in more than one way: write {suggestions}";
        PlaceSister { example: String } = "place-first", "place first: write @ and a free cell, such as {example}";
        NotYourHalf { cell: Cell, rows: &'static str } = "not-your-half",
            "{cell} is not in your half: choose a free cell of rows {rows}";
        SisterAlone { cell: Cell } = "sister-alone", "the sister on {cell} moves only with a marble of yours";
        SisterGoesBack { cell: Cell, direction: Direction } = "sister-goes-back",
            "the sister on {cell} came by {direction}: she may not go straight back";
        SisterEjection { cell: Cell } = "sister-ejection", "the sister on {cell} would leave the board";
    }
}

refusals! {
    /// The reason why Abalone or Notalone refuses a text or a move.
    pub enum AbaloneError {
        ..Move(MoveError),
        ..Position(PositionError),
    }
}
