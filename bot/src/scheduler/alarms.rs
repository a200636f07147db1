//! Runs the alarms that are due. The cost of a round depends on what is due, never on how many games wait.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::crash_point::Point;
use crate::features::vacation::service as vacation;
use futures::StreamExt as _;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tracing::{debug, error, info};

use crate::catch_panic::catch_panic;
use crate::clock::Clock;
use crate::domain::{GameId, Timestamp, Vacation};
use crate::features::deadlines::{self, AlarmOutcome};
use crate::games::{GameError, Games};
use crate::metrics::AlarmRun;
use crate::scheduler::attempt;
use crate::scheduler::heartbeat::Heartbeat;
use crate::store::{Store, StoreError};
use crate::{crash_point, metrics};

/// A claimed alarm that did not run is due again after this time.
const LEASE_MS: i64 = 30_000;

const BATCH: u32 = 100;

const MAX_CONCURRENT_VACATIONS: usize = 64;

pub const TICK: Duration = Duration::from_secs(1);

/// Runs until cancelled. Sleeps for `tick` at most, and `wake` ends the sleep; `heartbeat` finds outages before any alarm rings. Meanwhile
/// outages are given back, some games in each round.
pub async fn run(
    games: Games,
    store: Arc<Store>,
    clock: Arc<dyn Clock>,
    wake: Arc<Notify>,
    tick: Duration,
    mut heartbeat: Heartbeat,
    cancel: CancellationToken,
) {
    let failing_games = FailingGames::default();
    loop {
        // Listens before it looks, so that no wake-up is lost between look and sleep.
        let woken = wake.notified();
        tokio::pin!(woken);
        woken.as_mut().enable();
        metrics::alarms_checked();
        let may_ring = heartbeat.beat(&games, store.as_ref(), clock.as_ref()).await;
        let mut is_more = false;
        if may_ring {
            let rung = round(&games, store.as_ref(), clock.now(), &failing_games);
            is_more = attempt("look for due games", rung).await == Some(BATCH as usize);
            let now = clock.now();
            let due = attempt("look for vacations", store.claim_vacations(now, now.plus(LEASE_MS), BATCH)).await;
            futures::stream::iter(due.unwrap_or_default())
                .for_each_concurrent(MAX_CONCURRENT_VACATIONS, |vacation| tell(&games, vacation))
                .await;
            is_more |= attempt("give an outage back", games.credit_outages()).await.unwrap_or(false);
        }
        if is_more && !cancel.is_cancelled() {
            continue;
        }
        tokio::select! {
            biased;
            () = cancel.cancelled() => return,
            () = woken => {}
            () = tokio::time::sleep(tick) => {}
        }
    }
}

/// Games whose alarm failed the last time it ran.
pub type FailingGames = Mutex<HashSet<GameId>>;

/// One round: runs the due alarms, the oldest first and a hundred at most; returns their number.
pub async fn round(
    games: &Games,
    store: &Store,
    now: Timestamp,
    failing_games: &FailingGames,
) -> Result<usize, StoreError> {
    let due = store.claim_due(now, now.plus(LEASE_MS), BATCH).await?;
    let alarm_count = due.len();
    if alarm_count > 0 {
        crash_point::point(Point::AlarmClaimed);
    }
    for (game, outcome) in deadlines::run_alarms(games, due).await {
        log_outcome(game, outcome, failing_games);
    }
    Ok(alarm_count)
}

/// Tells the games of a player of their vacation; what fails is done again after the lease.
async fn tell(games: &Games, vacation: Vacation) {
    let error = match catch_panic(vacation::run_vacation_alarm(games, &vacation)).await {
        Ok(Ok(())) => return,
        Ok(Err(error)) => cause(&error),
        Err(panic) => panic,
    };
    let user = vacation.user.0;
    error!(user, %error, "The alarm of a vacation of user {user} failed: {error}");
}

/// The cause of an error whose own sentence is the players'.
fn cause(error: &GameError) -> String {
    match error {
        GameError::Internal(cause) => cause.to_string(),
        error => error.to_string(),
    }
}

/// A game that fails rings again after each lease: the first failure is for the host, the others are the same one. The cause is
/// named, because the error's own sentence is the players'.
fn log_outcome(game: GameId, outcome: Result<AlarmOutcome, GameError>, failing_games: &FailingGames) {
    let mut failing_games = failing_games.lock().unwrap_or_else(PoisonError::into_inner);
    let error = match outcome {
        Ok(outcome) => {
            metrics::alarm(AlarmRun::Done);
            failing_games.remove(&game);
            if outcome != AlarmOutcome::Nothing {
                crash_point::point(Point::AlarmFired);
                info!(event = "alarm_run", game.id = %game, ?outcome, "The alarm of game {game} ran: {outcome:?}");
            }
            return;
        }
        Err(error) => cause(&error),
    };
    metrics::alarm(AlarmRun::Failed);
    if failing_games.insert(game) {
        error!(event = "alarm_failed", game.id = %game, %error, "The alarm of game {game} failed: {error}");
    } else {
        debug!(game.id = %game, %error, "The alarm of game {game} failed again: {error}");
    }
}
