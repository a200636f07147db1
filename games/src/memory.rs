//! What a process remembers between use cases.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use base::cache::Cache;

use crate::domain::{GameId, Notice, Outage, Timestamp, UserId};

/// Number of people in the cache, far more than act within [`FRESH`].
const MOST: usize = 20_000;

/// After this time the store is asked again, because another process may have changed it.
const FRESH: Duration = Duration::from_mins(5);

/// The stored locales of people without unanswered reminders.
#[derive(Clone)]
pub struct KnownLocales(pub(crate) Arc<Cache<UserId, Arc<str>>>);

impl Default for KnownLocales {
    fn default() -> Self {
        Self(Arc::new(Cache::new(MOST).with_lifetime(FRESH)))
    }
}

impl KnownLocales {
    /// A reminder was sent to this person, so their next action has to be recorded.
    pub fn forget(&self, user: UserId) {
        self.0.remove(&user);
    }
}

/// Outages that are not given back to all games yet, as far as this process knows.
#[derive(Clone, Default)]
pub struct OpenOutages(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    open: Vec<OpenOutage>,
    /// When the next message with an old deadline is corrected. Corrections are spread over time, so that boards of
    /// running games are not delayed.
    next_correction: Option<Timestamp>,
}

/// The progress of giving back an outage.
#[derive(Clone, Copy)]
pub(crate) struct OpenOutage {
    pub(crate) outage: Outage,
    /// The last game that was processed in order.
    pub(crate) after: Option<GameId>,
    /// Number of corrected games, in order or not.
    pub(crate) corrected: usize,
}

impl OpenOutages {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Replaces the outages and keeps the progress of each.
    pub(crate) fn set(&self, found: Vec<Outage>) {
        let open = &mut self.state().open;
        let progress = |outage| open.iter().find(|open| open.outage == outage).copied();
        *open = found
            .into_iter()
            .map(|outage| progress(outage).unwrap_or(OpenOutage { outage, after: None, corrected: 0 }))
            .collect();
    }

    pub(crate) fn first(&self) -> Option<OpenOutage> {
        self.state().open.first().copied()
    }

    pub(crate) fn all(&self) -> Vec<Outage> {
        self.state().open.iter().map(|open| open.outage).collect()
    }

    pub(crate) fn change(&self, outage: Outage, change: impl FnOnce(&mut OpenOutage)) {
        self.state().open.iter_mut().find(|open| open.outage == outage).map(change);
    }

    pub(crate) fn schedule(&self, notices: &mut [Notice], now: Timestamp, per_second: u16) {
        let next = &mut self.state().next_correction;
        for notice in notices {
            if let Notice::DeadlineMoved { not_before } = notice {
                let at = next.map_or(now, |next| next.max(now));
                *not_before = Some(at);
                *next = Some(at.plus((1000 / i64::from(per_second)).max(1)));
            }
        }
    }
}
