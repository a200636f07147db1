//! The gateway: serenity holds the connections, a watchdog decides when they open, and the responder answers interactions.

mod close_log;
mod gate;
mod identify;
#[cfg(test)]
mod tests;
mod watchdog;

use std::sync::Arc;

use anyhow::Context as _;
use secrecy::{ExposeSecret as _, SecretString};
use serenity::all::Http;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tracing::warn;

pub use crate::gateway::close_log::CloseLog;
use crate::gateway::identify::IdentifyGate;
use crate::responder::Responder;
use crate::rest::Rest;
use crate::shards::{ShardSetting, Shards};

#[derive(Debug, Clone)]
pub struct GatewayConfig {
    /// Empty for the address that Discord names.
    pub gateway_url: String,
    pub token: SecretString,
    pub shards: ShardSetting,
    pub closes: CloseLog,
}

/// A refusal of Discord that only the host can mend.
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
    /// For its token.
    http: Arc<Http>,
    /// The host's address of the gateway, also for resuming.
    fixed_url: Option<String>,
    shards: Shards,
    gate: Arc<IdentifyGate>,
    closes: CloseLog,
    responder: Arc<Responder>,
}

/// Listens until cancelled, or until a [`FatalClose`].
pub async fn run(
    config: &GatewayConfig,
    responder: Arc<Responder>,
    rest: &Arc<Rest>,
    cancel: CancellationToken,
) -> anyhow::Result<()> {
    let http = Arc::new(Http::new(config.token.expose_secret()));
    let gate = Arc::new(IdentifyGate::new(Arc::clone(rest)));
    loop {
        let Some(info) = cancel.run_until_cancelled(gate.ask()).await else { return Ok(()) };
        let info = info?;
        let shards = Shards::choose(config.shards, info.shards);
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
            http: Arc::clone(&http),
            fixed_url: Some(config.gateway_url.clone()).filter(|url| !url.is_empty()),
            shards,
            gate: Arc::clone(&gate),
            closes: config.closes.clone(),
            responder: Arc::clone(&responder),
        });
        let outcome = keep_connected(&gateway, &cancel).await;
        match outcome.as_ref().err().and_then(|error| error.downcast_ref()) {
            Some(FatalClose::TooFewShards { total, recommended }) if config.shards == ShardSetting::Auto => {
                warn!(event = "shards_required", "Discord requires more shards than {total}; connecting {recommended}");
            }
            _ => return outcome,
        }
    }
}

/// Keeps all shards connected until one is refused for good, or until cancelled.
async fn keep_connected(gateway: &Arc<Gateway>, cancel: &CancellationToken) -> anyhow::Result<()> {
    let stop = cancel.child_token();
    let mut shards = JoinSet::new();
    for number in gateway.shards.first..=gateway.shards.last {
        shards.spawn(watchdog::keep_connected(Arc::clone(gateway), number, stop.clone()));
    }
    let mut outcome = Ok(());
    while let Some(result) = shards.join_next().await {
        outcome = outcome.and(result.context("a shard's task result").flatten());
        stop.cancel();
    }
    outcome
}
