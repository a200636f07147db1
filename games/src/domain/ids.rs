//! Ids of Discord objects, games and club objects.

use std::fmt;
use std::str::FromStr;

pub use base::ids::*;
use serde::{Deserialize, Serialize};

/// Identifies a game from the challenge on. A random 45-bit number, displayed as nine Crockford base-32 digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GameId(pub i64);

/// Declares the id of a club object: a random 45-bit number, displayed like a [`GameId`].
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
    /// A tournament, shown to players as an *event*.
    TournamentId
}

base::text_fields! {
    GameId: [GameId(0), GameId((1 << 45) - 1)];
    LadderId: [LadderId(0), LadderId((1 << 45) - 1)];
    TournamentId: [TournamentId(0), TournamentId((1 << 45) - 1)];
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
