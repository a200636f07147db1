//! Interactions by HTTP: Discord posts each one, signed, to an address of ours.
//!
//! The answer goes the same way as that of the gateway, to Discord's callback. The request itself is answered `202` without a body,
//! as Discord asks in that case.

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, FromRequest as _, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::post;
use ed25519_dalek::{Signature, VerifyingKey};
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tracing::{info, warn};

use crate::clock::Clock;
use crate::counted_warning::CountedWarning;
use crate::discord::responder::{FIRST_ANSWER_GIVEN, Receipt, Responder};

pub const PATH: &str = "/interactions";

/// The body of every refused signature. It says the same for all of them, so that nobody learns what was wrong.
pub const BAD_SIGNATURE: &str = "invalid request signature";

/// Bytes of a request. The largest are presses, which come with their message: some ten kilobytes.
const BODY_LIMIT: usize = 256 * 1024;

/// Requests that are being read at the same time. More are refused, so that strangers cannot fill the memory.
const READERS: usize = 256;

/// How long a request may take to arrive. Discord itself waits no longer for its answer.
const READ_LIMIT: Duration = Duration::from_secs(3);

/// Seconds between the timestamp of a request and our clock. Discord names no number. An answer is useful for three seconds, but a
/// clock may be wrong; the token in a request is good for 15 minutes, so a request must be too old well before that.
const REPLAY_WINDOW: u64 = 5 * 60;

/// The route by which Discord posts interactions, signed with this key.
pub(crate) fn router(public_key: VerifyingKey, responder: Arc<Responder>, clock: Arc<dyn Clock>) -> Router {
    let readers = Semaphore::new(READERS);
    let (refusals, unreadable) = (CountedWarning::default(), CountedWarning::default());
    let receiver = Receiver { public_key, responder, clock, readers, refusals, unreadable };
    let app = Router::new().route(PATH, post(receive)).layer(DefaultBodyLimit::max(BODY_LIMIT));
    app.with_state(Arc::new(receiver))
}

struct Receiver {
    public_key: VerifyingKey,
    responder: Arc<Responder>,
    clock: Arc<dyn Clock>,
    readers: Semaphore,
    /// Signatures: anybody may send as many as they like, and Discord sends some as a check.
    refusals: CountedWarning,
    unreadable: CountedWarning,
}

async fn receive(State(receiver): State<Arc<Receiver>>, request: Request) -> Response {
    // Before the body, which a stranger may send slowly.
    let signed = match Signed::of(request.headers()) {
        Ok(signed) => signed,
        Err(refusal) => {
            receiver.log(refusal);
            return (StatusCode::UNAUTHORIZED, BAD_SIGNATURE).into_response();
        }
    };
    let body = {
        let Ok(_reader) = receiver.readers.try_acquire() else {
            return StatusCode::SERVICE_UNAVAILABLE.into_response();
        };
        match tokio::time::timeout(READ_LIMIT, Bytes::from_request(request, &())).await {
            Ok(Ok(body)) => body,
            Ok(Err(too_large_or_broken)) => return too_large_or_broken.into_response(),
            Err(_) => return StatusCode::REQUEST_TIMEOUT.into_response(),
        }
    };
    let now = u64::try_from(receiver.clock.now().0 / 1000).unwrap_or(0);
    if let Err(refusal) = signed.verify(&receiver.public_key, &body, now) {
        receiver.log(refusal);
        return (StatusCode::UNAUTHORIZED, BAD_SIGNATURE).into_response();
    }
    let Ok(interaction) = serde_json::from_slice::<Value>(&body) else {
        receiver.unreadable.add(|count| warn!(count = count.0, "Ignored a signed request that is no JSON{count}"));
        return StatusCode::BAD_REQUEST.into_response();
    };
    if interaction["type"] == 1 {
        info!(event = "endpoint_checked", "Discord checks the address for interactions");
        let pong = json!({ "type": 1 }).to_string();
        return ([(header::CONTENT_TYPE, "application/json")], pong).into_response();
    }
    match receiver.responder.receive(&interaction) {
        // The answer comes first, and then the word that it was given elsewhere.
        Receipt::New(answered) => {
            let _ = tokio::time::timeout(FIRST_ANSWER_GIVEN, answered).await;
            StatusCode::ACCEPTED.into_response()
        }
        Receipt::Repeated | Receipt::Unknown => StatusCode::ACCEPTED.into_response(),
        Receipt::Overloaded => StatusCode::SERVICE_UNAVAILABLE.into_response(),
    }
}

impl Receiver {
    fn log(&self, refusal: Refusal) {
        self.refusals.add(move |count| match refusal {
            Refusal::Forged => {
                info!(
                    event = "requests_forged",
                    count = count.0,
                    "Refused a request without a signature of Discord{count}; Discord sends some as a check"
                );
            }
            Refusal::Stale { seconds } => {
                warn!(
                    event = "requests_stale",
                    count = count.0,
                    seconds,
                    "Refused a request that is {seconds} s off{count}: somebody repeats old ones"
                );
            }
        });
    }
}

/// Why a request is refused. Only the log says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Refusal {
    /// No signature, or not one of Discord's.
    Forged,
    /// Signed by Discord, but so many seconds ago, or ahead.
    Stale {
        /// Between its timestamp and our clock.
        seconds: u64,
    },
}

/// What the headers of a request say about its signature.
struct Signed {
    signature: Signature,
    /// As written: it is part of what is signed.
    timestamp: Vec<u8>,
    seconds: u64,
}

impl Signed {
    /// # Errors
    /// When a header is missing or malformed.
    fn of(headers: &HeaderMap) -> Result<Self, Refusal> {
        let header = |name| headers.get(name).map(axum::http::HeaderValue::as_bytes).ok_or(Refusal::Forged);
        let mut signature = [0; 64];
        hex::decode_to_slice(header("x-signature-ed25519")?, &mut signature).map_err(|_| Refusal::Forged)?;
        let timestamp = header("x-signature-timestamp")?.to_vec();
        let seconds = std::str::from_utf8(&timestamp).ok().and_then(|text| text.parse().ok());
        let seconds = seconds.ok_or(Refusal::Forged)?;
        Ok(Self { signature: Signature::from_bytes(&signature), timestamp, seconds })
    }

    /// # Errors
    /// When this key has not signed the timestamp and the body, or not at about `now`, in Unix seconds.
    fn verify(&self, public_key: &VerifyingKey, body: &[u8], now: u64) -> Result<(), Refusal> {
        let signed = [&self.timestamp, body].concat();
        public_key.verify_strict(&signed, &self.signature).map_err(|_| Refusal::Forged)?;
        let seconds = self.seconds.abs_diff(now);
        if seconds <= REPLAY_WINDOW { Ok(()) } else { Err(Refusal::Stale { seconds }) }
    }
}
