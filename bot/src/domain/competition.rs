//! What owns games: it opens them in its name, and takes in what becomes of them.

use std::fmt;
use std::str::FromStr;

use crate::domain::game::Phase;
use crate::domain::ids::{GameId, LadderId, Timestamp, TournamentId};
use crate::domain::named::{UnknownName, named};
use crate::domain::time_control::control::{TimeControl, VacationPolicy};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Competition {
    Ladder(LadderId),
    Tournament(TournamentId),
}

named! {
    /// Which vacations stop the clocks of a competition's games, and what else waits for its players.
    pub enum Pauses, "pauses" {
        All = "all",
        /// Those that players have asked for.
        Asked = "asked",
        None = "none",
    }
}

impl Pauses {
    /// The time control of a game of the competition, which has this one.
    #[must_use]
    pub fn limit(self, own: TimeControl) -> TimeControl {
        let vacation = match (self, own.vacation) {
            (Self::All, own) => own,
            (Self::Asked, VacationPolicy::Automatic | VacationPolicy::OnRequest) => VacationPolicy::OnRequest,
            (Self::Asked, VacationPolicy::Off) | (Self::None, _) => VacationPolicy::Off,
        };
        TimeControl { vacation, ..own }
    }

    /// Whether the times of the competition itself, to answer and to be active, wait for vacations that players ask for.
    pub const fn holds_timers(self) -> bool {
        !matches!(self, Self::None)
    }
}

/// The competition that a game is played in, and what it was called when the game was opened: on pictures, in lists and records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompetitionTag {
    pub competition: Competition,
    /// A stranger's text.
    pub label: String,
    /// Where it stands in a tournament.
    pub board: Option<BoardNumber>,
    /// When its round closes, and a rule of the tournament decides it.
    pub round_ends_at: Option<Timestamp>,
}

impl CompetitionTag {
    /// What it was called, with the board: `Spring cup · 3.2`. A stranger's text.
    pub fn title(&self) -> String {
        match self.board {
            Some(board) => format!("{} · {board}", self.label),
            None => self.label.clone(),
        }
    }
}

/// A board of a round of a tournament, both from 1, written as in records of chess: `3.2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoardNumber {
    pub round: u32,
    pub board: u32,
}

impl fmt::Display for BoardNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.round, self.board)
    }
}

impl FromStr for BoardNumber {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let unknown = || UnknownName { kind: "board of a round", name: text.to_owned() };
        let (round, board) = text.split_once('.').ok_or_else(unknown)?;
        Ok(Self { round: round.parse().map_err(|_| unknown())?, board: board.parse().map_err(|_| unknown())? })
    }
}

/// A new phase of a game that its competition has not taken in yet. The commit that brings it about stores it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PhaseChange {
    pub game: GameId,
    /// The version of the game that brought it about.
    pub version: i64,
    pub phase: Phase,
    pub at: Timestamp,
}

/// A message of a competition in its channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PostPart {
    /// The table of a ladder. It is pinned, and its channel is that of the ladder.
    Table,
    /// A season of a ladder is over: its final table.
    Season(u32),
    /// What is played in a tournament, and who takes part.
    Card,
    /// The overview of a round, from 1.
    Round(u32),
    /// The round has closed, and an organizer is asked about its games.
    Undecided(u32),
    /// The round is over, and an organizer pairs the next one.
    RoundOver(u32),
    /// How it stands after so many weeks.
    Summary(u32),
    /// It is over: who has won.
    Over,
    /// It begins in a moment: its players are called.
    Call(u32),
}

impl PostPart {
    /// A stored part.
    pub fn of(word: &str, number: u32) -> Result<Self, UnknownName> {
        Ok(match word {
            "table" => Self::Table,
            "season" => Self::Season(number),
            "card" => Self::Card,
            "round" => Self::Round(number),
            "undecided" => Self::Undecided(number),
            "round-over" => Self::RoundOver(number),
            "summary" => Self::Summary(number),
            "over" => Self::Over,
            "call" => Self::Call(number),
            _ => return Err(UnknownName { kind: "message of a competition", name: word.to_owned() }),
        })
    }

    /// The name of its sort, as it is stored.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Season(_) => "season",
            Self::Card => "card",
            Self::Round(_) => "round",
            Self::Undecided(_) => "undecided",
            Self::RoundOver(_) => "round-over",
            Self::Summary(_) => "summary",
            Self::Over => "over",
            Self::Call(_) => "call",
        }
    }

    /// Which of its sort; 0 where there is one.
    pub const fn number(self) -> u32 {
        match self {
            Self::Table | Self::Card | Self::Over => 0,
            Self::Season(number)
            | Self::Round(number)
            | Self::Undecided(number)
            | Self::RoundOver(number)
            | Self::Summary(number)
            | Self::Call(number) => number,
        }
    }

    /// Whether it says what was true when it was posted, and is not edited.
    pub const fn is_posted_once(self) -> bool {
        matches!(self, Self::Season(_) | Self::RoundOver(_) | Self::Summary(_) | Self::Over | Self::Call(_))
    }
}

impl Competition {
    /// A stored competition.
    pub fn of(kind: &str, id: i64) -> Result<Self, UnknownName> {
        match kind {
            "ladder" => Ok(Self::Ladder(LadderId(id))),
            "tournament" => Ok(Self::Tournament(TournamentId(id))),
            _ => Err(UnknownName { kind: "competition", name: kind.to_owned() }),
        }
    }

    /// The name of its kind, as it is stored.
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Ladder(_) => "ladder",
            Self::Tournament(_) => "tournament",
        }
    }

    /// Unique among those of its kind.
    pub const fn id(self) -> i64 {
        match self {
            Self::Ladder(ladder) => ladder.0,
            Self::Tournament(tournament) => tournament.0,
        }
    }
}

impl fmt::Display for Competition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind(), GameId(self.id()))
    }
}

impl FromStr for Competition {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let unknown = || UnknownName { kind: "competition", name: text.to_owned() };
        let (kind, id) = text.split_once(' ').ok_or_else(unknown)?;
        let GameId(id) = id.parse().map_err(|_| unknown())?;
        Self::of(kind, id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_competition_reads_back_as_itself() {
        for competition in [Competition::Ladder(LadderId((1 << 45) - 1)), Competition::Tournament(TournamentId(7))] {
            assert_eq!(competition.to_string().parse(), Ok(competition));
            assert_eq!(Competition::of(competition.kind(), competition.id()), Ok(competition));
        }
        let board = BoardNumber { round: 12, board: 3 };
        assert_eq!((board.to_string().as_str(), "12.3".parse()), ("12.3", Ok(board)));
        assert!(["", "1", "1.", "1.x", "1.2.3"].iter().all(|text| text.parse::<BoardNumber>().is_err()));
        for text in ["", "ladder", "ladder 1", "cup 000000007"] {
            assert!(text.parse::<Competition>().is_err(), "{text}");
        }
    }

    #[test]
    fn every_message_of_a_competition_reads_back_as_itself() {
        use PostPart::{Call, Card, Round, Summary, Table, Undecided};
        for part in [Table, Card, Round(1), Undecided(10_001), Summary(2), Call(3)] {
            assert_eq!(PostPart::of(part.word(), part.number()), Ok(part));
        }
        assert!(PostPart::of("draw", 1).is_err());
    }
}
