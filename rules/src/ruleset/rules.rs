//! The rules of one game.

use std::error::Error;
use std::fmt;

#[cfg(doc)]
use super::game::Game;
use super::key::PositionKey;
use super::outcome::{EndReason, Outcome};
use crate::diagram::Diagram;
use crate::refusal::Refusable;
use crate::seat::{Seat, SeatInfo};
use crate::summary::Threat;

/// Moves on the stack. Real games have 101 at most in one position of Abalone; a longer list goes to the heap.
pub type MoveList<M> = smallvec::SmallVec<[M; 128]>;

/// The rules of one game, as a value: layout, target and limits are its fields.
pub trait Ruleset {
    /// One instant of a game, with all that later rulings need (repetition history is kept by [`Game`]). It may lie in
    /// the middle of a turn.
    type Position: Clone + Eq + fmt::Debug + fmt::Display + Send + Sync;
    /// One step of a turn; in most games the whole turn.
    type Move: Clone + Eq + fmt::Debug + fmt::Display + Send + Sync;
    /// Why a text or a move is refused.
    type Error: Error + Refusable + Send + Sync + 'static;

    /// The setup line, canonical: `abalone layout=belgian-daisy sprint=25`.
    fn setup(&self) -> String;
    /// Who sits where, in seat order. At least two.
    fn seats(&self) -> Vec<SeatInfo> {
        SeatInfo::TWO.to_vec()
    }
    /// Where a game begins.
    fn start(&self) -> Self::Position;
    /// Reads a position line, the inverse of its `Display`.
    fn read_position(&self, text: &str) -> Result<Self::Position, Self::Error>;
    /// `None` once the game is over.
    fn to_move(&self, position: &Self::Position) -> Option<Seat>;
    /// Turns played before this position; one that is not finished does not count.
    fn ply(&self, position: &Self::Position) -> u32;
    /// Can a seat be passed over? Then the seats take turns in their order, and one that is left out has passed.
    fn may_pass(&self) -> bool {
        false
    }
    /// Empty exactly when the game is over.
    fn legal_moves(&self, position: &Self::Position) -> Vec<Self::Move>;
    /// Reads a move as the player wrote it.
    fn read_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, Self::Error>;
    /// Is this the middle of a turn? Then the same seat goes on.
    fn is_mid_turn(&self, _position: &Self::Position) -> bool {
        false
    }
    /// May the partial turn end here without another step? Where it may, [`Self::legal_moves`] has a step for that.
    fn may_end_turn(&self, _position: &Self::Position) -> bool {
        false
    }
    /// Reads a turn, or the beginning of one, as the player wrote it: one step or more, each legal after those before it.
    fn read_turn(&self, position: &Self::Position, text: &str) -> Result<Vec<Self::Move>, Self::Error> {
        Ok(vec![self.read_move(position, text)?])
    }
    /// The turn in canonical notation; the inverse of [`Self::read_turn`].
    fn write_turn(&self, steps: &[Self::Move]) -> String {
        steps.iter().map(ToString::to_string).collect::<Vec<_>>().join(self.separator())
    }
    /// Cuts a text that may still be growing into the steps that are written whole and the rest.
    fn split_turn<'a>(&self, text: &'a str) -> (&'a str, &'a str) {
        ("", text)
    }
    /// What stands between the steps of a written turn.
    fn separator(&self) -> &'static str {
        ""
    }
    /// Do all marbles look the same to everybody until the game is over?
    fn hides_colors(&self) -> bool {
        false
    }
    /// Puts the legal moves into a list that is kept from position to position; what it held is gone.
    fn generate(&self, position: &Self::Position, moves: &mut MoveList<Self::Move>) {
        moves.clear();
        moves.extend(self.legal_moves(position));
    }
    /// Plays a legal move in place, without asking whether it is legal: for programs that search. An illegal move, or one on a
    /// position of another game, leaves some position that need not make sense.
    fn play_unchecked(&self, position: &mut Self::Position, mv: &Self::Move) {
        if let Ok(next) = self.play(position, mv) {
            *position = next;
        }
    }
    /// Plays a move; the old position stays with the caller.
    fn play(&self, position: &Self::Position, mv: &Self::Move) -> Result<Self::Position, Self::Error>;
    /// The end by what the position shows (target, sprint count, no move, plies without an ejection). Repetition is added by [`Game`].
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;
    /// Two positions with the same key are the same for the repetition rule. `None`: the rule does not apply.
    fn repetition_key(&self, position: &Self::Position) -> Option<PositionKey>;
    /// The end when a position has occurred for the third time, or a draw is claimed: in most games a draw.
    fn outcome_by_repetition(&self, _position: &Self::Position) -> Outcome {
        Outcome { winner: None, reason: EndReason::Repetition }
    }
    /// Plies in a row without an ejection, from which either player may claim a draw once it reaches 200.
    fn plies_since_ejection(&self, position: &Self::Position) -> u32;
    /// What stands where. `last` is the position before the last turn and its steps. [`Diagram::last`], [`Diagram::turn_index`], and
    /// the hiding of colors by [`Self::hides_colors`], are [`Game`]'s business.
    fn diagram(&self, position: &Self::Position, last: Option<(&Self::Position, &[Self::Move])>) -> Diagram;
    /// Words that describe this move, for completion and labels: `push`, `eject`, `broadside`, directions. Hosts translate them.
    fn tags(&self, position: &Self::Position, mv: &Self::Move) -> Vec<&'static str>;
    /// What each color's next turn can eject or flip if everything stays as it is until then: see [`Threat`]. Empty where nothing
    /// can, and once the game is over. The same place is named once for each color.
    fn threats(&self, _position: &Self::Position) -> Vec<Threat> {
        Vec::new()
    }
    /// Counts legal sequences of `depth` turns from here. A ruleset that can count faster than by playing does.
    fn perft(&self, position: &Self::Position, depth: u32) -> u64
    where
        Self: Sized,
    {
        super::perft::perft(self, position, depth)
    }
    /// Every accepted spelling of a legal move in lower case and without separators, the canonical one first.
    fn spellings(&self, _position: &Self::Position, mv: &Self::Move) -> Vec<String> {
        vec![mv.to_string()]
    }
}
