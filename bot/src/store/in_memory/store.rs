//! The store in plain memory, with the guarantees of the database: for tests and simulations. Nothing survives the process.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::domain::{GameId, GameRecord, UserId, Vacation};
use crate::store::error::Result;
use crate::store::in_memory::fault::FaultInjector;
use crate::store::in_memory::state::State;

type Rival = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Games, messages and notes, as long as the process lives.
#[derive(Default)]
pub struct InMemoryStore {
    state: Mutex<State>,
    pub(super) rival: Mutex<Option<Rival>>,
    pub(super) faults: Option<Arc<dyn FaultInjector>>,
    pub(super) passer_by: Mutex<Option<Rival>>,
}

impl InMemoryStore {
    /// Empty.
    pub fn new() -> Self {
        Self::default()
    }

    /// Empty; this decides which calls succeed.
    pub fn under(faults: Arc<dyn FaultInjector>) -> Self {
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

    pub(super) fn away(&self, vacation: &Vacation) {
        if let Some(faults) = &self.faults {
            faults.away(vacation);
        }
    }

    /// Has this happen just before the next change of a game is written: after it was decided on, and too late for it. What a
    /// race leaves to chance, a test can ask for.
    pub fn before_next_commit(&self, rival: impl Future<Output = ()> + Send + 'static) {
        *self.rival.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::pin(rival));
    }

    /// Has this happen just before somebody next asks which messages of a game stand.
    pub fn before_next_posted(&self, rival: impl Future<Output = ()> + Send + 'static) {
        *self.passer_by.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::pin(rival));
    }

    /// Writes this where a person's choices stand, as a damaged database, or a newer program, would.
    pub fn tamper_preferences(&self, user: UserId, text: &str) {
        self.state().preferences.insert(user, text.to_owned());
    }

    /// So many reminders have gone to this person, who has not answered them.
    pub fn tamper_ignored(&self, user: UserId, ignored: u32) {
        self.state().players.entry(user).or_default().ignored = ignored;
    }

    /// Changes a stored game behind everybody's back, as a damaged database would; does nothing without such a game.
    pub fn tamper(&self, game: GameId, change: impl FnOnce(&mut GameRecord)) {
        let mut state = self.state();
        if let Some(record) = state.games.get_mut(&game) {
            change(record);
            let record = record.clone();
            state.put(record);
        }
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        // A panic elsewhere leaves whole values behind: every change below is made after all its checks.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
