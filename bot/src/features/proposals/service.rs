//! Proposals while a game is played: one player proposes, and the others agree or decline.

use crate::domain::{Action, GameId, Notice, Proposal, ProposalKind, RequestId, SeatedPlayer, UserId};
use crate::features::adjourn::service::adjourned;
use crate::features::takeback::service::taken_back;
use crate::games::change::{Change, never};
use crate::games::{Done, GameError, Games, View};
use rules::Seat;

/// What a player says to a proposal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// Yes.
    Agree,
    /// No: the proposal is closed.
    Decline,
}

/// Which of one's own proposals is withdrawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Withdrawal {
    /// The one that was made with this version of the game.
    Made(i64),
    /// To take moves back, whenever it was made.
    Takeback,
    /// To adjourn, whenever it was made.
    Adjourn,
}

impl Games {
    /// Withdraws the player's own proposal.
    pub async fn withdraw_proposal(
        &self,
        request: RequestId,
        game: GameId,
        user: UserId,
        which: Withdrawal,
    ) -> Result<Done, GameError> {
        self.change(request, game, Some(user), never, move |mut view, _| {
            let seat = view.record.playing_seat(user)?;
            let Some(open) = &view.record.game.agreements.proposal else { return Err(GameError::NoProposal) };
            let kind = open.kind;
            match (which, kind) {
                (Withdrawal::Made(version), _) if version != open.version => {
                    return Err(GameError::Stale(Box::new(view)));
                }
                (Withdrawal::Takeback, ProposalKind::Adjourn { .. })
                | (Withdrawal::Adjourn, ProposalKind::Takeback { .. }) => {
                    return Err(GameError::NoProposal);
                }
                _ if open.seat != seat => return Err(GameError::NotTheProposer),
                _ => {}
            }
            view.record.game.agreements.proposal = None;
            let notice = Notice::ProposalWithdrawn { seat, proposal: kind };
            Ok(Change::of(view.record.game, Action::WithdrawProposal, vec![notice]))
        })
        .await
    }

    /// Answers the proposal that was made with this version of the game.
    pub async fn answer(
        &self,
        request: RequestId,
        game: GameId,
        user: UserId,
        version: i64,
        answer: Answer,
    ) -> Result<Done, GameError> {
        self.change(request, game, Some(user), never, move |mut view, now| {
            let seat = view.record.playing_seat(user)?;
            let Some(mut open) = view.record.game.agreements.proposal.clone() else {
                return Err(GameError::NoProposal);
            };
            if open.version != version {
                return Err(GameError::Stale(Box::new(view)));
            }
            let others: Vec<Seat> = view.record.everybody_else(open.seat).map(|other| other.seat).collect();
            if !others.contains(&seat) {
                return Err(if open.seat == seat { GameError::AlreadyProposed } else { GameError::OwnSide });
            }
            if answer == Answer::Decline {
                view.record.game.agreements.proposal = None;
                let notice = Notice::ProposalDeclined { seat, proposal: open.kind };
                return Ok(Change::of(view.record.game, Action::DeclineProposal, vec![notice]));
            }
            if open.agreed.contains(&seat) {
                return Err(GameError::AlreadyAgreed);
            }
            open.agreed.push(seat);
            if others.iter().all(|other| open.agreed.contains(other)) {
                return match open.kind {
                    ProposalKind::Takeback { ply } => taken_back(view, open.seat, ply, now),
                    ProposalKind::Adjourn { days } => Ok(adjourned(view.record.game, days, now)),
                };
            }
            view.record.game.agreements.proposal = Some(open);
            Ok(Change::of(view.record.game, Action::AgreeToProposal, vec![Notice::ProposalAgreed { seat }]))
        })
        .await
    }
}

impl View {
    /// The players of other teams than this seat's.
    pub(crate) fn others(&self, seat: Seat) -> Vec<&SeatedPlayer> {
        let places = self.table.seats();
        let team = |seat: Seat| places.get(usize::from(seat)).map(|place| place.team);
        self.record.seats.iter().filter(|other| team(other.seat) != team(seat)).collect()
    }
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

/// One proposal is open at a time.
pub(crate) fn is_free(view: &View, seat: Seat) -> Result<(), GameError> {
    match &view.record.game.agreements.proposal {
        None => Ok(()),
        Some(open) if open.seat == seat => Err(GameError::AlreadyProposed),
        Some(_) => Err(GameError::ProposalOpen(Box::new(view.record.clone()))),
    }
}

pub(crate) fn proposed(view: View, seat: Seat, kind: ProposalKind, agreed: Vec<Seat>) -> Change {
    let mut game = view.record.game;
    game.agreements.proposal = Some(Proposal { seat, version: game.version + 1, kind, agreed });
    Change::of(game, Action::Propose, vec![Notice::Proposed { seat, proposal: kind }])
}
