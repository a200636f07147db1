//! Events of a ladder and the changes they make to the table.

use base::named::named;
use games::domain::ids::{GameId, Timestamp, UserId};
use serde::{Deserialize, Serialize};

use crate::domain::ladder::rules::LadderRules;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LadderEvent {
    pub at: Timestamp,
    #[serde(flatten)]
    pub kind: LadderEventKind,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LadderEventKind {
    Join {
        player: UserId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rating: Option<f64>,
    },
    Leave {
        player: UserId,
    },
    /// An organizer removed the player, or the player left the server.
    Remove {
        player: UserId,
    },
    Challenge {
        game: GameId,
        challenger: UserId,
        defender: UserId,
    },
    Accept {
        game: GameId,
    },
    Decline {
        game: GameId,
    },
    Result {
        game: GameId,
        /// `None` for a draw.
        winner: Option<UserId>,
        how: EndedBy,
    },
    /// The game counts as never played.
    Annul {
        game: GameId,
    },
    /// The challenger aborted the game. It counts as never played, but again it is lost.
    Abort {
        game: GameId,
    },
    /// The answer is due later, because time was given back after an outage.
    Postpone {
        game: GameId,
        until: Timestamp,
    },
    Vacation {
        player: UserId,
        /// Replaces the end of a running vacation, earlier or later.
        until: Timestamp,
    },
    Rating {
        player: UserId,
        rating: f64,
    },
    Move {
        player: UserId,
        place: usize,
    },
    /// An organizer ends the running season or begins the first one.
    NextSeason,
    /// An organizer changes the rules from this instant on.
    Rules(Box<RulesEdit>),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulesEdit {
    pub before: LadderRules,
    pub rules: LadderRules,
}

impl LadderEventKind {
    pub const fn game(&self) -> Option<GameId> {
        match *self {
            Self::Challenge { game, .. }
            | Self::Accept { game }
            | Self::Decline { game }
            | Self::Result { game, .. }
            | Self::Annul { game }
            | Self::Abort { game }
            | Self::Postpone { game, .. } => Some(game),
            _ => None,
        }
    }

    pub const fn annulled_game(&self) -> Option<GameId> {
        match *self {
            Self::Annul { game } => Some(game),
            _ => None,
        }
    }
}

named! {
    pub enum EndedBy, "end of a game" {
        Played = "played",
        Resigned = "resigned",
        Time = "time",
        /// The defender did not answer the challenge, or declined it.
        Forfeit = "forfeit",
    }
}

impl EndedBy {
    pub const fn is_game(self) -> bool {
        match self {
            Self::Played | Self::Resigned | Self::Time => true,
            Self::Forfeit => false,
        }
    }
}

named! {
    pub enum Reason, "reason" {
        Joined = "joined",
        Left = "left",
        Removed = "removed",
        Won = "won",
        Lost = "lost",
        Drew = "drew",
        TimedOut = "time",
        WonOnTime = "won-on-time",
        WonByForfeit = "won-by-forfeit",
        Forfeited = "forfeited",
        Inactive = "inactive",
        MovedByOrganizer = "moved",
        Annulled = "annulled",
        /// The player finished a season in one of the top places.
        SeasonEnded = "season",
        Promoted = "promoted",
        Relegated = "relegated",
    }
}

impl Reason {
    pub const fn is_win(self) -> bool {
        match self {
            Self::Won | Self::WonOnTime | Self::WonByForfeit => true,
            Self::Joined
            | Self::Left
            | Self::Removed
            | Self::Lost
            | Self::Drew
            | Self::TimedOut
            | Self::Forfeited
            | Self::Inactive
            | Self::MovedByOrganizer
            | Self::Annulled
            | Self::SeasonEnded
            | Self::Promoted
            | Self::Relegated => false,
        }
    }

    pub const fn is_of_season(self) -> bool {
        match self {
            Self::SeasonEnded | Self::Promoted | Self::Relegated => true,
            Self::Joined
            | Self::Left
            | Self::Removed
            | Self::Won
            | Self::Lost
            | Self::Drew
            | Self::TimedOut
            | Self::WonOnTime
            | Self::WonByForfeit
            | Self::Forfeited
            | Self::Inactive
            | Self::MovedByOrganizer
            | Self::Annulled => false,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimedChange {
    pub at: Timestamp,
    /// The game whose challenge expired; `None` for inactivity or the end of a season.
    pub game: Option<GameId>,
    pub change: LadderChange,
}

/// A change of one player's place. Players who only make room or close a gap get none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LadderChange {
    pub player: UserId,
    /// 1 is the top; `None`: was not on the ladder.
    pub from: Option<usize>,
    /// `None`: is no longer on the ladder.
    pub to: Option<usize>,
    pub reason: Reason,
}
