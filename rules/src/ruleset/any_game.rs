//! A game whose ruleset is chosen at run time.

use super::outcome::Outcome;
use super::synonyms::Synonyms;
use crate::diagram::Diagram;
use crate::refusal::Refusal;
use crate::seat::{Seat, SeatInfo, Team};
use crate::summary::Threat;

/// One legal move, as completion offers it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// Canonical notation.
    pub notation: String,
    /// Tags that describe it: kind, push, ejection.
    pub tags: Vec<&'static str>,
}

/// A game in progress, its rules chosen at run time. It speaks text, seats and diagrams.
pub trait AnyGame: Send + Sync {
    /// The setup line, canonical.
    fn setup(&self) -> String;
    /// The seats, in seat order.
    fn seats(&self) -> Vec<SeatInfo>;
    /// The seat on turn; `None` once the game is over.
    fn to_move(&self) -> Option<Seat>;
    /// Turns played so far, including those before the position that the game began from.
    fn ply(&self) -> u32;
    /// Whether seats without a legal move are passed over. See [`Self::turn_index`].
    fn may_pass(&self) -> bool;
    /// The number of the next turn, with passes counted: where seats can pass, it gives the seat to move modulo their
    /// number. Elsewhere it equals [`Self::ply`].
    fn turn_index(&self) -> u32;
    /// Lets the game go on past the third occurrence of a position, for games played without that rule.
    fn ignore_repetition(&mut self);
    /// Plays a whole turn and returns its canonical notation. A refusal changes nothing.
    fn play(&mut self, text: &str) -> Result<String, Refusal>;
    /// The game after this beginning of a turn, to show it and to list the possible next steps. An empty beginning
    /// gives the game as it is.
    fn after(&self, partial_turn: &str) -> Result<Box<dyn AnyGame>, Refusal>;
    /// The steps of an unfinished turn, in canonical notation; `None` between turns.
    fn partial_turn(&self) -> Option<String>;
    /// The separator of steps: [`Self::partial_turn`], the separator and a step of [`Self::legal_moves`] form the
    /// beginning of a turn again.
    fn separator(&self) -> &'static str;
    /// Whether the partial turn can end without another step.
    fn may_end_turn(&self) -> bool;
    /// Shows the colors from now on, because the game has ended by resignation, time or agreement, which the rules do
    /// not know.
    fn reveal_colors(&mut self);
    /// Whether the colors of the marbles are hidden. If so, nothing but [`Self::full_position`] distinguishes them.
    fn hides_colors(&self) -> bool;
    /// The outcome; `None` while the game goes on.
    fn outcome(&self) -> Option<Outcome>;
    /// The winner after a claim: none, unless a part of the game is already decided.
    fn winner_by_claim(&self) -> Option<Team>;
    /// Whether this position has occurred twice and its third occurrence would be a draw. Unknown, so false, while
    /// colors are hidden.
    fn is_drawn_if_repeated(&self) -> bool;
    /// Whether either player may claim a draw (200 plies without ejection).
    fn may_claim_draw(&self) -> bool;
    /// The position for display.
    fn diagram(&self) -> Diagram;
    /// The threats of each color: what its next turn can eject or flip if nothing else changes until then, in the order of colors and
    /// places. Empty while colors are hidden.
    fn threats(&self) -> Vec<Threat>;
    /// The position line; without the colors while they are hidden.
    fn position(&self) -> String;
    /// The position line with every color, even while colors are hidden: for storage and checks, never for players.
    fn full_position(&self) -> String;
    /// Counts legal sequences of `depth` turns from here.
    fn perft(&self, depth: u32) -> u64;
    /// The legal next steps in canonical notation, sorted; where turns have one step, the legal turns. Empty while colors are hidden.
    fn legal_moves(&self) -> Vec<String>;
    /// Complete turns in canonical notation, sorted, at most `limit` of them, and whether there are more. Empty while
    /// colors are hidden. Games with chains can have hundreds of thousands, so keep the limit small.
    fn turns(&self, limit: usize) -> (Vec<String>, bool);
    /// Legal moves that match the typed text, best first, at most `limit`: by a prefix of any accepted spelling, by a
    /// cell, by an arrow or direction, by tags such as "push" or "eject". An empty text gives a useful selection. In
    /// games with several steps per turn, each choice repeats the steps already typed, and a choice that does not
    /// finish the turn ends with the separator. Empty while colors are hidden.
    fn complete(&self, typed: &str, limit: usize) -> Vec<Choice> {
        self.complete_with(typed, limit, &Synonyms::default())
    }
    /// Like [`complete`](Self::complete), with the host's words for [`Choice::tags`].
    fn complete_with(&self, typed: &str, limit: usize, synonyms: &Synonyms) -> Vec<Choice>;
}
