//! One small trait for every game, and its erased form: all the bot ever holds is a [`Table`].

use std::error::Error;
use std::fmt;

use crate::color::Color;
use crate::diagram::Diagram;
#[cfg(doc)]
use crate::playing::Match;

/// A place at the table, counted from 0 in the order of the first turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct Seat(pub u8);

/// The seats that win together, counted from 0 in the order of their first turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct Team(pub u8);

/// What a seat plays, and with whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place {
    /// Its marbles. Two seats may share a color.
    pub color: Color,
    /// With whom it wins.
    pub team: Team,
}

impl Place {
    /// Two players, one color each.
    pub const TWO: [Self; 2] =
        [Self { color: Color::Black, team: Team(0) }, Self { color: Color::White, team: Team(1) }];
}

/// The word for a team in results: its colors, joined by `+`: `black`, `white+green`.
pub fn team_name(places: &[Place], team: Team) -> String {
    let mut colors: Vec<Color> = places.iter().filter(|place| place.team == team).map(|place| place.color).collect();
    colors.sort_unstable();
    colors.dedup();
    colors.into_iter().map(Color::name).collect::<Vec<_>>().join("+")
}

/// How a match ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// `None` is a draw.
    pub winner: Option<Team>,
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
    /// The ball was ejected.
    Ball,
    /// A crown fell.
    Crown,
    /// Three players or more: nobody can move.
    Stuck,
    /// Notalone: the sisters are together.
    Sisters,
    /// Fliporona: the opponent has no piece left.
    NoPieces,
    /// A match on two boards: by boards won, then by ejections.
    Boards,
}

impl EndReason {
    /// A stable lower-case word for storage, logs and the command line: `target`, `moves-made`, `no-move` …
    pub const fn word(self) -> &'static str {
        match self {
            Self::Target => "target",
            Self::MovesMade => "moves-made",
            Self::NoMove => "no-move",
            Self::Repetition => "repetition",
            Self::Calm => "calm",
            Self::Ball => "ball",
            Self::Crown => "crown",
            Self::Stuck => "stuck",
            Self::Sisters => "sisters",
            Self::NoPieces => "no-pieces",
            Self::Boards => "boards",
        }
    }
}

/// The rules of one game, as a value: layout, target and limits are its fields.
pub trait Ruleset {
    /// One instant of a match, with all that later rulings need (repetition history is kept by [`Match`]). It may lie in
    /// the middle of a turn.
    type Position: Clone + Eq + fmt::Debug + fmt::Display + Send + Sync;
    /// One step of a turn; in most games the whole turn.
    type Move: Clone + Eq + fmt::Debug + fmt::Display + Send + Sync;
    /// Why a text or a move is refused.
    type Error: Error + Refusable + Send + Sync + 'static;

    /// The setup line, canonical: `abalone layout=belgian-daisy sprint=25`.
    fn setup(&self) -> String;
    /// Who sits where, in seat order. At least two.
    fn places(&self) -> Vec<Place> {
        Place::TWO.to_vec()
    }
    /// Where a match begins.
    fn start(&self) -> Self::Position;
    /// Reads a position line, the inverse of its `Display`.
    fn read_position(&self, text: &str) -> Result<Self::Position, Self::Error>;
    /// `None` once the match is over.
    fn to_move(&self, position: &Self::Position) -> Option<Seat>;
    /// Turns played before this position; one that is not finished does not count.
    fn ply(&self, position: &Self::Position) -> u32;
    /// Empty exactly when the match is over.
    fn legal_moves(&self, position: &Self::Position) -> Vec<Self::Move>;
    /// Reads a move as the player wrote it.
    fn read_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, Self::Error>;
    /// Is a turn begun and not finished here? Then the same seat goes on.
    fn is_mid_turn(&self, _position: &Self::Position) -> bool {
        false
    }
    /// May a turn that is begun here end without another step? Where it may, [`Self::legal_moves`] has a step for that.
    fn may_stop(&self, _position: &Self::Position) -> bool {
        false
    }
    /// Reads a turn, or the beginning of one, as the player wrote it: one step or more, each legal after those before it.
    fn read_turn(&self, position: &Self::Position, text: &str) -> Result<Vec<Self::Move>, Self::Error> {
        Ok(vec![self.read_move(position, text)?])
    }
    /// The turn in canonical notation; the inverse of [`Self::read_turn`].
    fn write_turn(&self, steps: &[Self::Move]) -> String {
        steps.iter().map(ToString::to_string).collect::<Vec<_>>().join(self.joint())
    }
    /// Cuts a text that may still be growing into the steps that are written whole and the rest.
    fn split_turn<'a>(&self, text: &'a str) -> (&'a str, &'a str) {
        ("", text)
    }
    /// What stands between the steps of a written turn.
    fn joint(&self) -> &'static str {
        ""
    }
    /// Do all marbles look the same to everybody until the match is over?
    fn is_veiled(&self) -> bool {
        false
    }
    /// Plays a move; the old position stays with the caller.
    fn play(&self, position: &Self::Position, mv: &Self::Move) -> Result<Self::Position, Self::Error>;
    /// The end by what the position shows (target, sprint count, no move, calm). Repetition is added by [`Match`].
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;
    /// Two positions with the same key are the same for the repetition rule. `None`: the rule does not apply.
    fn repetition_key(&self, position: &Self::Position) -> Option<String>;
    /// The end when a position has occurred for the third time, or a draw is claimed: in most games a draw.
    fn repeated(&self, _position: &Self::Position) -> Outcome {
        Outcome { winner: None, reason: EndReason::Repetition }
    }
    /// Plies in a row without an ejection, from which either player may claim a draw once it reaches 200.
    fn calm(&self, position: &Self::Position) -> u32;
    /// What stands where. `last` is the position before the last turn and its steps. [`Diagram::last`], and the veil of
    /// [`Self::is_veiled`], are [`Match`]'s business.
    fn diagram(&self, position: &Self::Position, last: Option<(&Self::Position, &[Self::Move])>) -> Diagram;
    /// Words a player may type for this move besides its notation, lower case, English: "push", "eject", "broadside", directions.
    fn tags(&self, position: &Self::Position, mv: &Self::Move) -> Vec<&'static str>;
    /// Counts legal sequences of `depth` turns from here. A ruleset that can count faster than by playing does.
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
    /// Who sits where, in seat order.
    fn places(&self) -> Vec<Place>;
    /// `None` once the match is over.
    fn to_move(&self) -> Option<Seat>;
    /// Turns played so far, those before the position the match began from included.
    fn ply(&self) -> u32;
    /// Plays the turn that the player wrote, to its end; gives the canonical notation. On refusal nothing has changed.
    fn play(&mut self, text: &str) -> Result<String, Refusal>;
    /// The table as it would be after this beginning of a turn: to look at, and to ask for the steps that may follow. An
    /// empty beginning gives the table as it is.
    fn after(&self, begun: &str) -> Result<Box<dyn Table>, Refusal>;
    /// The steps of the turn begun by [`Self::after`], in canonical notation; `None` where no turn is begun.
    fn begun(&self) -> Option<String>;
    /// What stands between the steps of a written turn: [`Self::begun`], this and a step of [`Self::legal_moves`] make the
    /// beginning of a turn again.
    fn joint(&self) -> &'static str;
    /// May the turn begun by [`Self::after`] end as it is?
    fn may_stop(&self) -> bool;
    /// Lifts the veil for good: the match has ended by something that the rules do not see (resignation, time, agreement).
    fn reveal(&mut self);
    /// Are the colors of the marbles hidden? Then nothing that this table gives tells them apart, [`Self::secret`] excepted.
    fn is_veiled(&self) -> bool;
    /// How the match ended, `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;
    /// The end by a claim: a draw, but for a match of which a part is decided already.
    fn claimed(&self) -> Option<Team>;
    /// May either player claim a draw (200 plies without ejection)?
    fn may_claim_draw(&self) -> bool;
    /// What stands where.
    fn diagram(&self) -> Diagram;
    /// The position line; under a veil without the colors.
    fn position(&self) -> String;
    /// The position line with every color in it, veil or not: for storage and checks, never for players.
    fn secret(&self) -> String;
    /// Counts legal sequences of `depth` turns from here.
    fn perft(&self, depth: u32) -> u64;
    /// The legal next steps in canonical notation, sorted; where turns have one step, the legal turns. Empty under a veil.
    fn legal_moves(&self) -> Vec<String>;
    /// Complete turns in canonical notation, sorted, at most `limit` of them, and whether there are more. Empty under a veil.
    /// Where turns are chains there can be hundreds of thousands: ask for few.
    fn turns(&self, limit: usize) -> (Vec<String>, bool);
    /// Legal moves that fit what is typed so far, best first, at most `limit`: by notation in any accepted spelling's prefix,
    /// by a cell, by an arrow or direction, by words such as "push" or "eject". An empty text gives a useful spread. In a game
    /// of many steps a beginning that is typed already stands in front of each choice, and a choice that does not finish the
    /// turn ends with what stands between steps. Empty under a veil.
    fn complete(&self, typed: &str, limit: usize) -> Vec<Choice>;
}
