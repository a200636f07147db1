//! The store in plain memory, with the guarantees of the database: for tests and simulations. Nothing survives the process.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::domain::{GameId, GameRecord, Timestamp, UserId, Vacation};
use crate::store::error::Result;
use crate::store::in_memory::fault::FaultInjector;
use crate::store::in_memory::state::State;

type Hook = Pin<Box<dyn Future<Output = ()> + Send>>;

#[derive(Default)]
pub struct InMemoryStore {
    state: Mutex<State>,
    pub(super) before_commit: Mutex<Option<Hook>>,
    pub(super) faults: Option<Arc<dyn FaultInjector>>,
    pub(super) before_posted: Mutex<Option<Hook>>,
    pub(super) before_create: Mutex<Option<Hook>>,
}

impl InMemoryStore {
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty store whose calls fail as `faults` decides.
    pub fn with_faults(faults: Arc<dyn FaultInjector>) -> Self {
        Self { faults: Some(faults), ..Self::default() }
    }

    pub(super) async fn before(&self, call: &'static str) -> Result<()> {
        match &self.faults {
            Some(faults) => faults.before(call).await,
            None => Ok(()),
        }
    }

    pub(super) async fn after(&self, call: &'static str) -> Result<()> {
        match &self.faults {
            Some(faults) => faults.after(call).await,
            None => Ok(()),
        }
    }

    pub(super) fn wrote_vacation(&self, vacation: &Vacation) {
        if let Some(faults) = &self.faults {
            faults.wrote_vacation(vacation);
        }
    }

    /// Runs `hook` just before the next commit is written, after it was decided: a deterministic race for tests.
    pub fn before_next_commit(&self, hook: impl Future<Output = ()> + Send + 'static) {
        *self.before_commit.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::pin(hook));
    }

    /// The same before the next new game is written.
    pub fn before_next_create(&self, hook: impl Future<Output = ()> + Send + 'static) {
        *self.before_create.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::pin(hook));
    }

    /// Runs `hook` just before the next query for posted messages.
    pub fn before_next_posted(&self, hook: impl Future<Output = ()> + Send + 'static) {
        *self.before_posted.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::pin(hook));
    }

    /// Stores this text as preferences, as a damaged database or a newer program would.
    pub fn tamper_preferences(&self, user: UserId, text: &str) {
        self.state().preferences.insert(user, text.to_owned());
    }

    /// Sets since when a player has given no sign of life.
    pub fn tamper_silent_since(&self, user: UserId, at: Timestamp) {
        self.state().players.entry(user).or_default().silent_since = Some(at);
    }

    /// Changes a stored game without a commit, as a damaged database would. Does nothing if there is no such game.
    pub fn tamper(&self, game: GameId, change: impl FnOnce(&mut GameRecord)) {
        let mut state = self.state();
        if let Some(record) = state.games.get_mut(&game) {
            change(record);
            let record = record.clone();
            state.put(record);
        }
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        // A panic leaves no partial change: all checks come before any change.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
