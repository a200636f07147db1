//! The steps of a turn: their type, legality and effects.

use std::fmt;

use super::bitboard::{self, Step, bit};
use super::notation::ParseTurnError;
use super::position::{Chain, Position};
use crate::board::fanorona::{Direction, Point};
use crate::color::Color;
use crate::refusal::refusals;

/// The row that a step flips.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Capture {
    /// `+`: the row that the piece approaches.
    Approach,
    /// `-`: the row that the piece withdraws from.
    Withdrawal,
}

impl Capture {
    /// `+` or `-`
    pub const fn sign(self) -> char {
        match self {
            Self::Approach => '+',
            Self::Withdrawal => '-',
        }
    }

    const fn row(self, step: Step) -> u64 {
        match self {
            Self::Approach => step.ahead,
            Self::Withdrawal => step.behind,
        }
    }
}

/// One step of a turn. A turn is a placing, a slide, or a hop with its continuations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields say what they are")]
pub enum Move {
    /// `@d3`: a piece of the player's own color is placed on a free point.
    Place(Point),
    /// `d3e3`: a step that flips nothing; it ends the turn.
    Slide { from: Point, to: Point },
    /// `d3e3+`: the first step of a turn that flips.
    Hop { from: Point, to: Point, takes: Capture },
    /// `f4-`: the same piece goes on.
    Continue { to: Point, takes: Capture },
    /// `stop`: the turn ends although it could go on. The notation of a turn omits it.
    Stop,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Place(point) => write!(f, "@{point}"),
            Self::Slide { from, to } => write!(f, "{from}{to}"),
            Self::Hop { from, to, takes } => write!(f, "{from}{to}{}", takes.sign()),
            Self::Continue { to, takes } => write!(f, "{to}{}", takes.sign()),
            Self::Stop => f.write_str("stop"),
        }
    }
}

/// Judges one step by the rules and returns the points whose pieces it flips. Does not check whether the game is
/// over.
pub(super) fn judge(position: &Position, mv: Move) -> Result<u64, MoveError> {
    match mv {
        Move::Place(point) => judge_placing(position, point).map(|()| 0),
        Move::Slide { from, to } => {
            let step = first_step(position, from, to)?;
            // Rule: a step that can flip always flips.
            if step.ahead | step.behind == 0 { Ok(0) } else { Err(MoveError::MustFlip { from, to }) }
        }
        Move::Hop { from, to, takes } => captured_pieces(first_step(position, from, to)?, from, to, takes),
        Move::Continue { to, takes } => {
            let (chain, step) = next_step(position, to)?;
            captured_pieces(step, chain.at, to, takes)
        }
        Move::Stop => match position.chain {
            Some(_) => Ok(0),
            None => Err(MoveError::NothingBegun),
        },
    }
}

fn captured_pieces(step: Step, from: Point, to: Point, takes: Capture) -> Result<u64, MoveError> {
    match (takes.row(step), takes) {
        (0, Capture::Approach) => Err(MoveError::NothingAhead { from, to }),
        (0, Capture::Withdrawal) => Err(MoveError::NothingBehind { from, to }),
        (row, _) => Ok(row),
    }
}

fn judge_placing(position: &Position, point: Point) -> Result<(), MoveError> {
    if let Some(chain) = position.chain {
        return Err(MoveError::TurnGoesOn { cell: chain.at });
    }
    if !position.is_placing() {
        return Err(MoveError::NothingToPlace);
    }
    // Rule: the center stays free.
    if point == Point::CENTER {
        return Err(MoveError::CenterStaysFree);
    }
    if position.at(point).is_some() { Err(MoveError::Taken { cell: point }) } else { Ok(()) }
}

pub(super) fn first_step(position: &Position, from: Point, to: Point) -> Result<Step, MoveError> {
    if position.is_placing() {
        let example = placings(position).next().map_or_else(String::new, |mv| mv.to_string());
        return Err(MoveError::PlaceFirst { example });
    }
    if let Some(chain) = position.chain {
        return Err(MoveError::TurnGoesOn { cell: chain.at });
    }
    match position.at(from) {
        None => return Err(MoveError::EmptyPoint { cell: from }),
        Some(color) if color != position.to_move => return Err(MoveError::NotYours { cell: from }),
        Some(_) => {}
    }
    step(position, from, to)
}

pub(super) fn next_step(position: &Position, to: Point) -> Result<(Chain, Step), MoveError> {
    let chain = position.chain.ok_or(MoveError::NothingBegun)?;
    let step = step(position, chain.at, to)?;
    // Rule: not along the axis of the previous step, neither forward nor backward.
    if step.way.is_along(chain.by) {
        return Err(MoveError::SameAxis { from: chain.at, to });
    }
    Ok((chain, step))
}

fn step(position: &Position, from: Point, to: Point) -> Result<Step, MoveError> {
    if from == to {
        return Err(MoveError::SamePoint { cell: from });
    }
    let Some(way) = from.way_to(to) else {
        let is_beside = from.column().abs_diff(to.column()) <= 1 && from.row().abs_diff(to.row()) <= 1;
        return Err(if is_beside { MoveError::NoDiagonal { from, to } } else { MoveError::NotAdjacent { from, to } });
    };
    if position.at(to).is_some() {
        return Err(MoveError::Taken { cell: to });
    }
    Ok(bitboard::step(from.index(), to.index(), way, position.theirs()))
}

/// Plays a step that [`judge`] has allowed. A turn that has flipped stays open.
pub(super) fn advance(position: &Position, mv: Move, flipped: u64) -> Position {
    let mut next = *position;
    let own = position.to_move as usize;
    let carry = |next: &mut Position, from: Point, to: Point| {
        next.pieces[own] = next.pieces[own] & !bit(from) | bit(to) | flipped;
        next.pieces[1 - own] &= !flipped;
    };
    match mv {
        Move::Place(point) => next.pieces[own] |= bit(point),
        Move::Slide { from, to } => carry(&mut next, from, to),
        Move::Hop { from, to, .. } => {
            carry(&mut next, from, to);
            let by = from.way_to(to).expect("a legal step follows a line");
            next.chain = Some(Chain { at: to, by });
            return next;
        }
        Move::Continue { to, .. } => {
            let from = position.chain.expect("a legal step goes on with a chain").at;
            carry(&mut next, from, to);
            let by = from.way_to(to).expect("a legal step follows a line");
            next.chain = Some(Chain { at: to, by });
            return next;
        }
        Move::Stop => return end_turn(next),
    }
    end_turn(next)
}

pub(super) fn settle(position: Position) -> Position {
    if position.chain.is_some() && !position.can_go_on() { end_turn(position) } else { position }
}

fn end_turn(mut position: Position) -> Position {
    // Rule: at the end of a turn that flipped, the moved piece is taken off.
    if let Some(chain) = position.chain.take() {
        position.pieces[position.to_move as usize] &= !bit(chain.at);
    }
    position.to_move = position.to_move.opponent();
    position.ply += 1;
    position
}

/// All legal steps in ascending order of points, after the stop, if that is allowed.
pub(super) fn generate(position: &Position) -> Vec<Move> {
    let (free, theirs) = (position.free(), position.theirs());
    if position.is_placing() {
        return placings(position).collect();
    }
    let mut moves = Vec::with_capacity(64);
    let both =
        |step: Step| [Capture::Approach, Capture::Withdrawal].into_iter().filter(move |&takes| takes.row(step) != 0);
    if let Some(chain) = position.chain {
        moves.push(Move::Stop);
        for step in bitboard::steps(chain.at.index(), free, theirs).filter(|step| !step.way.is_along(chain.by)) {
            moves.extend(both(step).map(|takes| Move::Continue { to: bitboard::point(step.to), takes }));
        }
        return moves;
    }
    for from in bitboard::points(position.own()) {
        for step in bitboard::steps(from.index(), free, theirs) {
            let to = bitboard::point(step.to);
            if step.ahead | step.behind == 0 {
                moves.push(Move::Slide { from, to });
            }
            moves.extend(both(step).map(|takes| Move::Hop { from, to, takes }));
        }
    }
    moves
}

fn placings(position: &Position) -> impl Iterator<Item = Move> {
    bitboard::points(position.free() & !bit(Point::CENTER)).map(Move::Place)
}

pub(super) fn way(position: &Position, mv: Move) -> Option<Direction> {
    match mv {
        Move::Slide { from, to } | Move::Hop { from, to, .. } => from.way_to(to),
        Move::Continue { to, .. } => position.chain?.at.way_to(to),
        Move::Place(_) | Move::Stop => None,
    }
}

pub(super) fn can_move(position: &Position) -> bool {
    position.is_placing() || position.chain.is_some() || bitboard::can_move(position.own(), position.free())
}

pub(super) fn sole_color(position: &Position) -> Option<Color> {
    if position.is_placing() || position.chain.is_some() {
        return None;
    }
    Color::TWO.into_iter().find(|&color| position.on_board(color.opponent()) == 0)
}

refusals! {
    /// The reason why a turn, or a step of it, is refused.
    #[non_exhaustive]
    pub enum MoveError {
        ..Parse(ParseTurnError),
        GameOver = "game-over", "the game is over";
        PlaceFirst { example: String } = "place-first",
            "all pieces are placed first: write @ and a free point, such as {example}";
        NothingToPlace = "nothing-to-place", "nothing is left to place";
        CenterStaysFree = "center-stays-free", "e3 stays free until all pieces are placed";
        Taken { cell: Point } = "taken", "{cell} is not free";
        EmptyPoint { cell: Point } = "empty-cell", "there is no piece on {cell}";
        NotYours { cell: Point } = "not-your-piece", "the piece on {cell} is not yours";
        SamePoint { cell: Point } = "same-cell", "{cell} is named twice";
        NotAdjacent { from: Point, to: Point } = "not-adjacent", "{from} and {to} are not next to each other";
        NoDiagonal { from: Point, to: Point } = "no-diagonal",
            "no line leads from {from} to {to}: a weak point has no diagonals";
        MustFlip { from: Point, to: Point } = "must-flip", "the step from {from} to {to} can flip, so it must";
        Ambiguous { text: String, suggestions: String } = "ambiguous",
            "`{text}` can flip ahead or behind: write {suggestions}";
        NothingAhead { from: Point, to: Point } = "nothing-ahead",
            "from {from} to {to} there is no opposing piece ahead to flip";
        NothingBehind { from: Point, to: Point } = "nothing-behind",
            "from {from} to {to} there is no opposing piece behind to flip";
        FlipsNothing { from: Point, to: Point } = "flips-nothing",
            "the step from {from} to {to} flips nothing, and only a flipping step can go on";
        SameAxis { from: Point, to: Point } = "same-axis",
            "the step from {from} to {to} follows the line of the step before: turn off";
        TurnGoesOn { cell: Point } = "turn-goes-on", "the turn goes on with the piece on {cell}, or stops";
        NothingBegun = "nothing-begun", "no turn is begun here";
        TurnOver { text: String } = "turn-over", "the turn is over after `{text}`";
    }
}
