//! Competitions, which own games: they open them and process their results.

use std::fmt;
use std::str::FromStr;

use crate::domain::game::Phase;
use crate::domain::ids::{GameId, LadderId, Timestamp, TournamentId};
use crate::domain::time_control::control::{TimeControl, VacationPolicy};
use base::named::{UnknownName, named};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Competition {
    Ladder(LadderId),
    Tournament(TournamentId),
}

named! {
    /// Selects the vacations that pause the clocks of a competition's games, and its own timers.
    pub enum Pauses, "pauses" {
        All = "all",
        /// Vacations that players requested.
        Asked = "asked",
        None = "none",
    }
}

impl Pauses {
    /// Restricts the time control of a game to the vacations that the competition allows.
    #[must_use]
    pub fn limit(self, own: TimeControl) -> TimeControl {
        let vacation = match (self, own.vacation) {
            (Self::All, own) => own,
            (Self::Asked, VacationPolicy::Automatic | VacationPolicy::OnRequest) => VacationPolicy::OnRequest,
            (Self::Asked, VacationPolicy::Off) | (Self::None, _) => VacationPolicy::Off,
        };
        TimeControl { vacation, ..own }
    }

    /// Whether the competition's own timers, for answers and inactivity, are paused during requested vacations.
    pub const fn holds_timers(self) -> bool {
        !matches!(self, Self::None)
    }
}

/// The competition of a game, with its name at the time the game was opened, for pictures, lists and records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompetitionTag {
    pub competition: Competition,
    /// Untrusted input.
    pub label: String,
    pub board: Option<BoardNumber>,
    /// When the round closes, if a rule of the tournament then decides the game.
    pub round_ends_at: Option<Timestamp>,
}

impl CompetitionTag {
    /// The name with the board: `Spring cup · 3.2`. Untrusted input.
    pub fn title(&self) -> String {
        match self.board {
            Some(board) => format!("{} · {board}", self.label),
            None => self.label.clone(),
        }
    }
}

named! {
    /// How a tournament decides games that its round leaves unfinished.
    #[derive(Default)]
    pub enum Unfinished, "end of unfinished games" {
        /// The player who is ahead wins; equal is a draw.
        #[default]
        Score = "score",
        /// An organizer decides, and the round waits.
        Organizer = "organizer",
        /// The player with more time left wins.
        Clock = "clock",
    }
}

impl Unfinished {
    pub const fn waits(self) -> bool {
        match self {
            Self::Score | Self::Clock => false,
            Self::Organizer => true,
        }
    }

    pub const fn compares_clocks(self) -> bool {
        match self {
            Self::Score | Self::Organizer => false,
            Self::Clock => true,
        }
    }
}

/// A board of a tournament round, both counted from 1, written as in chess records: `3.2`.
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

/// A phase change that the game's competition has not processed yet. The commit that causes it stores it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PhaseChange {
    pub game: GameId,
    pub version: i64,
    pub phase: Phase,
    pub at: Timestamp,
}

impl Competition {
    pub fn of(kind: &str, id: i64) -> Result<Self, UnknownName> {
        match kind {
            "ladder" => Ok(Self::Ladder(LadderId(id))),
            "tournament" => Ok(Self::Tournament(TournamentId(id))),
            _ => Err(UnknownName { kind: "competition", name: kind.to_owned() }),
        }
    }

    pub const fn kind(self) -> &'static str {
        match self {
            Self::Ladder(_) => "ladder",
            Self::Tournament(_) => "tournament",
        }
    }

    /// Unique within its kind.
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
}
