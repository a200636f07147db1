//! One round: its games and byes.

use std::collections::BTreeMap;

use crate::{Color, StartNumber};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The player with the white marbles won a played game.
    WhiteWins,
    /// A played game without a winner.
    Draw,
    /// The player with the black marbles won a played game.
    BlackWins,
    /// Black wins without a game.
    WhiteForfeits,
    /// White wins without a game.
    BlackForfeits,
    /// Neither player came; both lose.
    BothForfeit,
}

impl Outcome {
    /// The color that gets the points of a win.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::WhiteWins | Self::BlackForfeits => Some(Color::White),
            Self::BlackWins | Self::WhiteForfeits => Some(Color::Black),
            Self::Draw | Self::BothForfeit => None,
        }
    }

    /// Whether there was no game. The two may then be paired again, and the color does not count (C.04.2).
    pub const fn is_forfeit(self) -> bool {
        matches!(self, Self::WhiteForfeits | Self::BlackForfeits | Self::BothForfeit)
    }
}

/// A round without an opponent; the letters are those of TRF.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bye {
    /// `U`: the player without an opponent because the number was odd. No one gets it twice.
    PairingAllocated,
    /// `F`: requested or granted, worth a win.
    FullPoint,
    /// `H`: requested, worth a draw.
    HalfPoint,
    /// `Z`: absent, worth nothing.
    ZeroPoint,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Game {
    pub white: StartNumber,
    pub black: StartNumber,
    pub outcome: Outcome,
    /// Marbles ejected by White minus those ejected by Black; used only by the tie-break by marbles.
    pub marbles: i32,
}

impl Game {
    /// A game without a count of marbles.
    pub const fn new(white: StartNumber, black: StartNumber, outcome: Outcome) -> Self {
        Self { white, black, outcome, marbles: 0 }
    }

    pub fn color_of(&self, player: StartNumber) -> Option<Color> {
        match player {
            _ if player == self.white => Some(Color::White),
            _ if player == self.black => Some(Color::Black),
            _ => None,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Round {
    pub(crate) games: Vec<Game>,
    pub(crate) byes: BTreeMap<StartNumber, Bye>,
}

impl Round {
    /// The games in the order of boards.
    pub fn games(&self) -> &[Game] {
        &self.games
    }

    /// The players without an opponent, with the kind of bye.
    pub fn byes(&self) -> impl Iterator<Item = (StartNumber, Bye)> {
        self.byes.iter().map(|(number, bye)| (*number, *bye))
    }

    pub fn slot(&self, player: StartNumber) -> Slot {
        let game = self.games.iter().find_map(|game| Some((game, game.color_of(player)?)));
        match game {
            Some((game, Color::White)) => {
                Slot::Game { opponent: game.black, color: Color::White, outcome: game.outcome, marbles: game.marbles }
            }
            Some((game, Color::Black)) => {
                Slot::Game { opponent: game.white, color: Color::Black, outcome: game.outcome, marbles: -game.marbles }
            }
            None => Slot::Bye(self.byes.get(&player).copied().unwrap_or(Bye::ZeroPoint)),
        }
    }
}

/// A round from one player's view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// A pairing, played or not.
    Game {
        opponent: StartNumber,
        /// The player's own color.
        color: Color,
        outcome: Outcome,
        /// Marbles ejected minus those lost.
        marbles: i32,
    },
    Bye(Bye),
}

impl Slot {
    /// The opponent and the player's color in a played game; forfeits do not count.
    pub fn played(self) -> Option<(StartNumber, Color)> {
        match self {
            Self::Game { opponent, color, outcome, .. } if !outcome.is_forfeit() => Some((opponent, color)),
            _ => None,
        }
    }
}
