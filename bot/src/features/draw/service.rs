//! Who may offer, accept or claim a draw, and what it changes.

use crate::domain::{
    Action, BoardRevision, DrawOffer, EndReason, Game, GameId, Notice, RequestId, SeatedPlayer, UserId,
};
use crate::games::change::{Change, never_done};
use crate::games::endings::ended;
use crate::games::{Done, GameError, Games, ReplayedGame};
use rules::{Seat, team_of};

/// What a player does with a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DrawAction {
    /// Offer one; when the opponent's offer is open, this accepts it; after 200 plies without an ejection, if it is one's turn, this claims it.
    OfferOrAccept {
        /// The board that the button was drawn for; `None` for the command.
        expected_revision: Option<BoardRevision>,
    },
    /// Accept an offer.
    Accept {
        /// The version it was made with.
        offer: i64,
    },
    /// Decline an offer.
    Decline {
        /// The version it was made with.
        offer: i64,
    },
    /// Withdraw one's own offer.
    Withdraw {
        /// The version it was made with; `None` when it was asked for by command.
        offer: Option<i64>,
    },
}

impl Games {
    /// Offers, accepts, declines, withdraws or claims a draw. A button is about the board, or the offer, that it stands under: any other is
    /// [`GameError::Stale`].
    pub async fn draw(
        &self,
        request: RequestId,
        game: GameId,
        user: UserId,
        action: DrawAction,
    ) -> Result<Done, GameError> {
        self.change(request, game, Some(user), never_done, move |replayed, _| {
            let seat = replayed.record.playing_seat(user)?;
            let claims = replayed.any_game.may_claim_draw();
            let open = replayed.record.game.draw_offer;
            let stale = match (action, open) {
                (DrawAction::OfferOrAccept { expected_revision }, _) => {
                    expected_revision.is_some_and(|revision| revision != replayed.record.game.revision())
                }
                (DrawAction::Accept { offer } | DrawAction::Decline { offer }, Some(open)) if open.seat != seat => {
                    offer != open.version
                }
                (DrawAction::Accept { offer } | DrawAction::Decline { offer }, Some(open)) if offer == open.version => {
                    return Err(GameError::AlreadyOffered);
                }
                (DrawAction::Withdraw { .. }, Some(open)) if open.seat != seat => {
                    return Err(GameError::NotTheProposer);
                }
                (DrawAction::Withdraw { offer }, Some(open)) => offer.is_some_and(|offer| offer != open.version),
                _ => return Err(GameError::NoOffer),
            };
            if stale {
                return Err(GameError::Stale(Box::new(replayed)));
            }
            Ok(match (action, open) {
                (DrawAction::Decline { .. }, Some(open)) if is_own_side(&replayed, open.seat, seat) => {
                    return Err(GameError::OwnSide);
                }
                (DrawAction::Decline { .. }, _) => {
                    let game = Game { draw_offer: None, ..replayed.record.game };
                    Change::of(game, Action::DeclineDraw, vec![Notice::DrawDeclined { seat }])
                }
                (DrawAction::Withdraw { .. }, _) => {
                    let game = Game { draw_offer: None, ..replayed.record.game };
                    Change::of(game, Action::WithdrawDraw, vec![Notice::DrawWithdrawn { seat }])
                }
                (DrawAction::OfferOrAccept { .. }, _) if claims => {
                    let winner = replayed.any_game.winner_by_claim();
                    Change::of(ended(replayed, winner, EndReason::Claim), Action::ClaimDraw, vec![Notice::Ended])
                }
                (_, Some(open)) if open.seat == seat => return Err(GameError::AlreadyOffered),
                (_, Some(_)) => agree(replayed, seat)?,
                (_, None) => {
                    let offer = DrawOffer { seat, version: replayed.record.game.version + 1 };
                    let agreed = |other: SeatedPlayer| SeatedPlayer { agreed: other.seat == seat, ..other };
                    let seats = replayed.record.seats.into_iter().map(agreed).collect();
                    let game = Game { draw_offer: Some(offer), ..replayed.record.game };
                    let change = Change::of(game, Action::OfferDraw, vec![Notice::DrawOffer { seat }]);
                    Change { seats: Some(seats), ..change }
                }
            })
        })
        .await
    }
}

fn is_own_side(replayed: &ReplayedGame, one: Seat, other: Seat) -> bool {
    let seat_infos = replayed.any_game.seats();
    team_of(&seat_infos, one) == team_of(&seat_infos, other)
}

/// A player agrees to the draw that is offered. The game is drawn when a player of each team has agreed.
fn agree(replayed: ReplayedGame, seat: Seat) -> Result<Change, GameError> {
    let mut seats = replayed.record.seats.clone();
    for other in seats.iter_mut().filter(|other| other.seat == seat) {
        if other.agreed {
            return Err(GameError::AlreadyAgreed);
        }
        other.agreed = true;
    }
    let seat_infos = replayed.any_game.seats();
    let agrees = |team| seats.iter().any(|other| other.agreed && team_of(&seat_infos, other.seat) == Some(team));
    let change = if seat_infos.iter().all(|place| agrees(place.team)) {
        Change::of(ended(replayed, None, EndReason::Agreement), Action::AcceptDraw, vec![Notice::Ended])
    } else {
        Change::of(replayed.record.game, Action::AgreeToDraw, vec![Notice::DrawAgreed { seat }])
    };
    Ok(Change { seats: Some(seats), ..change })
}
