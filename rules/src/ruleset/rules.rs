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

/// A list of moves on the stack. Positions of real games of Abalone have at most 101; a longer list goes to the heap.
pub type MoveList<M> = smallvec::SmallVec<[M; 128]>;

/// The rules of one game as a value; layout, target and limits are its fields.
pub trait Ruleset {
    /// The state of a game, with everything that later rulings need except for the repetition history, which [`Game`]
    /// keeps. It may be in the middle of a turn.
    type Position: Clone + Eq + fmt::Debug + fmt::Display + Send + Sync;
    /// One step of a turn; in most games the whole turn.
    type Move: Clone + Eq + fmt::Debug + fmt::Display + Send + Sync;
    /// The reason why a text or a move is refused.
    type Error: Error + Refusable + Send + Sync + 'static;

    /// The setup line, canonical: `abalone layout=belgian-daisy sprint=25`.
    fn setup(&self) -> String;
    /// The seats, in seat order; at least two.
    fn seats(&self) -> Vec<SeatInfo> {
        SeatInfo::TWO.to_vec()
    }
    /// The starting position.
    fn start(&self) -> Self::Position;
    /// Reads a position line, the inverse of its `Display`.
    fn read_position(&self, text: &str) -> Result<Self::Position, Self::Error>;
    /// The seat on turn; `None` once the game is over.
    fn to_move(&self, position: &Self::Position) -> Option<Seat>;
    /// Turns played before this position; an unfinished turn does not count.
    fn ply(&self, position: &Self::Position) -> u32;
    /// Whether seats can be passed over. If so, seats take turns in order, and a skipped seat has passed.
    fn may_pass(&self) -> bool {
        false
    }
    /// The legal moves; empty exactly if the game is over.
    fn legal_moves(&self, position: &Self::Position) -> Vec<Self::Move>;
    /// Reads a move as a player wrote it.
    fn read_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, Self::Error>;
    /// Whether this is the middle of a turn, in which the same seat goes on.
    fn is_mid_turn(&self, _position: &Self::Position) -> bool {
        false
    }
    /// Whether the partial turn can end here without another step. If so, [`Self::legal_moves`] has a step for that.
    fn may_end_turn(&self, _position: &Self::Position) -> bool {
        false
    }
    /// Reads a turn, or the beginning of one, as a player wrote it: one step or more, each legal after the previous
    /// ones.
    fn read_turn(&self, position: &Self::Position, text: &str) -> Result<Vec<Self::Move>, Self::Error> {
        Ok(vec![self.read_move(position, text)?])
    }
    /// The turn in canonical notation; the inverse of [`Self::read_turn`].
    fn write_turn(&self, steps: &[Self::Move]) -> String {
        steps.iter().map(ToString::to_string).collect::<Vec<_>>().join(self.separator())
    }
    /// Splits a text that is still being typed into the complete steps and the rest.
    fn split_turn<'a>(&self, text: &'a str) -> (&'a str, &'a str) {
        ("", text)
    }
    /// The separator of the steps of a turn.
    fn separator(&self) -> &'static str {
        ""
    }
    /// Whether all marbles look the same to everyone until the game is over.
    fn hides_colors(&self) -> bool {
        false
    }
    /// Replaces the contents of a reused list by the legal moves.
    fn generate(&self, position: &Self::Position, moves: &mut MoveList<Self::Move>) {
        moves.clear();
        moves.extend(self.legal_moves(position));
    }
    /// Plays a legal move in place without checking it, for search programs. An illegal move, or one on a position of
    /// another game, leads to an unspecified position.
    fn play_unchecked(&self, position: &mut Self::Position, mv: &Self::Move) {
        if let Ok(next) = self.play(position, mv) {
            *position = next;
        }
    }
    /// Plays a move on a copy of the position.
    fn play(&self, position: &Self::Position, mv: &Self::Move) -> Result<Self::Position, Self::Error>;
    /// The outcome of the position itself (target, sprint count, no move, plies without an ejection). [`Game`] adds
    /// repetition.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;
    /// The key for the repetition rule, under which equal positions have equal keys. `None`: the rule does not apply.
    fn repetition_key(&self, position: &Self::Position) -> Option<PositionKey>;
    /// The outcome of a third occurrence or of a claimed draw: in most games a draw.
    fn outcome_by_repetition(&self, _position: &Self::Position) -> Outcome {
        Outcome { winner: None, reason: EndReason::Repetition }
    }
    /// Consecutive plies without an ejection. At 200, either player may claim a draw.
    fn plies_since_ejection(&self, position: &Self::Position) -> u32;
    /// The position for display. `last` is the position before the last turn and its steps. [`Game`] adds
    /// [`Diagram::last`] and [`Diagram::turn_index`], and hides colors according to [`Self::hides_colors`].
    fn diagram(&self, position: &Self::Position, last: Option<(&Self::Position, &[Self::Move])>) -> Diagram;
    /// Tags that describe this move, for completion and labels: `push`, `eject`, `broadside`, directions. Hosts
    /// translate them.
    fn tags(&self, position: &Self::Position, mv: &Self::Move) -> Vec<&'static str>;
    /// The threats of each color: what its next turn can eject or flip if nothing else changes until then: see [`Threat`]. Empty if
    /// nothing can, and once the game is over. A place can appear once for each color.
    fn threats(&self, _position: &Self::Position) -> Vec<Threat> {
        Vec::new()
    }
    /// Counts legal sequences of `depth` turns from here. Rulesets override this if they can count faster than by
    /// playing.
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
