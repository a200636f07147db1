//! The gateway: serenity holds the socket, we take the interactions as JSON and answer them.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use secrecy::{ExposeSecret as _, SecretString};
use serde_json::{Value, json};
use serenity::all::{Client, ConnectionStage, Context, Event, GatewayIntents, HttpBuilder, RawEventHandler};
use serenity::async_trait;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tracing::{debug, error, info, warn};

use super::crash;
use super::discord::Discord;
use crate::commands::{self, App, Deferral, Post, Reply};

/// An answer that takes longer is put off; Discord gives up after three seconds.
const PATIENCE: Duration = Duration::from_millis(1500);
/// Interactions worked on at the same time.
const AT_ONCE: usize = 64;
/// Interactions remembered, so that one delivered twice acts once.
const REMEMBERED: usize = 4096;
/// A shard that is not connected for so long will not come back by itself.
const LOST: Duration = Duration::from_mins(3);

/// How to reach the gateway.
#[derive(Debug, Clone)]
pub struct Wire {
    /// REST base address.
    pub api_base: String,
    /// Socket address; empty: asked for.
    pub gateway_url: String,
    /// The token.
    pub token: SecretString,
}

/// Listens until cancelled.
///
/// # Errors
/// When Discord refuses the connection for good, or it stays lost.
pub async fn run(wire: &Wire, app: App, discord: Arc<dyn Discord>, cancel: CancellationToken) -> anyhow::Result<()> {
    let http = HttpBuilder::new(wire.token.expose_secret())
        .proxy(wire.api_base.trim_end_matches('/'))
        // serenity's own limiter would pass the proxy by; all our requests are paced elsewhere.
        .ratelimiter_disabled(true)
        .build();
    let handler = Arc::new(Answering {
        app,
        discord,
        permits: Arc::new(Semaphore::new(AT_ONCE)),
        seen: Mutex::new((HashSet::new(), VecDeque::new())),
    });
    let mut client = serenity::client::ClientBuilder::new_with_http(http, GatewayIntents::empty())
        .raw_event_handler(Forward(handler))
        .await
        .context("preparing the gateway")?;
    if !wire.gateway_url.is_empty() {
        (*client.ws_url.lock().await).clone_from(&wire.gateway_url);
    }
    let manager = Arc::clone(&client.shard_manager);
    let watched = Arc::clone(&manager);
    tokio::select! {
        ended = start(&mut client) => ended,
        lost = watch(watched) => lost,
        () = cancel.cancelled() => {
            manager.shutdown_all().await;
            Ok(())
        }
    }
}

async fn start(client: &mut Client) -> anyhow::Result<()> {
    client.start().await.context("the gateway refused the connection")
}

/// serenity goes round in circles after some closes that are final; this ends the program, and whoever runs it starts it anew.
async fn watch(manager: Arc<serenity::gateway::ShardManager>) -> anyhow::Result<()> {
    let mut connected_at = Instant::now();
    loop {
        tokio::time::sleep(Duration::from_secs(5)).await;
        let runners = manager.runners.lock().await;
        if runners.values().any(|runner| runner.stage == ConnectionStage::Connected) {
            connected_at = Instant::now();
        }
        if connected_at.elapsed() > LOST {
            anyhow::bail!("the gateway has been lost for {LOST:?}");
        }
    }
}

struct Forward(Arc<Answering>);

#[async_trait]
impl RawEventHandler for Forward {
    async fn raw_event(&self, _: Context, event: Event) {
        let interaction = match event {
            Event::InteractionCreate(event) => serde_json::to_value(&event.interaction).map(|mut interaction| {
                // serenity keeps the type in the variant and leaves it out of the text.
                interaction["type"] = u8::from(event.interaction.kind()).into();
                interaction
            }),
            // What serenity cannot read arrives here as it came.
            Event::Unknown(event) if event.kind == "INTERACTION_CREATE" => Ok(event.value),
            Event::Ready(event) => {
                info!(session = event.ready.session_id, "Connected to the gateway");
                return;
            }
            other => {
                debug!(kind = ?other.name(), "Passed over an event");
                return;
            }
        };
        match interaction {
            Ok(interaction) => Answering::take(&self.0, interaction),
            Err(error) => error!(%error, "Could not read an interaction: {error}"),
        }
    }
}

struct Answering {
    app: App,
    discord: Arc<dyn Discord>,
    permits: Arc<Semaphore>,
    seen: Mutex<(HashSet<u64>, VecDeque<u64>)>,
}

impl Answering {
    fn take(self: &Arc<Self>, interaction: Value) {
        let Some(id) = commands::snowflake(&interaction["id"]) else { return };
        if !self.is_new(id) {
            info!(request = id, "Passed over an interaction that was delivered before");
            return;
        }
        let this = Arc::clone(self);
        tokio::spawn(async move {
            let Ok(_permit) = Arc::clone(&this.permits).acquire_owned().await else { return };
            this.answer(id, &interaction).await;
        });
    }

    fn is_new(&self, id: u64) -> bool {
        let mut seen = self.seen.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let (known, order) = &mut *seen;
        if !known.insert(id) {
            return false;
        }
        order.push_back(id);
        if order.len() > REMEMBERED
            && let Some(oldest) = order.pop_front()
        {
            known.remove(&oldest);
        }
        true
    }

    async fn answer(&self, id: u64, interaction: &Value) {
        let Some(token) = interaction["token"].as_str() else { return };
        let deferral = commands::deferral(interaction);
        let dispatched = commands::dispatch(&self.app, interaction);
        tokio::pin!(dispatched);
        let (reply, deferred) = tokio::select! {
            reply = &mut dispatched => (reply, false),
            () = tokio::time::sleep(PATIENCE), if deferral != Deferral::Never => {
                let (kind, data) = match deferral {
                    Deferral::Update => (6, Value::Null),
                    _ => (5, json!({ "flags": 64 })),
                };
                if let Err(error) = self.discord.answer(id, token, kind, data, None).await {
                    warn!(request = id, %error, "Could not put off an answer: {error}");
                }
                (dispatched.await, true)
            }
        };
        crash::point("committed-not-answered");
        let Some(reply) = reply else {
            warn!(request = id, kind = %interaction["type"], "Passed over an interaction that is not for us");
            return;
        };
        let outcome = if deferred {
            match &reply {
                Reply::Message { post, .. } | Reply::Update(post) => self.discord.complete(token, post).await,
                Reply::Choices(_) => Ok(()),
            }
        } else {
            let (kind, data, post) = first_answer(&reply);
            self.discord.answer(id, token, kind, data, post.and_then(|post| post.picture.as_ref())).await
        };
        if let Err(error) = outcome {
            // The change is made and will be announced by the outbox; only the courtesy is lost.
            warn!(request = id, %error, "Could not answer an interaction: {error}");
        }
    }
}

/// Discord's kind of callback, its data, and the post whose picture goes along.
fn first_answer(reply: &Reply) -> (u8, Value, Option<&Post>) {
    match reply {
        Reply::Message { private, post } => {
            let mut data = post.body.clone();
            data.insert("flags".into(), if *private { 64.into() } else { 0.into() });
            (4, data.into(), Some(post))
        }
        Reply::Update(post) => {
            let mut data = post.body.clone();
            // The picture of before is replaced, or taken away.
            data.insert("attachments".into(), json!([]));
            (7, data.into(), Some(post))
        }
        Reply::Choices(choices) => {
            let choices: Vec<Value> =
                choices.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
            (8, json!({ "choices": choices }), None)
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Map;

    use super::*;
    use crate::clock::ManualClock;
    use crate::commands::{Picture, Pictures};
    use crate::games::pace::Pace;
    use crate::games::{Games, Settings};
    use crate::store::memory::Memory;
    use crate::store::{ChannelId, Phase, Store as _, Timestamp, UserId};
    use crate::transport::discord::DiscordError;

    /// Remembers what it was asked: the kind of each first answer, and the text of each completion.
    #[derive(Default)]
    struct Recorder(Mutex<Vec<String>>);

    impl Recorder {
        fn note(&self, what: String) {
            self.0.lock().expect("no test panics while it holds this").push(what);
        }
    }

    #[async_trait]
    impl Discord for Recorder {
        async fn post(&self, _: ChannelId, _: &Post, _: &str) -> Result<u64, DiscordError> {
            Ok(1)
        }
        async fn edit(&self, _: ChannelId, _: u64, _: &Map<String, Value>) -> Result<(), DiscordError> {
            Ok(())
        }
        async fn delete(&self, _: ChannelId, _: u64) -> Result<(), DiscordError> {
            Ok(())
        }
        async fn start_thread(&self, _: ChannelId, message: u64, _: &str) -> Result<ChannelId, DiscordError> {
            Ok(ChannelId(message))
        }
        async fn open_dm(&self, user: UserId) -> Result<ChannelId, DiscordError> {
            Ok(ChannelId(user.0))
        }
        async fn answer(
            &self,
            _: u64,
            _: &str,
            kind: u8,
            data: Value,
            _: Option<&Picture>,
        ) -> Result<(), DiscordError> {
            self.note(format!("answer {kind} flags {}", data["flags"]));
            Ok(())
        }
        async fn complete(&self, _: &str, post: &Post) -> Result<(), DiscordError> {
            self.note(format!("complete {}", post.body["content"]));
            Ok(())
        }
        async fn register(&self, _: &Value) -> Result<(), DiscordError> {
            Ok(())
        }
    }

    fn answering(store: Arc<Memory>) -> (Answering, Arc<Recorder>) {
        let clock = ManualClock::at(Timestamp(1_000_000));
        let settings = Settings {
            challenge_expires_hours: 72,
            reminder_hours: vec![24],
            default_pace: Pace::Days(3),
            max_open: 9,
        };
        let wake = Arc::new(tokio::sync::Notify::new());
        let games = Games::new(store.clone(), clock.clone(), settings, wake);
        let discord = Arc::new(Recorder::default());
        let answering = Answering {
            app: App { games, store, clock, pictures: Pictures::new(1) },
            discord: discord.clone(),
            permits: Arc::new(Semaphore::new(1)),
            seen: Mutex::new((HashSet::new(), VecDeque::new())),
        };
        (answering, discord)
    }

    fn challenge() -> Value {
        let user = |id: &str| json!({ "id": id, "username": format!("user {id}") });
        json!({
            "id": "77", "type": 2, "token": "t", "channel_id": "5", "locale": "en-US", "member": { "user": user("1") },
            "data": {
                "name": "challenge", "options": [{ "name": "user", "type": 6, "value": "2" }],
                "resolved": { "users": { "2": user("2") } },
            },
        })
    }

    #[tokio::test]
    async fn an_answer_in_time_is_given_at_once() {
        let (answering, discord) = answering(Arc::new(Memory::default()));
        answering.answer(77, &challenge()).await;
        assert_eq!(*discord.0.lock().expect("free"), ["answer 4 flags 64"]);
    }

    #[tokio::test]
    async fn an_answer_that_takes_long_is_put_off_privately_and_completed() {
        let store = Arc::new(Memory::default());
        let (answering, discord) = answering(store.clone());
        answering.answer(77, &challenge()).await;
        let offered = store.games_of(UserId(2), &[Phase::Offered], 1).await.expect("memory does not fail");
        let accept = json!({
            "id": "78", "type": 3, "token": "t", "channel_id": "5", "locale": "en-US",
            "user": { "id": "2", "username": "user 2" },
            "data": { "custom_id": format!("v1:accept:{}", offered[0].game.game_id), "component_type": 2 },
        });
        store.before_next_commit(tokio::time::sleep(PATIENCE * 2));
        answering.answer(78, &accept).await;
        let asked = discord.0.lock().expect("free");
        assert_eq!(asked[1], "answer 5 flags 64");
        assert!(asked[2].starts_with("complete") && asked[2].contains("accepted"), "{asked:?}");
        assert_eq!(asked.len(), 3);
    }

    #[tokio::test]
    async fn an_interaction_delivered_twice_is_new_once() {
        let (answering, _) = answering(Arc::new(Memory::default()));
        assert!(answering.is_new(5));
        assert!(!answering.is_new(5));
        assert!(answering.is_new(6));
    }
}
