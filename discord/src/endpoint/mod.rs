//! Interactions by HTTP: Discord posts each one, signed, to an address of ours. The answer goes to Discord's callback, as by the gateway.
//! The request itself is answered `202` without a body, as Discord asks in that case.

#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, FromRequest as _, Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use base::clock::Clock;
use base::counted_warning::CountedWarning;
use hex::FromHex as _;
use serde_json::{Value, json};
use serenity::interactions_endpoint::Verifier;
use tokio::sync::watch;
use tracing::{info, warn};

use crate::responder::{FIRST_ANSWER_GIVEN, Receipt, Responder};

pub const PATH: &str = "/interactions";

/// The body of every refusal, so that no sender learns what was wrong.
pub const BAD_SIGNATURE: &str = "invalid request signature";

/// In bytes. The largest requests, presses with their message, have some ten kilobytes.
const BODY_LIMIT: usize = 256 * 1024;

/// Requests read at the same time. The oldest makes room for another, so slow senders neither fill the memory nor keep Discord out.
const READERS: u64 = 256;

/// The limit for a request to arrive. Discord waits no longer for its answer.
const READ_LIMIT: Duration = Duration::from_secs(3);

/// Seconds between the timestamp of a request and our clock, which may be wrong. Discord names no number; the token in a request is
/// good for 15 minutes.
const REPLAY_WINDOW: u64 = 5 * 60;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PublicKey([u8; 32]);

impl FromStr for PublicKey {
    type Err = ();

    /// Zeros are no key: they would accept any signature.
    fn from_str(text: &str) -> Result<Self, ()> {
        let bytes = <[u8; 32]>::from_hex(text).map_err(drop)?;
        let is_key = bytes != [0; 32] && Verifier::try_new(bytes).is_ok();
        is_key.then_some(Self(bytes)).ok_or(())
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

/// The route to which Discord posts interactions, signed with this key.
pub fn router(public_key: PublicKey, responder: Arc<Responder>, clock: Arc<dyn Clock>) -> anyhow::Result<Router> {
    let (verifier, started) = (Verifier::try_new(public_key.0)?, watch::Sender::new(0));
    let receiver = Receiver { verifier, responder, clock, started, refusals: CountedWarning::default() };
    let app = Router::new().route(PATH, post(receive)).layer(DefaultBodyLimit::max(BODY_LIMIT));
    Ok(app.with_state(Arc::new(receiver)))
}

struct Receiver {
    verifier: Verifier,
    responder: Arc<Responder>,
    clock: Arc<dyn Clock>,
    /// Requests whose body has been read, or begun to be, since the start.
    started: watch::Sender<u64>,
    refusals: CountedWarning,
}

async fn receive(State(receiver): State<Arc<Receiver>>, request: Request) -> Response {
    // Before the body, which may come slowly.
    let Some(signed) = Signed::of(request.headers()) else { return receiver.refuse(Refusal::Forged) };
    let body = match receiver.read_body(request).await {
        Ok(body) => body,
        Err(refusal) => return refusal,
    };
    let now = u64::try_from(receiver.clock.now().0 / 1000).unwrap_or(0);
    if let Err(refusal) = signed.verify(&receiver.verifier, &body, now) {
        return receiver.refuse(refusal);
    }
    let Ok(json) = serde_json::from_slice::<Value>(&body) else { return StatusCode::BAD_REQUEST.into_response() };
    if json["type"] == 1 {
        info!(event = "endpoint_checked", "Discord checks the address for interactions");
        return Json(json!({ "type": 1 })).into_response();
    }
    match receiver.responder.receive_json(&json) {
        // Discord wants the callback before this answer.
        Receipt::New(answered) => {
            let _ = tokio::time::timeout(FIRST_ANSWER_GIVEN, answered).await;
            StatusCode::ACCEPTED.into_response()
        }
        Receipt::Ignored => StatusCode::ACCEPTED.into_response(),
        Receipt::Overloaded => StatusCode::SERVICE_UNAVAILABLE.into_response(),
    }
}

impl Receiver {
    async fn read_body(&self, request: Request) -> Result<Bytes, Response> {
        self.started.send_modify(|started| *started += 1);
        let mut count = self.started.subscribe();
        let number = *count.borrow();
        tokio::select! {
            body = Bytes::from_request(request, &()) => body.map_err(IntoResponse::into_response),
            _ = count.wait_for(|count| *count >= number + READERS) => {
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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Refusal {
    /// No signature, or not one of Discord's.
    Forged,
    /// Signed by Discord, but so many seconds ago, or ahead.
    Stale { seconds: u64 },
}

struct Signed {
    signature: String,
    /// As written, because the signature is over the text.
    timestamp: String,
    seconds: u64,
}

impl Signed {
    /// `None` when a header is missing or malformed.
    fn of(headers: &HeaderMap) -> Option<Self> {
        let header = |name| headers.get(name)?.to_str().ok().map(str::to_owned);
        let (signature, timestamp) = (header("x-signature-ed25519")?, header("x-signature-timestamp")?);
        // serenity takes a plus for a hexadecimal digit.
        <[u8; 64]>::from_hex(&signature).ok()?;
        let seconds = timestamp.parse().ok()?;
        Some(Self { signature, timestamp, seconds })
    }

    /// Checks that this key has signed the timestamp and the body at about `now`, in Unix seconds.
    fn verify(&self, verifier: &Verifier, body: &[u8], now: u64) -> Result<(), Refusal> {
        verifier.verify(&self.signature, &self.timestamp, body).map_err(|()| Refusal::Forged)?;
        let seconds = self.seconds.abs_diff(now);
        if seconds <= REPLAY_WINDOW { Ok(()) } else { Err(Refusal::Stale { seconds }) }
    }
}
