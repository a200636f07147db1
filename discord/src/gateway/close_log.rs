//! Reads the reasons for which connections end from serenity's log: serenity 0.12 reports them nowhere else.

use std::fmt;
use std::sync::LazyLock;

use tokio::sync::broadcast;
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

const BACKLOG: usize = 1024;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Close {
    pub(super) reason: CloseReason,
    pub(super) text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CloseReason {
    /// No connection could be opened.
    Unreachable,
    /// Close 4003, after which serenity neither connects again nor sleeps.
    Swallowed,
    /// Closes 4010 to 4012: the shard, the number of shards, the version of the gateway.
    Refused,
    /// Close 4009.
    SessionEnded,
    /// A frame that is no event; the connection goes on.
    Unreadable,
    Other,
}

/// Sends the closes in serenity's log to the shards.
#[derive(Debug, Clone)]
pub struct CloseLog(broadcast::Sender<(u32, Close)>);

static CLOSES: LazyLock<CloseLog> = LazyLock::new(CloseLog::new);

impl CloseLog {
    pub(super) fn new() -> Self {
        Self(broadcast::channel(BACKLOG).0)
    }

    /// The one for the log of this program.
    pub fn of_program() -> Self {
        CLOSES.clone()
    }

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
            // No shard listens before the gateway starts.
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

/// The shard and its close, if this line of serenity 0.12.5 has one.
fn read(line: &str) -> Option<(u32, Close)> {
    let digits = |text: &str| text.split(|c: char| !c.is_ascii_digit()).next()?.parse::<u32>().ok();
    if let Some(rest) = line.strip_prefix("[Shard Queuer] Err starting shard ") {
        let (_, cause) = rest.split_once(": ")?;
        let text = format!("Discord cannot be reached: {cause}");
        return Some((digits(rest)?, Close { reason: CloseReason::Unreachable, text }));
    }
    let (info, message) = line.split_once("}] ")?;
    let shard = digits(info.split_once("ShardId(")?.1)?;
    let close = |reason, text| Some((shard, Close { reason, text }));
    let (message, cause) = message.split_once(": ").unwrap_or((message.trim_end_matches('.'), ""));
    let code = match message {
        "Sent invalid opcode" => 4001,
        "Sent invalid message" => 4002,
        "Sent no authentication" => 4003,
        "Already authenticated" => 4005,
        "Sent invalid seq" => 4007,
        "Gateway ratelimited" => 4008,
        "Invalid session" => 4009,
        "Sent invalid shard data" => 4010,
        "Shard has too many guilds" => 4011,
        "Received session invalidation" => {
            return close(CloseReason::Other, "the end of the session by Discord (op 9)".to_owned());
        }
        "Websocket error" => return close(CloseReason::Other, format!("the network was lost ({cause})")),
        "Unhandled error" => return close(CloseReason::Unreadable, cause.to_owned()),
        _ => digits(message.strip_prefix("Unknown unclean close ")?)?,
    };
    let reason = match code {
        4003 => CloseReason::Swallowed,
        4009 => CloseReason::SessionEnded,
        4010..=4012 => CloseReason::Refused,
        _ => CloseReason::Other,
    };
    close(reason, format!("close code {code}"))
}
