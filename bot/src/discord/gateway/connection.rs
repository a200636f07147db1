//! One connection of one shard, from its opening to its end.
//!
//! twilight would connect again by itself, at once and as often as it is asked for the next message. So a connection that has ended is
//! dropped, and `shard` decides when another one is opened.

use std::fmt;
use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use futures::{FutureExt as _, StreamExt as _};
use serde_json::Value;
use tokio_util::sync::CancellationToken;
use tracing::{debug, info, warn};
use twilight_gateway::error::{ReceiveMessageError, ReceiveMessageErrorType};
use twilight_gateway::{CloseFrame, Config, ConfigBuilder, Message, Session, Shard, ShardId, ShardState};
use twilight_model::gateway::OpCode;
use twilight_model::gateway::event::GatewayEventDeserializer;

use crate::discord::message::clean;
use crate::discord::responder::Responder;
use crate::discord::shards::Shards;
use crate::error_chain::error_chain;
use crate::metrics;

/// How long Discord may take to begin or resume a session.
const READY_TIMEOUT: Duration = Duration::from_secs(30);

/// How long the goodbye may take.
const GOODBYE_TIMEOUT: Duration = Duration::from_secs(2);

/// The longest reason of a close that WebSocket allows.
const REASON_CHARS: usize = 123;

/// What all connections share.
pub(super) struct Gateway {
    /// Token and certificate authorities.
    pub(super) config: Config,
    /// The address that Discord names for every bot.
    pub(super) general_url: String,
    /// The host's own address of the gateway, for resuming too.
    pub(super) fixed_url: Option<String>,
    pub(super) shards: Shards,
    pub(super) responder: Arc<Responder>,
}

/// A session that can be resumed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ResumableSession {
    session: Session,
    /// Where Discord wants it to be resumed.
    pub(super) url: String,
}

/// Why a connection has ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Close {
    /// By us.
    Cancelled,
    Unreachable(String),
    /// Discord closes the connection.
    Code {
        code: u16,
        reason: String,
    },
    /// Opcode 9: the session has ended, or goes on elsewhere.
    InvalidSession {
        is_resumable: bool,
    },
    /// Opcode 7: Discord wants the session on another connection.
    Reconnect,
    /// Without a close, or no heartbeat was answered.
    Lost,
    /// Discord has not begun or resumed the session in time.
    Silent,
}

impl fmt::Display for Close {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cancelled => write!(f, "the program ends"),
            Self::Unreachable(error) => write!(f, "Discord cannot be reached: {error}"),
            Self::Code { code, reason } if reason.is_empty() => write!(f, "close code {code}"),
            Self::Code { code, reason } => write!(f, "close code {code} ({reason})"),
            Self::InvalidSession { .. } => write!(f, "the end of the session by Discord (op 9)"),
            Self::Reconnect => write!(f, "Discord asks for another connection (op 7)"),
            Self::Lost => write!(f, "the network was lost, or Discord did not answer heartbeats"),
            Self::Silent => write!(f, "Discord is silent"),
        }
    }
}

impl Close {
    fn from_frame(frame: Option<CloseFrame<'_>>) -> Self {
        match frame {
            // twilight's word for a connection that has ended without a close.
            None | Some(CloseFrame { code: 1006, .. }) => Self::Lost,
            Some(CloseFrame { code, reason }) => {
                Self::Code { code, reason: clean(&reason, REASON_CHARS).trim_end_matches('.').to_owned() }
            }
        }
    }

    /// Whether nothing is left to resume.
    pub(super) const fn ends_session(&self) -> bool {
        matches!(
            self,
            Self::Code { code: 4003 | 4004 | 4007 | 4009..=4014, .. } | Self::InvalidSession { is_resumable: false }
        )
    }
}

/// A connection that has ended.
pub(super) struct EndedConnection {
    pub(super) close: Close,
    /// Since the session has begun or gone on; `None` where it has not.
    pub(super) connected_for: Option<Duration>,
    /// What the next connection can resume.
    pub(super) session: Option<ResumableSession>,
}

/// Connects a shard to this address, resumes this session or begins one, and hands on interactions until the connection ends.
pub(super) async fn serve(
    gateway: &Gateway,
    number: u32,
    url: &str,
    resumed: Option<ResumableSession>,
    cancel: &CancellationToken,
) -> EndedConnection {
    let shard = match open(gateway, number, url, resumed.as_ref()) {
        Ok(shard) => shard,
        Err(error) => {
            let close = Close::Unreachable(format!("{error:#}"));
            return EndedConnection { close, connected_for: None, session: resumed };
        }
    };
    let mut connection = Connection { gateway, shard, session: resumed, connected_at: None };
    let close = connection.serve(cancel).await;
    let connected_for = connection.connected_at.map(|at| at.elapsed());
    // A session that Discord has not resumed, though it could be reached, has ended.
    let goes_on = connected_for.is_some() || matches!(close, Close::Unreachable(_));
    let session = connection.session.filter(|_| goes_on && !close.ends_session());
    EndedConnection { close, connected_for, session }
}

/// Nothing is sent before the first message is asked for.
fn open(gateway: &Gateway, number: u32, url: &str, resumed: Option<&ResumableSession>) -> anyhow::Result<Shard> {
    let url = url.trim_end_matches('/');
    // twilight panics where it cannot read an address.
    url.parse::<axum::http::Uri>().with_context(|| format!("reading the address {url}"))?;
    let config = ConfigBuilder::from(gateway.config.clone());
    let config = match resumed {
        Some(resumed) => config.session(resumed.session.clone()).resume_url(url.to_owned()),
        None => config.proxy_url(url.to_owned()),
    };
    let id = ShardId::new_checked(number, gateway.shards.total).context("a shard beyond the last")?;
    Ok(Shard::with_config(id, config.build()))
}

struct Connection<'a> {
    gateway: &'a Gateway,
    shard: Shard,
    session: Option<ResumableSession>,
    /// When the session began or went on.
    connected_at: Option<Instant>,
}

impl Connection<'_> {
    async fn serve(&mut self, cancel: &CancellationToken) -> Close {
        let ready_until = Instant::now() + READY_TIMEOUT;
        let close = loop {
            let is_connected = self.connected_at.is_some();
            let end = tokio::select! {
                message = next_message(&mut self.shard) => self.receive(message),
                () = tokio::time::sleep_until(ready_until.into()), if !is_connected => Some(Close::Silent),
                () = cancel.cancelled() => Some(Close::Cancelled),
            };
            if let Some(close) = end {
                break close;
            }
        };
        match close {
            Close::Cancelled => drop(tokio::time::timeout(GOODBYE_TIMEOUT, self.say_goodbye()).await),
            // twilight has a close to send. Whether Discord answers it does not matter.
            Close::InvalidSession { .. } | Close::Reconnect => drop(next_message(&mut self.shard).now_or_never()),
            _ => {}
        }
        close
    }

    /// Ends the session, and takes what Discord sends until it agrees.
    async fn say_goodbye(&mut self) {
        self.shard.close(CloseFrame::NORMAL);
        while let Some(message) = self.shard.next().await {
            // Where Discord leaves without an answer, twilight opens another connection, which must not begin a session.
            if self.receive(Some(message)).is_some() || !is_disconnected(&self.shard) {
                return;
            }
        }
    }

    /// Takes what has arrived; says whether that is the end.
    fn receive(&mut self, message: Option<Result<Message, ReceiveMessageError>>) -> Option<Close> {
        match message {
            None => Some(Close::Lost),
            Some(Ok(Message::Close(frame))) => Some(Close::from_frame(frame)),
            Some(Ok(Message::Text(text))) => self.read(&text),
            Some(Err(error)) if matches!(error.kind(), ReceiveMessageErrorType::Reconnect) => {
                let cause = error.into_source();
                Some(Close::Unreachable(cause.map_or_else(|| "no connection".to_owned(), |cause| error_chain(&*cause))))
            }
            // The error quotes the whole event, which nobody needs.
            Some(Err(_)) => {
                warn!(
                    event = "event_unreadable",
                    shard = self.number(),
                    "Ignored an event of the gateway that cannot be read"
                );
                None
            }
        }
    }

    fn read(&mut self, text: &str) -> Option<Close> {
        let event = GatewayEventDeserializer::from_json(text)?;
        match OpCode::from(event.op())? {
            OpCode::InvalidSession => {
                return Some(Close::InvalidSession { is_resumable: self.shard.session().is_some() });
            }
            OpCode::Reconnect => return Some(Close::Reconnect),
            OpCode::Dispatch => {}
            _ => return None,
        }
        // With the number of the last event.
        if let (Some(session), Some(current)) = (&mut self.session, self.shard.session()) {
            session.session.clone_from(current);
        }
        match event.event_type()? {
            "READY" => {
                let session = self.shard.session()?.clone();
                info!(
                    event = "gateway_connected",
                    session = session.id(),
                    shard = self.number(),
                    "Connected to the gateway"
                );
                let url = self.shard.resume_url().unwrap_or(&self.gateway.general_url).to_owned();
                self.session = Some(ResumableSession { session, url });
                self.note_connected();
            }
            "RESUMED" => {
                info!(event = "gateway_resumed", shard = self.number(), "Connected to the gateway again");
                self.note_connected();
            }
            "INTERACTION_CREATE" => match serde_json::from_str::<Value>(text) {
                Ok(event) => drop(self.gateway.responder.receive(&event["d"])),
                Err(error) => warn!(%error, "Could not read an interaction: {error}"),
            },
            other => debug!(kind = other, "Ignored an event"),
        }
        None
    }

    fn note_connected(&mut self) {
        metrics::shard(self.number(), true);
        self.connected_at.get_or_insert_with(Instant::now);
    }

    const fn number(&self) -> u32 {
        self.shard.id().number()
    }
}

/// The next message; `None` where the connection is gone without a word, which twilight keeps to itself while it opens another one.
async fn next_message(shard: &mut Shard) -> Option<Result<Message, ReceiveMessageError>> {
    poll_fn(|context| {
        let was_connected = !is_disconnected(shard);
        match shard.poll_next_unpin(context) {
            Poll::Pending if was_connected && is_disconnected(shard) => Poll::Ready(None),
            polled => polled,
        }
    })
    .await
}

const fn is_disconnected(shard: &Shard) -> bool {
    matches!(shard.state(), ShardState::Disconnected { .. })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_close_is_named_with_its_code_and_reason() {
        let close = |code, reason: &'static str| Close::from_frame(Some(CloseFrame::new(code, reason)));
        let timeout = close(4009, "Session timed\n out.");
        assert_eq!(timeout.to_string(), "close code 4009 (Session timed  out)");
        assert!(timeout.ends_session() && !close(4000, "").ends_session() && !close(1001, "").ends_session());
        assert_eq!(close(4000, "").to_string(), "close code 4000");
        assert_eq!((close(1006, ""), Close::from_frame(None)), (Close::Lost, Close::Lost));
    }
}
