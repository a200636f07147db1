//! What all parts of delivery share: the way to Discord and to the store, and what is remembered between two messages.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU32};

use crate::commands::App;
use crate::config;
use crate::delivery::places::closed_places::ClosedPlaces;
use crate::discord::{DiscordApi, DiscordError};
use crate::domain::UserId;
use crate::error_chain::causes;
use crate::store::{PostedMessage, Store, StoreError};

pub struct Outbox {
    pub(crate) app: App,
    pub(crate) store: Arc<Store>,
    pub(crate) discord: Arc<dyn DiscordApi>,
    pub(crate) closed_places: ClosedPlaces,
    pub(super) settings: config::Outbox,
    /// Tries without an answer since the last success.
    pub(super) failures: AtomicU32,
    /// The last game whose left-over challenge was looked at.
    pub(super) swept_until: AtomicI64,
    /// Whose owners of open challenges are looked for next.
    pub(crate) departed: Sweep,
    /// One task at a time writes the reminder of a player.
    pub(crate) reminder_locks: ReminderLocks,
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum DeliveryError {
    #[error(transparent)]
    Discord(#[from] DiscordError),
    /// The store failed, or the game cannot be replayed.
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{}", causes(.0))]
    Internal(#[from] anyhow::Error),
}

#[derive(Default)]
pub(crate) struct Delivered {
    /// Where it stands, in a game that has one place.
    pub(crate) posted: Option<PostedMessage>,
    /// It was sent, now or before. Otherwise it no longer applies.
    pub(crate) is_sent: bool,
}

impl Outbox {
    pub fn new(app: App, store: Arc<Store>, discord: Arc<dyn DiscordApi>, settings: config::Outbox) -> Self {
        let (failures, swept_until) = (AtomicU32::new(0), AtomicI64::new(i64::MIN));
        Self {
            app,
            store,
            discord,
            closed_places: ClosedPlaces::new(),
            settings,
            failures,
            swept_until,
            departed: Sweep::default(),
            reminder_locks: ReminderLocks::default(),
        }
    }
}

/// Locks for the messages of players, so many that few share one: it is held while Discord answers.
#[derive(Debug)]
pub(crate) struct ReminderLocks(Vec<tokio::sync::Mutex<()>>);

impl Default for ReminderLocks {
    fn default() -> Self {
        Self(std::iter::repeat_with(Default::default).take(1021).collect())
    }
}

impl ReminderLocks {
    pub(crate) fn of(&self, user: UserId) -> &tokio::sync::Mutex<()> {
        &self.0[(user.0 % self.0.len() as u64) as usize]
    }
}

/// How far the search for departed owners of open challenges has come.
#[derive(Debug)]
pub(crate) struct Sweep {
    pub(crate) next_at: AtomicI64,
    pub(crate) after: AtomicI64,
}

impl Default for Sweep {
    fn default() -> Self {
        Self { next_at: AtomicI64::new(i64::MIN), after: AtomicI64::new(i64::MIN) }
    }
}
