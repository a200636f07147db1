//! Why Discord ends a connection. serenity keeps it to itself, but for its spans: their fields name each event that it handles.

use std::cell::RefCell;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use tracing::field::{Field, Visit};
use tracing::span::Attributes;
use tracing::{Id, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::Context;

/// Where serenity handles events.
const TARGET: &str = "serenity::gateway::shard";

/// Enough of an event to tell a close with its reason: a reason has at most 123 bytes.
const MOST_TEXT: usize = 400;

/// What Discord says at the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Close {
    /// It closes the connection.
    Code { code: u16, reason: String },
    /// Opcode 9: the session has ended, or goes on elsewhere.
    InvalidSession { is_resumable: bool },
    /// Opcode 7: it wants the session on another connection.
    Reconnect,
}

impl fmt::Display for Close {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Code { code, reason } if reason.is_empty() => write!(f, "close code {code}"),
            Self::Code { code, reason } => write!(f, "close code {code} ({reason})"),
            Self::InvalidSession { .. } => write!(f, "the end of the session by Discord (op 9)"),
            Self::Reconnect => write!(f, "Discord asks for another connection (op 7)"),
        }
    }
}

impl Close {
    /// Reads an event as serenity prints it for debugging.
    fn read(event: &str) -> Option<Self> {
        match event {
            "Ok(InvalidateSession(false))" => return Some(Self::InvalidSession { is_resumable: false }),
            "Ok(InvalidateSession(true))" => return Some(Self::InvalidSession { is_resumable: true }),
            "Ok(Reconnect)" => return Some(Self::Reconnect),
            _ => {}
        }
        let frame = event.strip_prefix("Err(Gateway(Closed(Some(CloseFrame { code: ")?;
        let (code, rest) = frame.split_once(", reason: \"")?;
        let number = code.trim_start_matches(|letter: char| letter.is_ascii_alphabetic() || letter == '(');
        let code = match code {
            "Normal" => 1000,
            "Away" => 1001,
            "Protocol" => 1002,
            "Policy" => 1008,
            "Error" => 1011,
            "Restart" => 1012,
            "Again" => 1013,
            _ => number.trim_end_matches(')').parse().ok()?,
        };
        let reason = rest.rsplit_once('"').map_or(rest, |(reason, _)| reason);
        Some(Self::Code { code, reason: reason.trim_end_matches('.').to_owned() })
    }
}

/// The closes of a connection since its session has begun or gone on.
pub(super) type LastCloses = Arc<Mutex<Closes>>;

/// A close, and what came of serenity's try to resume after it: the first and the last.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Closes {
    first: Option<Close>,
    last: Option<Close>,
}

impl fmt::Display for Closes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let told: Vec<_> = [&self.first, &self.last].into_iter().flatten().map(ToString::to_string).collect();
        f.write_str(&told.join(", then "))
    }
}

impl Closes {
    fn add(&mut self, close: Close) {
        if self.first.is_none() {
            self.first = Some(close);
        } else {
            self.last = Some(close);
        }
    }

    /// Whether nothing is left to resume.
    pub(super) fn end_session(&self) -> bool {
        let last = self.last.as_ref().or(self.first.as_ref());
        matches!(
            last,
            Some(Close::Code { code: 4003 | 4007 | 4009, .. } | Close::InvalidSession { is_resumable: false })
        )
    }

    /// Whether Discord has ended the session by op 9, after which it wants a pause.
    pub(super) fn are_invalid_session(&self) -> bool {
        matches!(self.last.as_ref().or(self.first.as_ref()), Some(Close::InvalidSession { .. }))
    }
}

thread_local! {
    /// Of the connection on this thread.
    static LAST: RefCell<Option<LastCloses>> = const { RefCell::new(None) };
}

/// From now on, closes that serenity handles on this thread are noted here.
pub(super) fn note_in(last: &LastCloses) {
    LAST.set(Some(Arc::clone(last)));
}

/// The closes that were noted last, once; `None` for none.
pub(super) fn take(last: &LastCloses) -> Option<Closes> {
    let closes = std::mem::take(&mut *last.lock().unwrap_or_else(PoisonError::into_inner));
    Some(closes).filter(|closes| closes.first.is_some())
}

/// The part of the log that notes closes. Without it, the log tells only that a connection has ended.
pub fn noted_closes<S: Subscriber + for<'a> tracing_subscriber::registry::LookupSpan<'a>>() -> impl Layer<S> {
    CloseLayer.with_filter(Targets::new().with_target(TARGET, LevelFilter::INFO))
}

struct CloseLayer;

impl<S: Subscriber> Layer<S> for CloseLayer {
    fn on_new_span(&self, attributes: &Attributes<'_>, _: &Id, _: Context<'_, S>) {
        if attributes.metadata().name() != "handle_event" {
            return;
        }
        LAST.with_borrow(|last| {
            let Some(last) = last else { return };
            let mut event = EventText(String::new());
            attributes.record(&mut event);
            if let Some(close) = Close::read(&event.0) {
                last.lock().unwrap_or_else(PoisonError::into_inner).add(close);
            }
        });
    }
}

/// The beginning of the field `event`. Most events are long, and none of those is a close.
struct EventText(String);

impl Visit for EventText {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        if field.name() == "event" {
            // Formatting stops where there is no more room.
            let _ = fmt::Write::write_fmt(self, format_args!("{value:?}"));
        }
    }
}

impl fmt::Write for EventText {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.0.len() + text.len() > MOST_TEXT {
            return Err(fmt::Error);
        }
        self.0.push_str(text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serenity::all::GatewayEvent;

    use super::*;

    #[test]
    fn closes_are_read_from_what_serenity_prints() {
        let frame =
            |code| format!("Err(Gateway(Closed(Some(CloseFrame {{ code: {code}, reason: \"Session timed out.\" }}))))");
        let close = Close::read(&frame("Library(4009)")).expect("a close");
        assert_eq!(close, Close::Code { code: 4009, reason: "Session timed out".to_owned() });
        assert_eq!(close.to_string(), "close code 4009 (Session timed out)");
        let away = Close::read(&frame("Away")).expect("a close");
        assert!(away.to_string().contains("1001"), "{away}");
        let last = LastCloses::default();
        assert_eq!(take(&last), None);
        for close in [close, away.clone(), away, Close::InvalidSession { is_resumable: false }] {
            last.lock().expect("nobody panics").add(close);
        }
        let closes = take(&last).expect("some");
        let told = "close code 4009 (Session timed out), then the end of the session by Discord (op 9)";
        assert_eq!(closes.to_string(), told);
        assert!(closes.end_session() && closes.are_invalid_session() && take(&last).is_none());
        assert_eq!(Close::read("Ok(HeartbeatAck)"), None);
        assert_eq!(Close::read(""), None);
    }

    #[test]
    fn serenity_prints_the_opcodes_as_they_are_read() {
        let printed = |event: GatewayEvent| format!("{:?}", Ok::<_, serenity::Error>(event));
        assert_eq!(Close::read(&printed(GatewayEvent::Reconnect)), Some(Close::Reconnect));
        for is_resumable in [true, false] {
            let close = Close::read(&printed(GatewayEvent::InvalidateSession(is_resumable)));
            assert_eq!(close, Some(Close::InvalidSession { is_resumable }));
        }
    }
}
