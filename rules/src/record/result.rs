//! How a record says that a game ended.

use crate::color::Color;
use crate::table::{Place, Team};

/// How a record says that the game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0`: of two sides, the one that moved first won.
    First,
    /// `0-1`
    Second,
    /// `1/2-1/2`
    Draw,
    /// `*`: still going on, or not known.
    Open,
    /// `red`: where more than two play for themselves, the color that won.
    Color(Color),
}

impl GameResult {
    /// The result when this team has won, or nobody.
    pub fn of(winner: Option<Team>, places: &[Place]) -> Self {
        match winner {
            None => Self::Draw,
            Some(team) if teams(places) > 2 => {
                places.iter().find(|place| place.team == team).map_or(Self::Open, |place| Self::Color(place.color))
            }
            Some(team) if team.0 == 0 => Self::First,
            Some(_) => Self::Second,
        }
    }
    /// Can a game of these seats end so?
    pub fn is_of(self, places: &[Place]) -> bool {
        match self {
            Self::Draw | Self::Open => true,
            Self::First | Self::Second => teams(places) == 2,
            Self::Color(color) => teams(places) > 2 && places.iter().any(|place| place.color == color),
        }
    }
    /// Every result that a game of these seats can have, as words.
    pub(super) fn all_of(places: &[Place]) -> String {
        let colors = Color::ALL.map(Self::Color);
        let all = [Self::First, Self::Second].into_iter().chain(colors).chain([Self::Draw, Self::Open]);
        all.filter(|result| result.is_of(places)).map(Self::text).collect::<Vec<_>>().join(", ")
    }
    /// As it is written.
    pub const fn text(self) -> &'static str {
        match self {
            Self::First => "1-0",
            Self::Second => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Open => "*",
            Self::Color(color) => color.name(),
        }
    }
    /// The inverse of [`text`](Self::text); colors in any case.
    pub fn from_text(text: &str) -> Option<Self> {
        let plain = [Self::First, Self::Second, Self::Draw, Self::Open];
        let color = || Color::from_name(&text.to_ascii_lowercase()).map(Self::Color);
        plain.into_iter().find(|result| result.text() == text).or_else(color)
    }
}

fn teams(places: &[Place]) -> usize {
    let mut teams: Vec<Team> = places.iter().map(|place| place.team).collect();
    teams.sort_unstable();
    teams.dedup();
    teams.len()
}
