//! Interactions by HTTP: Discord posts each one, signed, to an address of ours.
//!
//! The answer goes the same way as that of the gateway, to Discord's callback. The request itself is answered `202` without a body,
//! as Discord asks in that case.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, FromRequest as _, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::post;
use ed25519_dalek::{Signature, VerifyingKey};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

use crate::clock::Clock;
use crate::discord::responder::{FIRST_ANSWER_GIVEN, Responder, Taken};
use crate::http_server;

/// Where interactions are posted to.
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

/// Refused signatures are logged once in this time: anybody may send as many as they like, and Discord sends some as a check.
const REFUSAL_LOG_INTERVAL: Duration = Duration::from_mins(1);

/// The address for interactions, bound and not served yet.
#[derive(Debug)]
pub struct Endpoint {
    listener: TcpListener,
    public_key: VerifyingKey,
}

impl Endpoint {
    /// Takes the address.
    ///
    /// # Errors
    /// When it is taken already, or not ours to take.
    pub async fn bind(listen: SocketAddr, public_key: VerifyingKey) -> anyhow::Result<Self> {
        let listener = TcpListener::bind(listen);
        let listener = listener.await.with_context(|| format!("listening on {listen} (`http.listen`)"))?;
        Ok(Self { listener, public_key })
    }

    /// Answers until cancelled.
    pub(crate) async fn serve(
        self,
        responder: Arc<Responder>,
        clock: Arc<dyn Clock>,
        cancel: CancellationToken,
    ) -> anyhow::Result<()> {
        let address = self.listener.local_addr().context("asking for our own address")?;
        let receiver = Receiver {
            public_key: self.public_key,
            responder,
            clock,
            readers: Semaphore::new(READERS),
            refusals: Mutex::default(),
        };
        let app = router(Arc::new(receiver));
        info!(event = "endpoint_served", %address, "Serving interactions at http://{address}{PATH}");
        http_server::serve(self.listener, app, cancel).await;
        Ok(())
    }
}

fn router(receiver: Arc<Receiver>) -> Router {
    Router::new().route(PATH, post(receive)).layer(DefaultBodyLimit::max(BODY_LIMIT)).with_state(receiver)
}

/// What a request needs.
struct Receiver {
    public_key: VerifyingKey,
    responder: Arc<Responder>,
    clock: Arc<dyn Clock>,
    readers: Semaphore,
    refusals: Mutex<Refusals>,
}

/// Refused signatures since the last line in the log.
#[derive(Default)]
struct Refusals {
    logged_at: Option<Instant>,
    count: u64,
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
        warn!("Ignored a signed request that is no JSON");
        return StatusCode::BAD_REQUEST.into_response();
    };
    if interaction["type"] == 1 {
        info!(event = "endpoint_checked", "Discord checks the address for interactions");
        let pong = json!({ "type": 1 }).to_string();
        return ([(header::CONTENT_TYPE, "application/json")], pong).into_response();
    }
    match receiver.responder.receive(&interaction) {
        // The answer comes first, and then the word that it was given elsewhere.
        Taken::New(answered) => {
            let _ = tokio::time::timeout(FIRST_ANSWER_GIVEN, answered).await;
            StatusCode::ACCEPTED.into_response()
        }
        Taken::Repeated | Taken::Unknown => StatusCode::ACCEPTED.into_response(),
        Taken::Overloaded => StatusCode::SERVICE_UNAVAILABLE.into_response(),
    }
}

impl Receiver {
    /// One line in a minute, however many are refused.
    fn log(&self, refusal: Refusal) {
        let mut refusals = self.refusals.lock().unwrap_or_else(PoisonError::into_inner);
        refusals.count += 1;
        if refusals.logged_at.is_some_and(|logged_at| logged_at.elapsed() < REFUSAL_LOG_INTERVAL) {
            return;
        }
        let count = std::mem::take(&mut refusals.count);
        refusals.logged_at = Some(Instant::now());
        drop(refusals);
        match refusal {
            Refusal::Forged => {
                info!(
                    event = "requests_forged",
                    count, "Refused {count} requests without a signature of Discord; Discord sends some as a check"
                );
            }
            Refusal::Stale { seconds } => {
                warn!(
                    event = "requests_stale",
                    count, seconds, "Refused {count} requests, the last one {seconds} s off: somebody repeats old ones"
                );
            }
        }
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

#[cfg(test)]
mod tests {
    use async_trait::async_trait;
    use ed25519_dalek::{Signer as _, SigningKey};
    use rand::rngs::StdRng;
    use rand::{RngExt as _, SeedableRng as _};

    use crate::clock::ManualClock;
    use crate::discord::api::InteractionApi;
    use crate::discord::error::DiscordError;
    use crate::discord::handler::Handler;
    use crate::discord::interaction::Interaction;
    use crate::discord::message::OutgoingMessage;
    use crate::discord::reply::{Deferral, Reply};
    use crate::domain::{Timestamp, UserId};

    use super::*;

    const NOW: u64 = 1_800_000_000;

    fn key() -> SigningKey {
        SigningKey::from_bytes(&[7; 32])
    }

    /// What Discord sends along with this body.
    fn signed(timestamp: &str, body: &[u8]) -> HeaderMap {
        let signature = key().sign(&[timestamp.as_bytes(), body].concat());
        headers(&hex::encode(signature.to_bytes()), timestamp)
    }

    fn headers(signature: &str, timestamp: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert("x-signature-ed25519", signature.parse().expect("visible"));
        headers.insert("x-signature-timestamp", timestamp.parse().expect("visible"));
        headers
    }

    fn judge(headers: &HeaderMap, body: &[u8]) -> Result<(), Refusal> {
        Signed::of(headers)?.verify(&key().verifying_key(), body, NOW)
    }

    #[test]
    fn a_request_is_believed_only_with_a_good_signature() {
        let body = br#"{"type":1}"#;
        let now = NOW.to_string();
        let good = signed(&now, body);
        assert_eq!(judge(&good, body), Ok(()));
        let signature = good["x-signature-ed25519"].to_str().expect("hexadecimal").to_owned();
        assert_eq!(judge(&headers(&signature.to_uppercase(), &now), body), Ok(()));

        let mut without_signature = good.clone();
        without_signature.remove("x-signature-ed25519");
        let mut without_timestamp = good.clone();
        without_timestamp.remove("x-signature-timestamp");
        for (what, headers) in [
            ("no header", HeaderMap::new()),
            ("no signature", without_signature),
            ("no timestamp", without_timestamp),
            ("an empty signature", headers("", &now)),
            ("not hexadecimal", headers(&signature.replace(|c: char| c.is_ascii_digit(), "g"), &now)),
            ("too short", headers(&signature[..126], &now)),
            ("too long", headers(&format!("{signature}00"), &now)),
            ("an odd number of digits", headers(&signature[..127], &now)),
            ("zeros", headers(&"0".repeat(128), &now)),
            ("another timestamp", headers(&signature, &(NOW + 1).to_string())),
            ("of another body", signed(&now, b"{}")),
        ] {
            assert_eq!(judge(&headers, body), Err(Refusal::Forged), "{what}");
        }
        // Where timestamp ends and body begins is not signed, so the same bytes cut elsewhere are no recent request.
        let (shorter, longer) = (&now[..9], [&now.as_bytes()[9..], body].concat());
        assert!(matches!(judge(&headers(&signature, shorter), &longer), Err(Refusal::Stale { .. })));
        let other = SigningKey::from_bytes(&[8; 32]).verifying_key();
        assert_eq!(Signed::of(&good).and_then(|signed| signed.verify(&other, body, NOW)), Err(Refusal::Forged));
    }

    #[test]
    fn a_signature_is_good_for_five_minutes() {
        for (timestamp, expected) in [
            (NOW.to_string(), Ok(())),
            ((NOW - 300).to_string(), Ok(())),
            ((NOW + 300).to_string(), Ok(())),
            ((NOW - 301).to_string(), Err(Refusal::Stale { seconds: 301 })),
            ((NOW + 301).to_string(), Err(Refusal::Stale { seconds: 301 })),
            ("0".to_owned(), Err(Refusal::Stale { seconds: NOW })),
            (u64::MAX.to_string(), Err(Refusal::Stale { seconds: u64::MAX - NOW })),
            ("-5".to_owned(), Err(Refusal::Forged)),
            ("soon".to_owned(), Err(Refusal::Forged)),
            (String::new(), Err(Refusal::Forged)),
        ] {
            assert_eq!(judge(&signed(&timestamp, b"{}"), b"{}"), expected, "{timestamp}");
        }
    }

    #[test]
    fn no_mutation_of_a_signed_request_is_believed() {
        let body = br#"{"id":"77","type":2,"token":"t","data":{"name":"challenge"}}"#;
        let now = NOW.to_string();
        let signature = signed(&now, body)["x-signature-ed25519"].to_str().expect("hexadecimal").to_owned();
        let mut rng = StdRng::seed_from_u64(1);
        for _ in 0..10_000 {
            let mut parts = [signature.clone().into_bytes(), now.clone().into_bytes(), body.to_vec()];
            let part = &mut parts[rng.random_range(0..3)];
            let at = rng.random_range(0..part.len());
            match rng.random_range(0..4) {
                0 => part[at] ^= 1 << rng.random_range(0..8),
                1 => drop(part.remove(at)),
                2 => part.insert(at, rng.random()),
                _ => part.truncate(at),
            }
            let value = |bytes: &[u8]| axum::http::HeaderValue::from_bytes(bytes);
            let (Ok(signature_sent), Ok(timestamp)) = (value(&parts[0]), value(&parts[1])) else { continue };
            let headers = HeaderMap::from_iter([
                ("x-signature-ed25519".parse().expect("a name"), signature_sent),
                ("x-signature-timestamp".parse().expect("a name"), timestamp),
            ]);
            let same = parts[0].eq_ignore_ascii_case(signature.as_bytes())
                && parts[1] == now.as_bytes()
                && parts[2] == body.as_slice();
            assert_eq!(judge(&headers, &parts[2]).is_ok(), same, "{parts:?}");
        }
    }

    /// Counts what it answers, and what Discord is asked.
    #[derive(Default)]
    struct Counter(Mutex<Vec<String>>);

    #[async_trait]
    impl Handler for Counter {
        fn deferral(&self, _: &Interaction) -> Deferral {
            Deferral::Ephemeral
        }
        async fn answer(&self, interaction: &Interaction) -> Reply {
            self.0.lock().expect("free").push(interaction.name.clone());
            Reply::Choices(Vec::new())
        }
        fn after_panic(&self, _: &Interaction) -> Reply {
            Reply::Choices(Vec::new())
        }
    }

    #[async_trait]
    impl InteractionApi for Counter {
        async fn create_interaction_response(
            &self,
            id: u64,
            _: &str,
            _: u8,
            _: Value,
            _: Option<&OutgoingMessage>,
        ) -> Result<(), DiscordError> {
            self.0.lock().expect("free").push(format!("answered {id}"));
            Ok(())
        }
        async fn edit_original_response(&self, _: u64, _: &str, _: &OutgoingMessage) -> Result<(), DiscordError> {
            Ok(())
        }

        async fn answer_by_dm(&self, _: UserId, _: &OutgoingMessage, _: &str) -> Result<(), DiscordError> {
            Ok(())
        }
    }

    /// A served endpoint: its address, what it did, and what stops it.
    async fn endpoint() -> (String, Arc<Counter>, CancellationToken) {
        let endpoint = Endpoint::bind(([127, 0, 0, 1], 0).into(), key().verifying_key()).await.expect("a free port");
        let url = format!("http://{}{PATH}", endpoint.listener.local_addr().expect("bound"));
        let (counter, cancel) = (Arc::new(Counter::default()), CancellationToken::new());
        let responder = Arc::new(Responder::new(Arc::clone(&counter) as _, Arc::clone(&counter) as _));
        let clock = ManualClock::at(Timestamp(NOW as i64 * 1000));
        tokio::spawn(endpoint.serve(responder, clock, cancel.clone()));
        (url, counter, cancel)
    }

    /// Posts it; gives status and body of the answer.
    async fn post(url: &str, headers: HeaderMap, body: impl Into<reqwest::Body>) -> (u16, String) {
        let answer = reqwest::Client::new().post(url).headers(headers).body(body).send().await.expect("an answer");
        (answer.status().as_u16(), answer.text().await.expect("a body"))
    }

    async fn post_signed(url: &str, body: &str) -> (u16, String) {
        post(url, signed(&NOW.to_string(), body.as_bytes()), body.to_owned()).await
    }

    fn command(id: &str) -> String {
        json!({
            "id": id, "type": 2, "token": "t", "channel_id": "5", "user": { "id": "1", "username": "ada" },
            "data": { "name": "help" },
        })
        .to_string()
    }

    #[tokio::test]
    async fn a_signed_interaction_is_answered_once_and_then_accepted() {
        let (url, counter, _) = endpoint().await;
        for _ in 0..2 {
            assert_eq!(post_signed(&url, &command("77")).await, (202, String::new()));
            assert_eq!(*counter.0.lock().expect("free"), ["help", "answered 77"]);
        }
    }

    #[tokio::test]
    async fn the_check_of_discord_is_passed() {
        let (url, counter, _) = endpoint().await;
        let ping = r#"{"id":"1","type":1,"token":"t","version":1}"#;
        assert_eq!(post_signed(&url, ping).await, (200, r#"{"type":1}"#.to_owned()));
        let refused = (401, BAD_SIGNATURE.to_owned());
        let (forged, old) = (headers(&"ab".repeat(64), &NOW.to_string()), (NOW - 1000).to_string());
        // All bad signatures get the same answer, whatever is wrong with them and whatever they would have asked for.
        for body in [ping, &command("78"), "", "no JSON"] {
            for headers in [HeaderMap::new(), forged.clone(), signed(&old, body.as_bytes())] {
                assert_eq!(post(&url, headers, body.to_owned()).await, refused, "{body}");
            }
        }
        assert!(counter.0.lock().expect("free").is_empty());
    }

    #[tokio::test]
    async fn what_is_signed_and_strange_is_ignored_with_an_answer() {
        let (url, counter, _) = endpoint().await;
        for (body, status) in [
            ("no JSON", 400),
            ("", 400),
            (&"[".repeat(100_000), 400),
            ("7", 202),
            ("[]", 202),
            (r#"{"type":99}"#, 202),
            (r#"{"type":"2"}"#, 202),
            (r#"{"type":2,"id":"x","data":{"name":"help"}}"#, 202),
        ] {
            assert_eq!(post_signed(&url, body).await, (status, String::new()), "{}", &body[..body.len().min(50)]);
        }
        assert!(counter.0.lock().expect("free").is_empty());
    }

    #[tokio::test]
    async fn a_large_body_and_another_method_or_path_are_refused() {
        let (url, ..) = endpoint().await;
        let spaces = |count: usize| format!(r#"{{"type":1{}}}"#, " ".repeat(count - 10));
        let (most, more) = (spaces(BODY_LIMIT), spaces(BODY_LIMIT + 1));
        assert_eq!(post_signed(&url, &most).await.0, 200);
        assert_eq!(post_signed(&url, &more).await.0, 413);
        assert_eq!(reqwest::get(&url).await.expect("an answer").status(), 405);
        assert_eq!(reqwest::get(format!("{url}/more")).await.expect("an answer").status(), 404);
    }

    #[tokio::test]
    async fn an_address_in_use_is_named() {
        let taken = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = taken.local_addr().expect("bound");
        let error = format!("{:#}", Endpoint::bind(address, key().verifying_key()).await.expect_err("in use"));
        assert!(error.starts_with(&format!("listening on {address} (`http.listen`): ")), "{error}");
    }
}
