//! Live updates: the games that pages follow.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use base::counted_warning::CountedWarning;
use games::Games;
use games::domain::GameId;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tracing::warn;

/// Interval of the query for the versions of all followed games.
const INTERVAL: Duration = Duration::from_secs(1);

type Followed = Arc<Mutex<HashMap<GameId, watch::Sender<i64>>>>;

/// The followed games, with the last known version of each.
pub(in crate::web) struct LiveGames {
    followed: Followed,
    pub(in crate::web) cancel: CancellationToken,
}

impl LiveGames {
    /// Follows games until cancelled.
    pub(in crate::web) fn start(games: Games, cancel: CancellationToken) -> Self {
        let followed = Followed::default();
        let (reading, failed) = (Arc::clone(&followed), CountedWarning::default());
        let reads = async move {
            loop {
                tokio::time::sleep(INTERVAL).await;
                read_versions(&games, &reading, &failed).await;
            }
        };
        let cancelled = cancel.clone();
        tokio::spawn(async move { cancelled.run_until_cancelled(reads).await });
        Self { followed, cancel }
    }

    /// The versions of a game that come after this one.
    pub(in crate::web) fn follow(&self, game: GameId, version: i64) -> watch::Receiver<i64> {
        let mut followed = lock(&self.followed);
        let mut receiver = followed.entry(game).or_insert_with(|| watch::Sender::new(version)).subscribe();
        // It may have been read after the page.
        if *receiver.borrow() != version {
            receiver.mark_changed();
        }
        receiver
    }
}

async fn read_versions(games: &Games, followed: &Followed, failed: &CountedWarning) {
    let ids: Vec<GameId> = {
        let mut followed = lock(followed);
        followed.retain(|_, version| version.receiver_count() > 0);
        followed.keys().copied().collect()
    };
    if ids.is_empty() {
        return;
    }
    match games.versions_of(&ids).await {
        Ok(versions) => {
            let followed = lock(followed);
            for (game, version) in versions {
                if let Some(sender) = followed.get(&game) {
                    sender.send_if_modified(|known| std::mem::replace(known, version) != version);
                }
            }
        }
        Err(error) => failed.add(move |count| {
            warn!(event = "games_not_followed", count = count.0, %error, "Could not read which games have changed{count}: {error}");
        }),
    }
}

fn lock(followed: &Followed) -> MutexGuard<'_, HashMap<GameId, watch::Sender<i64>>> {
    followed.lock().unwrap_or_else(PoisonError::into_inner)
}
