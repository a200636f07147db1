//! Endings that players bring about without a move: giving up, and agreeing on a draw.

use super::{Change, Done, DrawAction, GameError, Games, ended};
use crate::store::{DrawOffer, Game, GameId, Notice, RequestId, UserId};

impl Games {
    /// Gives up, on one's own turn or the opponent's. With an expected version the question must have been about this board.
    pub async fn resign(
        &self,
        request: RequestId,
        game: GameId,
        user: UserId,
        expected_version: Option<i64>,
    ) -> Result<Done, GameError> {
        self.change(
            request,
            game,
            Some(user),
            |_| false,
            move |view, _| {
                let seat = view.record.playing_seat(user)?;
                if expected_version.is_some_and(|version| version != view.record.game.version) {
                    return Err(GameError::Stale(Box::new(view)));
                }
                Ok(Change::of(ended(view.record.game, Some(1 - seat), "resignation"), "resign", vec![Notice::Ended]))
            },
        )
        .await
    }

    /// Offers, accepts, declines or claims a draw. A button is about the board, or the offer, that it stands under: any other is
    /// [`GameError::Stale`].
    pub async fn draw(
        &self,
        request: RequestId,
        game: GameId,
        user: UserId,
        action: DrawAction,
    ) -> Result<Done, GameError> {
        self.change(
            request,
            game,
            Some(user),
            |_| false,
            move |view, _| {
                let seat = view.record.playing_seat(user)?;
                let claims = view.record.game.to_move == Some(seat) && view.table.may_claim_draw();
                let open = view.record.game.draw_offer;
                let stale = match (action, open) {
                    (DrawAction::OfferOrAccept { expected_ply }, _) => {
                        expected_ply.is_some_and(|ply| ply != view.record.game.ply)
                    }
                    (DrawAction::Accept { offer } | DrawAction::Decline { offer }, Some(open)) if open.seat != seat => {
                        offer != open.version
                    }
                    (DrawAction::Accept { offer } | DrawAction::Decline { offer }, Some(open))
                        if offer == open.version =>
                    {
                        return Err(GameError::AlreadyOffered);
                    }
                    _ => return Err(GameError::NoOffer),
                };
                if stale {
                    return Err(GameError::Stale(Box::new(view)));
                }
                let game = view.record.game;
                Ok(match (action, open) {
                    (DrawAction::Decline { .. }, _) => {
                        let game = Game { draw_offer: None, ..game };
                        Change::of(game, "decline-draw", vec![Notice::DrawDeclined { seat }])
                    }
                    (DrawAction::OfferOrAccept { .. }, _) if claims => {
                        Change::of(ended(game, None, "claim"), "claim", vec![Notice::Ended])
                    }
                    (_, Some(open)) if open.seat == seat => return Err(GameError::AlreadyOffered),
                    (_, Some(_)) => Change::of(ended(game, None, "agreement"), "accept-draw", vec![Notice::Ended]),
                    (_, None) => {
                        let offer = DrawOffer { seat, version: game.version + 1 };
                        let game = Game { draw_offer: Some(offer), ..game };
                        Change::of(game, "offer-draw", vec![Notice::DrawOffer { seat }])
                    }
                })
            },
        )
        .await
    }
}
