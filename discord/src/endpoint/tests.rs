use base::clock::ManualClock;
use base::http_server;
use base::ids::Timestamp;
use ed25519_dalek::{Signer as _, SigningKey};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio_util::sync::CancellationToken;

use crate::test_support::{Recorder, responder};

use super::*;

const NOW: u64 = 1_800_000_000;

fn key() -> SigningKey {
    SigningKey::from_bytes(&[7; 32])
}

fn signed(timestamp: &str, body: &[u8]) -> HeaderMap {
    let signature = key().sign(&[timestamp.as_bytes(), body].concat());
    headers(&format!("{signature:x}"), timestamp)
}

fn headers(signature: &str, timestamp: &str) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert("x-signature-ed25519", signature.parse().expect("visible"));
    headers.insert("x-signature-timestamp", timestamp.parse().expect("visible"));
    headers
}

fn verifier(key: &SigningKey) -> Verifier {
    Verifier::try_new(key.verifying_key().to_bytes()).expect("a key")
}

fn judge(headers: &HeaderMap, body: &[u8]) -> Result<(), Refusal> {
    Signed::of(headers).ok_or(Refusal::Forged)?.verify(&verifier(&key()), body, NOW)
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
    // The signature does not cover the border between timestamp and body, so the same bytes cut elsewhere are no recent request.
    let (shorter, longer) = (&now[..9], [&now.as_bytes()[9..], body].concat());
    assert!(matches!(judge(&headers(&signature, shorter), &longer), Err(Refusal::Stale { .. })));
    let other = verifier(&SigningKey::from_bytes(&[8; 32]));
    assert_eq!(Signed::of(&good).expect("headers").verify(&other, body, NOW), Err(Refusal::Forged));
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
    let body = COMMAND.as_bytes();
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
        let same =
            parts[0].eq_ignore_ascii_case(signature.as_bytes()) && parts[1] == now.as_bytes() && parts[2] == body;
        assert_eq!(judge(&headers, &parts[2]).is_ok(), same, "{parts:?}");
    }
}

/// The address of a served endpoint, and what Discord was asked for it.
async fn endpoint() -> (String, Arc<Recorder>) {
    let listener = http_server::listen(([127, 0, 0, 1], 0).into(), "http.listen").await.expect("a free port");
    let url = format!("http://{}{PATH}", listener.local_addr().expect("bound"));
    let (responder, recorder, _) = responder(Recorder::default());
    let clock = ManualClock::at(Timestamp(NOW as i64 * 1000));
    let routes = router(PublicKey(key().verifying_key().to_bytes()), responder, clock).expect("a key");
    tokio::spawn(http_server::serve(listener, routes, CancellationToken::new()));
    (url, recorder)
}

async fn post(url: &str, headers: HeaderMap, body: impl Into<reqwest::Body>) -> (u16, String) {
    let answer = reqwest::Client::new().post(url).headers(headers).body(body).send().await.expect("an answer");
    (answer.status().as_u16(), answer.text().await.expect("a body"))
}

async fn post_signed(url: &str, body: &str) -> (u16, String) {
    post(url, signed(&NOW.to_string(), body.as_bytes()), body.to_owned()).await
}

const COMMAND: &str =
    r#"{"id":"77","type":2,"token":"t","channel_id":"5","user":{"id":"1","username":"ada"},"data":{"name":"help"}}"#;

#[tokio::test]
async fn the_check_of_discord_is_passed() {
    let (url, recorder) = endpoint().await;
    let ping = r#"{"id":"1","type":1,"token":"t","version":1}"#;
    assert_eq!(post_signed(&url, ping).await, (200, r#"{"type":1}"#.to_owned()));
    let refusal = (401, BAD_SIGNATURE.to_owned());
    let (forged, old) = (headers(&"ab".repeat(64), &NOW.to_string()), (NOW - 1000).to_string());
    // All bad signatures get the same answer, whatever is wrong with them and whatever they would have asked for.
    for body in [ping, COMMAND, "", "no JSON"] {
        for headers in [HeaderMap::new(), forged.clone(), signed(&old, body.as_bytes())] {
            assert_eq!(post(&url, headers, body.to_owned()).await, refusal, "{body}");
        }
    }
    assert!(recorder.questions().is_empty());
}

#[tokio::test]
async fn what_is_signed_and_strange_is_ignored_with_an_answer() {
    let (url, recorder) = endpoint().await;
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
    assert!(recorder.questions().is_empty());
}

#[tokio::test]
async fn slow_requests_make_room_for_others() {
    let (url, _) = endpoint().await;
    let address = url.trim_start_matches("http://").trim_end_matches(PATH).to_owned();
    let head = format!(
        "POST {PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\nX-Signature-Ed25519: {}\r\nX-Signature-Timestamp: {NOW}\r\n\r\n",
        "ab".repeat(64)
    );
    let mut slow = Vec::new();
    for _ in 0..=READERS {
        let mut stream = tokio::net::TcpStream::connect(&address).await.expect("a connection");
        stream.write_all(head.as_bytes()).await.expect("sent");
        slow.push(stream);
    }
    let ping = r#"{"id":"1","type":1,"token":"t","version":1}"#;
    for _ in 0..3 {
        assert_eq!(post_signed(&url, ping).await.0, 200);
    }
    let mut answer = [0; 12];
    slow[0].read_exact(&mut answer).await.expect("an answer");
    assert_eq!(&answer, b"HTTP/1.1 503");
}

#[tokio::test]
async fn a_large_body_and_another_method_or_path_are_refused() {
    let (url, _) = endpoint().await;
    let spaces = |count: usize| format!(r#"{{"type":1{}}}"#, " ".repeat(count - 10));
    let (most, more) = (spaces(BODY_LIMIT), spaces(BODY_LIMIT + 1));
    assert_eq!(post_signed(&url, &most).await.0, 200);
    assert_eq!(post_signed(&url, &more).await.0, 413);
    assert_eq!(reqwest::get(&url).await.expect("an answer").status(), 405);
    assert_eq!(reqwest::get(format!("{url}/more")).await.expect("an answer").status(), 404);
}
