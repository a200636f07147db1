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

use crate::discord::gateway::connection::Gateway;
use crate::discord::gateway::identify::IdentifyGate;
use crate::discord::gateway::shard::End;
use crate::discord::responder::Responder;
use crate::discord::rest::Rest;
use crate::discord::shards::{ShardSetting, Shards};

/// How to reach the gateway.
#[derive(Debug, Clone)]
pub struct GatewayConfig {
    /// Socket address; empty: Discord names it.
    pub gateway_url: String,
    pub token: SecretString,
    /// Which shards this process connects.
    pub shards: ShardSetting,
}

/// Discord refuses us for a reason that only the host can mend.
#[derive(Debug, thiserror::Error)]
pub enum FatalClose {
    /// It does not know the token.
    #[error("Discord refuses the token: copy it once more from the developer portal")]
    Token,
    /// It has closed the gateway for good.
    #[error("{0}")]
    Gateway(String),
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
    let config = prepare(gateway_config.token.clone()).await?;
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
            responder: Arc::clone(&responder),
        });
        match keep_connected(&gateway, &gate, &cancel).await? {
            End::Cancelled => return Ok(()),
            End::MoreShards(recommended) if gateway_config.shards == ShardSetting::Auto => {
                warn!(
                    event = "shards_required",
                    "Discord requires more shards than {}; connecting {recommended}", shards.total
                );
            }
            End::MoreShards(recommended) => {
                let advice = "change `discord.shards` of every process";
                return Err(FatalClose::Gateway(format!(
                    "Discord requires more shards than {}, and recommends {recommended}: {advice}",
                    shards.total
                ))
                .into());
            }
        }
    }
}

/// What every connection needs. Reading the machine's certificate authorities takes a while, and twilight panics where it cannot.
async fn prepare(token: SecretString) -> anyhow::Result<Config> {
    // Our gate lets sessions begin, and the queue none wait.
    let queue = InMemoryQueue::new(0, 0, Duration::ZERO, 0);
    let reading = move || ConfigBuilder::new(token.expose_secret().to_owned(), Intents::empty()).queue(queue).build();
    tokio::task::spawn_blocking(reading).await.context("reading the certificate authorities of this machine")
}

/// Keeps all shards connected until one of them cannot be, or the program ends.
async fn keep_connected(
    gateway: &Arc<Gateway>,
    gate: &Arc<IdentifyGate>,
    cancel: &CancellationToken,
) -> anyhow::Result<End> {
    let stop = cancel.child_token();
    let mut shards = JoinSet::new();
    for number in gateway.shards.first..gateway.shards.end {
        shards.spawn(shard::keep_connected(Arc::clone(gateway), Arc::clone(gate), number, stop.clone()));
    }
    let mut end = Ok(End::Cancelled);
    while let Some(ended) = shards.join_next().await {
        let ended = ended.context("a shard's task ended").flatten();
        if matches!(end, Ok(End::Cancelled)) {
            end = ended;
        }
        stop.cancel();
    }
    end
}
