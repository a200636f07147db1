//! Seats and teams: the order of turns, colors, and who wins together.

use crate::color::Color;

/// One of the players, counted from 0 in the order of the first turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Seat(pub u8);

/// The index of a seat among the seats of its game.
impl From<Seat> for usize {
    fn from(seat: Seat) -> Self {
        Self::from(seat.0)
    }
}

/// Seats that win together, counted from 0 in the order of their first turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Team(pub u8);

/// The color and team of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SeatInfo {
    /// The color of its marbles. Two seats may share a color.
    pub color: Color,
    /// The team that it wins with.
    pub team: Team,
}

impl SeatInfo {
    /// Two players, one color each.
    pub const TWO: [Self; 2] =
        [Self { color: Color::Black, team: Team(0) }, Self { color: Color::White, team: Team(1) }];
}

/// The team of a seat; `None` for a seat that is not in the game.
///
/// # Examples
/// ```
/// use rules::{Seat, SeatInfo, Team, team_of};
/// assert_eq!(team_of(&SeatInfo::TWO, Seat(1)), Some(Team(1)));
/// assert_eq!(team_of(&SeatInfo::TWO, Seat(2)), None);
/// ```
pub fn team_of(seats: &[SeatInfo], seat: Seat) -> Option<Team> {
    seats.get(usize::from(seat)).map(|info| info.team)
}

/// The name of a team in results: its colors, joined by `+`: `black`, `white+green`.
pub fn team_name(seats: &[SeatInfo], team: Team) -> String {
    let mut colors: Vec<Color> = seats.iter().filter(|seat| seat.team == team).map(|seat| seat.color).collect();
    colors.sort_unstable();
    colors.dedup();
    colors.into_iter().map(Color::name).collect::<Vec<_>>().join("+")
}
