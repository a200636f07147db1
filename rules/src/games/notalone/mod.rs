//! Notalone (Vincent Everaert, 2005): Abalone with two neutral marbles, the sisters, and another way to win.

mod movegen;
mod moves;
mod notation;
mod position;

pub mod perft;

pub use moves::{Effect, judge};
pub use position::{Marble, Phase, Position, Sister};

use crate::board::bitboard::{Bitboard, Bits61};
use crate::board::hex::Direction;
use crate::color::Color;
use crate::diagram::{Board, Diagram, HexBoard, LastMove, Side, Stone};
use crate::games::abalone::{Abalone, AbaloneError, Move, MoveError, Standard};
use crate::notation::setup_line::{Options, SetupError};
use crate::ruleset::{EndReason, FromSetup, MoveList, Outcome, PositionKey, Ruleset};
use crate::seat::{Seat, SeatInfo, Team};
use crate::summary::{Place, Threat};

/// The rules of Notalone: the starting position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notalone {
    /// The options of the canonical setup line.
    words: Vec<String>,
    start: Position,
}

impl Notalone {
    /// The standard layout.
    pub fn standard() -> Self {
        Self::from_options(Options::default()).expect("the standard game can be played")
    }

    /// Replaces the contents of a list by the legal moves that push a marble over the rim. Does not check whether the
    /// game is over.
    pub fn generate_ejections(&self, position: &Position, moves: &mut MoveList<Move>) {
        moves.clear();
        moves::generate_ejections(position, moves);
    }
}

impl FromSetup for Notalone {
    const NAME: &'static str = "notalone";
    /// Abalone's options for the starting position.
    const OPTIONS: &'static [&'static str] = &["layout", "board", "seed"];

    fn from_options(options: Options) -> Result<Self, SetupError> {
        // Abalone requires enough marbles to reach its target, which does not exist here.
        let abalone = Abalone::<Standard>::from_options(options.only(Self::OPTIONS, "target", "1")?)?;
        let board = abalone.start();
        let marbles = Color::TWO.map(|color| Bits61::collect(board.cells(color)));
        Ok(Self { words: abalone.start_words(), start: Position::before_placing(marbles) })
    }
}

impl Ruleset for Notalone {
    type Position = Position;
    type Move = Move;
    type Error = AbaloneError;

    fn perft(&self, position: &Position, depth: u32) -> u64 {
        perft::perft(self, position, depth)
    }

    fn setup(&self) -> String {
        std::iter::once("notalone").chain(self.words.iter().map(String::as_str)).collect::<Vec<_>>().join(" ")
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
        let mut moves = MoveList::new();
        self.generate(position, &mut moves);
        moves.into_vec()
    }

    fn generate(&self, position: &Position, moves: &mut MoveList<Move>) {
        moves.clear();
        // A position without a legal move leaves the list empty without this check.
        if !position.are_together() {
            moves::generate(position, moves);
        }
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, AbaloneError> {
        if self.outcome(position).is_some() {
            return Err(MoveError::GameOver.into());
        }
        Ok(notation::read(position, text)?)
    }

    fn play(&self, position: &Position, mv: &Move) -> Result<Position, AbaloneError> {
        if self.outcome(position).is_some() {
            return Err(MoveError::GameOver.into());
        }
        judge(position, *mv)?;
        Ok(moves::apply(position, *mv))
    }

    fn play_unchecked(&self, position: &mut Position, mv: &Move) {
        *position = moves::apply(position, *mv);
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let (me, you) = (position.to_move, position.to_move.opponent());
        let win = |color: Color, reason| Some(Outcome { winner: Some(Team(color as u8)), reason });
        if position.are_together() {
            // Rule: with equal counts the player who brought the sisters together loses, who has just moved.
            let winner = if position.on_board(you) > position.on_board(me) { you } else { me };
            return win(winner, EndReason::Sisters);
        }
        if moves::can_move(position) { None } else { win(you, EndReason::NoMove) }
    }

    fn repetition_key(&self, _position: &Position) -> Option<PositionKey> {
        // Rule: no draw except by agreement.
        None
    }

    fn plies_since_ejection(&self, _position: &Position) -> u32 {
        0
    }

    fn diagram(&self, position: &Position, last: Option<(&Position, &[Move])>) -> Diagram {
        let stone = |cell| {
            Some(match position.at(cell)? {
                Marble::Owned(color) => Stone::Owned(color),
                Marble::Sister => Stone::Sister,
            })
        };
        let stones = Bits61::BOARD.cells().filter_map(|cell| Some((cell, stone(cell)?))).collect();
        let ejected = Color::TWO.map(|color| position.lost_marbles(color.opponent()));
        let last = last.and_then(|(before, steps)| last_move(before, *steps.first()?)).into_iter().collect();
        Diagram {
            boards: vec![Board::Hex(HexBoard { stones, last, ejected: ejected.to_vec(), ..HexBoard::default() })],
            seats: SeatInfo::TWO.to_vec(),
            sides: Color::TWO
                .map(|color| Side {
                    color,
                    ejected: ejected[color as usize],
                    target: None,
                    on_board: position.on_board(color),
                    in_hand: 0,
                })
                .to_vec(),
            to_move: self.to_move(position),
            placing: matches!(position.phase, position::Phase::Placing { .. }),
            ply: position.ply,
            turn_index: position.ply,
            ..Diagram::default()
        }
    }

    fn threats(&self, position: &Position) -> Vec<Threat> {
        if matches!(position.phase, Phase::Placing { .. }) || self.outcome(position).is_some() {
            return Vec::new();
        }
        let of = |color: Color| {
            let view = Position { to_move: color, ..*position };
            let mut moves = MoveList::new();
            self.generate_ejections(&view, &mut moves);
            let ejections = moves.into_iter().filter_map(|mv| {
                let cell = judge(&view, mv).ok()?.ejected?;
                Some((Place::Cell(cell), mv))
            });
            Threat::of_opponents(color, ejections)
        };
        Color::TWO.into_iter().flat_map(of).collect()
    }

    fn tags(&self, position: &Position, mv: &Move) -> Vec<&'static str> {
        let Ok(effect) = judge(position, *mv) else { return Vec::new() };
        let tags = [
            (effect.ejected.is_some(), "eject"),
            (effect.pushed > 0, "push"),
            (effect.sisters, "sister"),
            (true, mv.kind()),
        ];
        let tags = tags.into_iter().filter_map(|(is_so, tag)| is_so.then_some(tag));
        tags.chain(mv.direction().map(Direction::name)).collect()
    }

    fn spellings(&self, position: &Position, mv: &Move) -> Vec<String> {
        notation::spellings(position, *mv)
    }
}

fn last_move(before: &Position, mv: Move) -> Option<LastMove> {
    let effect = judge(before, mv).ok()?;
    let Some(direction) = mv.direction() else { return Some(LastMove::placed(mv.first())) };
    let row = moves::moving_cells(before, mv);
    let arrived = row.ahead(direction as usize);
    let ejected = effect.ejected.map(|cell| (cell, Stone::Owned(before.turn().opponent())));
    let (arrived, vacated) = (arrived.sorted(), (row & !arrived).sorted());
    Some(LastMove { direction: Some(direction), arrived, vacated, ejected })
}
