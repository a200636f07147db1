//! Why connections end. serenity 0.12 tells it only its log, and goes on without a word after some closes, so its lines are read here.

use std::fmt;
use std::sync::LazyLock;

use tokio::sync::broadcast;
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

/// Closes that a shard may be behind with.
const BACKLOG: usize = 1024;

/// Why a connection ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Close {
    pub(super) reason: CloseReason,
    pub(super) text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CloseReason {
    /// No connection could be opened.
    Unreachable,
    /// Close 4003. serenity neither connects again nor sleeps after it.
    Swallowed,
    /// Closes 4010 to 4012: the shard, the number of shards, the version of the gateway.
    Refused,
    /// Close 4009.
    SessionEnded,
    /// A frame that is no event. The connection goes on.
    Unreadable,
    Other,
}

/// The closes that serenity logs, for the shards that wait for them.
#[derive(Debug, Clone)]
pub struct CloseLog(broadcast::Sender<(u32, Close)>);

static CLOSES: LazyLock<CloseLog> = LazyLock::new(CloseLog::new);

impl CloseLog {
    pub(super) fn new() -> Self {
        Self(broadcast::channel(BACKLOG).0)
    }

    /// The one of this program. It is a layer of its log.
    pub fn of_program() -> Self {
        CLOSES.clone()
    }

    /// Reads along in a log.
    pub fn layer<S: Subscriber + for<'a> LookupSpan<'a>>(self) -> impl Layer<S> {
        self.with_filter(filter_fn(|metadata| {
            let is_gateway = metadata.target().starts_with("serenity::gateway");
            metadata.is_event() && is_gateway && *metadata.level() <= Level::INFO
        }))
    }

    pub(super) fn subscribe(&self) -> broadcast::Receiver<(u32, Close)> {
        self.0.subscribe()
    }
}

impl<S: Subscriber> Layer<S> for CloseLog {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut message = Message::default();
        event.record(&mut message);
        if let Some(close) = read(&message.0) {
            // Nobody listens before the gateway is connected to.
            self.0.send(close).ok();
        }
    }
}

#[derive(Default)]
struct Message(String);

impl Visit for Message {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        if field.name() == "message" {
            self.0 = format!("{value:?}");
        }
    }
}

/// The number of the shard and its close, if this line of serenity 0.12.5 names one.
fn read(line: &str) -> Option<(u32, Close)> {
    let digits = |text: &str| text.split(|c: char| !c.is_ascii_digit()).next()?.parse::<u32>().ok();
    if let Some(rest) = line.strip_prefix("[Shard Queuer] Err starting shard ") {
        let (_, cause) = rest.split_once(": ")?;
        let text = format!("Discord cannot be reached: {cause}");
        return Some((digits(rest)?, Close { reason: CloseReason::Unreachable, text }));
    }
    let (info, message) = line.split_once("}] ")?;
    let shard = digits(info.split_once("ShardId(")?.1)?;
    let code = |reason, code: u32| (reason, format!("close code {code}"));
    let (reason, text) = match message.trim_end_matches('.') {
        "Sent invalid opcode" => code(CloseReason::Other, 4001),
        "Sent invalid message" => code(CloseReason::Other, 4002),
        "Sent no authentication" => code(CloseReason::Swallowed, 4003),
        "Already authenticated" => code(CloseReason::Other, 4005),
        "Gateway ratelimited" => code(CloseReason::Other, 4008),
        "Invalid session" => code(CloseReason::SessionEnded, 4009),
        "Sent invalid shard data" => code(CloseReason::Refused, 4010),
        "Shard has too many guilds" => code(CloseReason::Refused, 4011),
        "Received session invalidation" => (CloseReason::Other, "the end of the session by Discord (op 9)".to_owned()),
        other => {
            if other.starts_with("Sent invalid seq") {
                code(CloseReason::Other, 4007)
            } else if let Some(rest) = other.strip_prefix("Unknown unclean close ") {
                let number = digits(rest)?;
                code(if number == 4012 { CloseReason::Refused } else { CloseReason::Other }, number)
            } else if let Some(cause) = other.strip_prefix("Websocket error: ") {
                (CloseReason::Other, format!("the network was lost ({cause})"))
            } else if other.starts_with("Unhandled error: ") {
                (CloseReason::Unreadable, other.to_owned())
            } else {
                return None;
            }
        }
    };
    Some((shard, Close { reason, text }))
}
