//! What there is to say.

use serde::{Deserialize, Serialize};

use crate::domain::agreements::ProposalKind;
use crate::domain::ids::{Timestamp, UserId};

/// A message to be sent: *what* to say, never the words or the picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Notice {
    /// The public challenge with its buttons.
    Challenge,
    /// Somebody has accepted a challenge for which others are still asked.
    Joined {
        /// Who.
        user: UserId,
    },
    /// The board after `ply` moves, with the mention of whose turn it is; the last one also says the result.
    Board {
        /// Moves played when it was posted.
        ply: u32,
    },
    /// The game ended without a move (resignation, time, agreement, claim).
    Ended,
    /// A challenge came to nothing: the public message loses its buttons.
    Void,
    /// This seat has called the game off before everybody had made a move.
    Aborted {
        /// Who.
        seat: u8,
    },
    /// A draw is offered by this seat.
    DrawOffer {
        /// Who offers.
        seat: u8,
    },
    /// This seat agrees to the draw that is offered; somebody else has still to.
    DrawAgreed {
        /// Who agrees.
        seat: u8,
    },
    /// This seat proposes something that the other teams have to agree to.
    Proposed {
        /// Who proposes.
        seat: u8,
        /// What.
        #[serde(flatten)]
        wish: ProposalKind,
    },
    /// This seat agrees to what is proposed; somebody else has still to.
    ProposalAgreed {
        /// Who agrees.
        seat: u8,
    },
    /// This seat does not agree: nothing is proposed any more.
    ProposalDeclined {
        /// Who declines.
        seat: u8,
        /// What was proposed.
        #[serde(flatten)]
        wish: ProposalKind,
    },
    /// This seat withdraws what it had proposed.
    ProposalWithdrawn {
        /// Who had proposed.
        seat: u8,
        /// What.
        #[serde(flatten)]
        wish: ProposalKind,
    },
    /// Moves are taken back: the board as it is again.
    TakenBack {
        /// Whose turn it is again.
        seat: u8,
        /// Moves that stay.
        ply: u32,
        /// Those that are taken back, in order.
        moves: Vec<String>,
        /// The version that made the first of them: boards from it on are of the past.
        since: i64,
    },
    /// The game is adjourned until then.
    Adjourned {
        /// When it goes on by itself.
        until: Timestamp,
    },
    /// It goes on: the board again.
    Resumed {
        /// Who wanted it; nobody when its time had come.
        seat: Option<u8>,
        /// Moves made.
        ply: u32,
    },
    /// This seat has been silent for long: the game may be claimed from then on.
    ClaimWarning {
        /// Who.
        seat: u8,
        /// When the warning has passed.
        until: Timestamp,
        /// The turn it is about.
        ply: u32,
    },
    /// To one player alone: their conditional moves do not fit any more.
    LineDropped {
        /// Who.
        user: UserId,
        /// The turn that they did not foresee; nothing when moves were taken back.
        turn: Option<String>,
    },
    /// The offer was declined.
    DrawDeclined {
        /// Who declined.
        seat: u8,
    },
    /// The offer was withdrawn.
    DrawWithdrawn {
        /// Who had offered.
        seat: u8,
    },
    /// The clock of the player on turn stands still, or will: the deadline is another one.
    Away {
        /// Who is on vacation.
        user: UserId,
        /// From when.
        from: Timestamp,
        /// Until when.
        until: Timestamp,
        /// It began by itself, instead of a loss on time.
        automatic: bool,
        /// The turn it is about: not said any more once the game has moved on.
        ply: u32,
    },
    /// A vacation is over, or comes to nothing: the clock of the player on turn runs.
    Back {
        /// Whose.
        user: UserId,
        /// The turn it is about.
        ply: u32,
    },
    /// The deadline is another one, because nobody could play for a while. Nothing is said; reminders that name the old one go.
    Delayed,
    /// To the player whose turn it is after `ply` moves, who wants to be called directly.
    Turn {
        /// The turn it is about: not sent any more once the game has moved on.
        ply: u32,
    },
    /// A reminder to the player whose turn it is; step 0 is the first one.
    Reminder {
        /// Which step.
        step: u32,
        /// The turn it is about: not sent any more once the game has moved on.
        ply: u32,
        /// The last one before this player is left alone.
        #[serde(default)]
        last: bool,
    },
}

impl Notice {
    /// A stable word; unique among the notices of one commit.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Challenge => "challenge",
            Self::Joined { .. } => "joined",
            Self::Board { .. } => "board",
            Self::Ended => "ended",
            Self::Void => "void",
            Self::Aborted { .. } => "aborted",
            Self::DrawOffer { .. } => "draw_offer",
            Self::DrawAgreed { .. } => "draw_agreed",
            Self::DrawDeclined { .. } => "draw_declined",
            Self::DrawWithdrawn { .. } => "draw_withdrawn",
            Self::Proposed { .. } => "proposal",
            Self::ProposalAgreed { .. } => "proposal_agreed",
            Self::ProposalDeclined { .. } => "proposal_declined",
            Self::ProposalWithdrawn { .. } => "proposal_withdrawn",
            Self::TakenBack { .. } => "taken_back",
            Self::Away { .. } => "away",
            Self::Back { .. } => "back",
            Self::Delayed => "delayed",
            Self::Adjourned { .. } => "adjourned",
            Self::Resumed { .. } => "resumed",
            Self::ClaimWarning { .. } => "warned",
            Self::LineDropped { .. } => "line_dropped",
            Self::Turn { .. } => "turn",
            Self::Reminder { .. } => "reminder",
        }
    }
}
