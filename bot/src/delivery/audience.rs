//! Whom a notice is for; what it says stands elsewhere.

use crate::domain::{GameRecord, Notice, UserId};

/// Whom a notice is for where each player is written to directly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Audience {
    /// Those it calls on.
    pub needed: Vec<UserId>,
    /// The other players read it too.
    pub shared: bool,
}

/// Whom a notice is for.
pub fn audience(notice: &Notice, record: &GameRecord) -> Audience {
    let game = &record.game;
    let all = || record.seats.iter().map(|seat| seat.user).collect();
    let but = |seat: u8| record.seats.iter().filter(|other| other.seat != seat).map(|other| other.user).collect();
    let on_turn = game.to_move.and_then(|seat| record.at(seat)).map(|seat| seat.user);
    match notice {
        Notice::Challenge => Audience { needed: record.unanswered().map(|seat| seat.user).collect(), shared: true },
        Notice::Board { .. } | Notice::TakenBack { .. } | Notice::Resumed { .. } => {
            Audience { needed: on_turn.map_or_else(all, |user| vec![user]), shared: true }
        }
        Notice::Ended | Notice::Void | Notice::Aborted { .. } | Notice::Adjourned { .. } => {
            Audience { needed: all(), shared: true }
        }
        Notice::DrawOffer { seat }
        | Notice::DrawAgreed { seat }
        | Notice::DrawDeclined { seat }
        | Notice::DrawWithdrawn { seat }
        | Notice::Proposed { seat, .. }
        | Notice::ProposalAgreed { seat }
        | Notice::ProposalDeclined { seat, .. }
        | Notice::ProposalWithdrawn { seat, .. } => Audience { needed: but(*seat), shared: false },
        Notice::Away { automatic: true, .. } => Audience { needed: all(), shared: false },
        Notice::Joined { user } | Notice::Away { user, .. } | Notice::Back { user, .. } => Audience {
            needed: record.seats.iter().map(|seat| seat.user).filter(|other| other != user).collect(),
            shared: false,
        },
        Notice::Delayed => Audience { needed: Vec::new(), shared: false },
        Notice::LineDropped { user, .. } => Audience { needed: vec![*user], shared: false },
        Notice::ClaimWarning { seat, .. } => {
            Audience { needed: record.at(*seat).map(|seat| seat.user).into_iter().collect(), shared: true }
        }
        Notice::Turn { ply } | Notice::Reminder { ply, .. } => {
            // Also once that player has moved.
            let moved = record.plies.get(*ply as usize).map(|next| next.user);
            Audience { needed: moved.or(on_turn).into_iter().collect(), shared: false }
        }
    }
}
