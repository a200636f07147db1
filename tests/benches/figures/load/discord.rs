//! A Discord that only delays and counts.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use discord::{AutoArchiveDuration, DiscordApi, DiscordError, EditMessage, OutgoingMessage, RoleChange};
use games::domain::{Action, ChannelId, GuildId, Person, RequestId, RoleId, UserId};
use games::store::Store;
use serde_json::{Value, json};
use tokio::sync::{Mutex, mpsc};
use tokio::time::{Interval, MissedTickBehavior};

/// Messages per second of all processes, the limit of Discord that the bot keeps.
const MESSAGES: f64 = 45.0;

/// An answer to an interaction.
pub(super) struct Response {
    pub(super) interaction: u64,
    pub(super) at: Instant,
    pub(super) is_deferral: bool,
    pub(super) has_picture: bool,
    pub(super) has_controls: bool,
    /// The interaction's effect on a game, according to the database.
    pub(super) action: Option<Action>,
}

/// Delays requests, and reports each answer.
pub(super) struct CountingDiscord {
    latency: Duration,
    /// Messages are paced; answers are not.
    messages: Mutex<Interval>,
    ids: AtomicU64,
    store: Arc<Store>,
    answered: mpsc::UnboundedSender<Response>,
}

impl CountingDiscord {
    /// For one of several processes, which share Discord's limits.
    pub(super) fn new(
        latency: Duration,
        processes: u32,
        store: Arc<Store>,
        answered: mpsc::UnboundedSender<Response>,
    ) -> Self {
        let mut messages = tokio::time::interval(Duration::from_secs_f64(f64::from(processes) / MESSAGES));
        // Unused messages are not made up for in a burst.
        messages.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self { latency, messages: Mutex::new(messages), ids: AtomicU64::new(1), store, answered }
    }

    async fn paced(&self) -> u64 {
        self.messages.lock().await.tick().await;
        tokio::time::sleep(self.latency).await;
        self.ids.fetch_add(1, Ordering::Relaxed)
    }

    async fn tell(
        &self,
        interaction: u64,
        is_deferral: bool,
        controls: Option<&Value>,
        post: Option<&OutgoingMessage>,
    ) {
        tokio::time::sleep(self.latency).await;
        let at = Instant::now();
        let has_picture = post.is_some_and(|post| !post.pictures.is_empty());
        let has_controls = controls.and_then(Value::as_array).is_some_and(|rows| !rows.is_empty());
        let (store, answered) = (Arc::clone(&self.store), self.answered.clone());
        // The program does not wait for this query.
        tokio::spawn(async move {
            let action =
                if is_deferral { None } else { store.action_of_request(RequestId(interaction)).await.ok().flatten() };
            drop(store);
            // At the end there is no receiver.
            let _ = answered.send(Response { interaction, at, is_deferral, has_picture, has_controls, action });
        });
    }
}

#[async_trait]
impl DiscordApi for CountingDiscord {
    async fn post(&self, _: ChannelId, _: &OutgoingMessage, _: &str) -> Result<u64, DiscordError> {
        Ok(self.paced().await)
    }
    async fn edit(&self, _: ChannelId, _: u64, _: &EditMessage) -> Result<(), DiscordError> {
        self.paced().await;
        Ok(())
    }
    async fn replace(&self, _: ChannelId, _: u64, _: &OutgoingMessage) -> Result<(), DiscordError> {
        self.paced().await;
        Ok(())
    }
    async fn pin(&self, _: ChannelId, _: u64) -> Result<(), DiscordError> {
        self.paced().await;
        Ok(())
    }
    async fn delete(&self, _: ChannelId, _: u64) -> Result<(), DiscordError> {
        self.paced().await;
        Ok(())
    }
    async fn start_thread(
        &self,
        _: ChannelId,
        message: u64,
        _: &str,
        _: AutoArchiveDuration,
    ) -> Result<ChannelId, DiscordError> {
        self.paced().await;
        Ok(ChannelId(message))
    }

    async fn add_thread_member(&self, _: ChannelId, _: UserId) -> Result<(), DiscordError> {
        Ok(())
    }

    async fn member(&self, _: GuildId, user: UserId) -> Result<Option<Person>, DiscordError> {
        Ok(Some(Person { user, name: user.0.to_string() }))
    }

    async fn archive_thread(&self, _: ChannelId, _: &str) -> Result<(), DiscordError> {
        Ok(())
    }
    async fn change_role(&self, _: RoleChange, _: GuildId, _: UserId, _: RoleId) -> Result<(), DiscordError> {
        Ok(())
    }

    async fn open_dm(&self, user: UserId) -> Result<ChannelId, DiscordError> {
        Ok(ChannelId(user.0))
    }
    async fn edit_recent_response(&self, _: u64, _: &OutgoingMessage) -> Result<bool, DiscordError> {
        Ok(false)
    }
    async fn create_interaction_response(
        &self,
        id: u64,
        _: &str,
        response: &Value,
        post: Option<&OutgoingMessage>,
    ) -> Result<(), DiscordError> {
        let is_deferral = matches!(response["type"].as_u64(), Some(5 | 6));
        self.tell(id, is_deferral, response["data"].get("components"), post).await;
        Ok(())
    }
    async fn edit_original_response(&self, id: u64, _: &str, post: &OutgoingMessage) -> Result<(), DiscordError> {
        self.tell(id, false, Some(&json!(post.rows)), Some(post)).await;
        Ok(())
    }
    async fn delete_original_response(&self, _: u64, _: &str) -> Result<(), DiscordError> {
        Ok(())
    }
}
