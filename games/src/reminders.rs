//! Rules for reminders, from the preferences of the player on turn.

use std::sync::PoisonError;

use futures::{StreamExt as _, TryStreamExt as _};

use crate::change::{Change, internal_request, no_precondition};
use crate::domain::clock::reminder_plan::is_quiet;
use crate::domain::clock::turn;
use crate::domain::{
    Action, DAY_MS, Game, GameId, GameSummary, MINUTE_MS, Phase, ReminderPlan, RequestId, Timestamp, TurnClock, UserId,
};
use crate::refusal::skip_damaged;
use crate::store::StoreError;
use crate::{GameError, Games};

/// Games of one person that are read: more than anyone may have.
const MOST: u32 = 1000;

const MAX_CONCURRENT_RESETS: usize = 32;

const TEST_REMINDER_INTERVAL_MS: i64 = MINUTE_MS;

pub fn reminders_stop_at(games: &Games, silent_since: Timestamp) -> Timestamp {
    silent_since.plus(i64::from(games.settings.reminded_days) * DAY_MS)
}

/// The same time, if it should be announced: in the second half of the period.
pub fn announced_stop(games: &Games, silent_since: Option<Timestamp>, now: Timestamp) -> Option<Timestamp> {
    let silent_since = silent_since?;
    let stop_at = reminders_stop_at(games, silent_since);
    (now.since(silent_since) * 2 >= stop_at.since(silent_since)).then_some(stop_at)
}

/// Whether a test reminder may be sent now; if so, counts it as sent. One per minute is allowed.
pub fn may_send_test_reminder(games: &Games, user: UserId) -> bool {
    let now = games.clock.now();
    let mut test_reminders = games.test_reminders.lock().unwrap_or_else(PoisonError::into_inner);
    test_reminders.retain(|_, at| (0..TEST_REMINDER_INTERVAL_MS).contains(&now.since(*at)));
    if test_reminders.contains_key(&user) {
        return false;
    }
    test_reminders.insert(user, now);
    true
}

/// The host's steps, in minutes before the deadline.
pub fn default_steps(games: &Games) -> Vec<u32> {
    games.settings.reminder_hours.iter().map(|hours| hours * 60).collect()
}

/// Resets the alarms of this person's turns after a change of reminders. Reminders that would already have been due
/// are skipped. Returns the games whose turn is not longer than the longest of these steps, in minutes. A damaged game
/// keeps its alarm, and the others go on.
pub async fn reset_alarms(
    games: &Games,
    request: RequestId,
    user: UserId,
    steps: &[u32],
) -> Result<Vec<GameSummary>, GameError> {
    let mut running = games.games_of(user, &[Phase::Playing], MOST).await?;
    running.retain(|GameSummary { game, seats }| {
        game.due_at().is_some() && seats.iter().any(|seat| Some(seat.seat) == game.turn.to_move && seat.player == user)
    });
    let ids: Vec<GameId> = running.iter().map(|summary| summary.game.game_id).collect();
    // A player waits for the answer: concurrent commits share a disk flush.
    let reset = futures::stream::iter(ids).map(|game| reset_alarm(games, request, game, user));
    reset.buffer_unordered(MAX_CONCURRENT_RESETS).try_collect::<()>().await?;
    let longest = i64::from(steps.first().copied().unwrap_or(0)) * MINUTE_MS;
    let is_short = |game: &Game| game.due_at().is_some_and(|deadline| longest >= deadline.since(game.turn.started_at));
    running.retain(|summary| is_short(&summary.game));
    Ok(running)
}

async fn reset_alarm(games: &Games, request: RequestId, game: GameId, user: UserId) -> Result<(), StoreError> {
    // Each game needs its own request id, because the interaction is the same for all.
    let request = internal_request(game, request.0);
    let reset = games.change(request, game, Some(user), no_precondition, move |replayed, now| {
        let game = replayed.record.game;
        let turn = TurnClock { reminded_until: game.turn.reminded_until.max(Some(now)), ..game.turn };
        Ok(Change::of(Game { turn, ..game }, Action::SetAlarm, Vec::new()))
    });
    match reset.await {
        // A player moved meanwhile, or the game is over: the next turn has its own alarm.
        Ok(_) | Err(GameError::Stale(_)) => Ok(()),
        Err(error) => skip_damaged(game, error),
    }
}

/// Games that wait for this person: open questions first, then their turns and challenges to them, the most urgent
/// first.
pub async fn games_waiting_for(games: &Games, user: UserId) -> Result<Vec<GameSummary>, StoreError> {
    let mut waiting = games.games_of(user, &[Phase::Playing, Phase::Offered], MOST).await?;
    waiting.retain(|summary| summary.waits_for(user));
    waiting.sort_by_cached_key(|summary| {
        let deadline = summary.game.due_at();
        (!summary.is_asked(user), deadline.is_none(), deadline)
    });
    Ok(waiting)
}

/// Games in which this person is on turn and was reminded, the most urgent first; and the time when reminders stop, if
/// it should be announced.
pub async fn reminded_games(games: &Games, user: UserId) -> Result<(Vec<GameSummary>, Option<Timestamp>), StoreError> {
    let (player, now) = (games.store.player(user).await?, games.clock.now());
    let plan = ReminderPlan::of(&player.preferences, &games.settings.reminder_hours);
    let mut reminded = games.games_of(user, &[Phase::Playing], MOST).await?;
    reminded.retain(|GameSummary { game, seats }| {
        let is_on_turn = turn::on_turn(game, seats).is_some_and(|seat| seat.player == user);
        let was_reminded = plan.due_times(game).first().is_some_and(|due| Some(*due) <= game.turn.reminded_until);
        is_on_turn && was_reminded && game.due_at() > Some(now) && game.agreements.adjourned.is_none()
    });
    reminded.sort_by_key(|summary| summary.game.due_at());
    Ok((reminded, announced_stop(games, player.silent_since, now)))
}

pub async fn is_quiet_for(games: &Games, user: UserId, at: Timestamp) -> Result<bool, StoreError> {
    Ok(is_quiet(&games.store.player(user).await?.preferences, at))
}
