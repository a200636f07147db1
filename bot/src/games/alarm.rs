//! What happens when nobody does anything.

use super::challenge::closed;
use super::time::{Due, due, next_wake};
use super::{Change, GameError, Games, Rang, lost, never, own_request};
use crate::store::{Game, GameId, Notice, RequestId};

impl Games {
    /// Does what is due in this game: a reminder, the loss on time, the end of a challenge. A move that was committed before
    /// wins: what is due is decided on the game as it is now, and the commit is conditional on it. When nothing is due (the
    /// reminder steps were changed, say), the alarm is set anew, or its claim would ring again and again.
    pub async fn ring(&self, game: GameId) -> Result<Rang, GameError> {
        let view = self.view(game, None).await?;
        let steps = &self.settings.reminder_hours;
        let request = alarm_request(game, view.record.game.version);
        let version = view.record.game.version;
        let found = due(&view.record.game, steps, self.clock.now());
        let rang = match found {
            Due::Nothing if view.record.game.wake_at == next_wake(&view.record.game, steps) => {
                return Ok(Rang::Nothing);
            }
            Due::Nothing => Rang::Nothing,
            Due::Expire => Rang::Expired,
            Due::Lose => Rang::TimedOut,
            Due::Remind { .. } => Rang::Reminded,
        };
        let outcome = self
            .change(request, game, None, never, move |view, _| {
                if view.record.game.version != version {
                    // Somebody was faster; the alarm is about a turn that is past.
                    return Err(GameError::Stale(Box::new(view)));
                }
                let game = view.record.game.clone();
                Ok(match found {
                    Due::Expire => closed(game, "expired"),
                    Due::Lose => {
                        let seat = game.to_move.unwrap_or(0);
                        Change::of(lost(view, seat, "time"), "time", vec![Notice::Ended])
                    }
                    Due::Remind { step, until } => {
                        let notice = Notice::Reminder { step, ply: game.ply };
                        Change::of(Game { reminded_until: Some(until), ..game }, "remind", vec![notice])
                    }
                    Due::Nothing => Change::of(game, "set-alarm", Vec::new()),
                })
            })
            .await;
        match outcome {
            Ok(_) => Ok(rang),
            Err(GameError::Stale(_)) => Ok(Rang::Nothing),
            Err(error) => Err(error),
        }
    }
}

/// The request of an alarm: the same for everybody who finds the same game due at the same version.
fn alarm_request(game: GameId, version: i64) -> RequestId {
    own_request(game, version.cast_unsigned().rotate_left(40))
}
