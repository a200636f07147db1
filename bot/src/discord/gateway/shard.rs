//! Keeps one shard connected: resumes what can be resumed, and waits longer after each failure.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use tokio_util::sync::CancellationToken;
use tracing::warn;

use crate::discord::gateway::FatalClose;
use crate::discord::gateway::connection;
use crate::discord::gateway::connection::{Close, Gateway, ResumableSession};
use crate::discord::gateway::identify::IdentifyGate;
use crate::discord::gateway::pauses::Failures;
use crate::metrics;
use crate::random::{Random as _, SystemRandom};

/// After the end of a session Discord wants a pause of one second, and some random ones up to five.
const FIRST_PAUSE_AFTER_SESSION: Duration = Duration::from_secs(1);
const RANDOM_PAUSE_AFTER_SESSION_MS: u64 = 4000;

/// How often Discord refuses the shard in a row, before that counts as final.
const MAX_REFUSALS: u32 = 3;

/// Why a shard is no longer kept connected.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum End {
    Cancelled,
    /// Discord requires more shards, and recommends so many.
    MoreShards(u32),
}

/// Keeps this shard connected until cancelled.
///
/// # Errors
/// [`FatalClose`] when Discord refuses it for good; another one when Discord cannot be reached.
pub(super) async fn keep_connected(
    gateway: Arc<Gateway>,
    gate: Arc<IdentifyGate>,
    shard: u32,
    cancel: CancellationToken,
) -> anyhow::Result<End> {
    // A shard that waits for its first session is missing to those who watch.
    metrics::shard(shard, false);
    let shards = gateway.shards;
    let mut session: Option<ResumableSession> = None;
    let mut failures = Failures::default();
    let mut refusals = 0;
    loop {
        let url = if let Some(session) = &session {
            failures.resume_at(&session.url, &gateway.general_url).to_owned()
        } else {
            let Some(url) = cancel.run_until_cancelled(gate.wait(shard)).await else { return Ok(End::Cancelled) };
            url?
        };
        let url = gateway.fixed_url.as_ref().unwrap_or(&url);
        let ended = connection::serve(&gateway, shard, url, session.take(), &cancel).await;
        metrics::shard(shard, false);
        let close = ended.close;
        session = ended.session;
        if ended.connected_for.is_some() {
            refusals = 0;
        }
        match close {
            Close::Cancelled => return Ok(End::Cancelled),
            Close::Code { code: 4004, .. } => return Err(FatalClose::Token.into()),
            Close::Code { code: 4013 | 4014, .. } => {
                let sentence = format!("Discord has closed the gateway for good (shards {shards}): {close}");
                return Err(FatalClose::Gateway(sentence).into());
            }
            // The number of a shard, the number of shards, the version of the gateway.
            Close::Code { code: 4010..=4012, .. } => {
                let Some(info) = cancel.run_until_cancelled(gate.ask()).await else { return Ok(End::Cancelled) };
                let recommended = info?.shards;
                if recommended > shards.total {
                    return Ok(End::MoreShards(recommended));
                }
                refusals += 1;
                if refusals >= MAX_REFUSALS {
                    return Err(FatalClose::Gateway(format!(
                        "Discord has closed the gateway for good (shards {shards}): it refuses shard {shard}, {MAX_REFUSALS} times in a \
                         row, with {close}. It recommends {recommended} shards in all: change `discord.shards`"
                    ))
                    .into());
                }
            }
            _ => {}
        }
        let resumes = session.is_some();
        let is_unreachable = matches!(close, Close::Unreachable(_));
        let pause = failures.pause(is_unreachable, ended.connected_for, resumes, Instant::now());
        let mut pause = pause.with_context(|| close.to_string())?;
        if !resumes && matches!(close, Close::InvalidSession { .. }) {
            let random = Duration::from_millis(SystemRandom.below(RANDOM_PAUSE_AFTER_SESSION_MS));
            pause = pause.max(FIRST_PAUSE_AFTER_SESSION + random);
        }
        warn!(event = "gateway_closed", "{}", describe_end(shard, &close, resumes, pause));
        tokio::select! {
            () = tokio::time::sleep(pause + jitter(pause)) => {}
            () = cancel.cancelled() => return Ok(End::Cancelled),
        }
    }
}

/// What the log says about a connection that has ended.
fn describe_end(shard: u32, close: &Close, resumes: bool, pause: Duration) -> String {
    let next = if resumes { "resuming" } else { "connecting anew" };
    let when = match pause.as_secs() {
        0 => "at once".to_owned(),
        seconds => format!("in {seconds} s"),
    };
    format!("The gateway connection of shard {shard} has ended: {close}; {next} {when}")
}

/// Shards that were lost together do not come back together.
fn jitter(pause: Duration) -> Duration {
    Duration::from_millis(SystemRandom.below(u64::try_from(pause.as_millis() / 5).unwrap_or(u64::MAX).max(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_says_why_a_connection_has_ended_and_what_comes_next() {
        let close = Close::Code { code: 4009, reason: "Session timed out".to_owned() };
        let sentence =
            "The gateway connection of shard 3 has ended: close code 4009 (Session timed out); connecting anew in 5 s";
        assert_eq!(describe_end(3, &close, false, Duration::from_secs(5)), sentence);
        assert!(describe_end(0, &close, true, Duration::ZERO).ends_with("; resuming at once"));
    }
}
