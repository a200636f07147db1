//! Why a challenge on a ladder is refused.

use crate::domain::clubs::ladder::setting::LadderSettingError;
use crate::domain::ids::{Timestamp, UserId};

/// What the distance between two players is counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Distance {
    Places,
    /// Of a pyramid.
    Tiers,
    /// Of stairs.
    Steps,
}

/// Why a challenge is refused.
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
    /// Divisions, 1 at the top: one challenges within one's own.
    OtherDivision {
        own: usize,
        other: usize,
    },
    /// The challenger has as many open challenges as one may have.
    OutLimit {
        open: usize,
    },
    /// As many players have challenged the defender as may at the same time.
    InLimit {
        open: usize,
    },
    AlreadyPlaying,
    /// The last game of the two was not long ago.
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
    /// The stable name: in what programs read, and in the keys of sentences.
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

/// Why what somebody asks of a ladder is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LadderError {
    /// Ladders belong to a server.
    NoServer,
    NoLadder,
    /// The server has several, with these names, and none was named.
    WhichLadder(Vec<String>),
    NoSuchLadder(String),
    Closed,
    NameTaken,
    /// A name that shows nothing.
    NoName,
    /// So many open ladders are the most of one server.
    TooMany(usize),
    /// So many players are the most of one ladder.
    Full(usize),
    /// An import needs a ladder without players.
    NotEmpty,
    AlreadyOn(UserId),
    NotOn(UserId),
    /// A place below the last one, which this is.
    NoSuchPlace(usize),
    /// So many are over.
    NoSuchSeason(u32),
    Refused {
        defender: UserId,
        refusal: LadderRefusal,
    },
    /// Where silence accepts, nobody can decline.
    CannotDecline,
    Setting(LadderSettingError),
    /// Games of a ladder are played by two.
    NotForTwo,
    NothingToChange,
    /// A file of players has a line without an id.
    FileLine {
        number: usize,
        /// A stranger's text.
        line: String,
    },
    FileEmpty,
    /// It is a picture, say, or in no UTF-8.
    FileNoText,
    /// It has more than so many KiB.
    FileTooLarge(usize),
    /// It, or its players, could not be asked for.
    FileUnread,
}
