//! The outcome of a game.

use std::fmt;
use std::str::FromStr;

use rules::record::Colors;
use rules::{Color, SeatInfo, Team};

use base::named::UnknownName;

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
}
