//! Newtypes for times, people and places.

use serde::{Deserialize, Serialize};

/// Unix time in milliseconds, UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Timestamp(pub i64);

impl Timestamp {
    #[must_use]
    pub const fn plus(self, millis: i64) -> Self {
        Self(self.0.saturating_add(millis))
    }
    /// Milliseconds from `earlier` to this instant; negative if this one is earlier.
    pub const fn since(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct UserId(pub u64);

/// The epoch of Discord's ids: 2015-01-01.
const FIRST_ID_AT: i64 = 1_420_070_400_000;

/// The first bits of ids of people who have deleted their data. Discord will not issue such ids before 2119.
const DELETED: u64 = 0b110 << 61;

impl UserId {
    /// A random id that replaces a person's id in other players' games after deletion of their data.
    pub const fn deleted(bits: u64) -> Self {
        Self(DELETED | bits >> 3)
    }

    /// Whether this person has deleted their data, and so cannot be written to.
    pub const fn is_deleted(self) -> bool {
        self.0 >> 61 == DELETED >> 61
    }

    /// The creation time of the account, from its id.
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

/// The id of a change's cause, a Discord interaction or an alarm, which makes repeated requests idempotent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RequestId(pub u64);

/// A person as Discord described them. The name is user input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    pub user: UserId,
    pub name: String,
}

/// The place where a challenge was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    /// The server; `None` in a DM.
    pub guild_id: Option<GuildId>,
    pub channel_id: ChannelId,
}
