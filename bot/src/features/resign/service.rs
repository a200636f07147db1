//! Who may resign, and who wins then.

use crate::domain::{Action, EndReason, GameId, Notice, RequestId, UserId};
use crate::games::change::{Change, never_done};
use crate::games::endings::lost;
use crate::games::{Done, GameError, Games};

impl Games {
    /// Gives up, on one's own turn or the opponent's. With an expected version the question must have been about this board.
    pub async fn resign(
        &self,
        request: RequestId,
        game: GameId,
        user: UserId,
        expected_version: Option<i64>,
    ) -> Result<Done, GameError> {
        self.change(request, game, Some(user), never_done, move |view, _| {
            let seat = view.record.playing_seat(user)?;
            if expected_version.is_some_and(|version| version != view.record.game.version) {
                return Err(GameError::Stale(Box::new(view)));
            }
            Ok(Change::of(lost(view, seat, EndReason::Resignation), Action::Resign, vec![Notice::Ended]))
        })
        .await
    }
}
