//! Other bots with the same token. Discord hands each interaction to all of them and takes the first answer: on databases of their own, each
//! gets a part of the moves.

use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt as _;
use tokio::sync::Notify;
#[cfg(target_os = "linux")]
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tracing::warn;

use crate::clock::Clock;
use crate::domain::Timestamp;
use crate::store::availability::log_failure;
use crate::store::{Store, StoreError};

const NOTE: &str = "answered_by_another_bot";

const PAUSE: Duration = Duration::from_mins(10);

/// The other bot has been stopped when it has not answered for so long.
const RECENT_MS: i64 = 60 * 60 * 1000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Holder {
    /// `None` in another container.
    process: Option<i32>,
    user: u32,
}

impl std::fmt::Display for Holder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.process {
            Some(process) => write!(f, "process {process} of user {}", self.user),
            None => write!(f, "a process of user {}", self.user),
        }
    }
}

impl Holder {
    /// Every user of the machine can take the lock. Those who log in do not keep the service of another one from its start.
    #[cfg(target_os = "linux")]
    fn may_refuse(self) -> bool {
        // People have these: <https://systemd.io/UIDS-GIDS/>.
        let is_person = (1000..=60_000).contains(&self.user);
        !is_person || self.user == rustix::process::geteuid().as_raw()
    }
}

/// Shows the other processes of this machine that a bot of this application runs, as long as it lives. Of several on one server the first
/// has it. On Linux it is a socket without a file, which vanishes with the process.
#[derive(Debug)]
pub(crate) struct BotLock {
    #[cfg(target_os = "linux")]
    _accepting: JoinSet<()>,
}

#[cfg(target_os = "linux")]
impl BotLock {
    /// Takes the lock for the application at this Discord.
    ///
    /// # Errors
    /// When another bot has it; one on a file must not start then.
    pub(crate) async fn take(api_base: &str, application: u64) -> anyhow::Result<Self> {
        let socket = match tokio::net::UnixListener::bind(address(api_base, application)) {
            Ok(socket) => socket,
            Err(error) => {
                let holder = find_holder(api_base, application).await;
                if let Some(holder) = holder.filter(|holder| holder.may_refuse()) {
                    anyhow::bail!(
                        "a bot with this token runs already, on another database ({holder}): stop it first, or each of them gets a part \
                         of the moves"
                    );
                }
                let holder = holder.map_or_else(|| error.to_string(), |holder| holder.to_string());
                warn!("Could not show other bots on this machine that this one runs: {holder}");
                return Ok(Self { _accepting: JoinSet::new() });
            }
        };
        // Connections that wait would fill the socket.
        let mut accepting = JoinSet::new();
        accepting.spawn(async move { while socket.accept().await.is_ok() {} });
        Ok(Self { _accepting: accepting })
    }
}

#[cfg(not(target_os = "linux"))]
impl BotLock {
    /// Nothing shows other bots here.
    #[expect(clippy::unused_async, reason = "it is elsewhere")]
    pub(crate) async fn take(_: &str, _: u64) -> anyhow::Result<Self> {
        Ok(Self {})
    }
}

#[cfg(target_os = "linux")]
pub(crate) async fn find_holder(api_base: &str, application: u64) -> Option<Holder> {
    let connecting = tokio::net::UnixStream::connect(address(api_base, application));
    let stream = tokio::time::timeout(Duration::from_secs(1), connecting).await.ok()?.ok()?;
    let peer = stream.peer_cred().ok()?;
    Some(Holder { process: peer.pid().filter(|process| *process != 0), user: peer.uid() })
}

#[cfg(not(target_os = "linux"))]
#[expect(clippy::unused_async, reason = "it is elsewhere")]
pub(crate) async fn find_holder(_: &str, _: u64) -> Option<Holder> {
    None
}

/// A name that begins with a zero byte is no file.
#[cfg(target_os = "linux")]
fn address(api_base: &str, application: u64) -> String {
    // Such a name has at most 107 bytes.
    let host = api_base.split("://").last().unwrap_or_default().trim_end_matches('/');
    let host: String = host.chars().take(20).collect();
    format!("\0sumito {application} {host}")
}

/// Warns each time another bot has answered, but not often, until stopped.
pub(crate) async fn watch(answered: Arc<Notify>, store: Arc<Store>, clock: Arc<dyn Clock>, stop: CancellationToken) {
    let watching = async {
        loop {
            answered.notified().await;
            warn!(
                event = "token_shared",
                "Another bot with this token answered a player: each of the two databases gets a part of the moves. Stop the other bot, \
                 or reset the token in the developer portal"
            );
            if let Err(error) = store.set_note(NOTE, &clock.now().0.to_string()).await {
                log_failure("note that another bot has answered", &error);
            }
            tokio::time::sleep(PAUSE).await;
            // What came meanwhile is old: another bot that goes on answers again.
            let _ = answered.notified().now_or_never();
        }
    };
    stop.run_until_cancelled(watching).await;
    stop.cancelled().await;
}

pub(crate) async fn last_answer(store: &Store) -> Result<Option<Timestamp>, StoreError> {
    Ok(store.note(NOTE).await?.and_then(|at| at.parse().ok()).map(Timestamp))
}

/// How long ago another bot answered, if that was lately.
pub(crate) fn recent(last_answer: Option<Timestamp>, now: Timestamp) -> Option<Duration> {
    let since = now.since(last_answer?);
    (0..RECENT_MS).contains(&since).then(|| Duration::from_millis(since.unsigned_abs()))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn looking_often_does_not_fill_the_socket() {
        let base = "https://often.test";
        let _lock = BotLock::take(base, 7).await.expect("the first");
        for _ in 0..6000 {
            assert!(find_holder(base, 7).await.is_some());
        }
    }

    #[test]
    fn people_do_not_keep_a_service_from_its_start() {
        let own = rustix::process::geteuid().as_raw();
        for (user, refuses) in [(own, true), (0, true), (999, true), (61_184, true), (54_321, false)] {
            assert_eq!(Holder { process: None, user }.may_refuse(), refuses, "{user}");
        }
    }
}
