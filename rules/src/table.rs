//! One small trait for every game, and its erased form: all the bot ever holds is a [`Table`].

use std::error::Error;
use std::fmt;

use crate::diagram::Diagram;
#[cfg(doc)]
use crate::playing::Match;

/// A place at the table, counted from 0 in the order of the first turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct Seat(pub u8);

/// How a match ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// `None` is a draw.
    pub winner: Option<Seat>,
    /// Why.
    pub reason: EndReason,
}

/// What ended a match by the rules. Resignation, time and agreement are the host's business.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EndReason {
    /// The target number of ejections was reached.
    Target,
    /// Sprint: all moves are made; the score decided.
    MovesMade,
    /// The player to move has no legal move.
    NoMove,
    /// The same position occurred for the third time.
    Repetition,
    /// 300 plies in a row without an ejection.
    Calm,
}

impl EndReason {
    /// A stable lower-case word for storage, logs and the command line: `target`, `moves-made`, `no-move`, `repetition`, `calm`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Target => "target",
            Self::MovesMade => "moves-made",
            Self::NoMove => "no-move",
            Self::Repetition => "repetition",
            Self::Calm => "calm",
        }
    }
}

/// The rules of one game, as a value: layout, target and limits are its fields.
pub trait Ruleset {
    /// One instant of a match, with all that later rulings need (repetition history is kept by [`Match`]).
    type Position: Clone + Eq + fmt::Debug + fmt::Display + Send + Sync;
    /// One turn of one player.
    type Move: Clone + Eq + fmt::Debug + fmt::Display + Send + Sync;
    /// Why a text or a move is refused.
    type Error: Error + Refusable + Send + Sync + 'static;

    /// The setup line, canonical: `abalone layout=belgian-daisy sprint=25`.
    fn setup(&self) -> String;
    /// Number of seats.
    fn seats(&self) -> u8;
    /// Where a match begins.
    fn start(&self) -> Self::Position;
    /// Reads a position line, the inverse of its `Display`.
    fn read_position(&self, text: &str) -> Result<Self::Position, Self::Error>;
    /// `None` once the match is over.
    fn to_move(&self, position: &Self::Position) -> Option<Seat>;
    /// Plies played before this position.
    fn ply(&self, position: &Self::Position) -> u32;
    /// Empty exactly when the match is over.
    fn legal_moves(&self, position: &Self::Position) -> Vec<Self::Move>;
    /// Reads a move as the player wrote it.
    fn read_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, Self::Error>;
    /// Plays a move; the old position stays with the caller.
    fn play(&self, position: &Self::Position, mv: &Self::Move) -> Result<Self::Position, Self::Error>;
    /// The end by what the position shows (target, sprint count, no move, calm). Repetition is added by [`Match`].
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;
    /// Two positions with the same key are the same for the repetition rule. `None`: the rule does not apply.
    fn repetition_key(&self, position: &Self::Position) -> Option<String>;
    /// Plies in a row without an ejection, from which either player may claim a draw once it reaches 200.
    fn calm(&self, position: &Self::Position) -> u32;
    /// What stands where. `before` and `mv` are the position before and the move that led here.
    fn diagram(&self, position: &Self::Position, last: Option<(&Self::Position, &Self::Move)>) -> Diagram;
    /// Words a player may type for this move besides its notation, lower case, English: "push", "eject", "broadside", directions.
    fn tags(&self, position: &Self::Position, mv: &Self::Move) -> Vec<&'static str>;
    /// Counts legal sequences of `depth` moves from here. A ruleset that can count faster than by playing does.
    fn perft(&self, position: &Self::Position, depth: u32) -> u64
    where
        Self: Sized,
    {
        crate::perft::perft(self, position, depth)
    }
    /// Every accepted spelling of a legal move in lower case and without separators, the canonical one first.
    fn spellings(&self, _position: &Self::Position, mv: &Self::Move) -> Vec<String> {
        vec![mv.to_string()]
    }
}

/// An error that callers can say in another language: a stable code and its arguments.
pub trait Refusable {
    /// The refusal as data.
    fn refusal(&self) -> Refusal;
}

/// Why something was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct Refusal {
    /// Stable, kebab-case, for translation: `pac`, `own-ejection` …
    pub code: &'static str,
    /// Values named in the sentence: cells, counts.
    pub args: Vec<(&'static str, String)>,
    /// The sentence in English, lower case, no final period.
    pub text: String,
}

/// One legal move, as completion offers it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// Canonical notation.
    pub notation: String,
    /// The words that describe it: kind, push, ejection.
    pub tags: Vec<&'static str>,
}

/// A match in progress, its rules chosen at run time. It speaks text, seats and diagrams.
pub trait Table: Send + Sync {
    /// The setup line, canonical.
    fn setup(&self) -> String;
    /// Number of seats.
    fn seats(&self) -> u8;
    /// `None` once the match is over.
    fn to_move(&self) -> Option<Seat>;
    /// Plies played so far, those before the position the match began from included.
    fn ply(&self) -> u32;
    /// Plays what the player wrote; gives the canonical notation. On refusal nothing has changed.
    fn play(&mut self, text: &str) -> Result<String, Refusal>;
    /// How the match ended, `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;
    /// May the player to move claim a draw (200 plies without ejection)?
    fn may_claim_draw(&self) -> bool;
    /// What stands where.
    fn diagram(&self) -> Diagram;
    /// The position line.
    fn position(&self) -> String;
    /// Counts legal sequences of `depth` moves from here.
    fn perft(&self, depth: u32) -> u64;
    /// All legal moves in canonical notation, sorted.
    fn legal_moves(&self) -> Vec<String>;
    /// Legal moves that fit what is typed so far, best first, at most `limit`: by notation in any accepted spelling's prefix,
    /// by a cell, by an arrow or direction, by words such as "push" or "eject". An empty text gives a useful spread.
    fn complete(&self, typed: &str, limit: usize) -> Vec<Choice>;
}
