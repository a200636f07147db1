//! What the players of a game have agreed on beside its moves, and what one of them proposes. One JSON text for each game,
//! read and written with it, never searched.

use rules::Seat;
use serde::{Deserialize, Serialize};

use crate::domain::ids::{GameId, Timestamp, UserId};

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Agreements {
    /// What waits for an answer. A draw is offered elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposal: Option<Proposal>,
    /// The version of the game that last took moves back: boards and messages from before it may show moves that are gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub taken_back: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjourned: Option<Adjourned>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim_warning: Option<ClaimWarning>,
    /// It is casual because its two players have offered each other as many rated games as count.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub repeated_pair: bool,
    /// Somebody has taken over from a player: the result changes no rating.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub replaced: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replacement: Option<Box<Replacement>>,
    /// What it means that the challenge is not answered in time, where a competition says so.
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
    /// A stranger's text.
    pub reason: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Follows {
    pub game: GameId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    /// It is played on from there, after so many moves; `None`: a rematch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
}

impl Follows {
    /// What players call that game.
    pub fn name(&self) -> String {
        self.number.map_or_else(|| self.game.to_string(), |number| format!("#{number}"))
    }
}

/// What the silence of a challenged player means in a competition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChallengeSilence {
    /// The game begins. Nobody can decline.
    Begins,
    /// The challenge is closed, and an answer after its time comes too late.
    Closes,
    /// The same, and the player has lost it. Declining loses it too.
    Loses,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replacement {
    pub seat: Seat,
    pub user: UserId,
    pub organizer: UserId,
    /// The version of the game that asked: tells it from an earlier question.
    pub version: i64,
    /// A stranger's text.
    pub reason: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplacementAnswer {
    Accept,
    Decline,
}

/// A warning to a player who has not moved for long. It holds for the running turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClaimWarning {
    /// From then on the game may be claimed, as it was told.
    pub until: Timestamp,
    pub since: Timestamp,
}

/// All clocks are paused, and no moves are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjourned {
    /// The version of the game that adjourned it: tells it from an earlier time.
    pub version: i64,
    /// When it resumes, unless a player resumes it before.
    pub until: Timestamp,
    /// The organizer who has paused it: only an organizer resumes it before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub organizer: Option<UserId>,
}

/// Something that the other teams have to agree to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proposal {
    pub seat: Seat,
    /// The version of the game it was made with: tells it from an earlier one of the same seat.
    pub version: i64,
    pub kind: ProposalKind,
    /// Who has agreed so far, or always agrees by preference.
    pub agreed: Vec<Seat>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "proposal")]
pub enum ProposalKind {
    /// To go back to the board after so many moves, before a turn of the one who proposes.
    Takeback {
        ply: u32,
    },
    Adjourn {
        days: u32,
    },
}

impl ProposalKind {
    /// Does it outlast a move of this seat? A takeback is about the board as it is. Any other stands until a player moves
    /// who has not answered it.
    pub(crate) const fn outlasts(self, has_answered: bool) -> bool {
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
