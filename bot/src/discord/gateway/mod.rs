//! The gateway: serenity holds the socket, and we answer the interactions.

pub mod shards;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use secrecy::{ExposeSecret as _, SecretString};
use serenity::all::{ConnectionStage, Context, Event, GatewayIntents, HttpBuilder, RawEventHandler};
use serenity::async_trait;
use serenity::gateway::GatewayError;
use tokio_util::sync::CancellationToken;
use tracing::{debug, error, info, warn};

use crate::discord::gateway::shards::{GatewayInfo, RecentSessions, ShardSetting, Shards};
use crate::discord::responder::Responder;
use crate::discord::rest::Rest;
use crate::discord::retry::RetryPolicy;
use crate::{discord, http_client};

/// Shards that are not connected for so long will not come back by themselves: all connect anew.
const RECONNECT_TIMEOUT: Duration = Duration::from_mins(2);

/// serenity connects one shard in so many seconds.
const SHARD_INTERVAL: Duration = Duration::from_secs(5);

/// The pause before shards connect anew, which doubles up to the longest.
const FIRST_PAUSE: Duration = Duration::from_secs(5);
const LONGEST_PAUSE: Duration = Duration::from_mins(10);

/// Looks at a shard, 5 seconds apart, that find it waiting for its session.
const MAX_UNANSWERED: u32 = 3;

/// How often all shards connect anew, without one that stays connected, before the program ends.
const MAX_RESTARTS: u32 = 6;

/// How long the goodbye may take.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(3);

/// How to reach the gateway.
#[derive(Debug, Clone)]
pub struct GatewayConfig {
    /// REST base address.
    pub api_base: String,
    /// Socket address; empty: asked for.
    pub gateway_url: String,
    /// The token.
    pub token: SecretString,
    /// Which shards this process connects.
    pub shards: ShardSetting,
}

/// Discord has closed the gateway for a reason that only the host can mend.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct FatalClose(String);

impl FatalClose {
    /// With one sentence for the host.
    pub fn new(sentence: impl Into<String>) -> Self {
        Self(sentence.into())
    }
}

/// Why a connection has ended.
enum Ended {
    Cancelled,
    /// Connecting anew may help.
    Lost(String),
}

/// Listens until cancelled.
///
/// # Errors
/// [`FatalClose`] when Discord refuses the connection for good; another one when it stays lost.
pub(crate) async fn run(
    gateway_config: &GatewayConfig,
    responder: Arc<Responder>,
    rest: &Rest,
    cancel: CancellationToken,
) -> anyhow::Result<()> {
    let (mut restarts, mut pause) = (0, FIRST_PAUSE);
    loop {
        let Some(shards) = wait_for_sessions(gateway_config, rest, &cancel).await? else { return Ok(()) };
        let began = Instant::now();
        let why = match connect(gateway_config, shards, &responder, &cancel).await? {
            Ended::Cancelled => return Ok(()),
            Ended::Lost(why) => why,
        };
        if began.elapsed() > LONGEST_PAUSE {
            (restarts, pause) = (0, FIRST_PAUSE);
        }
        restarts += 1;
        if restarts > MAX_RESTARTS {
            anyhow::bail!("{why}, {MAX_RESTARTS} times in a row");
        }
        check_range(gateway_config, shards, rest).await?;
        warn!(pause_s = pause.as_secs(), "{why}; connecting anew in {} s", pause.as_secs());
        tokio::select! {
            () = tokio::time::sleep(pause) => pause = (pause * 2).min(LONGEST_PAUSE),
            () = cancel.cancelled() => return Ok(()),
        }
    }
}

/// The shards to connect, once Discord lets them begin their sessions; `None` when cancelled.
async fn wait_for_sessions(
    gateway_config: &GatewayConfig,
    rest: &Rest,
    cancel: &CancellationToken,
) -> anyhow::Result<Option<Shards>> {
    loop {
        let info = gateway_info(rest).await?;
        let shards = Shards::chosen(gateway_config.shards, info.shards);
        let Some(wait) = info.wait(shards) else { return Ok(Some(shards)) };
        error!(
            remaining = info.remaining,
            "Discord allows only {} more sessions today, so the bot does not connect: past the limit Discord resets the token. \
             It connects in {} min; until then nobody can play. Find out what reconnects so often",
            info.remaining,
            wait.as_secs().div_ceil(60)
        );
        tokio::select! {
            () = tokio::time::sleep(wait) => {}
            () = cancel.cancelled() => return Ok(None),
        }
    }
}

async fn gateway_info(rest: &Rest) -> anyhow::Result<GatewayInfo> {
    let retry_policy = RetryPolicy {
        pause: Duration::from_secs(1),
        at_most: Duration::from_secs(30),
        until: Instant::now() + RECONNECT_TIMEOUT,
    };
    let asking = "asking for the gateway";
    retry_policy.run(asking, || rest.gateway_info()).await.context(asking)
}

/// Discord closes the connections of a bot with too few shards (4011) without an end; serenity identifies again and again.
async fn check_range(gateway_config: &GatewayConfig, shards: Shards, rest: &Rest) -> anyhow::Result<()> {
    let recommended = gateway_info(rest).await?.shards;
    if gateway_config.shards != ShardSetting::Auto && recommended > shards.total {
        let advice = "change `discord.shards` of every process";
        return Err(FatalClose(format!(
            "Discord requires more shards than {}, and recommends {recommended}: {advice}",
            shards.total
        ))
        .into());
    }
    Ok(())
}

/// Connects these shards, until they are lost or the program ends.
async fn connect(
    gateway_config: &GatewayConfig,
    shards: Shards,
    responder: &Arc<Responder>,
    cancel: &CancellationToken,
) -> anyhow::Result<Ended> {
    let http = HttpBuilder::new(gateway_config.token.expose_secret())
        .client(http_client::client_for(&gateway_config.api_base).build()?)
        .proxy(gateway_config.api_base.trim_end_matches('/'))
        // serenity's own limiter would pass the proxy by; all our requests are paced elsewhere.
        .ratelimiter_disabled(true)
        .build();
    let sessions = Arc::<Mutex<RecentSessions>>::default();
    let forwarder = InteractionForwarder { responder: Arc::clone(responder), sessions: Arc::clone(&sessions) };
    let mut client = serenity::client::ClientBuilder::new_with_http(http, GatewayIntents::empty())
        .raw_event_handler(forwarder)
        .await
        .context("preparing the gateway")?;
    if !gateway_config.gateway_url.is_empty() {
        (*client.ws_url.lock().await).clone_from(&gateway_config.gateway_url);
    }
    let manager = Arc::clone(&client.shard_manager);
    let ended = tokio::select! {
        // serenity starts the end of this range too.
        ended = client.start_shard_range(shards.first..shards.end - 1, shards.total) => {
            ended.map_err(|error| final_close(error, shards))?;
            Ended::Lost("the gateway connection has ended".to_owned())
        }
        why = watch(&manager, shards, &sessions) => Ended::Lost(why),
        () = cancel.cancelled() => Ended::Cancelled,
    };
    let _ = tokio::time::timeout(SHUTDOWN_GRACE, manager.shutdown_all()).await;
    Ok(ended)
}

/// The closes that serenity hands on: 4004, 4013, 4014.
fn final_close(error: serenity::Error, shards: Shards) -> anyhow::Error {
    match error {
        serenity::Error::Gateway(GatewayError::InvalidAuthentication) => {
            FatalClose(discord::BAD_TOKEN.to_owned()).into()
        }
        serenity::Error::Gateway(
            error @ (GatewayError::InvalidShardData
            | GatewayError::OverloadedShard
            | GatewayError::InvalidGatewayIntents
            | GatewayError::DisallowedGatewayIntents),
        ) => FatalClose(format!("Discord has closed the gateway for good (shards {shards}): {error}")).into(),
        error => anyhow::Error::new(error).context("the gateway refused the connection"),
    }
}

/// Ends when shards stay away, or begin one session after the other: serenity goes on for ever, after some final closes too.
async fn watch(manager: &serenity::gateway::ShardManager, shards: Shards, sessions: &Mutex<RecentSessions>) -> String {
    let mut healthy_at = Instant::now() + SHARD_INTERVAL * shards.count();
    let (mut is_logged, mut unanswered) = (true, 0);
    loop {
        tokio::time::sleep(Duration::from_secs(5)).await;
        let (connected, identifying) = {
            let runners = manager.runners.lock().await;
            let count = |stage| runners.values().filter(|runner| runner.stage == stage).count();
            (count(ConnectionStage::Connected), count(ConnectionStage::Identifying))
        };
        // After 4010 and 4011 serenity stays there, and keeps a core busy.
        unanswered = if identifying > 0 { unanswered + 1 } else { 0 };
        if unanswered >= MAX_UNANSWERED {
            return format!("Discord has begun no session for {identifying} shards");
        }
        if connected >= shards.count() as usize {
            healthy_at = Instant::now();
            is_logged = false;
        } else if !is_logged {
            warn!("The gateway connection of {} shards is lost; reconnecting", shards.count() as usize - connected);
            is_logged = true;
        }
        if healthy_at.elapsed() > RECONNECT_TIMEOUT {
            return format!("the gateway connection has been lost for {} s", RECONNECT_TIMEOUT.as_secs());
        }
        let looping = sessions.lock().unwrap_or_else(PoisonError::into_inner).looping(shards, Instant::now());
        if let Some(count) = looping {
            return format!("Discord has ended {count} sessions one after the other");
        }
    }
}

struct InteractionForwarder {
    responder: Arc<Responder>,
    sessions: Arc<Mutex<RecentSessions>>,
}

#[async_trait]
impl RawEventHandler for InteractionForwarder {
    async fn raw_event(&self, _: Context, event: Event) {
        // serenity hands over its own types, never the text. What it cannot read, such as a new kind of channel, it passes on as JSON.
        // Our reader needs JSON for that anyway, so a typed interaction becomes JSON too: one reader, and one place for its rules.
        let interaction = match event {
            Event::InteractionCreate(event) => serde_json::to_value(&event.interaction).map(|mut interaction| {
                // serenity keeps the type in the variant and leaves it out of the JSON.
                interaction["type"] = u8::from(event.interaction.kind()).into();
                interaction
            }),
            Event::Unknown(event) if event.kind == "INTERACTION_CREATE" => Ok(event.value),
            Event::Ready(event) => {
                self.sessions.lock().unwrap_or_else(PoisonError::into_inner).began(Instant::now());
                let shard = event.ready.shard.map_or(0, |shard| shard.id.0);
                info!(session = event.ready.session_id, shard, "Connected to the gateway");
                return;
            }
            Event::Resumed(_) => {
                info!("Connected to the gateway again");
                return;
            }
            other => {
                debug!(kind = ?other.name(), "Ignored an event");
                return;
            }
        };
        match interaction {
            Ok(json) => drop(self.responder.receive(&json)),
            Err(error) => error!(%error, "Could not read an interaction: {error}"),
        }
    }
}
