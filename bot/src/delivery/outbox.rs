//! Shared parts of delivery: the clients of Discord and the store, state kept between messages, and retries.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};

use base::crash_point::{self, Point};
use base::error_chain::causes;
use discord::{DiscordApi, DiscordError, ErrorClass};
use games::domain::{Retry, UserId};
use games::store::{Message, PostedMessage, SendOutcome, Store, StoreError};
use tracing::{debug, error, warn};

use crate::commands::App;
use crate::config;
use crate::delivery::places::closed_places::{ClosedPlaces, LimitedChannels, Place};

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

/// Number of tries after refusals with an unknown code, or after a temporary refusal that persists.
pub(crate) const REFUSED_TRIES: u32 = 5;

/// For messages that fail before they reach Discord.
const MAX_INTERNAL_ATTEMPTS: u32 = 5;

/// The longest pause after a rate limit that asks for a shorter one.
const MAX_LIMITED_MS: i64 = 5 * 60_000;

const TOO_MANY_DMS: u64 = 40_003;

impl Outbox {
    /// Schedules another try. A refusal that the host has to fix, or a bug of ours, is logged as an error.
    pub(super) async fn schedule_retry(&self, message: &Message, failure: &DeliveryError) -> Result<(), StoreError> {
        let (game, kind, attempts) = (message.game_id, message.notice.kind(), message.attempts);
        let pause = self.backoff(attempts, failure);
        let (is_transient, send_outcome) = match failure {
            DeliveryError::Discord(error) => (
                !error.needs_host(),
                if error.is_outcome_unknown() { SendOutcome::Unknown } else { SendOutcome::NotSent },
            ),
            DeliveryError::Store(_) | DeliveryError::Internal(_) => (false, SendOutcome::Unknown),
        };
        if send_outcome == SendOutcome::Unknown {
            self.failures.fetch_add(1, Ordering::Relaxed);
        }
        // This refusal is not about a single message, so log it once in a while.
        let mut is_known = false;
        if let DeliveryError::Discord(error) = failure
            && error.code() == TOO_MANY_DMS
        {
            let now = self.app.clock.now();
            is_known = self.closed_places.refusal(Place::AllDirectMessages, now).is_some();
            if !is_known {
                self.closed_places.close(Place::AllDirectMessages, now, error);
            }
        }
        if is_known {
            debug!(game.id = %game, %kind, attempts, backoff_ms = pause, "Could not send {kind} of game {game} yet: {failure}");
        } else if is_transient {
            warn!(event = "message_retried", game.id = %game, %kind, attempts, backoff_ms = pause, "Could not send {kind} of game {game} yet: {failure}");
        } else {
            error!(event = "message_retried", game.id = %game, %kind, attempts, backoff_ms = pause, "Could not send {kind} of game {game} yet: {failure}");
        }
        crash_point::point(Point::FailedNotRecorded);
        let now = self.app.clock.now();
        self.store.message_retry(message, now.plus(pause), send_outcome, &failure.to_string()).await?;
        if self.limited_channels.is_over(message.message_id) {
            self.store.make_due(message.message_id, now).await?;
        }
        Ok(())
    }

    /// Whether another try may succeed. Permanent refusals are final.
    pub(super) fn is_worth_a_retry(&self, message: &Message, failure: &DeliveryError) -> bool {
        match failure {
            DeliveryError::Discord(error) => match (error.class(), message.notice.describe().retry) {
                (ErrorClass::Reroute | ErrorClass::Unreachable | ErrorClass::Gone | ErrorClass::GiveUp, _) => false,
                (ErrorClass::Unknown, _) => message.attempts < REFUSED_TRIES,
                (ErrorClass::Retry, Retry::UntilDelivered) => true,
                (ErrorClass::Retry, Retry::AFewTimes) => message.attempts < self.settings.attempts,
            },
            DeliveryError::Store(_) | DeliveryError::Internal(_) => message.attempts < MAX_INTERNAL_ATTEMPTS,
        }
    }

    /// Milliseconds until the next try: doubled each time, with jitter. For a rate limit, at least the requested
    /// time, and not much more.
    fn backoff(&self, attempts: u32, failure: &DeliveryError) -> i64 {
        let first = i64::from(self.settings.retry_seconds) * 1000;
        let most = i64::from(self.settings.retry_at_most_seconds) * 1000;
        let doubled = first.saturating_mul(1 << attempts.saturating_sub(1).min(20)).min(most.max(first));
        let jitter = self.app.games.random.below(doubled.unsigned_abs() / 4 + 1).cast_signed();
        match failure {
            DeliveryError::Discord(DiscordError::RateLimited { pause, .. }) => {
                let requested = i64::try_from(pause.as_millis()).unwrap_or(most);
                (doubled + jitter).min(MAX_LIMITED_MS).max(requested)
            }
            _ => doubled + jitter,
        }
    }
}
