//! Tournament reports: the text files that chess pairing programs exchange (FIDE handbook C.04 annex 2, TRF16, and
//! TRF-2026), with the extensions of JaVaFo and bbpPairings.
//!
//! * Used: `001`, `012`, `142` or `XXR` (total rounds), `152` or `XXC` (color of the highest seed), `162` or `BBW`,
//!   `BBD`, `BBL`, `BBZ`, `BBF`, `BBU` (points), `240` (byes), `260` or `XXP` (kept apart), `299` (abnormal points) and
//!   `XXZ` (absent in the next round).
//! * Kept and written again: `022` to `132`, `172` to `222`, and with a line `172` also national ratings. Comment lines
//!   begin with `###`.
//! * Everything else is refused, because ignoring acceleration or teams would pair another tournament.
//!
//! A bye in the column of the next round is one that the player has requested. `U` there is the bye of that round, given
//! by hand.

mod fields;
mod read;
mod write;

use std::collections::BTreeMap;

use crate::{Color, Score, StartNumber, Tournament};

/// A report: a tournament, and what else the file says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Players, rounds and arrangements for the next round.
    pub tournament: Tournament,
    /// Lines without a meaning here, such as the city (`022 Lyon`), in the order of the report.
    pub headers: Vec<String>,
    /// Ranks to write. Without any, players rank by points, then by start number.
    pub ranks: BTreeMap<StartNumber, usize>,
    /// Sex, title, federation, FIDE number and birth of players, as they stand in their lines.
    people: BTreeMap<StartNumber, Person>,
}

/// Columns of a line 001 without a meaning here.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Person {
    sex_and_title: String,
    federation_to_birth: String,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct TrfError {
    /// The line, from 1.
    pub line: usize,
    pub problem: TrfProblem,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TrfProblem {
    /// An unknown line that could affect the pairing.
    #[error("`{0}` is not a line that is known here")]
    UnknownLine(String),
    #[error("the tournament is accelerated; accelerated rounds are not known here")]
    Accelerated,
    #[error("the report is of teams; only single players are paired")]
    Teams,
    /// The line ends within a field.
    #[error("the line is cut off")]
    CutOff,
    /// A field has an invalid value.
    #[error("{field} is `{found}`, and should be {wanted}")]
    Field { field: &'static str, found: String, wanted: &'static str },
    #[error("start number {0} has another line before")]
    PlayerTwice(StartNumber),
    #[error("player {0} has no line")]
    NoSuchPlayer(StartNumber),
    /// A color without an opponent.
    #[error("column {column}, the color in round {round}, is `{color}`, but the opponent is 0000; a bye has `-` there")]
    ColorWithoutOpponent {
        round: u16,
        /// The column, from 1.
        column: usize,
        color: char,
    },
    /// A bye in the line of the player and another one in a line 240.
    #[error("player {player} has another entry in round {round}")]
    OtherBye { player: StartNumber, round: u16 },
    /// A game without a result.
    #[error("round {0} has no result; report it first")]
    NoResult(u16),
    /// The lines of two players disagree.
    #[error("in round {round} player {player} has met {opponent}, whose line says otherwise: {what}")]
    Contradiction {
        round: u16,
        /// The player whose line is at fault.
        player: StartNumber,
        opponent: StartNumber,
        what: Disagreement,
    },
    /// The points are not the sum of the results.
    #[error("player {player} has {said} points, and the results are worth {counted}")]
    Points {
        player: StartNumber,
        /// The points in the line.
        said: Score,
        /// The sum of the results.
        counted: Score,
    },
    /// There are more rounds than planned.
    #[error("{played} rounds are played, and there are {planned} in all")]
    TooManyRounds {
        played: u16,
        /// Rounds in line XXR.
        planned: u16,
    },
    /// A line that may occur only once occurs twice.
    #[error("line `{0}` is there twice")]
    LineTwice(String),
    #[error("the report has no players; its lines 001 are missing")]
    NoPlayers,
    #[error(transparent)]
    Tournament(#[from] crate::TournamentError),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Disagreement {
    /// The opponent's line names another opponent.
    #[error("another opponent")]
    Opponent,
    /// Both have the same color.
    #[error("the same color")]
    Color,
    /// Both have won, or only one of them has drawn.
    #[error("another result")]
    Result,
}

/// The columns of a line 001, in characters from 0.
mod columns {
    use std::ops::Range;
    pub(super) const NUMBER: Range<usize> = 4..8;
    pub(super) const SEX_AND_TITLE: Range<usize> = 9..13;
    pub(super) const NAME: Range<usize> = 14..47;
    pub(super) const RATING: Range<usize> = 48..52;
    pub(super) const FEDERATION_TO_BIRTH: Range<usize> = 53..79;
    pub(super) const POINTS: Range<usize> = 80..84;
    /// The first round: the opponent's number, the color two further, the result two further.
    pub(super) const ROUNDS: usize = 91;
    pub(super) const ROUND_STEP: usize = 10;
    pub(super) const ROUND_WIDTH: usize = 8;
}

impl Report {
    /// A report without further headers.
    pub const fn new(tournament: Tournament) -> Self {
        Self { tournament, headers: Vec::new(), ranks: BTreeMap::new(), people: BTreeMap::new() }
    }

    /// The type of tournament in line 192, such as `FIDE_DUTCH_2026`.
    pub fn encoded_type(&self) -> Option<&str> {
        self.headers.iter().find_map(|line| line.strip_prefix("192 ")).map(str::trim)
    }

    /// Reads a report. Any line endings are accepted, and a byte order mark is skipped.
    ///
    /// # Errors
    ///
    /// The first line that is unknown, cut off, or contradicts another one.
    pub fn read(text: &str) -> Result<Self, TrfError> {
        read::read(text)
    }

    /// Writes a report that the common pairing programs read: in ASCII, because they expect different encodings. Names
    /// are cut after 33 letters; of the granted byes only those of the next round are included.
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
