//! Endings that players bring about without a move: giving up, and agreeing on a draw.

use super::{Change, Done, DrawAction, GameError, Games, ended, playing_seat};
use crate::store::{Game, GameId, Notice, RequestId, UserId};

impl Games {
    /// Gives up, on one's own turn or the opponent's. With an expected version the question must have been about this board.
    pub async fn resign(
        &self,
        request: RequestId,
        game: GameId,
        user: UserId,
        expected_version: Option<i64>,
    ) -> Result<Done, GameError> {
        self.change(request, game, Some(user), move |view, _| {
            let seat = playing_seat(&view, user)?;
            if expected_version.is_some_and(|version| version != view.record.game.version) {
                return Err(GameError::Stale(Box::new(view)));
            }
            Ok(Change::of(ended(view.record.game, Some(1 - seat), "resignation"), "resign", vec![Notice::Ended]))
        })
        .await
    }

    /// Offers, accepts, declines or claims a draw.
    pub async fn draw(
        &self,
        request: RequestId,
        game: GameId,
        user: UserId,
        action: DrawAction,
    ) -> Result<Done, GameError> {
        self.change(request, game, Some(user), move |view, _| {
            let seat = playing_seat(&view, user)?;
            let game = view.record.game;
            let offered = game.draw_offer.is_some_and(|offer| offer != seat);
            match action {
                DrawAction::OfferOrAccept if game.to_move == Some(seat) && view.table.may_claim_draw() => {
                    Ok(Change::of(ended(game, None, "claim"), "claim", vec![Notice::Ended]))
                }
                DrawAction::OfferOrAccept | DrawAction::Accept if offered => {
                    Ok(Change::of(ended(game, None, "agreement"), "accept-draw", vec![Notice::Ended]))
                }
                DrawAction::OfferOrAccept if game.draw_offer.is_some() => Err(GameError::AlreadyOffered),
                DrawAction::OfferOrAccept => {
                    let game = Game { draw_offer: Some(seat), ..game };
                    Ok(Change::of(game, "offer-draw", vec![Notice::DrawOffer { seat }]))
                }
                DrawAction::Decline if offered => {
                    let game = Game { draw_offer: None, ..game };
                    Ok(Change::of(game, "decline-draw", vec![Notice::DrawDeclined { seat }]))
                }
                DrawAction::Accept | DrawAction::Decline => Err(GameError::NoOffer),
            }
        })
        .await
    }
}
