//! The end of a game: its reason and its outcome.

use std::fmt;
use std::str::FromStr;

use base::named::UnknownName;
use rules::record::Colors;
use rules::{Color, SeatInfo, Team};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameOutcome {
    Draw,
    Won(Colors),
}

impl GameOutcome {
    /// This team won; a draw if there is none.
    pub fn of(winner: Option<Team>, seats: &[SeatInfo]) -> Self {
        Self::won_by(seats.iter().filter(|seat| Some(seat.team) == winner))
    }

    pub fn won_by<'s>(seats: impl Iterator<Item = &'s SeatInfo>) -> Self {
        Colors::of(seats.map(|seat| seat.color)).map_or(Self::Draw, Self::Won)
    }

    pub const fn winners(self) -> Option<Colors> {
        match self {
            Self::Draw => None,
            Self::Won(colors) => Some(colors),
        }
    }
}

/// The stored form: `draw`, or the colors of the winning team joined by `+`.
impl fmt::Display for GameOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw => f.write_str("draw"),
            Self::Won(colors) => colors.fmt(f),
        }
    }
}

impl FromStr for GameOutcome {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        if name == "draw" {
            return Ok(Self::Draw);
        }
        let colors: Option<Vec<Color>> = name.split('+').map(Color::from_name).collect();
        let unknown = || UnknownName { kind: "outcome", name: name.to_owned() };
        colors.and_then(Colors::of).map(Self::Won).ok_or_else(unknown)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EndReason {
    Rules(rules::EndReason),
    Resignation,
    Time,
    Agreement,
    /// A draw that the rules let a player claim.
    Claim,
    /// A player did not move for long, and the opponent claimed the game.
    Silence,
    Declined,
    Withdrawn,
    Expired,
    Aborted,
    /// A player left the competition that owned the challenge.
    LeftCompetition,
    CompetitionClosed,
    Adjudication,
    /// The game was open when its round closed, and was decided by score.
    RoundScore,
    /// The game was open when its round closed, and was decided by the time left.
    RoundClock,
    /// An organizer decided that the game counts as not played.
    Annulled,
}

impl EndReason {
    pub const OWN: [Self; 15] = [
        Self::Resignation,
        Self::Time,
        Self::Agreement,
        Self::Claim,
        Self::Silence,
        Self::Declined,
        Self::Withdrawn,
        Self::Expired,
        Self::Aborted,
        Self::LeftCompetition,
        Self::CompetitionClosed,
        Self::Adjudication,
        Self::RoundScore,
        Self::RoundClock,
        Self::Annulled,
    ];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Rules(reason) => reason.as_str(),
            Self::Resignation => "resignation",
            Self::Time => "time",
            Self::Agreement => "agreement",
            Self::Claim => "claim",
            Self::Silence => "silence",
            Self::Declined => "declined",
            Self::Withdrawn => "withdrawn",
            Self::Expired => "expired",
            Self::Aborted => "aborted",
            Self::LeftCompetition => "left-competition",
            Self::CompetitionClosed => "competition-closed",
            Self::Adjudication => "adjudication",
            Self::RoundScore => "round-score",
            Self::RoundClock => "round-clock",
            Self::Annulled => "annulled",
        }
    }

    /// Whether players, clocks, an organizer or the end of a round decided the game, and not the rules.
    pub const fn is_by_people(self) -> bool {
        match self {
            Self::Resignation
            | Self::Time
            | Self::Agreement
            | Self::Claim
            | Self::Silence
            | Self::Adjudication
            | Self::RoundScore
            | Self::RoundClock => true,
            Self::Rules(_)
            | Self::Declined
            | Self::Withdrawn
            | Self::Expired
            | Self::Aborted
            | Self::LeftCompetition
            | Self::CompetitionClosed
            | Self::Annulled => false,
        }
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for EndReason {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let by_rules = rules::EndReason::ALL.into_iter().map(Self::Rules);
        let unknown = || UnknownName { kind: "end reason", name: name.to_owned() };
        Self::OWN.into_iter().chain(by_rules).find(|reason| reason.as_str() == name).ok_or_else(unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_outcome_reads_back_as_itself() {
        for name in ["draw", "black", "white", "white+red"] {
            assert_eq!(name.parse::<GameOutcome>().map(|outcome| outcome.to_string()), Ok(name.to_owned()));
        }
        for name in ["", "white+", "nobody"] {
            assert!(name.parse::<GameOutcome>().is_err(), "{name}");
        }
    }

    #[test]
    fn every_end_reason_reads_back_as_itself() {
        for reason in EndReason::OWN.into_iter().chain(rules::EndReason::ALL.map(EndReason::Rules)) {
            assert_eq!(reason.as_str().parse(), Ok(reason));
        }
        assert!("chess".parse::<EndReason>().is_err());
    }
}
