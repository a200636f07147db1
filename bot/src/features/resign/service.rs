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
        self.change(request, game, Some(user), never_done, move |replayed, _| {
            let seat = replayed.record.playing_seat(user)?;
            if expected_version.is_some_and(|version| version != replayed.record.game.version) {
                return Err(GameError::Stale(Box::new(replayed)));
            }
            Ok(Change::of(lost(replayed, seat, EndReason::Resignation), Action::Resign, vec![Notice::Ended]))
        })
        .await
    }
}
