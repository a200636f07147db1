//! Interactions over HTTP: each is signed and posted to the address saved for the bot, instead of the gateway.

use std::time::Duration;

use axum::http::StatusCode;
use ed25519_dalek::{Signer as _, SigningKey};
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};

use crate::interaction::State;
use crate::model::Id;
use crate::rest;
use crate::validate::Refusal;
use crate::world::{Shared, World};

/// The address of the bot, and the key that signs what is posted there.
#[derive(Debug)]
pub struct Endpoint {
    key: SigningKey,
    url: Option<String>,
    deliveries: UnboundedSender<Delivery>,
}

#[derive(Debug)]
pub struct Delivery {
    interaction: Id,
    url: String,
    body: String,
    /// Whether the interaction was posted before.
    repeated: bool,
}

impl Endpoint {
    pub fn new(key: [u8; 32], deliveries: UnboundedSender<Delivery>) -> Self {
        Self { key: SigningKey::from_bytes(&key), url: None, deliveries }
    }

    /// The public key of our signatures, in hexadecimal digits.
    pub fn public_key(&self) -> String {
        hex::encode(self.key.verifying_key().to_bytes())
    }

    pub fn url(&self) -> Option<&str> {
        self.url.as_deref()
    }

    pub fn deliver(&self, interaction: Id, payload: &Value, times: usize) {
        for n in 0..times {
            let (url, body) = (self.url.clone().unwrap_or_default(), payload.to_string());
            let _ = self.deliveries.send(Delivery { interaction, url, body, repeated: n > 0 });
        }
    }

    fn sign(&self, timestamp: &str, body: &str) -> String {
        hex::encode(self.key.sign(format!("{timestamp}{body}").as_bytes()).to_bytes())
    }
}

pub async fn run(shared: Shared, mut deliveries: UnboundedReceiver<Delivery>) {
    while let Some(delivery) = deliveries.recv().await {
        let shared = shared.clone();
        tokio::spawn(async move {
            let answer = post(&shared, &delivery.url, &delivery.body, |signature| signature).await;
            read_answer(&mut shared.lock(), &delivery, &answer);
        });
    }
}

/// An answer in the response counts like one at the callback; `202` promises a callback. Everything else is a
/// failure.
fn read_answer(world: &mut World, delivery: &Delivery, answer: &Result<(StatusCode, Value), String>) {
    let id = delivery.interaction;
    let failure = match answer {
        Ok((StatusCode::ACCEPTED, _)) => return,
        Ok((StatusCode::OK, body)) => match rest::callbacks::inline(world, id, body) {
            Ok(()) => return,
            Err(refusal) => refusal.message,
        },
        Ok((status, _)) => status.to_string(),
        Err(problem) => problem.clone(),
    };
    let is_open = world.interactions.get(&id).is_some_and(|interaction| interaction.state == State::Pending);
    if is_open && !delivery.repeated {
        tracing::info!(interaction = id, failure, "the bot did not take an interaction");
        world.fail(id);
    }
}

/// One signed request; `change` may spoil the signature.
async fn post(
    shared: &Shared,
    url: &str,
    body: &str,
    change: impl FnOnce(String) -> String,
) -> Result<(StatusCode, Value), String> {
    let (timestamp, signature, timeout) = {
        let world = shared.lock();
        // The real time: signatures do not use the world's clock, which tests move.
        let timestamp = ((world.now_ms() - world.clock.offset_ms) / 1000).to_string();
        let signature = change(world.endpoint.sign(&timestamp, body));
        (timestamp, signature, Duration::from_millis(world.options.first_answer_ms.unsigned_abs()))
    };
    let request = shared.http.post(url).timeout(timeout).header("Content-Type", "application/json");
    let request = request.header("X-Signature-Ed25519", signature).header("X-Signature-Timestamp", timestamp);
    let answer = request.body(body.to_owned()).send().await.map_err(|error| error.to_string())?;
    let status = answer.status();
    let text = answer.text().await.map_err(|error| error.to_string())?;
    Ok((status, serde_json::from_str(&text).unwrap_or(Value::Null)))
}

/// Saves the address to which interactions are posted, or removes it. Like Discord, it first sends two requests: a
/// good signature must be answered with PONG, and a bad one with 401.
pub async fn save(shared: &Shared, url: Option<&str>) -> Result<(), Refusal> {
    if let Some(url) = url {
        let ping = {
            let mut world = shared.lock();
            let id = world.new_id();
            json!({ "id": id.to_string(), "application_id": world.bot.to_string(), "type": 1, "token": "ping", "version": 1 })
        }
        .to_string();
        let pong = post(shared, url, &ping, |signature| signature).await;
        let spoiled = |signature: String| signature.chars().rev().collect();
        let refusal = post(shared, url, &ping, spoiled).await;
        let why = if !matches!(&pong, Ok((StatusCode::OK, body)) if body["type"] == 1) {
            format!("a signed PING was answered with {pong:?} instead of PONG")
        } else if !matches!(refusal, Ok((StatusCode::UNAUTHORIZED, _))) {
            format!("a bad signature was answered with {refusal:?} instead of 401")
        } else {
            String::new()
        };
        if !why.is_empty() {
            tracing::warn!(url, "refused the address for interactions: {why}");
            let sentence = "The specified interactions endpoint url could not be verified.";
            return Err(Refusal::form(
                "interactions_endpoint_url",
                "APPLICATION_INTERACTIONS_ENDPOINT_INVALID",
                sentence,
            ));
        }
    }
    let mut world = shared.lock();
    world.endpoint.url = url.map(str::to_owned);
    world.notify_bot_online();
    Ok(())
}
