//! Reasons to refuse a ladder challenge or command.

use games::domain::ids::{Timestamp, UserId};

use crate::domain::ladder::setting::LadderSettingError;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Distance {
    Places,
    /// On a pyramid.
    Tiers,
    /// On stairs.
    Steps,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LadderRefusal {
    Oneself,
    NotOnLadder(UserId),
    /// The defender stands below the challenger.
    Lower {
        by: usize,
        unit: Distance,
    },
    TooHigh {
        by: usize,
        reach: usize,
        unit: Distance,
    },
    /// Divisions are numbered from the top; players challenge within their own.
    OtherDivision {
        own: usize,
        other: usize,
    },
    /// The challenger has reached the limit of open challenges.
    OutLimit {
        open: usize,
    },
    /// The defender has reached the limit of open challenges to one player.
    InLimit {
        open: usize,
    },
    AlreadyPlaying,
    TooSoon {
        until: Timestamp,
    },
    Vacation {
        until: Timestamp,
    },
    /// The challenger's last game was against the same player.
    LastPair,
}

impl LadderRefusal {
    /// Stable name for machine-readable output and message keys.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Oneself => "self",
            Self::NotOnLadder(_) => "not-on-ladder",
            Self::Lower { .. } => "lower",
            Self::TooHigh { .. } => "too-high",
            Self::OtherDivision { .. } => "division",
            Self::OutLimit { .. } => "out-limit",
            Self::InLimit { .. } => "in-limit",
            Self::AlreadyPlaying => "already-playing",
            Self::TooSoon { .. } => "too-soon",
            Self::Vacation { .. } => "vacation",
            Self::LastPair => "last-pair",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LadderError {
    NoServer,
    NoLadder,
    /// The server has several ladders, with these names, and the command named none.
    WhichLadder(Vec<String>),
    NoSuchLadder(String),
    Closed,
    NameTaken,
    /// The name has no visible characters.
    NoName,
    /// Limit of open ladders per server.
    TooMany(usize),
    /// Limit of players per ladder.
    Full(usize),
    /// An import needs a ladder without players.
    NotEmpty,
    AlreadyOn(UserId),
    NotOn(UserId),
    /// The last place; the requested one is below it.
    NoSuchPlace(usize),
    /// The number of finished seasons.
    NoSuchSeason(u32),
    Refused {
        defender: UserId,
        refusal: LadderRefusal,
    },
    Setting(LadderSettingError),
    /// Ladder games are for two players.
    NotForTwo,
    NothingToChange,
    /// A line in a file of players has no id.
    FileLine {
        number: usize,
        /// Untrusted input.
        line: String,
    },
    /// A line in a file of players has a seed, rating or team that is none.
    FileNumber {
        number: usize,
        /// Untrusted input.
        line: String,
    },
    FileEmpty,
    /// Not UTF-8 text, for example a picture.
    FileNoText,
    /// Larger than this many KiB.
    FileTooLarge(usize),
    /// The file or its players could not be fetched.
    FileUnread,
}
