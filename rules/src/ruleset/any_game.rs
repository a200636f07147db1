//! A game whose ruleset is chosen at run time: what a host holds.

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
    /// The words that describe it: kind, push, ejection.
    pub tags: Vec<&'static str>,
}

/// A game in progress, its rules chosen at run time. It speaks text, seats and diagrams.
pub trait AnyGame: Send + Sync {
    /// The setup line, canonical.
    fn setup(&self) -> String;
    /// Who sits where, in seat order.
    fn seats(&self) -> Vec<SeatInfo>;
    /// `None` once the game is over.
    fn to_move(&self) -> Option<Seat>;
    /// Turns played so far, those before the position the game began from included.
    fn ply(&self) -> u32;
    /// Can a seat be passed over, because it has no legal move? See [`Self::turn_index`].
    fn may_pass(&self) -> bool;
    /// Turns before the next one, passes included: where seats can pass, this modulo their number is the seat to move.
    /// Elsewhere it is [`Self::ply`].
    fn turn_index(&self) -> u32;
    /// Lets the game go on past the third occurrence of a position: for games that were played without that rule.
    fn ignore_repetition(&mut self);
    /// Plays the turn that the player wrote, to its end; gives the canonical notation. On refusal nothing has changed.
    fn play(&mut self, text: &str) -> Result<String, Refusal>;
    /// The game as it would be after this beginning of a turn: to look at, and to ask for the steps that may follow. An
    /// empty beginning gives the game as it is.
    fn after(&self, partial_turn: &str) -> Result<Box<dyn AnyGame>, Refusal>;
    /// The steps of an unfinished turn, in canonical notation; `None` between turns.
    fn partial_turn(&self) -> Option<String>;
    /// What stands between the steps of a written turn: [`Self::partial_turn`], this and a step of [`Self::legal_moves`] make the
    /// beginning of a turn again.
    fn separator(&self) -> &'static str;
    /// May the partial turn end without another step?
    fn may_end_turn(&self) -> bool;
    /// Shows the colors for good: the game has ended by something that the rules do not know (resignation, time, agreement).
    fn reveal_colors(&mut self);
    /// Are the colors of the marbles hidden? Then nothing that this game gives tells them apart, [`Self::full_position`] excepted.
    fn hides_colors(&self) -> bool;
    /// How the game ended, `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;
    /// The end by a claim: a draw, but for a game of which a part is decided already.
    fn winner_by_claim(&self) -> Option<Team>;
    /// Has this position occurred twice, and would its third occurrence be a draw? Nobody can tell while colors are hidden.
    fn is_drawn_if_repeated(&self) -> bool;
    /// May either player claim a draw (200 plies without ejection)?
    fn may_claim_draw(&self) -> bool;
    /// What stands where.
    fn diagram(&self) -> Diagram;
    /// What each color's next turn can eject or flip if everything stays as it is until then, in the order of their colors and
    /// places. Empty while colors are hidden.
    fn threats(&self) -> Vec<Threat>;
    /// The position line; while colors are hidden without the colors.
    fn position(&self) -> String;
    /// The position line with every color in it, even while colors are hidden: for storage and checks, never for players.
    fn full_position(&self) -> String;
    /// Counts legal sequences of `depth` turns from here.
    fn perft(&self, depth: u32) -> u64;
    /// The legal next steps in canonical notation, sorted; where turns have one step, the legal turns. Empty while colors are hidden.
    fn legal_moves(&self) -> Vec<String>;
    /// Complete turns in canonical notation, sorted, at most `limit` of them, and whether there are more. Empty while colors are hidden.
    /// Where turns are chains there can be hundreds of thousands: ask for few.
    fn turns(&self, limit: usize) -> (Vec<String>, bool);
    /// Legal moves that fit what is typed so far, best first, at most `limit`: by notation in any accepted spelling's prefix,
    /// by a cell, by an arrow or direction, by tags such as "push" or "eject". An empty text gives a useful spread. In a game
    /// of many steps a beginning that is typed already stands in front of each choice, and a choice that does not finish the
    /// turn ends with what stands between steps. Empty while colors are hidden.
    fn complete(&self, typed: &str, limit: usize) -> Vec<Choice> {
        self.complete_with(typed, limit, &Synonyms::default())
    }
    /// Completes as [`complete`](Self::complete) does, with the host's words for [`Choice::tags`].
    fn complete_with(&self, typed: &str, limit: usize, synonyms: &Synonyms) -> Vec<Choice>;
}
