//! The gateway: serenity holds the socket, and we answer the interactions.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use secrecy::{ExposeSecret as _, SecretString};
use serenity::all::{Client, ConnectionStage, Context, Event, GatewayIntents, HttpBuilder, RawEventHandler};
use serenity::async_trait;
use serenity::gateway::GatewayError;
use tokio_util::sync::CancellationToken;
use tracing::{debug, error, info, warn};

use crate::discord::responder::Responder;
use crate::{discord, http_client};

/// A shard that is not connected for so long will not come back by itself.
const RECONNECT_TIMEOUT: Duration = Duration::from_mins(3);

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
}

/// Listens until cancelled.
///
/// # Errors
/// When Discord refuses the connection for good, or it stays lost.
pub(crate) async fn run(
    gateway_config: &GatewayConfig,
    responder: Arc<Responder>,
    cancel: CancellationToken,
) -> anyhow::Result<()> {
    let http = HttpBuilder::new(gateway_config.token.expose_secret())
        .client(http_client::client_for(&gateway_config.api_base).build()?)
        .proxy(gateway_config.api_base.trim_end_matches('/'))
        // serenity's own limiter would pass the proxy by; all our requests are paced elsewhere.
        .ratelimiter_disabled(true)
        .build();
    let mut client = serenity::client::ClientBuilder::new_with_http(http, GatewayIntents::empty())
        .raw_event_handler(InteractionForwarder(responder))
        .await
        .context("preparing the gateway")?;
    if !gateway_config.gateway_url.is_empty() {
        (*client.ws_url.lock().await).clone_from(&gateway_config.gateway_url);
    }
    let manager = Arc::clone(&client.shard_manager);
    let watched = Arc::clone(&manager);
    tokio::select! {
        ended = start(&mut client) => ended,
        lost = watch(watched) => lost,
        () = cancel.cancelled() => {
            let _ = tokio::time::timeout(SHUTDOWN_GRACE, manager.shutdown_all()).await;
            Ok(())
        }
    }
}

async fn start(client: &mut Client) -> anyhow::Result<()> {
    client.start().await.map_err(|error| match error {
        serenity::Error::Gateway(GatewayError::InvalidAuthentication) => anyhow!(discord::BAD_TOKEN),
        error => anyhow::Error::new(error).context("the gateway refused the connection"),
    })
}

/// serenity reconnects forever after some final closes. This ends the program, so that its supervisor starts it anew.
async fn watch(manager: Arc<serenity::gateway::ShardManager>) -> anyhow::Result<()> {
    let mut connected_at = Instant::now();
    let mut is_logged = false;
    loop {
        tokio::time::sleep(Duration::from_secs(5)).await;
        let runners = manager.runners.lock().await;
        if runners.values().any(|runner| runner.stage == ConnectionStage::Connected) {
            connected_at = Instant::now();
            is_logged = false;
        } else if !is_logged {
            warn!("The gateway connection is lost; reconnecting");
            is_logged = true;
        }
        if connected_at.elapsed() > RECONNECT_TIMEOUT {
            anyhow::bail!("the gateway connection has been lost for {RECONNECT_TIMEOUT:?}");
        }
    }
}

struct InteractionForwarder(Arc<Responder>);

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
                info!(session = event.ready.session_id, "Connected to the gateway");
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
            Ok(json) => drop(self.0.receive(&json)),
            Err(error) => error!(%error, "Could not read an interaction: {error}"),
        }
    }
}
