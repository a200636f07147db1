//! The result of a game in a record.

use std::fmt;

use crate::color::Color;
use crate::seat::{SeatInfo, Team};

/// The result of a game in a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0`: the first mover of two sides won.
    First,
    /// `0-1`
    Second,
    /// `1/2-1/2`
    Draw,
    /// `*`: still going on, or unknown.
    Open,
    /// `red`, `white+red`: the winning colors, if there are more than two sides.
    Colors(Colors),
}

/// A nonempty set of colors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Colors(u8);

impl Colors {
    /// The set of these colors; `None` if it is empty.
    pub fn of(colors: impl IntoIterator<Item = Color>) -> Option<Self> {
        let bits = colors.into_iter().fold(0, |bits, color| bits | 1 << color as u8);
        (bits != 0).then_some(Self(bits))
    }
    /// Whether the set contains this color.
    pub const fn has(self, color: Color) -> bool {
        self.0 & 1 << color as u8 != 0
    }
    /// The colors in the order of their turns.
    pub fn iter(self) -> impl Iterator<Item = Color> {
        Color::ALL.into_iter().filter(move |&color| self.has(color))
    }
}

impl fmt::Display for Colors {
    /// Joins them like [`team_name`](crate::seat::team_name): `white+red`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.iter().map(Color::name).collect::<Vec<_>>().join("+"))
    }
}

impl GameResult {
    /// The result of a win by this team, or of a draw.
    pub fn of(winner: Option<Team>, seats: &[SeatInfo]) -> Self {
        let Some(team) = winner else { return Self::Draw };
        let colors = Colors::of(seats.iter().filter(|seat| seat.team == team).map(|seat| seat.color));
        colors.map_or(Self::Open, |colors| Self::won_by(colors, seats))
    }
    /// The result of a win by these colors.
    pub fn won_by(colors: Colors, seats: &[SeatInfo]) -> Self {
        if teams(seats) > 2 {
            return Self::Colors(colors);
        }
        let is_first = seats.iter().any(|seat| seat.team == Team(0) && colors.has(seat.color));
        if is_first { Self::First } else { Self::Second }
    }
    /// Whether a game of these seats can have this result.
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
    /// The possible results of a game of these seats, in words.
    pub(super) fn all_of(seats: &[SeatInfo]) -> String {
        let examples = match seats {
            [first, second, ..] if teams(seats) > 2 => {
                let (one, other) = (first.color.name(), second.color.name());
                format!("the colors that won, such as {one} or {one}+{other}")
            }
            _ => format!("{}, {}", Self::First, Self::Second),
        };
        format!("{examples}, {}, {}", Self::Draw, Self::Open)
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
