//! Interactions by HTTP: Discord posts each one, signed, to an address of ours.
//!
//! The answer goes the same way as that of the gateway, to Discord's callback. The request itself is answered `202` without a body,
//! as Discord asks in that case.

#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, FromRequest as _, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::post;
use serde_json::{Value, json};
use serenity::all::Interaction;
use serenity::interactions_endpoint::Verifier;
use tokio::sync::watch;
use tracing::{info, warn};

use crate::clock::Clock;
use crate::counted_warning::CountedWarning;
use crate::discord::responder::{FIRST_ANSWER_GIVEN, Receipt, Responder};

pub const PATH: &str = "/interactions";

/// The body of every refused signature. It says the same for all of them, so that nobody learns what was wrong.
pub const BAD_SIGNATURE: &str = "invalid request signature";

/// Bytes of a request. The largest are presses, which come with their message: some ten kilobytes.
const BODY_LIMIT: usize = 256 * 1024;

/// Requests that are being read at the same time. The one that has taken longest makes room for another, so strangers who send slowly neither
/// fill the memory nor keep Discord out.
const READERS: u64 = 256;

/// How long a request may take to arrive. Discord itself waits no longer for its answer.
const READ_LIMIT: Duration = Duration::from_secs(3);

/// Seconds between the timestamp of a request and our clock. Discord names no number. An answer is useful for three seconds, but a
/// clock may be wrong; the token in a request is good for 15 minutes, so a request must be too old well before that.
const REPLAY_WINDOW: u64 = 5 * 60;

/// The key by which an application knows requests of Discord.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PublicKey([u8; 32]);

impl FromStr for PublicKey {
    type Err = ();

    /// Zeros are no key: they would accept any signature.
    fn from_str(text: &str) -> Result<Self, ()> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).map_err(drop)?;
        let is_key = bytes != [0; 32] && Verifier::try_new(bytes).is_ok();
        is_key.then_some(Self(bytes)).ok_or(())
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

/// The route by which Discord posts interactions, signed with this key.
///
/// # Errors
/// When no signature could fit the key.
pub(crate) fn router(
    public_key: PublicKey,
    responder: Arc<Responder>,
    clock: Arc<dyn Clock>,
) -> anyhow::Result<Router> {
    let (refusals, unreadable) = (CountedWarning::default(), CountedWarning::default());
    let (verifier, started) = (Verifier::try_new(public_key.0)?, watch::Sender::new(0));
    let receiver = Receiver { verifier, responder, clock, started, refusals, unreadable };
    let app = Router::new().route(PATH, post(receive)).layer(DefaultBodyLimit::max(BODY_LIMIT));
    Ok(app.with_state(Arc::new(receiver)))
}

struct Receiver {
    verifier: Verifier,
    responder: Arc<Responder>,
    clock: Arc<dyn Clock>,
    /// Requests whose body has begun to be read, since the start.
    started: watch::Sender<u64>,
    /// Signatures: anybody may send as many as they like, and Discord sends some as a check.
    refusals: CountedWarning,
    unreadable: CountedWarning,
}

async fn receive(State(receiver): State<Arc<Receiver>>, request: Request) -> Response {
    // Before the body, which a stranger may send slowly.
    let Some(signed) = Signed::of(request.headers()) else { return receiver.refuse(Refusal::Forged) };
    let body = match receiver.read_body(request).await {
        Ok(body) => body,
        Err(refusal) => return refusal,
    };
    let now = u64::try_from(receiver.clock.now().0 / 1000).unwrap_or(0);
    if let Err(refusal) = signed.verify(&receiver.verifier, &body, now) {
        return receiver.refuse(refusal);
    }
    let receipt = match serde_json::from_slice(&body) {
        Ok(Interaction::Ping(_)) => return pong(),
        Ok(interaction) => receiver.responder.receive(interaction),
        Err(_) => match serde_json::from_slice::<Value>(&body) {
            Ok(check) if check["type"] == 1 => return pong(),
            Ok(unread) => receiver.responder.receive_unread(&unread),
            Err(_) => {
                receiver
                    .unreadable
                    .add(|count| warn!(count = count.0, "Ignored a signed request that is no JSON{count}"));
                return StatusCode::BAD_REQUEST.into_response();
            }
        },
    };
    match receipt {
        // The answer comes first, and then the word that it was given elsewhere.
        Receipt::New(answered) => {
            let _ = tokio::time::timeout(FIRST_ANSWER_GIVEN, answered).await;
            StatusCode::ACCEPTED.into_response()
        }
        Receipt::Repeated | Receipt::Unknown => StatusCode::ACCEPTED.into_response(),
        Receipt::Overloaded => StatusCode::SERVICE_UNAVAILABLE.into_response(),
    }
}

fn pong() -> Response {
    info!(event = "endpoint_checked", "Discord checks the address for interactions");
    ([(header::CONTENT_TYPE, "application/json")], json!({ "type": 1 }).to_string()).into_response()
}

impl Receiver {
    async fn read_body(&self, request: Request) -> Result<Bytes, Response> {
        self.started.send_modify(|started| *started += 1);
        let mut started = self.started.subscribe();
        let number = *started.borrow();
        tokio::select! {
            body = Bytes::from_request(request, &()) => body.map_err(axum::response::IntoResponse::into_response),
            _ = started.wait_for(|started| *started >= number + READERS) => {
                Err(StatusCode::SERVICE_UNAVAILABLE.into_response())
            }
            () = tokio::time::sleep(READ_LIMIT) => Err(StatusCode::REQUEST_TIMEOUT.into_response()),
        }
    }

    fn refuse(&self, refusal: Refusal) -> Response {
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
        (StatusCode::UNAUTHORIZED, BAD_SIGNATURE).into_response()
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
    signature: String,
    /// As written: it is part of what is signed.
    timestamp: String,
    seconds: u64,
}

impl Signed {
    /// `None` when a header is missing or malformed.
    fn of(headers: &HeaderMap) -> Option<Self> {
        let header = |name| headers.get(name)?.to_str().ok().map(str::to_owned);
        let (signature, timestamp) = (header("x-signature-ed25519")?, header("x-signature-timestamp")?);
        // serenity takes a plus for a digit.
        let is_signature = signature.len() == 128 && signature.bytes().all(|digit| digit.is_ascii_hexdigit());
        let seconds = timestamp.parse().ok().filter(|_| is_signature)?;
        Some(Self { signature, timestamp, seconds })
    }

    /// # Errors
    /// When this key has not signed the timestamp and the body, or not at about `now`, in Unix seconds.
    fn verify(&self, verifier: &Verifier, body: &[u8], now: u64) -> Result<(), Refusal> {
        verifier.verify(&self.signature, &self.timestamp, body).map_err(|()| Refusal::Forged)?;
        let seconds = self.seconds.abs_diff(now);
        if seconds <= REPLAY_WINDOW { Ok(()) } else { Err(Refusal::Stale { seconds }) }
    }
}
