//! What all kinds of proposals share: one is open at a time, and its player may withdraw it.

use rules::Seat;
use serde_json::Value;

use crate::commands::board::message;
use crate::commands::{Answer, App, Button, Problem, word};
use crate::discord::{Interaction, Language, OutgoingMessage, Reply, Style, button, localize, row};
use crate::domain::{Action, GameId, GameRecord, Notice, Proposal, ProposalKind, RequestId, UserId};
use crate::games::change::{Change, never_done};
use crate::games::{Done, GameError, Games, ReplayedGame};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Withdrawal {
    /// The one that was made with this version of the game.
    OfVersion(i64),
    /// To take moves back, whenever it was made.
    Takeback,
    /// To adjourn, whenever it was made.
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
        .change(request, game, Some(user), never_done, move |mut replayed, _| {
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

/// One proposal is open at a time.
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
    let custom_id = Button::at(word::WITHDRAW_PROPOSAL, game, open.version);
    OutgoingMessage::text(text).rows(vec![row(&[withdraw_button(language, &custom_id)])])
}

/// The button that withdraws what its presser has proposed.
pub(crate) fn withdraw_button(language: Language, custom_id: &Button) -> Value {
    button(custom_id, localize!(language, "button-withdraw"), Style::Secondary)
}

/// Those who have not agreed yet.
pub(crate) fn mention_undecided(record: &GameRecord, open: &Proposal) -> String {
    message::mentions(record.everybody_else(open.seat).filter(|seat| !open.agreed.contains(&seat.seat)))
}

/// Withdraws a proposal; returns the confirmation.
pub(crate) async fn withdraw_proposal(
    app: &App,
    language: Language,
    interaction: &Interaction,
    game: GameId,
    which: Withdrawal,
) -> Result<String, Problem> {
    match withdraw(&app.games, interaction.request, game, interaction.person.user, which).await {
        Ok(_) => Ok(localize!(language, "you-withdrew-proposal")),
        Err(GameError::NoProposal) => Err(Problem::Key("error-nothing-to-withdraw")),
        Err(error) => Err(error.into()),
    }
}

/// Withdraws a proposal for a command with the option `withdraw`.
pub(crate) async fn withdraw_by_command(
    app: &App,
    language: Language,
    interaction: &Interaction,
    game: GameId,
    which: Withdrawal,
) -> Answer {
    Ok(Reply::ephemeral(OutgoingMessage::text(withdraw_proposal(app, language, interaction, game, which).await?)))
}
