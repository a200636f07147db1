//! Rings the games whose time has come. The cost of a round depends on what is due, never on how many games wait.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures::StreamExt as _;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tracing::{debug, error, info};

use super::pulse::Pulse;
use crate::clock::Clock;
use crate::crash::{self, Point};
use crate::games::{GameError, Games, Rang};
use crate::safely::safely;
use crate::store::{GameId, Store};

/// A claim that was not carried out rings again after so long.
const LEASE_MS: i64 = 30_000;
/// Games claimed at once.
const BATCH: u32 = 100;
/// Games worked on at the same time.
const AT_ONCE: usize = 8;
/// Longest sleep between two looks.
const TICK: Duration = Duration::from_secs(1);

/// Runs until cancelled. `wake` shortens the sleep; `pulse` puts clocks right before anything rings.
pub async fn run(
    games: Games,
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    wake: Arc<Notify>,
    mut pulse: Pulse,
    cancel: CancellationToken,
) {
    let troubled = Mutex::new(HashSet::new());
    loop {
        // Listens from before the look, so that nothing falls between look and sleep.
        let woken = wake.notified();
        tokio::pin!(woken);
        woken.as_mut().enable();
        let is_right = pulse.beat(&games, store.as_ref(), clock.as_ref()).await;
        let now = clock.now();
        let batch = if is_right { BATCH } else { 0 };
        match store.claim_due(now, now.plus(LEASE_MS), batch).await {
            Ok(due) => {
                if !due.is_empty() {
                    crash::point(Point::AlarmClaimed);
                }
                let full = is_right && due.len() == BATCH as usize;
                futures::stream::iter(due).for_each_concurrent(AT_ONCE, |game| ring(&games, game, &troubled)).await;
                if full && !cancel.is_cancelled() {
                    continue;
                }
            }
            Err(error) => error!(%error, "Could not look for due games: {error}"),
        }
        tokio::select! {
            () = cancel.cancelled() => return,
            () = woken => {}
            () = tokio::time::sleep(TICK) => {}
        }
    }
}

/// A game that fails rings again after each lease: the first failure is for the host, the others are the same one. The cause is
/// named, because the error's own sentence is the players'.
async fn ring(games: &Games, game: GameId, troubled: &Mutex<HashSet<GameId>>) {
    let outcome = safely(games.ring(game)).await;
    let mut troubled = troubled.lock().unwrap_or_else(PoisonError::into_inner);
    let error = match outcome {
        Ok(Ok(rang)) => {
            troubled.remove(&game);
            if rang != Rang::Nothing {
                crash::point(Point::AlarmRung);
                info!(game.id = %game, ?rang, "The alarm of game {game} rang: {rang:?}");
            }
            return;
        }
        Ok(Err(GameError::Internal(cause))) => cause.to_string(),
        Ok(Err(error)) => error.to_string(),
        Err(panic) => panic,
    };
    if troubled.insert(game) {
        error!(game.id = %game, %error, "The alarm of game {game} failed: {error}");
    } else {
        debug!(game.id = %game, %error, "The alarm of game {game} failed again: {error}");
    }
}
