//! Other bots with the same token. Discord hands each interaction to all of them and takes the first answer: on databases of their own, each
//! gets a part of the moves.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tracing::warn;

use crate::clock::Clock;
use crate::domain::Timestamp;
use crate::store::availability::log_failure;
use crate::store::{Store, StoreError};

/// The note of the last time another bot answered.
const NOTE: &str = "answered_by_another_bot";

/// Between two warnings.
const PAUSE: Duration = Duration::from_mins(10);

/// The other bot has been stopped when it has not answered for so long.
const RECENT_MS: i64 = 60 * 60 * 1000;

/// A process of this machine that runs a bot on a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Holder {
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

/// Shows the other processes of this machine that a bot of this application runs on a file, as long as it lives. On Linux it is a socket
/// without a file, which vanishes with the process.
#[derive(Debug)]
pub(crate) struct BotLock {
    #[cfg(target_os = "linux")]
    _socket: std::os::unix::net::UnixListener,
}

#[cfg(target_os = "linux")]
impl BotLock {
    /// Takes the lock for the application at this Discord.
    ///
    /// # Errors
    /// When another bot has it.
    pub(crate) fn take(api_base: &str, application: u64) -> anyhow::Result<Self> {
        let socket = std::os::unix::net::UnixListener::bind_addr(&address(api_base, application)?);
        socket.map(|socket| Self { _socket: socket }).map_err(|error| match find(api_base, application) {
            Some(holder) => anyhow::anyhow!(
                "a bot with this token runs already, on another database ({holder}): stop it first, or each of them gets a part of the moves"
            ),
            None => anyhow::Error::new(error).context("looking for other bots on this machine"),
        })
    }
}

#[cfg(not(target_os = "linux"))]
impl BotLock {
    /// Nothing shows other bots here.
    pub(crate) fn take(_: &str, _: u64) -> anyhow::Result<Self> {
        Ok(Self {})
    }
}

/// Who has the lock. Panics outside a runtime.
#[cfg(target_os = "linux")]
pub(crate) fn find(api_base: &str, application: u64) -> Option<Holder> {
    let stream = std::os::unix::net::UnixStream::connect_addr(&address(api_base, application).ok()?).ok()?;
    stream.set_nonblocking(true).ok()?;
    let peer = tokio::net::UnixStream::from_std(stream).ok()?.peer_cred().ok()?;
    // 0: in another container.
    Some(Holder { process: peer.pid().filter(|process| *process != 0), user: peer.uid() })
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn find(_: &str, _: u64) -> Option<Holder> {
    None
}

#[cfg(target_os = "linux")]
fn address(api_base: &str, application: u64) -> std::io::Result<std::os::unix::net::SocketAddr> {
    use std::os::linux::net::SocketAddrExt as _;
    // Such a name has at most 107 bytes.
    let host = api_base.split("://").last().unwrap_or_default().trim_end_matches('/');
    let host: String = host.chars().take(40).collect();
    std::os::unix::net::SocketAddr::from_abstract_name(format!("sumito {application} {host}"))
}

/// Warns each time another bot has answered, but not often, until stopped.
pub(crate) async fn watch(
    answered: Arc<Notify>,
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    stop: CancellationToken,
) {
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
        }
    };
    stop.run_until_cancelled(watching).await;
    stop.cancelled().await;
}

/// When another bot answered the last time, if that was lately.
pub(crate) async fn last_answer(store: &dyn Store, now: Timestamp) -> Result<Option<Duration>, StoreError> {
    let noted = store.note(NOTE).await?.and_then(|at| at.parse().ok());
    let since = noted.map(|at| now.since(Timestamp(at))).filter(|since| (0..RECENT_MS).contains(since));
    Ok(since.map(|since| Duration::from_millis(since.unsigned_abs())))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_second_bot_of_an_application_is_told_who_runs_the_first() {
        let (base, other) = ("https://discord.test/", "http://127.0.0.1:1");
        assert_eq!(find(base, 7), None);
        let lock = BotLock::take(base, 7).expect("the first");
        let holder = find(base, 7).expect("it is found");
        assert_eq!(holder.process, i32::try_from(std::process::id()).ok());
        let refused = BotLock::take(base, 7).expect_err("the second").to_string();
        assert!(refused.contains(&holder.to_string()), "{refused}");
        BotLock::take(base, 8).expect("another application");
        BotLock::take(other, 7).expect("another Discord");
        drop(lock);
        BotLock::take(base, 7).expect("it has ended");
    }
}
