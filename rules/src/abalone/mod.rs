//! Abalone, with its layout, target and sprint as fields of one value.

mod layouts;
mod moves;
mod position;
pub(crate) mod ring;

pub mod perft;

pub use layouts::{Layout, layout, layouts};
pub use moves::{Effect, MOST, Move, MoveError, judge};
pub use position::Position;
pub(crate) use position::read_two;

use crate::color::Color;
use crate::diagram::{Board, Diagram, HexBoard, LastMove, Side, Stone};
use crate::hex::Cell;
use crate::notation::{self, Written};
use crate::position_line::{PositionError, small};
use crate::setup::{Options, SetupError};
use crate::table::{EndReason, Outcome, Place, Refusable, Refusal, Ruleset, Seat, Team};

/// The rules of Abalone for two: where the marbles start, how many ejections win, and the moves of a sprint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Abalone {
    layout: &'static Layout,
    target: u8,
    sprint: Option<u8>,
    start: Position,
}

/// Plies without an ejection that draw.
const CALM_DRAW: u32 = 300;
/// Options of the rules that a later version plays.
const LATER: [&str; 11] =
    ["placement", "handicap", "turn", "obstacles", "holes", "pivot", "ball", "triangles", "colors", "crown", "seats"];

impl Abalone {
    /// The standard layout, six ejections, no sprint.
    pub fn standard() -> Self {
        Self::new("standard", 6, None).expect("the standard game can be played")
    }

    /// # Errors
    /// An unknown layout or one for more than two seats, a target or sprint out of range, a target that the layout has
    /// too few marbles for.
    pub fn new(layout_name: &str, target: u8, sprint: Option<u8>) -> Result<Self, SetupError> {
        let bad = |option: &'static str, value: String, expected: &'static str| SetupError::BadValue {
            option: option.to_owned(),
            value,
            expected,
        };
        if matches!(layout_name, "random" | "random-free" | "custom") {
            return Err(SetupError::NotKnownYet { what: format!("layout={layout_name}") });
        }
        let layout = layout(layout_name).ok_or_else(|| SetupError::UnknownLayout { layout: layout_name.to_owned() })?;
        if layout.seats != 2 {
            return Err(SetupError::NotKnownYet { what: format!("layout={}", layout.name) });
        }
        if !(1..=13).contains(&target) {
            return Err(bad("target", target.to_string(), "a number from 1 to 13"));
        }
        if let Some(moves) = sprint.filter(|moves| !(20..=30).contains(moves)) {
            return Err(bad("sprint", moves.to_string(), "off or a number from 20 to 30"));
        }
        if layout.marbles.iter().any(|&marbles| marbles < target) {
            return Err(SetupError::Contradiction {
                first: format!("layout={}", layout.name),
                second: format!("target={target}"),
            });
        }
        let start = Position::from_board(&layout.board).expect("our own layouts are boards");
        Ok(Self { layout, target, sprint, start })
    }

    /// Reads the options of a setup line.
    pub(crate) fn from_options(mut options: Options) -> Result<Self, SetupError> {
        let layout = options.take("layout").unwrap_or_else(|| "standard".to_owned());
        let target = match options.take("target") {
            None => 6,
            Some(value) => small(&value).and_then(|number| u8::try_from(number).ok()).ok_or_else(|| {
                SetupError::BadValue { option: "target".to_owned(), value, expected: "a number from 1 to 13" }
            })?,
        };
        let sprint = match options.take("sprint") {
            None => None,
            Some(value) if value == "off" => None,
            Some(value) => Some(small(&value).and_then(|number| u8::try_from(number).ok()).ok_or_else(|| {
                SetupError::BadValue { option: "sprint".to_owned(), value, expected: "off or a number from 20 to 30" }
            })?),
        };
        options.finish(&LATER)?;
        Self::new(&layout, target, sprint)
    }

    /// Where the marbles start.
    pub const fn layout(&self) -> &'static Layout {
        self.layout
    }
    /// How many ejections win.
    pub const fn target(&self) -> u8 {
        self.target
    }
    /// Moves of each player, when it is a sprint.
    pub const fn sprint(&self) -> Option<u8> {
        self.sprint
    }

    fn moves_left(&self, position: &Position, color: Color) -> Option<u32> {
        Some(u32::from(self.sprint?).saturating_sub(position.turns_of(color)))
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

impl Ruleset for Abalone {
    type Position = Position;
    type Move = Move;
    type Error = AbaloneError;

    fn perft(&self, position: &Position, depth: u32) -> u64 {
        perft::perft(self, position, depth)
    }

    fn setup(&self) -> String {
        let layout = (self.layout.name != "standard").then(|| format!(" layout={}", self.layout.name));
        let target = (self.target != 6).then(|| format!(" target={}", self.target));
        let sprint = self.sprint.map(|moves| format!(" sprint={moves}"));
        ["abalone".to_owned()].into_iter().chain([layout, target, sprint].into_iter().flatten()).collect()
    }

    fn start(&self) -> Position {
        self.start
    }

    fn read_position(&self, text: &str) -> Result<Position, AbaloneError> {
        Ok(text.parse::<Position>()?)
    }

    fn to_move(&self, position: &Position) -> Option<Seat> {
        self.outcome(position).is_none().then_some(Seat(position.to_move as u8))
    }

    fn ply(&self, position: &Position) -> u32 {
        position.ply
    }

    fn legal_moves(&self, position: &Position) -> Vec<Move> {
        if self.outcome(position).is_some() { Vec::new() } else { moves::generate(position) }
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, AbaloneError> {
        let written: Written = text.parse().map_err(MoveError::Parse)?;
        if self.outcome(position).is_some() {
            return Err(MoveError::GameOver.into());
        }
        Ok(notation::resolve(position, written, text)?)
    }

    fn play(&self, position: &Position, mv: &Move) -> Result<Position, AbaloneError> {
        if self.outcome(position).is_some() {
            return Err(MoveError::GameOver.into());
        }
        let effect = judge(position, *mv)?;
        Ok(moves::apply(position, *mv, effect))
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let won = |color: Color, reason| Some(Outcome { winner: Some(Team(color as u8)), reason });
        let draw = |reason| Some(Outcome { winner: None, reason });
        let score = |color: Color| position.lost(color.opponent());
        // Rule: reaching the target wins at once, even on the last move of a sprint. Only the player who has just moved
        // can have reached it.
        for color in [position.to_move.opponent(), position.to_move] {
            if score(color) >= self.target {
                return won(color, EndReason::Target);
            }
        }
        if Color::TWO.into_iter().all(|color| self.moves_left(position, color) == Some(0)) {
            let (black, white) = (score(Color::Black), score(Color::White));
            return match black.cmp(&white) {
                std::cmp::Ordering::Greater => won(Color::Black, EndReason::MovesMade),
                std::cmp::Ordering::Less => won(Color::White, EndReason::MovesMade),
                std::cmp::Ordering::Equal => draw(EndReason::MovesMade),
            };
        }
        if !moves::can_move(position) {
            return won(position.to_move.opponent(), EndReason::NoMove);
        }
        if position.calm >= CALM_DRAW { draw(EndReason::Calm) } else { None }
    }

    fn repetition_key(&self, position: &Position) -> Option<String> {
        // An ejection never comes back, so marbles and color to move tell all there is.
        let [black, white] = position.marbles;
        Some(format!("{black:x} {white:x} {}", position.to_move.letter()))
    }

    fn calm(&self, position: &Position) -> u32 {
        position.calm
    }

    fn diagram(&self, position: &Position, last: Option<(&Position, &[Move])>) -> Diagram {
        let stones = Cell::all().filter_map(|cell| Some((cell, Stone::Owned(position.at(cell)?)))).collect();
        let last = last.and_then(|(before, steps)| last_move(before, *steps.first()?)).into_iter().collect();
        Diagram {
            boards: vec![Board::Hex(HexBoard { stones, last, ..HexBoard::default() })],
            last: None,
            places: Place::TWO.to_vec(),
            sides: Color::TWO
                .map(|color| Side {
                    color,
                    ejected: position.lost(color.opponent()),
                    target: Some(self.target),
                    on_board: position.on_board(color),
                    in_hand: 0,
                })
                .to_vec(),
            to_move: self.to_move(position),
            ply: position.ply,
            moves_left: Color::TWO.into_iter().map(|color| self.moves_left(position, color)).collect(),
        }
    }

    fn tags(&self, position: &Position, mv: &Move) -> Vec<&'static str> {
        let Ok(effect) = judge(position, *mv) else { return Vec::new() };
        let mut tags = Vec::with_capacity(3);
        if effect.ejected.is_some() {
            tags.push("eject");
        }
        if effect.pushed > 0 {
            tags.push("push");
        }
        match mv {
            Move::Inline { .. } => tags.push("inline"),
            Move::Broadside { .. } => tags.push("broadside"),
        }
        tags.push(mv.direction().name());
        tags
    }

    fn spellings(&self, position: &Position, mv: &Move) -> Vec<String> {
        notation::spellings(position, *mv)
    }
}

fn last_move(before: &Position, mv: Move) -> Option<LastMove> {
    let effect = judge(before, mv).ok()?;
    let direction = mv.direction();
    let (mut arrived, vacated): (Vec<Cell>, Vec<Cell>) = match mv {
        Move::Inline { tail, .. } => {
            let moved = effect.own + effect.pushed;
            ((1..=moved).filter_map(|count| tail.steps(direction, count)).collect(), vec![tail])
        }
        Move::Broadside { line, .. } => {
            (line.cells().filter_map(|cell| cell.step(direction)).collect(), line.cells().collect())
        }
    };
    arrived.sort_unstable();
    Some(LastMove {
        direction: Some(direction),
        arrived,
        vacated,
        ejected: effect.ejected.map(|cell| (cell, Stone::Owned(before.to_move.opponent()))),
    })
}
