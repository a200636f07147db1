//! Shared parts of delivery: the clients of Discord and the store, and state kept between messages.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU32};

use base::error_chain::causes;
use discord::{DiscordApi, DiscordError};
use games::domain::UserId;
use games::store::{PostedMessage, Store, StoreError};

use crate::commands::App;
use crate::config;
use crate::delivery::places::closed_places::ClosedPlaces;
use crate::delivery::places::limited_channels::LimitedChannels;

pub struct Outbox {
    pub(crate) app: App,
    pub(crate) store: Arc<Store>,
    pub(crate) discord: Arc<dyn DiscordApi>,
    pub(crate) closed_places: ClosedPlaces,
    pub(crate) limited_channels: LimitedChannels,
    pub(super) settings: config::Outbox,
    /// Tries without an answer since the last success.
    pub(super) failures: AtomicU32,
    /// The last game whose left-over challenge was checked.
    pub(super) swept_until: AtomicI64,
    pub(crate) departed: Sweep,
    /// Ensures that one task at a time writes a player's reminder.
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
    /// The posted message, in a game with one delivery target.
    pub(crate) posted: Option<PostedMessage>,
    /// Whether it was sent, now or before. Otherwise it no longer applies.
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
            limited_channels: LimitedChannels::default(),
            settings,
            failures,
            swept_until,
            departed: Sweep::default(),
            reminder_locks: ReminderLocks::default(),
        }
    }
}

/// Locks for players' messages. There are so many that few players share one, because each is held while Discord
/// answers.
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

/// Progress of the search for departed owners of open challenges.
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
