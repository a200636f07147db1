//! The gateway: serenity holds the connections, a watchdog decides when they open, and the responder answers interactions.

mod close_log;
mod gate;
mod identify;
#[cfg(test)]
mod tests;
mod watchdog;

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use secrecy::{ExposeSecret as _, SecretString};
use serenity::all::Http;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tracing::warn;

pub use crate::gateway::close_log::CloseLog;
use crate::gateway::identify::IdentifyQueue;
use crate::responder::Responder;
use crate::rest::Rest;
use crate::shards::{ShardSetting, Shards};

#[derive(Debug, Clone)]
pub struct GatewayConfig {
    /// Empty for the address that Discord names, also for resuming.
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
    config: GatewayConfig,
    /// For its token.
    http: Arc<Http>,
    identify_queue: IdentifyQueue,
    responder: Arc<Responder>,
}

/// Listens until cancelled, or until a [`FatalClose`].
pub async fn run(
    config: &GatewayConfig,
    responder: Arc<Responder>,
    rest: &Arc<Rest>,
    cancel: CancellationToken,
) -> anyhow::Result<()> {
    let gateway = Arc::new(Gateway {
        config: config.clone(),
        http: Arc::new(Http::new(config.token.expose_secret())),
        identify_queue: IdentifyQueue::new(Arc::clone(rest)),
        responder,
    });
    loop {
        let Some(info) = cancel.run_until_cancelled(gateway.identify_queue.ask()).await else { return Ok(()) };
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
        let outcome = keep_connected(&gateway, shards, &cancel).await;
        match outcome.as_ref().err().and_then(|error| error.downcast_ref()) {
            Some(FatalClose::TooFewShards { total, recommended }) if config.shards == ShardSetting::Auto => {
                warn!(event = "shards_required", "Discord requires more shards than {total}; connecting {recommended}");
            }
            _ => return outcome,
        }
    }
}

/// A pause in seconds that has doubled so often.
fn backoff(first: u64, doublings: u32, longest: u64) -> Duration {
    Duration::from_secs((first * 2_u64.pow(doublings.min(10))).min(longest))
}

/// Keeps all shards connected until one is refused for good, or until cancelled.
async fn keep_connected(gateway: &Arc<Gateway>, shards: Shards, cancel: &CancellationToken) -> anyhow::Result<()> {
    let stop = cancel.child_token();
    let mut tasks = JoinSet::new();
    for number in shards.first..=shards.last {
        tasks.spawn(watchdog::keep_connected(Arc::clone(gateway), shards, number, stop.clone()));
    }
    let mut outcome = Ok(());
    while let Some(result) = tasks.join_next().await {
        outcome = outcome.and(result.context("a shard's task result").flatten());
        stop.cancel();
    }
    outcome
}
