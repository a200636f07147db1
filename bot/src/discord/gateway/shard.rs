//! Keeps one shard connected: resumes what can be resumed, and waits longer after each failure.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use tokio_util::sync::CancellationToken;
use tracing::warn;

use crate::discord::gateway::connection::{Close, Connection, ResumableSession};
use crate::discord::gateway::pauses::Failures;
use crate::discord::gateway::{FatalClose, Gateway};
use crate::metrics;
use crate::random::{Random as _, SystemRandom};

/// After the end of a session Discord wants a pause of one second, and some random ones up to five.
const FIRST_PAUSE_AFTER_SESSION: Duration = Duration::from_secs(1);
const RANDOM_PAUSE_AFTER_SESSION_MS: u64 = 4000;

/// How often Discord refuses the shard in a row, before that counts as final.
const MAX_REFUSALS: u32 = 3;

/// Keeps this shard connected until cancelled.
///
/// # Errors
/// [`FatalClose`] when Discord refuses it for good; another one when Discord cannot be reached.
pub(super) async fn keep_connected(
    gateway: Arc<Gateway>,
    number: u32,
    cancel: CancellationToken,
) -> anyhow::Result<()> {
    // A shard that waits for its first session is missing to those who watch.
    metrics::shard(number, false);
    let shards = gateway.shards;
    let mut session: Option<ResumableSession> = None;
    let mut failures = Failures::default();
    let mut refusals = 0;
    loop {
        let url = if let Some(session) = &session {
            failures.resume_at(&session.url, &gateway.general_url).to_owned()
        } else {
            let Some(url) = cancel.run_until_cancelled(gateway.gate.wait(number)).await else { return Ok(()) };
            url?
        };
        let url = gateway.fixed_url.as_ref().unwrap_or(&url);
        let mut connection = Connection::open(&gateway, number, url, session.take())?;
        let close = connection.serve(&cancel).await;
        metrics::shard(number, false);
        let connected_for = connection.connected_for();
        session = connection.resumable_session(&close);
        if connected_for.is_some() {
            refusals = 0;
        }
        match close {
            Close::Cancelled => return Ok(()),
            Close::Code { code: 4004, .. } => return Err(FatalClose::Token.into()),
            Close::Code { code: 4013 | 4014, .. } => {
                return Err(FatalClose::Gateway(format!("(shards {shards}): {close}")).into());
            }
            // The number of a shard, the number of shards, the version of the gateway.
            Close::Code { code: 4010..=4012, .. } => {
                let Some(info) = cancel.run_until_cancelled(gateway.gate.ask()).await else { return Ok(()) };
                let recommended = info?.shards;
                if recommended > shards.total {
                    return Err(FatalClose::TooFewShards { total: shards.total, recommended }.into());
                }
                refusals += 1;
                if refusals >= MAX_REFUSALS {
                    return Err(FatalClose::Gateway(format!(
                        "(shards {shards}): it refuses shard {number}, {MAX_REFUSALS} times in a row, with {close}. It recommends \
                         {recommended} shards in all: change `discord.shards`"
                    ))
                    .into());
                }
            }
            _ => {}
        }
        let resumes = session.is_some();
        let is_unreachable = matches!(close, Close::Unreachable(_));
        let pause = failures.pause(is_unreachable, connected_for, resumes, Instant::now());
        let mut pause = pause.with_context(|| close.to_string())?;
        if !resumes && matches!(close, Close::InvalidSession { .. }) {
            let random = Duration::from_millis(SystemRandom.below(RANDOM_PAUSE_AFTER_SESSION_MS));
            pause = pause.max(FIRST_PAUSE_AFTER_SESSION + random);
        }
        let next = if resumes { "resuming" } else { "connecting anew" };
        let when = if pause.as_secs() == 0 { "at once".to_owned() } else { format!("in {} s", pause.as_secs()) };
        warn!(event = "gateway_closed", "The gateway connection of shard {number} has ended: {close}; {next} {when}");
        // Shards that were lost together do not come back together.
        let jitter = SystemRandom.below(u64::try_from(pause.as_millis() / 5).unwrap_or(u64::MAX).max(1));
        let waiting = tokio::time::sleep(pause + Duration::from_millis(jitter));
        if cancel.run_until_cancelled(waiting).await.is_none() {
            return Ok(());
        }
    }
}
