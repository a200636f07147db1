//! Shared code of all proposals: only one is open at a time, and its player may withdraw it.

use std::fmt::Display;

use discord::custom_id::CustomId as _;
use discord::{CreateButton, OutgoingMessage, Reply, Style, button, row};
use games::change::{Change, no_precondition};
use games::domain::{Action, GameId, GameRecord, Notice, Proposal, ProposalKind, RequestId, UserId};
use games::{Done, GameError, Games, ReplayedGame};
use rules::Seat;

use crate::board::message;
use crate::commands::{Answer, Ctx, Problem, ProposalButton};
use crate::localization::{Language, localize};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Withdrawal {
    /// The one made at this version of the game.
    OfVersion(i64),
    /// A takeback proposal, whenever it was made.
    Takeback,
    /// An adjournment proposal, whenever it was made.
    Adjourn,
}

pub async fn withdraw(
    games: &Games,
    request: RequestId,
    game: GameId,
    user: UserId,
    which: Withdrawal,
) -> Result<Done, GameError> {
    games
        .change(request, game, Some(user), no_precondition, move |mut replayed, _| {
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

pub(crate) fn check_no_open_proposal(replayed: &ReplayedGame, seat: Seat) -> Result<(), GameError> {
    match &replayed.record.game.agreements.proposal {
        None => Ok(()),
        Some(open) if open.seat == seat => Err(GameError::AlreadyProposed),
        Some(_) => Err(GameError::ProposalOpen(Box::new(replayed.record.clone()))),
    }
}

pub(crate) fn open_proposal(replayed: ReplayedGame, seat: Seat, kind: ProposalKind, agreed: Vec<Seat>) -> Change {
    let mut game = replayed.record.game;
    game.agreements.proposal = Some(Proposal { seat, version: game.version + 1, kind, agreed });
    Change::of(game, Action::Propose, vec![Notice::Proposed { seat, proposal: kind }])
}

pub(crate) fn own_proposal(record: &GameRecord, user: UserId) -> Option<&Proposal> {
    record.game.agreements.proposal.as_ref().filter(|open| record.seat_of(user) == Some(open.seat))
}

pub(crate) fn pending_message(language: Language, game: GameId, open: &Proposal, text: String) -> OutgoingMessage {
    let withdraw = ProposalButton::Withdraw { proposal: open.version }.about(game);
    OutgoingMessage::text(text).rows(vec![row([withdraw_button(language, &withdraw)])])
}

/// The button to withdraw the presser's own proposal.
pub(crate) fn withdraw_button(language: Language, press: &impl Display) -> CreateButton {
    button(press, localize!(language, "button-withdraw"), Style::Secondary)
}

/// Mentions the players who have not agreed yet.
pub(crate) fn mention_undecided(language: Language, record: &GameRecord, open: &Proposal) -> String {
    message::mentions(language, record.everybody_else(open.seat).filter(|seat| !open.agreed.contains(&seat.seat)))
}

/// Withdraws a proposal; returns the confirmation.
pub(crate) async fn withdraw_proposal(ctx: Ctx<'_>, game: GameId, which: Withdrawal) -> Result<String, Problem> {
    match withdraw(&ctx.app.games, ctx.request, game, ctx.user(), which).await {
        Ok(_) => Ok(localize!(ctx, "you-withdrew-proposal")),
        Err(GameError::NoProposal) => Err(Problem::Key("error-nothing-to-withdraw")),
        Err(error) => Err(error.into()),
    }
}

/// Withdraws a proposal for a command with the option `withdraw`.
pub(crate) async fn withdraw_by_command(ctx: Ctx<'_>, game: GameId, which: Withdrawal) -> Answer {
    Ok(Reply::ephemeral(OutgoingMessage::text(withdraw_proposal(ctx, game, which).await?)))
}
