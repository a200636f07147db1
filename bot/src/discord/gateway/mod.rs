//! The gateway: twilight holds the sockets, we decide when they open, and answer the interactions.

mod connection;
mod identify;
mod pauses;
mod shard;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use secrecy::{ExposeSecret as _, SecretString};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tracing::warn;
use twilight_gateway::queue::InMemoryQueue;
use twilight_gateway::{Config, ConfigBuilder, Intents};

use crate::counted_warning::CountedWarning;
use crate::discord::gateway::identify::IdentifyGate;
use crate::discord::responder::Responder;
use crate::discord::rest::Rest;
use crate::discord::shards::{ShardSetting, Shards};

#[derive(Debug, Clone)]
pub struct GatewayConfig {
    /// Socket address; empty: Discord names it.
    pub gateway_url: String,
    pub token: SecretString,
    pub shards: ShardSetting,
}

/// Discord refuses us for a reason that only the host can mend.
#[derive(Debug, thiserror::Error)]
pub enum FatalClose {
    #[error("Discord refuses the token: copy it once more from the developer portal")]
    Token,
    #[error(
        "Discord requires more shards than {total}, and recommends {recommended}: change `discord.shards` of every process"
    )]
    TooFewShards { total: u32, recommended: u32 },
    #[error("Discord has closed the gateway for good {0}")]
    Gateway(String),
}

struct Gateway {
    /// Token and certificate authorities.
    config: Config,
    /// The address that Discord names for every bot.
    general_url: String,
    /// The host's own address of the gateway, for resuming too.
    fixed_url: Option<String>,
    shards: Shards,
    gate: Arc<IdentifyGate>,
    responder: Arc<Responder>,
    unreadable: CountedWarning,
}

/// Listens until cancelled.
///
/// # Errors
/// [`FatalClose`] when Discord refuses the connection for good; another one when it cannot be reached.
pub(crate) async fn run(
    gateway_config: &GatewayConfig,
    responder: Arc<Responder>,
    rest: &Arc<Rest>,
    cancel: CancellationToken,
) -> anyhow::Result<()> {
    // Our gate lets sessions begin, and the queue none wait.
    let queue = InMemoryQueue::new(0, 0, Duration::ZERO, 0);
    let token = gateway_config.token.clone();
    let build = move || ConfigBuilder::new(token.expose_secret().to_owned(), Intents::empty()).queue(queue).build();
    // Reading the machine's certificate authorities takes a while, and twilight panics where it cannot.
    let config =
        tokio::task::spawn_blocking(build).await.context("reading the certificate authorities of this machine")?;
    let gate = Arc::new(IdentifyGate::new(Arc::clone(rest)));
    loop {
        let Some(info) = cancel.run_until_cancelled(gate.ask()).await else { return Ok(()) };
        let info = info?;
        let shards = Shards::choose(gateway_config.shards, info.shards);
        if info.shards > shards.total {
            warn!(
                event = "shards_recommended",
                "Discord recommends {} shards, and `discord.shards` names {}. With more than 2500 servers in a shard, Discord \
                 closes the connection",
                info.shards,
                shards.total
            );
        }
        let gateway = Arc::new(Gateway {
            config: config.clone(),
            general_url: info.url,
            fixed_url: Some(gateway_config.gateway_url.clone()).filter(|url| !url.is_empty()),
            shards,
            gate: Arc::clone(&gate),
            responder: Arc::clone(&responder),
            unreadable: CountedWarning::default(),
        });
        let ended = keep_connected(&gateway, &cancel).await;
        match ended.as_ref().err().and_then(|error| error.downcast_ref()) {
            Some(FatalClose::TooFewShards { total, recommended }) if gateway_config.shards == ShardSetting::Auto => {
                warn!(event = "shards_required", "Discord requires more shards than {total}; connecting {recommended}");
            }
            _ => return ended,
        }
    }
}

/// Keeps all shards connected until one of them cannot be, or the program ends.
async fn keep_connected(gateway: &Arc<Gateway>, cancel: &CancellationToken) -> anyhow::Result<()> {
    let stop = cancel.child_token();
    let mut shards = JoinSet::new();
    for number in gateway.shards.first..gateway.shards.end {
        shards.spawn(shard::keep_connected(Arc::clone(gateway), number, stop.clone()));
    }
    let mut outcome = Ok(());
    while let Some(ended) = shards.join_next().await {
        outcome = outcome.and(ended.context("a shard's task ended").flatten());
        stop.cancel();
    }
    outcome
}
