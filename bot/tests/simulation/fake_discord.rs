//! A Discord that forgets answers, refuses, asks to wait, and knows a nonce for some minutes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use bot::clock::Clock as _;
use bot::discord::api::{DiscordApi, DiscordError};
use bot::discord::message::OutgoingMessage;
use bot::domain::{ChannelId, Timestamp, UserId};
use serde_json::{Map, Value};

use crate::fault_injector::Sky;
use crate::rng::Dice;

/// How long a nonce is known.
const NONCE_MS: i64 = 5 * 60_000;

/// A message that was posted.
#[derive(Debug, Clone)]
pub struct PostedMessage {
    pub at: Timestamp,
    pub channel: ChannelId,
    /// Of the outbox.
    pub message: i64,
    /// What of it: a seat in direct messages, the beginning of a thread.
    pub part: String,
    /// Does it call somebody? What nobody needs any more calls nobody.
    pub calls: bool,
}

#[derive(Default)]
struct State {
    posted: Vec<PostedMessage>,
    nonces: HashMap<(ChannelId, String), (Timestamp, u64)>,
}

pub struct Fake {
    sky: Arc<Sky>,
    dice: Mutex<Dice>,
    state: Mutex<State>,
}

impl Fake {
    pub fn under(sky: &Arc<Sky>, seed: u64) -> Arc<Self> {
        Arc::new(Self { sky: Arc::clone(sky), dice: Mutex::new(Dice::of(seed)), state: Mutex::default() })
    }

    /// All that was ever posted, in order.
    pub fn posted(&self) -> Vec<PostedMessage> {
        self.state().posted.clone()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the answer is lost after the deed; an error is one before it.
    async fn cleanup_action(&self) -> Result<bool, DiscordError> {
        self.sky.work();
        let (fault, pauses) = {
            let mut dice = self.dice.lock().unwrap_or_else(PoisonError::into_inner);
            (dice.below(if self.sky.is_calm() { u64::MAX } else { 100 }), dice.below(4))
        };
        for _ in 0..pauses {
            tokio::task::yield_now().await;
        }
        match fault {
            0 => Err(DiscordError::Refused { status: 502, code: 0, message: "bad gateway".to_owned() }),
            1 => Err(DiscordError::TooFast(Duration::from_secs(3))),
            2 => Err(DiscordError::Silent("nobody heard of it".to_owned())),
            3 | 4 => Ok(true),
            _ => Ok(false),
        }
    }
}

fn heard<T>(lost: bool, value: T) -> Result<T, DiscordError> {
    if lost { Err(DiscordError::Silent("the answer was lost".to_owned())) } else { Ok(value) }
}

#[async_trait]
impl DiscordApi for Fake {
    async fn post(&self, channel: ChannelId, post: &OutgoingMessage, nonce: &str) -> Result<u64, DiscordError> {
        let lost = self.cleanup_action().await?;
        let now = self.sky.clock.now();
        let calls = post.body["allowed_mentions"]["users"].as_array().is_some_and(|users| !users.is_empty());
        let id = {
            let mut state = self.state();
            let key = (channel, nonce.to_owned());
            match state.nonces.get(&key) {
                Some((at, id)) if now.since(*at) < NONCE_MS => *id,
                _ => {
                    let (message, part) = nonce.split_once('-').unwrap_or((nonce, ""));
                    let message = message.parse().expect("a nonce begins with the number of its message");
                    state.posted.push(PostedMessage { at: now, channel, message, part: part.to_owned(), calls });
                    let id = 1_000_000_000 + state.posted.len() as u64;
                    state.nonces.insert(key, (now, id));
                    id
                }
            }
        };
        heard(lost, id)
    }

    async fn edit(&self, _: ChannelId, _: u64, _: &Map<String, Value>) -> Result<(), DiscordError> {
        heard(self.cleanup_action().await?, ())
    }

    async fn delete(&self, _: ChannelId, _: u64) -> Result<(), DiscordError> {
        heard(self.cleanup_action().await?, ())
    }

    async fn start_thread(&self, _: ChannelId, message: u64, _: &str) -> Result<ChannelId, DiscordError> {
        heard(self.cleanup_action().await?, ChannelId(message))
    }

    async fn open_dm(&self, user: UserId) -> Result<ChannelId, DiscordError> {
        heard(self.cleanup_action().await?, ChannelId(10_000_000 + user.0))
    }

    async fn answer(&self, _: u64, _: &str, _: u8, _: Value, _: Option<&OutgoingMessage>) -> Result<(), DiscordError> {
        Ok(())
    }

    async fn complete(&self, _: &str, _: &OutgoingMessage) -> Result<(), DiscordError> {
        Ok(())
    }

    async fn amend(&self, _: u64, _: &OutgoingMessage) -> Result<bool, DiscordError> {
        Ok(true)
    }

    async fn register(&self, _: &Value) -> Result<(), DiscordError> {
        Ok(())
    }
}
