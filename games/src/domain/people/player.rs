//! The holders of seats.

use std::fmt;
use std::str::FromStr;

use crate::domain::ids::UserId;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// A Discord user, who can be mentioned, messaged and reminded.
    Person(UserId),
    /// Somebody who deleted their data. The number, which no Discord user has, identifies their games.
    Deleted(UserId),
    /// A program, which moves by itself and never gets messages.
    Engine(EngineLevel),
}

/// Strength of an engine, from 1 to 10, or [`FULL`](Self::FULL).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EngineLevel(pub u8);

impl EngineLevel {
    /// The full strength, which no person is meant to match.
    pub const FULL: Self = Self(11);
}

impl Player {
    /// Stands for an empty seat.
    pub const NOBODY: Self = Self::Deleted(UserId(0));

    /// The user who can be mentioned, messaged and reminded.
    pub const fn person(self) -> Option<UserId> {
        match self {
            Self::Person(user) => Some(user),
            Self::Deleted(_) | Self::Engine(_) => None,
        }
    }

    /// The user under whom games, results and ratings are stored, even after a deletion; `None` for an engine.
    pub const fn user(self) -> Option<UserId> {
        match self {
            Self::Person(user) | Self::Deleted(user) => Some(user),
            Self::Engine(_) => None,
        }
    }

    pub const fn engine(self) -> Option<EngineLevel> {
        match self {
            Self::Engine(level) => Some(level),
            Self::Person(_) | Self::Deleted(_) => None,
        }
    }
}

impl From<UserId> for Player {
    fn from(user: UserId) -> Self {
        if user.is_deleted() { Self::Deleted(user) } else { Self::Person(user) }
    }
}

impl From<Player> for Option<UserId> {
    fn from(player: Player) -> Self {
        player.person()
    }
}

impl PartialEq<UserId> for Player {
    fn eq(&self, user: &UserId) -> bool {
        self.user() == Some(*user)
    }
}

/// Prefix of an engine's level in the stored form, which is a user id for people.
const ENGINE: &str = "engine:";

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person(user) | Self::Deleted(user) => write!(f, "{}", user.0),
            Self::Engine(EngineLevel(level)) => write!(f, "{ENGINE}{level}"),
        }
    }
}

impl FromStr for Player {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.strip_prefix(ENGINE) {
            Some(level) => Ok(Self::Engine(EngineLevel(level.parse()?))),
            None => Ok(UserId(text.parse()?).into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_player_is_asked_what_applies() {
        let (person, gone) = (UserId(7), UserId::deleted(5));
        let parts = |player: Player| (player.person(), player.user(), player.engine());
        assert_eq!(parts(person.into()), (Some(person), Some(person), None));
        assert_eq!(parts(gone.into()), (None, Some(gone), None));
        let level = EngineLevel(3);
        assert_eq!(parts(Player::Engine(level)), (None, None, Some(level)));
    }

    #[test]
    fn every_player_is_read_as_written() {
        for player in [UserId(7).into(), UserId::deleted(5).into(), Player::Engine(EngineLevel(3))] {
            assert_eq!(player.to_string().parse(), Ok(player));
        }
        for wrong in ["", "engine:", "engine:-1", "engine:300", "-7", "Ada"] {
            assert!(wrong.parse::<Player>().is_err(), "{wrong}");
        }
    }
}
