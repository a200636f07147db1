//! How a record says that a game ended.

use std::fmt;

use crate::color::Color;
use crate::seat::{SeatInfo, Team};

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
    /// `red`, `white+red`: where there are more than two sides, the colors that won.
    Colors(Colors),
}

/// Some colors, at least one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Colors(u8);

impl Colors {
    /// Those among these; `None` when there is none.
    pub fn of(colors: impl IntoIterator<Item = Color>) -> Option<Self> {
        let set = colors.into_iter().fold(0, |set, color| set | 1 << color as u8);
        (set != 0).then_some(Self(set))
    }
    /// Is this one of them?
    pub const fn has(self, color: Color) -> bool {
        self.0 & 1 << color as u8 != 0
    }
    /// Each of them, in the order of their turns.
    pub fn iter(self) -> impl Iterator<Item = Color> {
        Color::ALL.into_iter().filter(move |&color| self.has(color))
    }
}

impl fmt::Display for Colors {
    /// As [`team_name`](crate::seat::team_name) joins them: `white+red`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.iter().map(Color::name).collect::<Vec<_>>().join("+"))
    }
}

impl GameResult {
    /// The result when this team has won, or nobody.
    pub fn of(winner: Option<Team>, seats: &[SeatInfo]) -> Self {
        let Some(team) = winner else { return Self::Draw };
        let colors = Colors::of(seats.iter().filter(|seat| seat.team == team).map(|seat| seat.color));
        colors.map_or(Self::Open, |colors| Self::won_by(colors, seats))
    }
    /// The result when these colors have won.
    pub fn won_by(colors: Colors, seats: &[SeatInfo]) -> Self {
        if teams(seats) > 2 {
            return Self::Colors(colors);
        }
        let is_first = seats.iter().any(|seat| seat.team == Team(0) && colors.has(seat.color));
        if is_first { Self::First } else { Self::Second }
    }
    /// Can a game of these seats end so?
    pub fn is_of(self, seats: &[SeatInfo]) -> bool {
        match self {
            Self::Draw | Self::Open => true,
            Self::First | Self::Second => teams(seats) == 2,
            Self::Colors(colors) => {
                let is_played = |color| seats.iter().any(|seat| seat.color == color);
                let all_win = seats.iter().all(|seat| colors.has(seat.color));
                teams(seats) > 2 && colors.iter().all(is_played) && !all_win
            }
        }
    }
    /// What results a game of these seats can have, in words.
    pub(super) fn all_of(seats: &[SeatInfo]) -> String {
        let won = match seats {
            [first, second, ..] if teams(seats) > 2 => {
                let (one, other) = (first.color.name(), second.color.name());
                format!("the colors that won, such as {one} or {one}+{other}")
            }
            _ => format!("{}, {}", Self::First, Self::Second),
        };
        format!("{won}, {}, {}", Self::Draw, Self::Open)
    }
    /// The inverse of `Display`; colors in any case and order.
    pub fn from_text(text: &str) -> Option<Self> {
        let plain = [Self::First, Self::Second, Self::Draw, Self::Open];
        let plain = plain.into_iter().find(|result| result.to_string() == text);
        plain.or_else(|| {
            let colors = text.split('+').map(|word| Color::from_name(&word.to_ascii_lowercase()));
            Some(Self::Colors(Colors::of(colors.collect::<Option<Vec<_>>>()?)?))
        })
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::First => f.write_str("1-0"),
            Self::Second => f.write_str("0-1"),
            Self::Draw => f.write_str("1/2-1/2"),
            Self::Open => f.write_str("*"),
            Self::Colors(colors) => colors.fmt(f),
        }
    }
}

fn teams(seats: &[SeatInfo]) -> usize {
    let mut teams: Vec<Team> = seats.iter().map(|seat| seat.team).collect();
    teams.sort_unstable();
    teams.dedup();
    teams.len()
}
