//! What happens when nobody does anything.

use super::challenge::closed;
use super::proposals::resumed;
use super::time::{Due, due, next_wake, turn};
use super::vacation::retimed;
use super::{Change, GameError, Games, Rang, lost, own_request};
use crate::store::{CommitError, Game, GameId, Notice, Phase, RequestId};

impl Games {
    /// Does what is due in this game: a reminder, the loss on time, the end of a challenge. A move that was committed before
    /// wins: what is due is decided on the game as it is now, and the commit is conditional on it. When nothing is due (the
    /// reminder steps were changed, say), the alarm is set anew, or its claim would ring again and again. Before anything else the deadline is computed again: a vacation may have been
    /// added, or stopped, since it was stored.
    pub async fn ring(&self, game: GameId) -> Result<Rang, GameError> {
        loop {
            let view = self.view(game, None).await?;
            let request = alarm_request(game, view.record.game.version);
            let now = self.clock.now();
            let (state, seats) = (&view.record.game, &view.record.seats);
            let lost_at = match state.phase {
                Phase::Playing => turn::deadline(state, seats, &view.record.absences)?,
                _ => state.deadline_at,
            };
            let on_turn = self.on_turn(state, seats).await?;
            let plan = self.plan(on_turn.as_ref());
            // Whoever has not answered so many is left alone until they do something.
            let most = self.reminders_ignored();
            let reminded = on_turn.filter(|on_turn| on_turn.player.ignored < most);
            let reminded = reminded.map(|on_turn| (on_turn.user, on_turn.player.ignored + 1 == most));
            let (rang, mut change) = match due(state, &plan, now) {
                _ if lost_at != state.deadline_at => (Rang::Retimed, retimed(&view.record, lost_at, now)),
                Due::Lose if self.spare(&view.record, now).await? => continue,
                Due::Nothing if state.wake_at == next_wake(state, &plan) => return Ok(Rang::Nothing),
                Due::Nothing => (Rang::Nothing, Change::of(state.clone(), "set-alarm", Vec::new())),
                Due::Expire => (Rang::Expired, closed(state.clone(), "expired")),
                Due::Resume => (Rang::Resumed, resumed(state.clone(), None)),
                Due::Lose => {
                    let seat = state.to_move.unwrap_or(0);
                    (Rang::TimedOut, Change::of(lost(view, seat, "time"), "time", vec![Notice::Ended]))
                }
                Due::Remind { step, until } => {
                    let notices =
                        reminded.map(|(_, last)| Notice::Reminder { step, ply: state.ply, last }).into_iter().collect();
                    let game = Game { reminded_until: Some(until), ..state.clone() };
                    let user = reminded.map(|(user, _)| user);
                    (Rang::Reminded, Change { reminded: user, ..Change::of(game, "remind", notices) })
                }
            };
            change.game.wake_at = next_wake(&change.game, &plan);
            // One look and one commit: thousands of alarms may be due at once.
            return match self.write(request, None, change, now).await {
                Ok(()) => Ok(rang),
                // Somebody was faster; the alarm is about a turn that is past.
                Err(CommitError::Stale | CommitError::Duplicate) => Ok(Rang::Nothing),
                Err(CommitError::Store(error)) => Err(error.into()),
            };
        }
    }
}

/// The request of an alarm: the same for everybody who finds the same game due at the same version.
pub(super) fn alarm_request(game: GameId, version: i64) -> RequestId {
    own_request(game, version.cast_unsigned().rotate_left(40))
}
