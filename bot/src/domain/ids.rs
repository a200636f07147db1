//! When, who and where: numbers that are told apart.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Unix time in milliseconds, UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Timestamp(pub i64);

impl Timestamp {
    #[must_use]
    pub const fn plus(self, millis: i64) -> Self {
        Self(self.0.saturating_add(millis))
    }
    /// Milliseconds from `earlier` to this instant; negative if this one is before it.
    pub const fn since(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct UserId(pub u64);

/// When Discord's ids begin: 2015-01-01.
const FIRST_ID_AT: i64 = 1_420_070_400_000;

/// The first bits of the id of somebody who has deleted their data. Discord gives out such ids from the year 2119 on.
const DELETED: u64 = 0b110 << 61;

impl UserId {
    /// Who somebody is, in the games of others, after deleting their data: of random bits.
    pub const fn deleted(bits: u64) -> Self {
        Self(DELETED | bits >> 3)
    }

    /// Whether this is somebody who has deleted their data: there is nobody to write to.
    pub const fn is_deleted(self) -> bool {
        self.0 >> 61 == DELETED >> 61
    }

    /// When the account was made: its id says so.
    pub const fn created_at(self) -> Timestamp {
        Timestamp(FIRST_ID_AT + (self.0 >> 22).cast_signed())
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GuildId(pub u64);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ChannelId(pub u64);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RoleId(pub u64);

/// What asked for a change, so that asking twice changes once: the id of a Discord interaction, or of an alarm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RequestId(pub u64);

/// A game, from the challenge on. Random, 45 bits; people see nine Crockford base-32 digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GameId(pub i64);

/// Declares the id of something that a server has: random, 45 bits, written as the id of a game.
macro_rules! club_id {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(pub i64);

        impl $name {
            pub const fn of_random(bits: u64) -> Self {
                Self(GameId::of_random(bits).0)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                GameId(self.0).fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = ParseGameIdError;
            fn from_str(text: &str) -> Result<Self, ParseGameIdError> {
                text.parse().map(|GameId(id)| Self(id))
            }
        }
    };
}

club_id! {
    LadderId
}

club_id! {
    /// A tournament of a server, an *event* for its players.
    TournamentId
}

const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

impl GameId {
    pub const fn of_random(bits: u64) -> Self {
        Self((bits >> 19).cast_signed())
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for place in (0..9).rev() {
            let digit = (self.0 >> (5 * place)) & 31;
            write!(f, "{}", DIGITS[digit as usize] as char)?;
        }
        Ok(())
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a game id has nine letters and digits")]
pub struct ParseGameIdError;

impl FromStr for GameId {
    type Err = ParseGameIdError;
    fn from_str(text: &str) -> Result<Self, ParseGameIdError> {
        if text.len() != 9 {
            return Err(ParseGameIdError);
        }
        text.bytes()
            .try_fold(0_i64, |id, byte| {
                let digit = DIGITS.iter().position(|d| *d == byte.to_ascii_lowercase()).ok_or(ParseGameIdError)?;
                Ok(id << 5 | digit as i64)
            })
            .map(Self)
    }
}
