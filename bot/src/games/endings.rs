//! Endings that players bring about without a move: giving up, calling off, and agreeing on a draw.

use rules::Color;
use rules::{Team, team_name};

use super::{Change, Done, GameError, Games, View, never};
use crate::store::{DrawOffer, Game, GameId, GameRecord, Notice, Phase, RequestId, Seated, UserId};

/// What a player does with a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DrawAction {
    /// Offer one; when the opponent's offer is open, this accepts it; when 200 calm plies have passed and it is one's turn, this claims it.
    OfferOrAccept {
        /// The board that the button was drawn for, by [`Game::mark`]; `None` when it was asked for by command.
        expected_ply: Option<i64>,
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

/// Why a game that was called off ended.
pub(super) const ABORTED: &str = "aborted";

impl Games {
    /// Gives up, on one's own turn or the opponent's. With an expected version the question must have been about this board.
    pub async fn resign(
        &self,
        request: RequestId,
        game: GameId,
        user: UserId,
        expected_version: Option<i64>,
    ) -> Result<Done, GameError> {
        self.change(request, game, Some(user), never, move |view, _| {
            let seat = view.record.playing_seat(user)?;
            if expected_version.is_some_and(|version| version != view.record.game.version) {
                return Err(GameError::Stale(Box::new(view)));
            }
            Ok(Change::of(lost(view, seat, "resignation"), "resign", vec![Notice::Ended]))
        })
        .await
    }

    /// Calls the game off before everybody has made a move: it has no result. With an expected version the question must have
    /// been about this board.
    pub async fn abort(
        &self,
        request: RequestId,
        game: GameId,
        user: UserId,
        expected_version: Option<i64>,
    ) -> Result<Done, GameError> {
        let made = move |record: &GameRecord| {
            record.game.is_aborted() && record.game.loser.is_some() && record.game.loser == record.seat_of(user)
        };
        self.change(request, game, Some(user), made, move |view, _| {
            let seat = view.record.aborting_seat(user)?;
            if expected_version.is_some_and(|version| version != view.record.game.version) {
                return Err(GameError::Stale(Box::new(view)));
            }
            Ok(Change::of(called_off(view.record.game, seat), "abort", vec![Notice::Aborted { seat }]))
        })
        .await
    }

    /// Offers, accepts, declines, withdraws or claims a draw. A button is about the board, or the offer, that it stands under: any other is
    /// [`GameError::Stale`].
    pub async fn draw(
        &self,
        request: RequestId,
        game: GameId,
        user: UserId,
        action: DrawAction,
    ) -> Result<Done, GameError> {
        self.change(request, game, Some(user), never, move |view, _| {
            let seat = view.record.playing_seat(user)?;
            let claims = view.table.may_claim_draw();
            let open = view.record.game.draw_offer;
            let stale = match (action, open) {
                (DrawAction::OfferOrAccept { expected_ply }, _) => {
                    expected_ply.is_some_and(|mark| mark != view.record.game.mark())
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
                return Err(GameError::Stale(Box::new(view)));
            }
            Ok(match (action, open) {
                (DrawAction::Decline { .. }, Some(open)) if is_own_side(&view, open.seat, seat) => {
                    return Err(GameError::OwnSide);
                }
                (DrawAction::Decline { .. }, _) => {
                    let game = Game { draw_offer: None, ..view.record.game };
                    Change::of(game, "decline-draw", vec![Notice::DrawDeclined { seat }])
                }
                (DrawAction::Withdraw { .. }, _) => {
                    let game = Game { draw_offer: None, ..view.record.game };
                    Change::of(game, "withdraw-draw", vec![Notice::DrawWithdrawn { seat }])
                }
                (DrawAction::OfferOrAccept { .. }, _) if claims => {
                    let winner = view.table.winner_by_claim();
                    Change::of(ended(view, winner, "claim"), "claim", vec![Notice::Ended])
                }
                (_, Some(open)) if open.seat == seat => return Err(GameError::AlreadyOffered),
                (_, Some(_)) => agree(view, seat)?,
                (_, None) => {
                    let offer = DrawOffer { seat, version: view.record.game.version + 1 };
                    let agreed = |other: Seated| Seated { agreed: other.seat == seat, ..other };
                    let seats = view.record.seats.into_iter().map(agreed).collect();
                    let game = Game { draw_offer: Some(offer), ..view.record.game };
                    let change = Change::of(game, "offer-draw", vec![Notice::DrawOffer { seat }]);
                    Change { seats: Some(seats), ..change }
                }
            })
        })
        .await
    }
}

/// The game once this seat has called it off.
fn called_off(game: Game, seat: u8) -> Game {
    Game {
        phase: Phase::Void,
        to_move: None,
        draw_offer: None,
        reason: Some(ABORTED.to_owned()),
        loser: Some(seat),
        deadline_at: None,
        terms: game.terms.closed(),
        ..game
    }
}

fn is_own_side(view: &View, one: u8, other: u8) -> bool {
    let places = view.table.seats();
    let team = |seat: u8| places.get(usize::from(seat)).map(|place| place.team);
    team(one) == team(other)
}

/// A player agrees to the draw that is offered. It is one when each team has somebody who does.
fn agree(view: View, seat: u8) -> Result<Change, GameError> {
    let mut seats = view.record.seats.clone();
    for other in seats.iter_mut().filter(|other| other.seat == seat) {
        if other.agreed {
            return Err(GameError::AlreadyAgreed);
        }
        other.agreed = true;
    }
    let places = view.table.seats();
    let agrees = |team| {
        seats.iter().any(|other| other.agreed && places.get(usize::from(other.seat)).is_some_and(|p| p.team == team))
    };
    let change = if places.iter().all(|place| agrees(place.team)) {
        Change::of(ended(view, None, "agreement"), "accept-draw", vec![Notice::Ended])
    } else {
        Change::of(view.record.game, "agree-to-draw", vec![Notice::DrawAgreed { seat }])
    };
    Ok(Change { seats: Some(seats), ..change })
}

/// The game as it is once it has ended.
pub(super) fn ended(view: View, winner: Option<Team>, reason: &str) -> Game {
    let result = winner.map_or_else(|| "draw".to_owned(), |team| team_name(&view.table.seats(), team));
    Game {
        phase: Phase::Over,
        to_move: None,
        draw_offer: None,
        result: Some(result),
        reason: Some(reason.to_owned()),
        deadline_at: None,
        terms: view.record.game.terms.closed(),
        ..view.record.game
    }
}

/// The game once the player at this seat has given up, or has run out of time: the team loses, and all others win. Nobody
/// chooses among them by stopping.
pub(super) fn lost(view: View, seat: u8, reason: &str) -> Game {
    let places = view.table.seats();
    let loser = places.get(usize::from(seat)).map(|place| place.team);
    let mut colors: Vec<Color> =
        places.iter().filter(|place| Some(place.team) != loser).map(|place| place.color).collect();
    colors.sort_unstable();
    colors.dedup();
    let result = colors.into_iter().map(Color::name).collect::<Vec<_>>().join("+");
    Game { loser: Some(seat), result: Some(result), ..ended(view, None, reason) }
}
