//! Who may abort a game, and what becomes of it.

use crate::domain::{Action, EndReason, Ending, Game, GameId, GameRecord, Notice, Phase, RequestId, TurnClock, UserId};
use crate::games::change::Change;
use crate::games::{Done, GameError, Games};
use rules::Seat;

impl Games {
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
            record.game.is_aborted() && record.game.loser().is_some() && record.game.loser() == record.seat_of(user)
        };
        self.change(request, game, Some(user), made, move |replayed, _| {
            let seat = replayed.record.aborting_seat(user)?;
            if expected_version.is_some_and(|version| version != replayed.record.game.version) {
                return Err(GameError::Stale(Box::new(replayed)));
            }
            Ok(Change::of(called_off(replayed.record.game, seat), Action::Abort, vec![Notice::Aborted { seat }]))
        })
        .await
    }
}

/// The game once this seat has called it off.
fn called_off(game: Game, seat: Seat) -> Game {
    Game {
        phase: Phase::Void,
        turn: TurnClock { to_move: None, deadline_at: None, ..game.turn },
        draw_offer: None,
        ending: Some(Ending { loser: Some(seat), ..Ending::of(EndReason::Aborted) }),
        agreements: game.agreements.close(),
        ..game
    }
}
