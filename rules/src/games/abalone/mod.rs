//! Abalone with all its options, and the code shared by its variants.

mod diagram;
mod error;
mod moves;
mod position;
mod position_builder;
mod rules;
mod search;
mod setup;
mod text;
mod threats;
mod variant;

pub mod perft;

pub use error::{AbaloneError, MoveError};
pub use moves::Move;
pub use moves::judge::{Effect, judge};
pub use position::Position;
pub(crate) use position::read_two;
pub use position_builder::PositionBuilder;
pub use rules::Abalone;
pub(crate) use setup::TWO_BOARDS;
pub use setup::builder::Builder;
pub use setup::layouts::{Layout, layout, layouts};
pub use setup::values::{Half, Origin, PivotKind, Seating, TurnKind};
pub use text::fen;
pub(crate) use text::moves as notation;
pub use text::moves::{nacre, playstrategy};
pub use variant::{Standard, Variant};

use moves::play::play_unchecked;

use crate::board::bitboard::Bitboard;
use crate::board::hex::{Direction, Hexagon};
use crate::diagram::{Board, Diagram};
use crate::notation::moves::MoveText;
use crate::notation::position_line::PositionError;
use crate::ruleset::{MoveList, Outcome, PositionKey, Ruleset};
use crate::seat::{Seat, SeatInfo};
use crate::summary::Threat;

/// Separates the moves of one turn.
const SEPARATOR: &str = ",";

impl<V: Variant> Abalone<V> {
    /// The board.
    pub const fn hexagon(&self) -> Hexagon {
        V::Bits::BOARD
    }

    /// Refuses positions of other games, and finished games.
    fn check(&self, position: &Position<V>) -> Result<(), AbaloneError> {
        if !self.knows(position) {
            return Err(PositionError::OtherRules.into());
        }
        if self.end(position).is_some() { Err(MoveError::GameOver.into()) } else { Ok(()) }
    }
}

impl<V: Variant> Ruleset for Abalone<V> {
    type Position = Position<V>;
    type Move = Move;
    type Error = AbaloneError;

    fn perft(&self, position: &Position<V>, depth: u32) -> u64 {
        perft::perft(self, position, depth)
    }

    fn setup(&self) -> String {
        std::iter::once(V::NAME.to_owned()).chain(self.words()).collect::<Vec<_>>().join(" ")
    }

    fn seats(&self) -> Vec<SeatInfo> {
        self.seating.seats()
    }

    fn start(&self) -> Position<V> {
        self.start
    }

    fn read_position(&self, text: &str) -> Result<Position<V>, AbaloneError> {
        Ok(text::position_line::read(self, text)?)
    }

    fn to_move(&self, position: &Position<V>) -> Option<Seat> {
        self.outcome(position).is_none().then(|| self.seat(position))
    }

    fn ply(&self, position: &Position<V>) -> u32 {
        position.ply
    }

    fn legal_moves(&self, position: &Position<V>) -> Vec<Move> {
        let mut moves = MoveList::new();
        self.generate(position, &mut moves);
        moves.into_vec()
    }

    fn generate(&self, position: &Position<V>, moves: &mut MoveList<Move>) {
        moves.clear();
        // A position without a legal move leaves the list empty without this check.
        if !self.knows(position) || self.is_decided(position) {
            return;
        }
        if position.placing {
            moves.extend(position.empty().sorted().into_iter().map(|cell| Move::Place { cell }));
            return;
        }
        for color in self.movers(position) {
            self.mover_view(position, color).each_move(|mv| moves.push(mv));
        }
    }

    fn read_move(&self, position: &Position<V>, text: &str) -> Result<Move, AbaloneError> {
        let move_text = MoveText::read(V::Bits::BOARD, text).map_err(MoveError::Parse)?;
        self.check(position)?;
        Ok(text::moves::resolve(self, position, move_text, text)?)
    }

    fn may_pass(&self) -> bool {
        // With a handicap, one of two players has placed all marbles first.
        self.start.colors > 2 || self.seating == Seating::Two && self.placement && self.handicap.is_some()
    }

    fn is_mid_turn(&self, position: &Position<V>) -> bool {
        position.half.is_some()
    }

    fn read_turn(&self, position: &Position<V>, text: &str) -> Result<Vec<Move>, AbaloneError> {
        let mut steps = Vec::with_capacity(2);
        let mut position = *position;
        // `a1b2,` is the beginning of a turn.
        let text = text.trim().strip_suffix(SEPARATOR).unwrap_or(text);
        for part in text.split(SEPARATOR) {
            if !steps.is_empty() && position.half.is_none() && self.outcome(&position).is_none() {
                return Err(MoveError::TooManyMoves { count: steps.len() }.into());
            }
            let step = self.read_move(&position, part)?;
            position = self.play(&position, &step)?;
            steps.push(step);
        }
        Ok(steps)
    }

    fn separator(&self) -> &'static str {
        SEPARATOR
    }

    fn split_turn<'a>(&self, text: &'a str) -> (&'a str, &'a str) {
        text.rsplit_once(SEPARATOR).unwrap_or(("", text))
    }

    fn hides_colors(&self) -> bool {
        self.one_color
    }

    fn play(&self, position: &Position<V>, mv: &Move) -> Result<Position<V>, AbaloneError> {
        self.check(position)?;
        judge(self, position, *mv)?;
        let mut next = *position;
        play_unchecked(self, &mut next, *mv);
        Ok(next)
    }

    #[inline]
    fn play_unchecked(&self, position: &mut Position<V>, mv: &Move) {
        play_unchecked(self, position, *mv);
    }

    fn outcome(&self, position: &Position<V>) -> Option<Outcome> {
        if self.knows(position) { self.end(position) } else { None }
    }

    fn repetition_key(&self, position: &Position<V>) -> Option<PositionKey> {
        if position.placing {
            return None;
        }
        let seat = self.seat(position).0;
        // Ejected marbles never return, so marbles, crowns and the seat to move determine the rest.
        let is_bare = self.pivot.is_none() && self.ball.is_none() && self.crown.is_none();
        if position.colors == 2 && is_bare && V::Bits::BOARD.count() <= 61 {
            let [black, white] = [0, 1].map(|color: usize| u128::from(position.marbles[color].words()[0]));
            return Some(PositionKey::exact(black | white << 61 | u128::from(seat) << 122));
        }
        // The first turn may have other moves than the same position later.
        let first_turn = u64::from(V::FIRST_TURN_IS_SINGLE && position.ply == 0);
        let sets = position.marbles.iter().chain(&position.crowns).chain([&position.pivot, &position.ball]);
        Some(PositionKey::hash_words(sets.flat_map(|set| set.words()).chain([u64::from(seat), first_turn])))
    }

    fn plies_since_ejection(&self, position: &Position<V>) -> u32 {
        position.plies_since_ejection
    }

    fn diagram(&self, position: &Position<V>, last: Option<(&Position<V>, &[Move])>) -> Diagram {
        Diagram {
            boards: vec![Board::Hex(self.board(position, last))],
            seats: self.seats(),
            sides: self.sides(position),
            to_move: self.to_move(position),
            placing: position.placing,
            ply: position.ply,
            turn_index: position.ply,
            moves_left: position.colors_in_play().map(|color| self.moves_left(position, color)).collect(),
            ..Diagram::default()
        }
    }

    fn threats(&self, position: &Position<V>) -> Vec<Threat> {
        threats::threats(self, position)
    }

    fn tags(&self, position: &Position<V>, mv: &Move) -> Vec<&'static str> {
        let Ok(effect) = judge(self, position, *mv) else { return Vec::new() };
        let mut tags = Vec::with_capacity(3);
        if effect.ejected.is_some() {
            tags.push("eject");
        }
        if effect.pushed > 0 {
            tags.push("push");
        }
        tags.push(mv.kind());
        tags.extend(mv.direction().map(Direction::name));
        tags
    }

    fn spellings(&self, position: &Position<V>, mv: &Move) -> Vec<String> {
        text::moves::spellings(self, position, *mv)
    }
}
