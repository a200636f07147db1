//! One round: its games and byes.

use std::collections::BTreeMap;

use crate::{Color, StartNumber};

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Played; the player with the white marbles won.
    WhiteWins,
    /// Played; nobody won.
    Draw,
    /// Played; the player with the black marbles won.
    BlackWins,
    /// Black wins without a game.
    WhiteForfeits,
    /// White wins without a game.
    BlackForfeits,
    /// Nobody came; both lose.
    BothForfeit,
}

impl Outcome {
    /// Every outcome.
    pub const ALL: [Self; 6] =
        [Self::WhiteWins, Self::Draw, Self::BlackWins, Self::WhiteForfeits, Self::BlackForfeits, Self::BothForfeit];

    /// Who gets the points of a win.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::WhiteWins | Self::BlackForfeits => Some(Color::White),
            Self::BlackWins | Self::WhiteForfeits => Some(Color::Black),
            Self::Draw | Self::BothForfeit => None,
        }
    }

    /// Whether there was no game. The two may be paired again, and the color does not count (C.04.2).
    pub const fn is_forfeit(self) -> bool {
        matches!(self, Self::WhiteForfeits | Self::BlackForfeits | Self::BothForfeit)
    }
}

/// A round without an opponent; the letters are those of TRF.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bye {
    /// `U`: the player was left over, as their number was odd. Nobody gets it twice.
    PairingAllocated,
    /// `F`: asked for or granted, worth a win.
    FullPoint,
    /// `H`: asked for, worth a draw.
    HalfPoint,
    /// `Z`: away, worth nothing.
    ZeroPoint,
}

/// Two players and what came of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Game {
    /// Who has the white marbles.
    pub white: StartNumber,
    /// Who has the black marbles.
    pub black: StartNumber,
    /// How it ended.
    pub outcome: Outcome,
    /// Marbles that White pushed off, less those that Black pushed off; only the tie-break by marbles reads it.
    pub marbles: i32,
}

impl Game {
    /// A game whose marbles nobody counts.
    pub const fn new(white: StartNumber, black: StartNumber, outcome: Outcome) -> Self {
        Self { white, black, outcome, marbles: 0 }
    }

    /// The color of a player, if they are in the game.
    pub fn color_of(&self, player: StartNumber) -> Option<Color> {
        match player {
            _ if player == self.white => Some(Color::White),
            _ if player == self.black => Some(Color::Black),
            _ => None,
        }
    }
}

/// A round that has been played.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Round {
    pub(crate) games: Vec<Game>,
    pub(crate) byes: BTreeMap<StartNumber, Bye>,
}

impl Round {
    /// In the order of boards.
    pub fn games(&self) -> &[Game] {
        &self.games
    }

    /// Who had no opponent, and why.
    pub fn byes(&self) -> impl Iterator<Item = (StartNumber, Bye)> {
        self.byes.iter().map(|(number, bye)| (*number, *bye))
    }

    /// What the round was for one player.
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

/// A round as one player sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// Paired, whether or not it was played.
    Game {
        /// Against whom.
        opponent: StartNumber,
        /// The player's own color.
        color: Color,
        /// How it ended.
        outcome: Outcome,
        /// Marbles pushed off, less those lost.
        marbles: i32,
    },
    /// Not paired.
    Bye(Bye),
}

impl Slot {
    /// Against whom and with which color the player sat at a board; forfeits are no games.
    pub fn played(self) -> Option<(StartNumber, Color)> {
        match self {
            Self::Game { opponent, color, outcome, .. } if !outcome.is_forfeit() => Some((opponent, color)),
            _ => None,
        }
    }
}
