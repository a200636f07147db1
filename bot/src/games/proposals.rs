//! What all kinds of proposals share: one is open at a time, and its player may withdraw it.

use rules::Seat;

use crate::domain::{Action, GameId, Notice, Proposal, ProposalKind, RequestId, UserId};
use crate::games::change::{Change, never_done};
use crate::games::{Done, GameError, Games, ReplayedGame};

/// Which of one's own proposals is withdrawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Withdrawal {
    /// The one that was made with this version of the game.
    OfVersion(i64),
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
        self.change(request, game, Some(user), never_done, move |mut replayed, _| {
            let seat = replayed.record.playing_seat(user)?;
            let Some(open) = &replayed.record.game.agreements.proposal else { return Err(GameError::NoProposal) };
            let kind = open.kind;
            match (which, kind) {
                (Withdrawal::OfVersion(version), _) if version != open.version => {
                    return Err(GameError::Stale(Box::new(replayed)));
                }
                (Withdrawal::Takeback, ProposalKind::Adjourn { .. })
                | (Withdrawal::Adjourn, ProposalKind::Takeback { .. }) => {
                    return Err(GameError::NoProposal);
                }
                _ if open.seat != seat => return Err(GameError::NotTheProposer),
                _ => {}
            }
            replayed.record.game.agreements.proposal = None;
            let notice = Notice::ProposalWithdrawn { seat, proposal: kind };
            Ok(Change::of(replayed.record.game, Action::WithdrawProposal, vec![notice]))
        })
        .await
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
pub(crate) fn check_no_open_proposal(replayed: &ReplayedGame, seat: Seat) -> Result<(), GameError> {
    match &replayed.record.game.agreements.proposal {
        None => Ok(()),
        Some(open) if open.seat == seat => Err(GameError::AlreadyProposed),
        Some(_) => Err(GameError::ProposalOpen(Box::new(replayed.record.clone()))),
    }
}

pub(crate) fn proposed(replayed: ReplayedGame, seat: Seat, kind: ProposalKind, agreed: Vec<Seat>) -> Change {
    let mut game = replayed.record.game;
    game.agreements.proposal = Some(Proposal { seat, version: game.version + 1, kind, agreed });
    Change::of(game, Action::Propose, vec![Notice::Proposed { seat, proposal: kind }])
}
