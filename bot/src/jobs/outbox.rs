//! Says what has to be said: in order for each game, again and again until Discord has it, and once.

use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt as _;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};

use super::homes;
use crate::commands::{self, App};
use crate::config;
use crate::store::{GameId, Message, Notice, Posted, StoreError};
use crate::transport::crash;
use crate::transport::discord::{Discord, DiscordError};

/// Well below the few minutes in which Discord knows a nonce.
const LEASE_MS: i64 = 30_000;
/// Messages claimed at once; one per game.
const BATCH: u32 = 32;
/// Messages sent at the same time.
const AT_ONCE: usize = 8;
/// Longest sleep between two looks.
const TICK: Duration = Duration::from_secs(1);

/// All that sending needs.
pub struct Outbox {
    /// Words and pictures.
    pub app: App,
    /// Where to.
    pub discord: Arc<dyn Discord>,
    /// How often to try.
    pub settings: config::Outbox,
}

/// Why a message did not go out.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    /// Discord did not do it.
    #[error(transparent)]
    Discord(#[from] DiscordError),
    /// The memory failed, or the game cannot be replayed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Our fault.
    #[error("{0:#}")]
    Internal(#[from] anyhow::Error),
}

/// Runs until cancelled. `wake` shortens the sleep.
pub async fn run(outbox: Outbox, wake: Arc<Notify>, cancel: CancellationToken) {
    loop {
        // Listens from before the look, so that nothing falls between look and sleep.
        let woken = wake.notified();
        tokio::pin!(woken);
        woken.as_mut().enable();
        let now = outbox.app.clock.now();
        match outbox.app.store.claim_messages(now, now.plus(LEASE_MS), BATCH).await {
            Ok(messages) => {
                let some = !messages.is_empty();
                futures::stream::iter(messages).for_each_concurrent(AT_ONCE, |message| outbox.send(message)).await;
                // What waited behind these may go now.
                if some && !cancel.is_cancelled() {
                    continue;
                }
            }
            Err(error) => error!(%error, "Could not look for messages to send: {error}"),
        }
        tokio::select! {
            () = cancel.cancelled() => return,
            () = woken => {}
            () = tokio::time::sleep(TICK) => {}
        }
    }
}

impl Outbox {
    async fn send(&self, message: Message) {
        let store = &self.app.store;
        let (game, word) = (message.game_id, message.notice.word());
        let done = match self.deliver(&message).await {
            Ok(posted) => {
                crash::point("posted-not-recorded");
                store.message_sent(message.message_id, posted).await
            }
            Err(Failure::Discord(error)) if error.is_transient() && message.attempts < self.settings.attempts => {
                let pause = self.pause(message.attempts, &error);
                warn!(game.id = %game, word, attempts = message.attempts, pause_ms = pause, "Could not send {word} of game {game} yet: {error}");
                store.message_retry(message.message_id, self.app.clock.now().plus(pause), &error.to_string()).await
            }
            Err(Failure::Store(error @ StoreError::Database { .. })) => {
                // Nothing is lost: the claim rings again after its lease.
                error!(game.id = %game, word, %error, "Could not send {word} of game {game} now: {error}");
                Ok(())
            }
            Err(failure) => {
                error!(game.id = %game, word, attempts = message.attempts, "Gave up {word} of game {game}: {failure}");
                store.message_dead(message.message_id, &failure.to_string()).await
            }
        };
        if let Err(error) = done {
            error!(game.id = %game, word, %error, "Could not note what became of {word} of game {game}: {error}");
        }
    }

    /// Milliseconds until the next try: doubled each time, a little by chance, and what Discord asks for at least.
    fn pause(&self, attempts: u32, error: &DiscordError) -> i64 {
        let first = i64::from(self.settings.retry_seconds) * 1000;
        let most = i64::from(self.settings.retry_at_most_seconds) * 1000;
        let doubled = first.saturating_mul(1 << attempts.saturating_sub(1).min(20)).min(most.max(first));
        let chance = rand::random_range(0..=doubled / 4);
        let asked = match error {
            DiscordError::TooFast(pause) => i64::try_from(pause.as_millis()).unwrap_or(most),
            _ => 0,
        };
        (doubled + chance).max(asked)
    }

    async fn deliver(&self, message: &Message) -> Result<Option<Posted>, Failure> {
        let Some(mut record) = self.app.store.game(message.game_id).await? else { return Ok(None) };
        match message.notice {
            Notice::Void => {
                self.close_challenge(message, &record).await?;
                return Ok(None);
            }
            Notice::Board { ply: 0 } => homes::settle(self, &mut record).await?,
            _ => {}
        }
        let Some(post) = commands::word(&self.app, message, &record).await? else { return Ok(None) };
        let (channel_id, discord_id) = homes::post(self, &mut record, &post, message.message_id).await?;
        info!(game.id = %message.game_id, word = message.notice.word(), "Sent {} of game {}", message.notice.word(), message.game_id);
        if matches!(message.notice, Notice::Board { .. } | Notice::Ended) {
            self.tidy(message.game_id, message.version).await;
        }
        Ok(Some(Posted {
            game_id: message.game_id,
            version: message.version,
            word: message.notice.word().to_owned(),
            channel_id,
            discord_id,
        }))
    }

    /// The public challenge says what became of it, and loses its buttons.
    async fn close_challenge(&self, message: &Message, record: &crate::store::GameRecord) -> Result<(), Failure> {
        for posted in self.app.store.posted(message.game_id).await? {
            let Some(post) = commands::word(&self.app, message, record).await? else { return Ok(()) };
            match self.discord.edit(posted.channel_id, posted.discord_id, &post.body).await {
                Err(error) if error.is_transient() => return Err(error.into()),
                _ => self.app.store.unpost(&posted).await?,
            }
        }
        Ok(())
    }

    /// Takes the buttons off earlier boards and removes reminders that are answered. A courtesy: what fails is logged, and a
    /// button that is left over says by itself that the board has moved on.
    async fn tidy(&self, game: GameId, version: i64) {
        let earlier = match self.app.store.posted(game).await {
            Ok(posted) => posted,
            Err(error) => {
                warn!(game.id = %game, %error, "Could not tidy up after game {game}: {error}");
                return;
            }
        };
        for posted in earlier.iter().filter(|posted| posted.version < version) {
            let done = if posted.word == "reminder" {
                self.discord.delete(posted.channel_id, posted.discord_id).await
            } else {
                self.discord.edit(posted.channel_id, posted.discord_id, &commands::disarmed()).await
            };
            let forgotten = match done {
                Err(error) if error.is_transient() => Err(error.to_string()),
                _ => self.app.store.unpost(posted).await.map_err(|error| error.to_string()),
            };
            if let Err(error) = forgotten {
                warn!(game.id = %game, %error, "Could not tidy up after game {game}: {error}");
            }
        }
    }
}
