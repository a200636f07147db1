//! The dispatcher: sends the messages of the outbox, in order for each game, and retries failures.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use base::catch_panic::catch_panic;
use base::crash_point::{self, Point};
use base::metrics::{self, MessageTry};
use clubs::ratings;
use discord::DiscordError;
use games::domain::{DAY_MS, DeliveryTarget, GameId, GameRecord, Notice, Phase};
use games::store::availability::log_failure;
use games::store::{Message, StoreError, snapshot};
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};

use crate::delivery::cleanup::Cleanup;
use crate::delivery::outbox::{Delivered, DeliveryError, Outbox};
use crate::delivery::places::{routing, threads};
use crate::delivery::render_notice::{self, ChallengeDelivery};
use crate::delivery::{challenge_message, outcome, reminder_list, standing_board};

/// Well below the few minutes for which Discord remembers a nonce.
const LEASE_MS: i64 = 60_000;

/// A longer delivery is aborted and tried again, before its lease is over.
const DELIVERY_TIMEOUT: Duration = Duration::from_secs(45);

/// Concurrent sends, at most one per game.
const MAX_CONCURRENT_SENDS: usize = 32;

/// Concurrent sends of personal notices: each may wait to open a DM channel, and boards must not wait for that.
const MAX_PERSONAL_SENDS: usize = 8;

const CLEANUPS_AT_ONCE: usize = 4;

const SWEEP_INTERVAL_MS: i64 = 60_000;

const SWEEP_LIMIT: u32 = 20;

const DEAD_KEPT_MS: i64 = 30 * DAY_MS;

/// Consecutive tries without an answer that count as an outage of Discord rather than a problem of one channel.
const OUTAGE: u32 = 3;

/// Batches of results counted before a message is sent.
const COUNTED_BATCHES: u32 = 3;

pub const TICK: Duration = Duration::from_secs(1);

/// Time for deliveries in progress to finish at shutdown. The others are sent again after the next start.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(5);

/// Runs until cancelled. `wake` ends a sleep, which lasts at most `tick`.
pub async fn run(outbox: Outbox, wake: Arc<Notify>, tick: Duration, cancel: CancellationToken) {
    let outbox = Arc::new(outbox);
    let (mut sending, mut cleaning_up) = (JoinSet::new(), JoinSet::new());
    let mut in_flight = HashMap::new();
    let mut cleanups = VecDeque::<Cleanup>::new();
    // One at a time for each game, in order: the last clean-up archives the thread, in which nothing can be changed
    // then.
    let mut cleaned_up = HashSet::new();
    let mut next_sweep = outbox.app.clock.now();
    // An outage may have ended while the program was down.
    outbox.bring_forward().await;
    loop {
        // Listens before it checks, so that no wake-up is lost between check and sleep.
        let woken = wake.notified();
        tokio::pin!(woken);
        woken.as_mut().enable();
        // A slow channel occupies one slot and does not delay the others.
        let free = MAX_CONCURRENT_SENDS.saturating_sub(sending.len());
        if free > 0 {
            let personal = in_flight.values().filter(|(_, is_personal)| *is_personal).count();
            match outbox.claim(free, MAX_PERSONAL_SENDS.saturating_sub(personal)).await {
                Ok(messages) => {
                    if !messages.is_empty() {
                        crash_point::point(Point::MessageClaimed);
                    }
                    for message in messages {
                        // If the clock jumps, a lease can end while its message is being sent.
                        if in_flight.values().all(|(other, _)| *other != message.message_id) {
                            let (id, is_personal) = (message.message_id, message.notice.is_personal());
                            let outbox = Arc::clone(&outbox);
                            let task = sending.spawn(async move { Box::pin(outbox.send(message)).await });
                            in_flight.insert(task.id(), (id, is_personal));
                        }
                    }
                }
                Err(error) => log_failure("look for messages to send", &error),
            }
        }
        while cleaning_up.len() < CLEANUPS_AT_ONCE
            && let Some(next) = cleanups.iter().position(|what| !cleaned_up.contains(&what.game))
            && let Some(what) = cleanups.remove(next)
        {
            let outbox = Arc::clone(&outbox);
            cleaned_up.insert(what.game);
            cleaning_up.spawn(async move {
                if let Err(panic) = catch_panic(outbox.clean_up(what)).await {
                    error!("Could not clean up: {panic}");
                }
                Some(what.game)
            });
        }
        if outbox.app.clock.now() >= next_sweep && cleaning_up.len() < CLEANUPS_AT_ONCE {
            next_sweep = outbox.app.clock.now().plus(SWEEP_INTERVAL_MS);
            let outbox = Arc::clone(&outbox);
            cleaning_up.spawn(async move {
                outbox.sweep().await;
                None
            });
        }
        tokio::select! {
            // In this order, so that a simulation replays from its seed.
            biased;
            () = cancel.cancelled() => break,
            Some(done) = sending.join_next_with_id() => {
                let id = match done {
                    Ok((id, what)) => {
                        cleanups.extend(what);
                        id
                    }
                    // The claim becomes due again after its lease.
                    Err(panic) => {
                        error!("Could not send a message: {panic}");
                        panic.id()
                    }
                };
                in_flight.remove(&id);
            }
            Some(done) = cleaning_up.join_next() => {
                match done {
                    Ok(Some(game)) => {
                        cleaned_up.remove(&game);
                    }
                    Ok(None) => {}
                    Err(panic) => error!("Could not clean up: {panic}"),
                }
            }
            () = woken => {}
            () = tokio::time::sleep(tick) => {}
        }
    }
    let _ = tokio::time::timeout(SHUTDOWN_GRACE, async { while sending.join_next().await.is_some() {} }).await;
}

impl Outbox {
    /// Does what failed at its time, and deletes what is no longer needed.
    async fn sweep(&self) {
        if let Err(error) = self.close_left_over_challenges().await {
            log_failure("look for challenges that are still open", &error);
        }
        match reminder_list::sweep(self).await {
            Ok(()) => {}
            Err(DeliveryError::Store(error)) => log_failure("correct reminders of players", &error),
            Err(error) => warn!(%error, "Could not correct reminders of players: {error}"),
        }
        if let Err(error) = challenge_message::withdraw_seeks(self).await {
            log_failure("look for open challenges of people who have left", &error);
        }
        match self.store.delete_dead_messages(self.app.clock.now().plus(-DEAD_KEPT_MS)).await {
            Ok(0) => {}
            Ok(count) => info!(
                event = "dead_messages_deleted",
                count, "Deleted {count} messages that were given up more than 30 days ago"
            ),
            Err(error) => log_failure("delete messages that were given up long ago", &error),
        }
    }

    /// Closes challenges whose game has begun or was cancelled, if that failed at the time.
    async fn close_left_over_challenges(&self) -> Result<(), StoreError> {
        let after = GameId(self.swept_until.load(Ordering::Relaxed));
        let games = self.store.games_with_unclosed_challenges(after, SWEEP_LIMIT).await?;
        // Starts over after the last one, because some may fail for long.
        let last = games.last().filter(|_| games.len() == SWEEP_LIMIT as usize);
        self.swept_until.store(last.map_or(i64::MIN, |game| game.0), Ordering::Relaxed);
        for game in games {
            if let Some(record) = self.store.game(game).await?
                && let Err(error) = challenge_message::close_challenge(self, &record).await
            {
                info!(game.id = %game, %error, "Could not close the challenge of game {game} yet: {error}");
            }
        }
        Ok(())
    }

    /// Claims boards first, then other messages while there is room for personal notices.
    async fn claim(&self, free: usize, personal: usize) -> Result<Vec<Message>, StoreError> {
        let now = self.app.clock.now();
        let lease_until = now.plus(LEASE_MS);
        let mut claimed = self.store.claim_boards(now, lease_until, free as u32).await?;
        let room = personal.min(free.saturating_sub(claimed.len()));
        if room > 0 {
            match self.store.claim_messages(now, lease_until, room as u32).await {
                Ok(others) => claimed.extend(others),
                // The messages already claimed are sent nevertheless.
                Err(error) => log_failure("look for personal notices to send", &error),
            }
        }
        Ok(claimed)
    }

    /// Sends a message, records the result, and returns the clean-up that it requires.
    async fn send(&self, message: Message) -> Option<Cleanup> {
        let store = &self.store;
        let (game, kind) = (message.game_id, message.notice.kind());
        let recorded = match self.try_to_deliver(&message).await {
            Ok(Delivered { posted, is_sent }) => {
                metrics::message(if is_sent { MessageTry::Sent } else { MessageTry::Obsolete });
                self.after_success(is_sent).await;
                crash_point::point(Point::PostedNotRecorded);
                let sent = store.message_sent(message.message_id, posted).await;
                crash_point::point(Point::SentNotCleanedUp);
                if is_sent && sent.is_ok() {
                    info!(event = "message_sent", game.id = %game, %kind, "Sent {kind} of game {game}");
                }
                if is_sent && message.notice == (Notice::Board { ply: 0 }) {
                    self.link_begun_seek(&message).await;
                }
                sent.map(|()| Cleanup::after(&message))
            }
            Err(DeliveryError::Store(error @ StoreError::Database { .. })) => {
                // Nothing is lost: the claim becomes due again after its lease.
                error!(event = "message_delayed", game.id = %game, %kind, %error, "Could not send {kind} of game {game} now: {error}");
                return None;
            }
            Err(failure) if self.is_worth_a_retry(&message, &failure) => {
                metrics::message(MessageTry::Retried);
                self.schedule_retry(&message, &failure).await.map(|()| None)
            }
            Err(failure) => {
                metrics::message(MessageTry::Dead);
                error!(event = "message_dead", game.id = %game, %kind, attempts = message.attempts, "Gave up {kind} of game {game}: {failure}");
                let recorded = store.message_dead(message.message_id, &failure.to_string()).await.map(|()| None);
                if message.notice == Notice::Challenge {
                    let delivery = match &failure {
                        DeliveryError::Discord(error) if error.is_place_closed() => {
                            ChallengeDelivery::Unreachable(Vec::new())
                        }
                        _ => ChallengeDelivery::Refused,
                    };
                    self.notify_challenger(&message, delivery).await;
                }
                recorded
            }
        };
        recorded.unwrap_or_else(|error| {
            error!(event = "message_not_recorded", game.id = %game, %kind, %error, "Could not record the outcome of {kind} of game {game}: {error}");
            None
        })
    }

    /// After the first success following an outage of Discord, makes the messages that waited due.
    async fn after_success(&self, is_sent: bool) {
        if is_sent && self.failures.swap(0, Ordering::Relaxed) >= OUTAGE {
            self.bring_forward().await;
        }
    }

    /// Makes messages due now whose last try had no answer, or one that blames Discord.
    async fn bring_forward(&self) {
        match self.store.bring_forward(self.app.clock.now()).await {
            Ok(0) => {}
            Ok(count) => info!(
                event = "outage_of_discord_over",
                count, "Discord answers again: {count} waiting messages go out now"
            ),
            Err(error) => log_failure("bring waiting messages forward", &error),
        }
    }

    /// Counts the game before its result is announced, because the announcement includes the effects on ratings.
    /// Usually it is already counted. A failure is left to the counting loop.
    async fn count_result(&self, record: &GameRecord) {
        for _ in 0..COUNTED_BATCHES {
            match ratings::count_results(&self.app.games).await {
                Ok(0) => return,
                Ok(_) => {}
                Err(error) => {
                    let game = record.game.game_id;
                    warn!(game.id = %game, %error, "Could not count game {game} before its result goes out: {error}");
                    return;
                }
            }
        }
    }

    /// Delivers with a timeout. A panic counts as a failure of this message only.
    async fn try_to_deliver(&self, message: &Message) -> Result<Delivered, DeliveryError> {
        match tokio::time::timeout(DELIVERY_TIMEOUT, catch_panic(snapshot::scope(Box::pin(self.deliver(message)))))
            .await
        {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(panic)) => Err(DeliveryError::Internal(anyhow::anyhow!(panic))),
            Err(_) => Err(DiscordError::NoResponse(format!("not done within {DELIVERY_TIMEOUT:?}")).into()),
        }
    }

    async fn deliver(&self, message: &Message) -> Result<Delivered, DeliveryError> {
        let Some(mut record) = self.app.games.record(message.game_id).await? else { return Ok(Delivered::default()) };
        match message.notice.describe().target {
            // Never sent; it only makes earlier messages obsolete.
            DeliveryTarget::Nowhere => return Ok(Delivered::default()),
            DeliveryTarget::ChallengeMessage => {
                challenge_message::close_challenge(self, &record).await?;
                return Ok(Delivered::default());
            }
            DeliveryTarget::EarlierMessages => {
                if let Notice::Rematch { of } = message.notice {
                    Box::pin(outcome::link_rematch(self, message, &record, of)).await?;
                } else {
                    Box::pin(outcome::edit_earlier_messages(self, &record)).await?;
                }
                return Ok(Delivered::default());
            }
            DeliveryTarget::Game
            | DeliveryTarget::ResultsChannel
            | DeliveryTarget::PlayerOnTurn
            | DeliveryTarget::Private(_) => {}
        }
        if message.notice.kind().is_board() {
            Box::pin(threads::open_thread(self, &mut record, message)).await?;
        }
        if threads::is_first_board(&record, message) {
            // The game does not wait for this; the clean-up retries a failure.
            if let Err(failure) = challenge_message::close_challenge(self, &record).await {
                let game = record.game.game_id;
                warn!(game.id = %game, %failure, "Could not close the challenge of game {game} yet: {failure}");
            }
        }
        if let Notice::ReplacementAsked { user, .. } = message.notice
            && let Some(thread) = record.game.place.thread_id
            && let Err(error) = self.discord.add_thread_member(thread, user).await
        {
            let game = record.game.game_id;
            info!(game.id = %game, user = user.0, %error, "Could not add somebody to the thread of game {game}: {error}");
        }
        if record.game.phase == Phase::Over && record.game.challenge.is_rated {
            self.count_result(&record).await;
        }
        if let Some(delivered) = Box::pin(standing_board::update(self, &record, message)).await? {
            return Ok(delivered);
        }
        let post = match render_notice::render(&self.app, message, &record).await? {
            Some(post) => post,
            // An earlier try may have posted it with buttons that would never be removed. The same nonce returns that
            // message.
            None if message.may_be_posted => render_notice::obsolete(&self.app, message, &record, None).await,
            None => return Ok(Delivered::default()),
        };
        let post = threads::with_limit_named(self, &record, message, post).await;
        let new_message = match message.notice {
            Notice::Reminder(reminder) if record.game.place.guild_id.is_some() => {
                Box::pin(routing::mention(self, &mut record, message, reminder, post)).await?
            }
            _ => routing::post(self, &mut record, message, &post).await?,
        };
        Ok(Delivered { posted: new_message, is_sent: true })
    }
}
