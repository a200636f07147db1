//! Fliporona, an Othello on the Fanorona board: pieces are placed, then moved, and rows of the opponent's are flipped.
//!
//! A position can have hundreds of thousands of turns, so [`Move`] is one step of a turn, and steps are listed,
//! offered and judged one at a time.

mod bitboard;
mod moves;
mod notation;
mod position;

pub mod perft;

pub use moves::{Capture, Move, MoveError};
pub use notation::{Ending, ParseTurnError, TurnText};
pub use position::{Chain, Position};

use crate::board::fanorona::Point;
use crate::color::Color;
use crate::diagram::{Board, Diagram, FanoronaBoard, Side};
use crate::notation::position_line::PositionError;
use crate::notation::setup_line::{Options, SetupError};
use crate::refusal::refusals;
use crate::ruleset::{EndReason, FromSetup, Outcome, PositionKey, Ruleset};
use crate::seat::{Seat, SeatInfo, Team};
use crate::summary::{Place, Threat};

/// The rules of Fliporona. They have no options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fliporona;

/// Rule: White begins.
const SEATS: [SeatInfo; 2] =
    [SeatInfo { color: Color::White, team: Team(0) }, SeatInfo { color: Color::Black, team: Team(1) }];

impl FromSetup for Fliporona {
    const NAME: &'static str = "fliporona";
    const OPTIONS: &'static [&'static str] = &[];

    fn from_options(mut options: Options) -> Result<Self, SetupError> {
        options.finish(Self::OPTIONS).map(|()| Self)
    }
}

refusals! {
    /// The reason why Fliporona refuses a text or a step.
    pub enum FliporonaError {
        ..Move(MoveError),
        ..Position(PositionError),
    }
}

impl Ruleset for Fliporona {
    type Position = Position;
    type Move = Move;
    type Error = FliporonaError;

    fn perft(&self, position: &Position, depth: u32) -> u64 {
        perft::perft(self, position, depth)
    }

    fn setup(&self) -> String {
        "fliporona".to_owned()
    }

    fn seats(&self) -> Vec<SeatInfo> {
        SEATS.to_vec()
    }

    fn start(&self) -> Position {
        Position::START
    }

    fn read_position(&self, text: &str) -> Result<Position, FliporonaError> {
        Ok(text.parse::<Position>()?)
    }

    fn to_move(&self, position: &Position) -> Option<Seat> {
        self.outcome(position).is_none().then(|| seat_of(position.to_move))
    }

    fn ply(&self, position: &Position) -> u32 {
        position.ply
    }

    fn legal_moves(&self, position: &Position) -> Vec<Move> {
        if self.outcome(position).is_some() { Vec::new() } else { moves::generate(position) }
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, FliporonaError> {
        let steps = self.read_turn(position, text)?;
        match steps[..] {
            [step] => Ok(step),
            _ => Err(MoveError::from(ParseTurnError::NotNotation { text: text.trim().to_owned() }).into()),
        }
    }

    fn is_mid_turn(&self, position: &Position) -> bool {
        position.chain.is_some()
    }

    fn may_end_turn(&self, position: &Position) -> bool {
        // Rule: the piece may go on, but never has to.
        position.chain.is_some()
    }

    fn read_turn(&self, position: &Position, text: &str) -> Result<Vec<Move>, FliporonaError> {
        let turn_text: TurnText = text.parse().map_err(MoveError::Parse)?;
        if self.outcome(position).is_some() {
            return Err(MoveError::GameOver.into());
        }
        Ok(notation::resolve(position, &turn_text, text)?)
    }

    fn write_turn(&self, steps: &[Move]) -> String {
        notation::write_turn(steps)
    }

    fn split_turn<'a>(&self, text: &'a str) -> (&'a str, &'a str) {
        notation::split_turn(text)
    }

    fn play(&self, position: &Position, mv: &Move) -> Result<Position, FliporonaError> {
        if self.outcome(position).is_some() {
            return Err(MoveError::GameOver.into());
        }
        let flipped = moves::judge(position, *mv)?;
        Ok(moves::settle(moves::advance(position, *mv, flipped)))
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let win = |color, reason| Some(Outcome { winner: Some(Team(seat_of(color).0)), reason });
        if let Some(color) = moves::sole_color(position) {
            return win(color, EndReason::NoPieces);
        }
        if moves::can_move(position) { None } else { win(position.to_move.opponent(), EndReason::NoMove) }
    }

    fn repetition_key(&self, position: &Position) -> Option<PositionKey> {
        let [black, white] = position.pieces.map(u128::from);
        Some(PositionKey::exact(black | white << Point::COUNT | (position.to_move as u128) << (2 * Point::COUNT)))
    }

    fn plies_since_ejection(&self, _position: &Position) -> u32 {
        0
    }

    fn diagram(&self, position: &Position, last: Option<(&Position, &[Move])>) -> Diagram {
        let pieces = Point::all().filter_map(|point| Some((point, position.at(point)?))).collect();
        let board = match last {
            Some((before, steps)) => FanoronaBoard { pieces, ..last_turn(before, steps, position) },
            None => FanoronaBoard { pieces, ..FanoronaBoard::default() },
        };
        let side = |color| Side {
            color,
            ejected: 0,
            target: None,
            on_board: position.on_board(color),
            in_hand: position.in_hand(color),
        };
        Diagram {
            boards: vec![Board::Fanorona(board)],
            seats: SEATS.to_vec(),
            sides: Color::TWO.map(side).to_vec(),
            to_move: self.to_move(position),
            placing: position.ply < position::PIECES,
            ply: position.ply,
            turn_index: position.ply,
            ..Diagram::default()
        }
    }

    fn threats(&self, position: &Position) -> Vec<Threat> {
        if position.is_placing() || self.outcome(position).is_some() {
            return Vec::new();
        }
        let of = |color: Color| {
            let chain = position.chain.filter(|_| color == position.to_move);
            let view = Position { to_move: color, chain, ..*position };
            let flips = moves::generate(&view).into_iter().flat_map(|mv| {
                let flipped = moves::judge(&view, mv).unwrap_or(0);
                bitboard::points(flipped).map(move |point| (Place::Point(point), mv))
            });
            Threat::of_opponents(color, flips)
        };
        Color::TWO.into_iter().flat_map(of).collect()
    }

    fn tags(&self, position: &Position, mv: &Move) -> Vec<&'static str> {
        let mut tags = match mv {
            Move::Place(_) => vec!["place"],
            Move::Slide { .. } => vec!["step"],
            Move::Hop { takes: Capture::Approach, .. } | Move::Continue { takes: Capture::Approach, .. } => {
                vec!["flip", "approach"]
            }
            Move::Hop { takes: Capture::Withdrawal, .. } | Move::Continue { takes: Capture::Withdrawal, .. } => {
                vec!["flip", "withdrawal"]
            }
            Move::Stop => vec!["stop"],
        };
        tags.extend(moves::way(position, *mv).map(crate::board::fanorona::Direction::name));
        tags
    }

    fn spellings(&self, position: &Position, mv: &Move) -> Vec<String> {
        notation::spellings(position, *mv)
    }
}

const fn seat_of(color: Color) -> Seat {
    match color {
        Color::White => Seat(0),
        _ => Seat(1),
    }
}

/// The effect of the last turn, or of the partial one, up to `now`. Its steps need not include the end.
fn last_turn(before: &Position, steps: &[Move], now: &Position) -> FanoronaBoard {
    let mut position = *before;
    let mut path: Vec<Point> = before.chain.iter().map(|chain| chain.at).collect();
    let mut flipped = 0;
    for &step in steps {
        let Ok(row) = moves::judge(&position, step) else { break };
        flipped |= row;
        match step {
            Move::Place(point) => path.push(point),
            Move::Slide { from, to } | Move::Hop { from, to, .. } => path.extend([from, to]),
            Move::Continue { to, .. } => path.push(to),
            Move::Stop => {}
        }
        position = moves::advance(&position, step, row);
    }
    let has_flipped = flipped != 0 || before.chain.is_some();
    FanoronaBoard {
        path,
        flipped: bitboard::points(flipped).collect(),
        removed: has_flipped && now.chain.is_none(),
        ..FanoronaBoard::default()
    }
}
