//! Proposals while a game is played: one player proposes, and the others agree or decline.

use crate::domain::{Action, GameId, Notice, ProposalKind, RequestId, UserId};
use crate::features::adjourn::service::adjourned;
use crate::features::takeback::undo_turn;
use crate::games::change::{Change, never_done};
use crate::games::{Done, GameError, Games};
use rules::Seat;

/// What a player says to a proposal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProposalAnswer {
    /// Yes.
    Agree,
    /// No: the proposal is closed.
    Decline,
}

impl Games {
    /// Answers the proposal that was made with this version of the game.
    pub async fn answer(
        &self,
        request: RequestId,
        game: GameId,
        user: UserId,
        version: i64,
        answer: ProposalAnswer,
    ) -> Result<Done, GameError> {
        self.change(request, game, Some(user), never_done, move |mut replayed, now| {
            let seat = replayed.record.playing_seat(user)?;
            let Some(mut open) = replayed.record.game.agreements.proposal.clone() else {
                return Err(GameError::NoProposal);
            };
            if open.version != version {
                return Err(GameError::Stale(Box::new(replayed)));
            }
            let others: Vec<Seat> = replayed.record.everybody_else(open.seat).map(|other| other.seat).collect();
            if !others.contains(&seat) {
                return Err(if open.seat == seat { GameError::AlreadyProposed } else { GameError::OwnSide });
            }
            if answer == ProposalAnswer::Decline {
                replayed.record.game.agreements.proposal = None;
                let notice = Notice::ProposalDeclined { seat, proposal: open.kind };
                return Ok(Change::of(replayed.record.game, Action::DeclineProposal, vec![notice]));
            }
            if open.agreed.contains(&seat) {
                return Err(GameError::AlreadyAgreed);
            }
            open.agreed.push(seat);
            if others.iter().all(|other| open.agreed.contains(other)) {
                return match open.kind {
                    ProposalKind::Takeback { ply } => undo_turn(replayed, open.seat, ply, now),
                    ProposalKind::Adjourn { days } => Ok(adjourned(replayed.record.game, days, now)),
                };
            }
            replayed.record.game.agreements.proposal = Some(open);
            Ok(Change::of(replayed.record.game, Action::AgreeToProposal, vec![Notice::ProposalAgreed { seat }]))
        })
        .await
    }
}
