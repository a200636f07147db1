//! The values of options: kinds of turns, seatings, sources of the starting position.

use crate::color::Color;
use crate::games::abalone::setup::layouts::Layout;
use crate::seat::{SeatInfo, Team};

/// The moves of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum TurnKind {
    /// One move of the player's own color.
    #[default]
    Single,
    /// Two moves of the player's own color.
    Double,
    /// One move of the player's own color, then one of the opponent's.
    OwnFoe,
    /// One move of the opponent's color, then one of the player's own.
    FoeOwn,
    /// One move of each color, in either order.
    Mixed,
}

/// One of the two moves of a turn, by its color.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Half {
    /// The color of the player whose turn it is.
    Own,
    /// The opponent's color.
    Foe,
}

impl Half {
    /// `own` or `foe`
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Own => "own",
            Self::Foe => "foe",
        }
    }
    pub(in crate::games::abalone) fn from_name(word: &str) -> Option<Self> {
        [Self::Own, Self::Foe].into_iter().find(|half| half.as_str() == word)
    }
}

impl TurnKind {
    pub(in crate::games::abalone) const ALL: [(&'static str, Self); 5] = [
        ("single", Self::Single),
        ("double", Self::Double),
        ("own-foe", Self::OwnFoe),
        ("foe-own", Self::FoeOwn),
        ("mixed", Self::Mixed),
    ];

    /// The value in a setup line.
    pub fn as_str(self) -> &'static str {
        Self::ALL.iter().find(|(_, kind)| *kind == self).map_or("", |(word, _)| word)
    }

    /// Whether a turn has a second move.
    pub const fn has_two_moves(self) -> bool {
        !matches!(self, Self::Single)
    }

    /// The colors that may move next, after this half of the turn.
    pub const fn next(self, made: Option<Half>) -> &'static [Half] {
        match (self, made) {
            (Self::Single | Self::Double, _) | (Self::OwnFoe, None) | (Self::FoeOwn | Self::Mixed, Some(Half::Foe)) => {
                &[Half::Own]
            }
            (Self::FoeOwn, None) | (Self::OwnFoe | Self::Mixed, Some(Half::Own)) => &[Half::Foe],
            (Self::Mixed, None) => &[Half::Own, Half::Foe],
            (Self::OwnFoe, Some(Half::Foe)) | (Self::FoeOwn, Some(Half::Own)) => &[],
        }
    }

    pub(in crate::games::abalone) fn may_begin_with(self, half: Half) -> bool {
        self.next(None).contains(&half)
    }
}

/// Whether a neutral marble can leave the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PivotKind {
    /// It can be pushed off, and scores for no one.
    Ejectable,
    /// It cannot be pushed off.
    Fixed,
}

impl PivotKind {
    /// The value in a setup line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ejectable => "ejectable",
            Self::Fixed => "fixed",
        }
    }
}

/// The players and their colors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Seating {
    /// One against one.
    #[default]
    Two,
    /// Two against two, on one board with two colors.
    TwoByTwo,
    /// Three players, three colors.
    Three,
    /// Four colors; opposite seats are partners.
    Four,
    /// Six colors, three against three.
    Six,
}

impl Seating {
    pub(in crate::games::abalone) const ALL: [(&'static str, Self); 5] =
        [("2", Self::Two), ("2x2", Self::TwoByTwo), ("3", Self::Three), ("4", Self::Four), ("6", Self::Six)];

    /// The value in a setup line.
    pub fn as_str(self) -> &'static str {
        Self::ALL.iter().find(|(_, seats)| *seats == self).map_or("", |(word, _)| word)
    }

    /// The number of colors on the board.
    pub const fn colors(self) -> u8 {
        match self {
            Self::Two | Self::TwoByTwo => 2,
            Self::Three => 3,
            Self::Four => 4,
            Self::Six => 6,
        }
    }

    pub(in crate::games::abalone) const fn layout(self) -> &'static str {
        match self {
            Self::Two | Self::TwoByTwo => "standard",
            Self::Three => "three-players",
            Self::Four => "four-players",
            Self::Six => "six-players",
        }
    }

    /// The team of a color: opposite seats are partners; three players have none.
    pub(in crate::games::abalone) const fn team(self, color: Color) -> Team {
        Team(if matches!(self, Self::Three) { color as u8 } else { color as u8 % 2 })
    }

    /// The seats with their colors and teams.
    pub fn seats(self) -> Vec<SeatInfo> {
        let colors = self.colors();
        let place = |seat: u8| {
            let color = Color::ALL[usize::from(seat % colors)];
            SeatInfo { color, team: self.team(color) }
        };
        (0..if matches!(self, Self::TwoByTwo) { 4 } else { colors }).map(place).collect()
    }
}

/// The source of the starting position.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields say what they are")]
pub enum Origin {
    /// A layout by its name.
    Named(&'static Layout),
    /// Random, point-symmetric through the center.
    Random { seed: u32 },
    /// Random, any cells.
    RandomFree { seed: u32 },
    /// A board given in the setup.
    Custom,
    /// An empty board: the players place their marbles.
    Placement,
}
