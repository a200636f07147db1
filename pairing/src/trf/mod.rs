//! Tournament reports: the text files that the pairing programs of chess exchange (FIDE handbook C.04 annex 2, TRF16), with the lines that JaVaFo
//! and bbpPairings add.
//!
//! Known are the lines `012`, `022` to `132` (kept as they are), `001`, and of the additions `XXR` or `142` (rounds in all), `XXC` or `152` (color of
//! the highest seed), `XXZ` (absent in the next round), `XXP` (kept apart) and `BBW`, `BBD`, `BBL`, `BBU` (points). Lines of comment begin with `###`.
//! Everything else is refused: to ignore acceleration or teams would pair another tournament.
//!
//! A bye in the column of the next round is one that the player has asked for.

mod read;
mod write;

use crate::{Color, Score, StartNumber, Tournament};

/// A report: a tournament and what else is said about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Players, rounds and what is agreed about the next one.
    pub tournament: Tournament,
    /// Lines 022 to 132, such as the city (22), the first day (42) or the chief arbiter (102), in the order of the report.
    pub headers: Vec<(u16, String)>,
}

/// What is wrong with a report, and in which line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct TrfError {
    /// From 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: TrfProblem,
}

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TrfProblem {
    /// A line that would change the pairing, and that is not known.
    #[error("`{0}` is not a line that is known here")]
    UnknownLine(String),
    /// Accelerated rounds.
    #[error("the tournament is accelerated; accelerated rounds are not known here")]
    Accelerated,
    /// Teams.
    #[error("the report is of teams; only single players are paired")]
    Teams,
    /// A line ends within a field.
    #[error("the line is cut off")]
    CutOff,
    /// A field has something else than it should.
    #[error("{field} is `{found}`, and should be {wanted}")]
    Field {
        /// Which one.
        field: &'static str,
        /// What it has.
        found: String,
        /// What it should have.
        wanted: &'static str,
    },
    /// Two lines have a start number.
    #[error("start number {0} has another line before")]
    PlayerTwice(StartNumber),
    /// A line names somebody who has none.
    #[error("player {0} has no line")]
    NoSuchPlayer(StartNumber),
    /// A game without a result.
    #[error("round {0} has no result; report it first")]
    NoResult(u16),
    /// The lines of two players do not agree.
    #[error("in round {round} player {player} has met {opponent}, whose line says otherwise: {what}")]
    Contradiction {
        /// Which round.
        round: u16,
        /// Whose line it is.
        player: StartNumber,
        /// Against whom.
        opponent: StartNumber,
        /// About what they do not agree.
        what: Disagreement,
    },
    /// The points are not the sum of the results.
    #[error("player {player} has {said} points, and the results are worth {counted}")]
    Points {
        /// Who.
        player: StartNumber,
        /// As the line says.
        said: Score,
        /// As the results say.
        counted: Score,
    },
    /// More rounds than planned.
    #[error("{played} rounds are played, and there are {planned} in all")]
    TooManyRounds {
        /// In the report.
        played: u16,
        /// In line XXR.
        planned: u16,
    },
    /// Two lines say what there is one of.
    #[error("line `{0}` is there twice")]
    LineTwice(String),
    /// There is nobody.
    #[error("the report has no players; its lines 001 are missing")]
    NoPlayers,
    /// What the tournament itself refuses.
    #[error(transparent)]
    Tournament(#[from] crate::TournamentError),
}

/// About what the lines of two players do not agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Disagreement {
    /// The other one has another opponent.
    #[error("another opponent")]
    Opponent,
    /// Both have the same color.
    #[error("the same color")]
    Color,
    /// Both have won, or only one of them has drawn.
    #[error("another result")]
    Result,
}

/// Where things stand in a line 001, in characters from 0.
mod columns {
    use std::ops::Range;
    pub(super) const NUMBER: Range<usize> = 4..8;
    pub(super) const NAME: Range<usize> = 14..47;
    pub(super) const RATING: Range<usize> = 48..52;
    pub(super) const POINTS: Range<usize> = 80..84;
    /// The first round: the opponent's number, the color two further, the result two further.
    pub(super) const ROUNDS: usize = 91;
    pub(super) const ROUND_STEP: usize = 10;
    pub(super) const ROUND_WIDTH: usize = 8;
}

impl Report {
    /// A tournament about which nothing else is said.
    pub const fn new(tournament: Tournament) -> Self {
        Self { tournament, headers: Vec::new() }
    }

    /// Reads a report. Lines may end in any way, and a byte order mark is skipped.
    ///
    /// # Errors
    ///
    /// The first line that is not known, is cut off, or contradicts another one.
    pub fn read(text: &str) -> Result<Self, TrfError> {
        read::read(text)
    }

    /// Writes a report that the common pairing programs read. Names lose what is beyond 33 letters; of the byes that are granted only those
    /// of the next round are there.
    pub fn write(&self) -> String {
        write::write(self)
    }
}

const fn letter(color: Color) -> char {
    match color {
        Color::White => 'w',
        Color::Black => 'b',
    }
}
