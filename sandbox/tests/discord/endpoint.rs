//! Interactions over HTTP: an address is checked before it is saved, and requests are signed.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use ed25519_dalek::{Signature, VerifyingKey};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::harness::{Gateway, Harness, TestResult};

/// A bot that is reached over HTTP: its judgement of signatures, and its answer to commands.
struct Bot {
    key: VerifyingKey,
    judges: Judges,
    answer: Mutex<(StatusCode, Value)>,
    received: Mutex<Vec<Value>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Judges {
    Well,
    /// Accepts all signatures.
    Never,
    /// Rejects all signatures.
    Always,
}

async fn receive(State(bot): State<Arc<Bot>>, headers: HeaderMap, body: Bytes) -> (StatusCode, String) {
    let header = |name: &str| headers[name].to_str().expect("visible").to_owned();
    let mut signature = [0; 64];
    hex::decode_to_slice(header("x-signature-ed25519"), &mut signature).expect("64 bytes");
    let signed = [header("x-signature-timestamp").as_bytes(), &body].concat();
    let is_good = bot.key.verify_strict(&signed, &Signature::from_bytes(&signature)).is_ok();
    if bot.judges == Judges::Always || (bot.judges == Judges::Well && !is_good) {
        return (StatusCode::UNAUTHORIZED, String::new());
    }
    let interaction: Value = serde_json::from_slice(&body).expect("JSON");
    if interaction["type"] == 1 {
        return (StatusCode::OK, json!({ "type": 1 }).to_string());
    }
    bot.received.lock().expect("free").push(interaction);
    let (status, answer) = bot.answer.lock().expect("free").clone();
    (status, answer.to_string())
}

/// Starts such a bot; returns its address too.
async fn bot(harness: &Harness, judges: Judges) -> anyhow::Result<(Arc<Bot>, String)> {
    let mut key = [0; 32];
    hex::decode_to_slice(harness.sandbox.public_key(), &mut key)?;
    let bot = Arc::new(Bot {
        key: VerifyingKey::from_bytes(&key)?,
        judges,
        answer: Mutex::new((StatusCode::ACCEPTED, Value::Null)),
        received: Mutex::default(),
    });
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let url = format!("http://{}/interactions", listener.local_addr()?);
    let app = Router::new().route("/interactions", post(receive)).with_state(Arc::clone(&bot));
    tokio::spawn(async move { axum::serve(listener, app).await });
    Ok((bot, url))
}

#[tokio::test]
async fn an_address_is_saved_only_if_it_checks_signatures() -> TestResult {
    let harness = Harness::start().await?;
    let application = async || harness.rest("GET", "applications/@me", Value::Null).await;
    assert_eq!(application().await?.body["verify_key"], harness.sandbox.public_key());
    let free = TcpListener::bind("127.0.0.1:0").await?.local_addr()?;
    let (_, credulous) = bot(&harness, Judges::Never).await?;
    let (_, suspicious) = bot(&harness, Judges::Always).await?;
    let (_, good) = bot(&harness, Judges::Well).await?;
    for url in ["no address", &format!("http://{free}/interactions"), &credulous, &suspicious] {
        assert!(harness.sandbox.save_endpoint(Some(url)).await.is_err(), "{url}");
        assert_eq!(application().await?.body["interactions_endpoint_url"], Value::Null);
    }
    for url in [Some(good.as_str()), None] {
        harness.sandbox.save_endpoint(url).await?;
        assert_eq!(application().await?.body["interactions_endpoint_url"], json!(url));
    }
    Ok(())
}

#[tokio::test]
async fn interactions_are_posted_to_a_saved_address_and_not_sent_to_the_gateway() -> TestResult {
    let (harness, mut gateway): (Harness, Gateway) = Harness::with_ping().await?;
    let (bot, url) = bot(&harness, Judges::Well).await?;
    harness.sandbox.save_endpoint(Some(&url)).await?;
    let ping = async || harness.users.slash(&harness.ada, &harness.games, "ping", json!([])).await;

    // An answer in the response.
    *bot.answer.lock().expect("free") = (StatusCode::OK, json!({ "type": 4, "data": { "content": "Here" } }));
    let answered = harness.users.wait_answer(&ping().await?).await?;
    assert_eq!((answered.state.as_str(), &answered.message["content"]), ("answered", &json!("Here")));

    // An answer at the callback.
    *bot.answer.lock().expect("free") = (StatusCode::ACCEPTED, Value::Null);
    let id = ping().await?;
    let interaction = loop {
        let received = bot.received.lock().expect("free").iter().find(|known| known["id"] == id).cloned();
        if let Some(received) = received {
            break received;
        }
        tokio::task::yield_now().await;
    };
    harness.callback(&interaction, json!({ "type": 4, "data": { "content": "There" } })).await?;
    assert_eq!(harness.users.wait_answer(&id).await?.message["content"], "There");

    // A refusal, and an answer that Discord does not accept.
    for answer in [(StatusCode::SERVICE_UNAVAILABLE, Value::Null), (StatusCode::OK, json!({ "type": 99 }))] {
        *bot.answer.lock().expect("free") = answer;
        let failed = harness.users.wait_answer(&ping().await?).await?;
        assert_eq!(failed.state, "failed", "{failed:?}");
    }

    harness.sandbox.save_endpoint(None).await?;
    let id = ping().await?;
    assert_eq!(gateway.event("INTERACTION_CREATE").await?["id"], id, "the first one that the gateway got");
    Ok(())
}
