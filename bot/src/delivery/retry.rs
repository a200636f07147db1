//! What happens to a message that did not go out.

use std::sync::atomic::Ordering;

use tracing::{debug, error, warn};

use crate::crash_point::{self, Point};
use crate::delivery::outbox::{DeliveryError, Outbox};
use crate::delivery::places::closed_places::Place;
use crate::delivery::posting;
use crate::discord::{DiscordError, Remedy};
use crate::domain::Retry;
use crate::store::{Message, SendOutcome, StoreError};

/// Attempts for a message that fails before it reaches Discord.
const MAX_INTERNAL_ATTEMPTS: u32 = 5;

const TOO_MANY_DMS: u64 = 40_003;

impl Outbox {
    /// Schedules another try. A refusal that the host has to fix, or a fault of ours, is an error in the log.
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
        // It is not about this message: one line in a while tells it for all.
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
        let at = self.app.clock.now().plus(pause);
        self.store.message_retry(message, at, send_outcome, &failure.to_string()).await
    }

    /// Is it worth another try? What Discord refuses for good is given up.
    pub(super) fn is_worth_a_retry(&self, message: &Message, failure: &DeliveryError) -> bool {
        match failure {
            DeliveryError::Discord(error) => match (error.remedy(), message.notice.describe().retry) {
                (Remedy::Reroute | Remedy::Unreachable | Remedy::Gone | Remedy::GiveUp, _) => false,
                (Remedy::Unknown, _) => message.attempts < posting::REFUSED_TRIES,
                (Remedy::Retry, Retry::UntilDelivered) => true,
                (Remedy::Retry, Retry::AFewTimes) => message.attempts < self.settings.attempts,
            },
            DeliveryError::Store(_) | DeliveryError::Internal(_) => message.attempts < MAX_INTERNAL_ATTEMPTS,
        }
    }

    /// Milliseconds until the next try: doubled each time, with jitter, and what Discord asks for at least.
    fn backoff(&self, attempts: u32, failure: &DeliveryError) -> i64 {
        let first = i64::from(self.settings.retry_seconds) * 1000;
        let most = i64::from(self.settings.retry_at_most_seconds) * 1000;
        let doubled = first.saturating_mul(1 << attempts.saturating_sub(1).min(20)).min(most.max(first));
        let jitter = self.app.games.random.below(doubled.unsigned_abs() / 4 + 1).cast_signed();
        let asked = match failure {
            DeliveryError::Discord(DiscordError::RateLimited { pause, .. }) => {
                i64::try_from(pause.as_millis()).unwrap_or(most)
            }
            _ => 0,
        };
        (doubled + jitter).max(asked)
    }
}
