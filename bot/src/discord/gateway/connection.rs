//! One connection of one shard, from its opening to its end.
//!
//! twilight would connect again by itself, at once and as often as it is asked for the next message. So a connection that has ended is
//! dropped, and `shard` decides when another one is opened.

use std::future::poll_fn;
use std::task::Poll;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use futures::{FutureExt as _, StreamExt as _};
use serde_json::Value;
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};
use twilight_gateway::error::{ReceiveMessageError, ReceiveMessageErrorType};
use twilight_gateway::{CloseFrame, ConfigBuilder, Message, Session, Shard, ShardId, ShardState};
use twilight_model::gateway::OpCode;
use twilight_model::gateway::event::GatewayEventDeserializer;

use crate::discord::gateway::Gateway;
use crate::discord::message::clean;
use crate::error_chain::error_chain;
use crate::metrics;

const READY_TIMEOUT: Duration = Duration::from_secs(30);

const GOODBYE_TIMEOUT: Duration = Duration::from_secs(2);

/// The longest reason of a close that WebSocket allows.
const REASON_CHARS: usize = 123;

pub(super) struct ResumableSession {
    session: Session,
    /// Where Discord wants it to be resumed.
    pub(super) url: String,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum Close {
    #[error("the program ends")]
    Cancelled,
    #[error("Discord cannot be reached: {0}")]
    Unreachable(String),
    #[error("close code {code}{reason}")]
    Code {
        code: u16,
        /// In parentheses, or empty.
        reason: String,
    },
    #[error("the end of the session by Discord (op 9)")]
    InvalidSession { is_resumable: bool },
    #[error("Discord asks for another connection (op 7)")]
    Reconnect,
    #[error("the network was lost, or Discord did not answer heartbeats")]
    Lost,
    /// Discord has not begun or resumed the session in time.
    #[error("Discord is silent")]
    Silent,
}

impl Close {
    fn from_frame(frame: Option<CloseFrame<'_>>) -> Self {
        match frame {
            // twilight's word for a connection that has ended without a close.
            None | Some(CloseFrame { code: 1006, .. }) => Self::Lost,
            Some(CloseFrame { code, reason }) => {
                let reason = clean(&reason, REASON_CHARS);
                let reason = reason.trim_end_matches('.');
                Self::Code { code, reason: if reason.is_empty() { String::new() } else { format!(" ({reason})") } }
            }
        }
    }

    /// Whether nothing is left to resume.
    const fn ends_session(&self) -> bool {
        matches!(
            self,
            Self::Code { code: 4003 | 4004 | 4007 | 4009..=4014, .. } | Self::InvalidSession { is_resumable: false }
        )
    }
}

pub(super) struct Connection<'a> {
    gateway: &'a Gateway,
    shard: Shard,
    resume_url: String,
    /// When the session began or went on.
    connected_at: Option<Instant>,
}

impl<'a> Connection<'a> {
    /// Prepares a connection to this address that resumes this session or begins one. Nothing is sent before it is served.
    pub(super) fn open(
        gateway: &'a Gateway,
        number: u32,
        url: &str,
        resumed: Option<ResumableSession>,
    ) -> anyhow::Result<Self> {
        let url = url.trim_end_matches('/');
        // twilight panics where it cannot read an address.
        url.parse::<axum::http::Uri>().with_context(|| format!("reading the address {url}"))?;
        let config = ConfigBuilder::from(gateway.config.clone());
        let (config, resume_url) = match resumed {
            Some(resumed) => (config.session(resumed.session).resume_url(url.to_owned()), resumed.url),
            None => (config.proxy_url(url.to_owned()), gateway.general_url.clone()),
        };
        let id = ShardId::new_checked(number, gateway.shards.total).context("a shard beyond the last")?;
        let shard = Shard::with_config(id, config.build());
        Ok(Self { gateway, shard, resume_url, connected_at: None })
    }

    /// Hands on interactions until the connection ends.
    pub(super) async fn serve(&mut self, cancel: &CancellationToken) -> Close {
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

    /// Since the session has begun or gone on; `None` where it has not.
    pub(super) fn connected_for(&self) -> Option<Duration> {
        self.connected_at.map(|at| at.elapsed())
    }

    /// What the next connection can resume, with the number of the last event.
    pub(super) fn resumable_session(self, close: &Close) -> Option<ResumableSession> {
        // A session that Discord has not resumed, though it could be reached, has ended.
        let goes_on = self.connected_at.is_some() || matches!(close, Close::Unreachable(_));
        let session = self.shard.session().filter(|_| goes_on && !close.ends_session())?.clone();
        Some(ResumableSession { session, url: self.resume_url })
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
                self.log_unreadable_event();
                None
            }
        }
    }

    fn read(&mut self, text: &str) -> Option<Close> {
        let event = GatewayEventDeserializer::from_json(text)?;
        let shard = self.number();
        match (OpCode::from(event.op())?, event.event_type()) {
            (OpCode::InvalidSession, _) => {
                return Some(Close::InvalidSession { is_resumable: self.shard.session().is_some() });
            }
            (OpCode::Reconnect, _) => return Some(Close::Reconnect),
            (OpCode::Dispatch, Some("READY")) => {
                let session = self.shard.session().map(Session::id);
                info!(event = "gateway_connected", session, shard, "Connected to the gateway");
                if let Some(url) = self.shard.resume_url() {
                    url.clone_into(&mut self.resume_url);
                }
                self.note_connected();
            }
            (OpCode::Dispatch, Some("RESUMED")) => {
                info!(event = "gateway_resumed", shard, "Connected to the gateway again");
                self.note_connected();
            }
            (OpCode::Dispatch, Some("INTERACTION_CREATE")) => match serde_json::from_str::<Value>(text) {
                Ok(event) => drop(self.gateway.responder.receive(&event["d"])),
                Err(_) => self.log_unreadable_event(),
            },
            _ => {}
        }
        None
    }

    fn log_unreadable_event(&self) {
        let shard = self.number();
        self.gateway.unreadable.add(move |count| {
            warn!(
                event = "event_unreadable",
                count = count.0,
                shard,
                "Ignored an event of the gateway that cannot be read{count}"
            );
        });
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
