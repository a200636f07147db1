//! The alarms of games, and the outages that are given back to them. The cost depends on the due alarms, not on the
//! number of waiting games.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use base::crash_point::Point;
use base::metrics::AlarmRun;
use base::{crash_point, metrics};
use games::alarms::{self, AlarmOutcome};
use games::domain::GameId;
use games::jobs::{Job, JobFailure};
use games::store::{ClaimedJob, JobKind, StoreError};
use games::{GameError, Games};
use tracing::{debug, error, info};

/// The alarms of games, a hundred at a time. One that did not run is due again after its lease.
#[derive(Default)]
pub struct Alarms {
    /// Games whose last alarm failed.
    pub failing_games: FailingGames,
}

pub type FailingGames = Mutex<HashSet<GameId>>;

#[async_trait]
impl Job for Alarms {
    fn kind(&self) -> JobKind {
        JobKind::Alarm
    }

    fn batch(&self) -> u32 {
        100
    }

    fn lease_ms(&self) -> i64 {
        30_000
    }

    async fn run(&self, games: &Games, claimed: &[ClaimedJob]) -> Result<usize, StoreError> {
        if !claimed.is_empty() {
            crash_point::point(Point::AlarmClaimed);
        }
        for (game, outcome) in alarms::run_alarms(games, claimed.iter().map(ClaimedJob::game).collect()).await {
            log_outcome(game, outcome, &self.failing_games);
        }
        Ok(claimed.len())
    }
}

/// Gives outages back, some games at a time.
pub struct Outages;

#[async_trait]
impl Job for Outages {
    fn kind(&self) -> JobKind {
        JobKind::Outage
    }

    fn batch(&self) -> u32 {
        1
    }

    async fn run(&self, games: &Games, _: &[ClaimedJob]) -> Result<usize, StoreError> {
        games.credit_outages().await.map(usize::from)
    }
}

/// The alarm of a failing game runs again after each lease: only the first failure is for the host, the others are the
/// same.
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
        Err(error) => JobFailure::from(error),
    };
    metrics::alarm(AlarmRun::Failed);
    if failing_games.insert(game) {
        error!(event = "alarm_failed", game.id = %game, %error, "The alarm of game {game} failed: {error}");
    } else {
        debug!(game.id = %game, %error, "The alarm of game {game} failed again: {error}");
    }
}
