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

/// Why a challenge is refused. The sentences stand in the locale files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LadderRefusal {
    /// Nobody challenges themselves.
    Oneself,
    /// This player is not on the ladder.
    NotOnLadder(UserId),
    /// The defender stands below the challenger.
    Lower { by: usize, unit: Distance },
    TooHigh {
        by: usize,
        /// How far up the challenger may challenge.
        reach: usize,
        unit: Distance,
    },
    /// The challenger has as many open challenges as one may have.
    OutLimit { open: usize },
    /// As many players have challenged the defender as may at the same time.
    InLimit { open: usize },
    /// The two have an open challenge or game.
    AlreadyPlaying,
    /// The last game of the two was not long ago.
    TooSoon { until: Timestamp },
    /// The defender is on vacation.
    Vacation { until: Timestamp },
    /// The challenger's last game was against the same player.
    LastPair,
}

impl LadderRefusal {
    /// The stable name that programs read.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Oneself => "self",
            Self::NotOnLadder(_) => "not-on-ladder",
            Self::Lower { .. } => "lower",
            Self::TooHigh { .. } => "too-high",
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
    /// The server has none.
    NoLadder,
    /// It has several, with these names, and none was named.
    WhichLadder(Vec<String>),
    /// None has this name.
    NoSuchLadder(String),
    /// It is closed.
    Closed,
    /// Another open one has this name.
    NameTaken,
    /// A name that shows nothing.
    NoName,
    /// So many open ladders are the most of one server.
    TooMany(usize),
    /// So many players are the most of one ladder.
    Full(usize),
    /// It has players, and an import needs one that has none.
    NotEmpty,
    /// This player is on it already.
    AlreadyOn(UserId),
    /// This player is not on it.
    NotOn(UserId),
    /// Organizers do not move themselves up, nor others out of their way.
    OwnPlace,
    /// A place below the last one, which this is.
    NoSuchPlace(usize),
    /// The challenge breaks its rules.
    Refused { defender: UserId, refusal: LadderRefusal },
    /// Where silence accepts, nobody can decline.
    CannotDecline,
    /// A parameter cannot be set so.
    Setting(LadderSettingError),
    /// Games of a ladder are played by two.
    NotForTwo,
    /// Nothing to change was named.
    NothingToChange,
}
