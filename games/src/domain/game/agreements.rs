//! Agreements of the players of a game beside its moves, and their open proposal. Stored as one JSON text per game,
//! which is never searched.

use rules::Seat;
use serde::{Deserialize, Serialize};

use crate::domain::ids::{GameId, Timestamp, UserId};

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Agreements {
    /// Waits for an answer. Draw offers are stored elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposal: Option<Proposal>,
    /// The version of the game that last took moves back. Boards and messages from before it may show moves that no
    /// longer exist.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub taken_back: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjourned: Option<Adjourned>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim_warning: Option<ClaimWarning>,
    /// The game is casual because its two players have reached the limit of rated games.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub repeated_pair: bool,
    /// Somebody took over from a player, so the result changes no rating.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub replaced: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replacement: Option<Box<Replacement>>,
    /// The effect of silence on the challenge, if a competition defines it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub silence: Option<ChallengeSilence>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub annulled: Option<Box<Annulled>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub follows: Option<Follows>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Annulled {
    pub organizer: UserId,
    /// Untrusted input.
    pub reason: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Follows {
    pub game: GameId,
    /// The number of moves after which play continues from that game; `None`: a rematch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
}

/// The effect of a challenged player's silence in a competition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChallengeSilence {
    /// The game begins; nobody can decline.
    Begins,
    /// The challenge is closed, and later answers are refused.
    Closes,
    /// Like `Closes`, and the player loses. Declining loses too.
    Loses,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replacement {
    pub seat: Seat,
    pub user: UserId,
    pub organizer: UserId,
    /// The version of the game that asked; distinguishes it from an earlier question.
    pub version: i64,
    /// Untrusted input.
    pub reason: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplacementAnswer {
    Accept,
    Decline,
}

/// A warning to a player who has not moved for long; valid for the running turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClaimWarning {
    /// The game may be claimed from this instant on, as the warning said.
    pub until: Timestamp,
    pub since: Timestamp,
}

/// All clocks are paused, and no moves are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjourned {
    /// The version of the game that adjourned it; distinguishes it from an earlier adjournment.
    pub version: i64,
    /// When play resumes, unless a player resumes it earlier.
    pub until: Timestamp,
    /// The organizer who paused the game; only an organizer can then resume it earlier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub organizer: Option<UserId>,
}

/// A proposal that the other teams have to accept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proposal {
    pub seat: Seat,
    /// The version of the game that proposed it; distinguishes it from an earlier proposal of the same seat.
    pub version: i64,
    pub kind: ProposalKind,
    /// Seats that have agreed, or always agree by preference.
    pub agreed: Vec<Seat>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "proposal")]
pub enum ProposalKind {
    /// Go back to the board after `ply` moves, before a turn of the proposer.
    Takeback {
        ply: u32,
    },
    Adjourn {
        days: u32,
    },
}

impl ProposalKind {
    /// Whether the proposal outlasts a move of this seat. A takeback refers to the current board. Other proposals
    /// stand until a player moves without having answered them.
    pub const fn outlasts(self, has_answered: bool) -> bool {
        match self {
            Self::Takeback { .. } => false,
            Self::Adjourn { .. } => has_answered,
        }
    }
}

impl Agreements {
    #[must_use]
    pub fn close(self) -> Self {
        Self { proposal: None, adjourned: None, claim_warning: None, replacement: None, ..self }
    }
}
