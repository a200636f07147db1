//! Live updates: what open pages follow, and its versions as server-sent events.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse as _, Response};
use base::counted_warning::CountedWarning;
use futures::{StreamExt as _, stream};
use games::domain::{GameId, UserId};
use games::store::{GameChange, Store, StoreError};
use tokio::sync::broadcast::error::TryRecvError;
use tokio::sync::{broadcast, watch};
use tokio::time::{Instant, timeout_at};
use tokio_util::sync::CancellationToken;
use tracing::warn;

use crate::web::limits::FollowedPage;

/// The pause between two looks for changes of other processes.
const INTERVAL: Duration = Duration::from_secs(1);

/// The same where no other process changes games: for the rare changes that are no commit.
const LONG_INTERVAL: Duration = Duration::from_secs(30);

/// The version of what was not read yet.
const UNKNOWN: i64 = i64::MIN;

/// The subject of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::web) enum Followed {
    Game(GameId),
    /// All games and challenges of a person.
    GamesOf(UserId),
}

/// A version of the games of a person: a hash of their versions, in any order.
pub(in crate::web) fn version_of_all(games: impl Iterator<Item = GameChange>) -> i64 {
    // Multiplied by an odd number, ids of 45 bits spread over all bits.
    let each = games.map(|GameChange { game, version }| {
        (game.0.wrapping_mul(0x1E37_79B9_7F4A_7C15) ^ version).wrapping_mul(0x3F58_476D_1CE4_E5B9)
    });
    each.fold(0, i64::wrapping_add)
}

/// The followed subjects, with the last known version of each.
#[derive(Clone)]
pub(in crate::web) struct Live {
    store: Arc<Store>,
    followed: Arc<Mutex<HashMap<Followed, watch::Sender<i64>>>>,
    cancel: CancellationToken,
}

impl Live {
    /// Tells pages of changes until cancelled.
    pub(in crate::web) fn start(store: Arc<Store>, cancel: CancellationToken) -> Self {
        let (changes, cancelled) = (store.changes(), cancel.clone());
        let live = Self { store, followed: Arc::default(), cancel };
        let telling = live.clone();
        tokio::spawn(async move { cancelled.run_until_cancelled(telling.tell(changes)).await });
        live
    }

    /// Sends the versions of a subject to a page: the current one at once, unless the page names it as the last one
    /// that it has seen. The page has a slot until it ends.
    pub(in crate::web) async fn send(
        &self,
        subject: Followed,
        headers: &HeaderMap,
        slot: Option<FollowedPage>,
    ) -> Result<Response, StoreError> {
        let last: Option<i64> =
            headers.get("last-event-id").and_then(|id| id.to_str().ok()).and_then(|id| id.parse().ok());
        // Listens before it reads, so that no change is lost in between.
        let receiver = self.lock().entry(subject).or_insert_with(|| watch::Sender::new(UNKNOWN)).subscribe();
        self.read(&[subject]).await?;
        let versions = stream::unfold((receiver, last, slot), |(mut receiver, last, slot)| async move {
            let version = *receiver.wait_for(|version| Some(*version) != last).await.ok()?;
            let event = Event::default().id(version.to_string()).event("version").data(version.to_string());
            Some((Ok::<_, Infallible>(event), (receiver, Some(version), slot)))
        });
        let versions = versions.take_until(self.cancel.clone().cancelled_owned());
        Ok(Sse::new(versions).keep_alive(KeepAlive::new()).into_response())
    }

    async fn tell(self, mut changes: broadcast::Receiver<GameChange>) {
        let interval = if self.store.is_shared() { INTERVAL } else { LONG_INTERVAL };
        let (mut next, failed) = (Instant::now() + interval, CountedWarning::default());
        loop {
            let is_due = Instant::now() >= next;
            let result = if !is_due && let Ok(Ok(change)) = timeout_at(next, changes.recv()).await {
                let mut list = vec![change];
                loop {
                    match changes.try_recv() {
                        Ok(change) => list.push(change),
                        Err(TryRecvError::Lagged(_)) => next = Instant::now(),
                        Err(_) => break,
                    }
                }
                self.note(&list).await
            } else {
                // Changes were missed, or it is time to look for those of other processes.
                let began = Instant::now();
                let subjects: Vec<Followed> = {
                    let mut followed = self.lock();
                    followed.retain(|_, version| version.receiver_count() > 0);
                    followed.keys().copied().collect()
                };
                let result = self.read(&subjects).await;
                // A tenth of the time at most.
                next = Instant::now() + interval.max(9 * began.elapsed());
                result
            };
            if let Err(error) = result {
                failed.add(move |count| {
                    warn!(event = "games_not_followed", count = count.0, %error, "Could not read which games have changed{count}: {error}");
                });
            }
        }
    }

    /// Notes changes of this process.
    async fn note(&self, changes: &[GameChange]) -> Result<(), StoreError> {
        let follows_people = {
            let followed = self.lock();
            for GameChange { game, version } in changes {
                if let Some(known) = followed.get(&Followed::Game(*game)) {
                    known.send_if_modified(|known| *known < *version && std::mem::replace(known, *version) != *version);
                }
            }
            followed.keys().any(|subject| matches!(subject, Followed::GamesOf(_)))
        };
        if !follows_people {
            return Ok(());
        }
        let games: Vec<GameId> = changes.iter().map(|change| change.game).collect();
        let people = self.store.people_of(&games).await?;
        let followed = self.lock();
        for person in people {
            if let Some(known) = followed.get(&Followed::GamesOf(person)) {
                // Another version than any page has. The page reads which.
                known.send_modify(|known| *known = known.wrapping_add(1));
            }
        }
        Ok(())
    }

    /// Reads the versions of these subjects. What changes meanwhile is noted by others.
    async fn read(&self, subjects: &[Followed]) -> Result<(), StoreError> {
        let (mut games, mut people) = (Vec::new(), HashMap::new());
        for subject in subjects {
            match subject {
                Followed::Game(game) => games.push(*game),
                Followed::GamesOf(person) => drop(people.insert(*person, Vec::new())),
            }
        }
        let before: HashMap<Followed, i64> = {
            let followed = self.lock();
            subjects.iter().filter_map(|subject| Some((*subject, *followed.get(subject)?.borrow()))).collect()
        };
        let mut versions = Vec::with_capacity(subjects.len());
        if !games.is_empty() {
            let read = self.store.versions_of(&games).await?;
            versions.extend(read.into_iter().map(|change| (Followed::Game(change.game), change.version)));
        }
        if !people.is_empty() {
            let users: Vec<UserId> = people.keys().copied().collect();
            for (user, change) in self.store.open_versions_of(&users).await? {
                people.entry(user).or_default().push(change);
            }
            let read = people.into_iter();
            versions.extend(read.map(|(user, games)| (Followed::GamesOf(user), version_of_all(games.into_iter()))));
        }
        let followed = self.lock();
        for (subject, version) in versions {
            if let Some(known) = followed.get(&subject) {
                let is_unchanged = |known: i64| before.get(&subject) == Some(&known);
                known.send_if_modified(|known| is_unchanged(*known) && std::mem::replace(known, version) != version);
            }
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Followed, watch::Sender<i64>>> {
        self.followed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
