//! Rows of players and servers that a request has read: each is asked for by many steps of one answer.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::domain::{GuildId, PersonRecord, UserId};

#[derive(Default)]
pub(super) struct Snapshot {
    pub(super) players: HashMap<UserId, PersonRecord>,
    /// Preferences as JSON.
    pub(super) guilds: HashMap<GuildId, Option<String>>,
}

tokio::task_local! {
    static SNAPSHOT: Mutex<Snapshot>;
}

/// Runs a request that reads the row of each player and server once, and again after its own change of one; commits of
/// games do not count. Its decisions must not depend on what others change meanwhile: conditional writes read for
/// themselves.
pub async fn scope<F: Future>(request: F) -> F::Output {
    SNAPSHOT.scope(Mutex::default(), request).await
}

/// The snapshot of the current request, if there is one.
pub(super) fn with<T>(work: impl FnOnce(&mut Snapshot) -> T) -> Option<T> {
    SNAPSHOT.try_with(|snapshot| work(&mut snapshot.lock().unwrap_or_else(PoisonError::into_inner))).ok()
}

pub(super) fn clear() {
    with(std::mem::take);
}
