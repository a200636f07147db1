//! A fake Discord that loses answers, refuses, limits rates, and remembers a nonce for some minutes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use base::clock::Clock as _;
use discord::{AutoArchiveDuration, DiscordApi, DiscordError, EditMessage, OutgoingMessage, RoleChange};
use games::domain::{ChannelId, GuildId, Person, RoleId, Timestamp, UserId};

use crate::simulation::fault_injector::SimulationFaults;
use crate::simulation::rng::Rng;

/// How long Discord remembers a nonce.
const NONCE_MS: i64 = 5 * 60_000;

#[derive(Debug, Clone)]
pub struct PostedMessage {
    pub at: Timestamp,
    pub channel: ChannelId,
    /// The id of the outbox message.
    pub message: i64,
    /// The part of that message: a seat in direct messages, the first message of a thread.
    pub part: String,
    /// Whether it mentions anyone. An obsolete message mentions no one.
    pub mentions: bool,
}

#[derive(Default)]
struct State {
    posted: Vec<PostedMessage>,
    /// The time of each edit, with the index of the message.
    edited: Vec<(Timestamp, usize)>,
    nonces: HashMap<(ChannelId, String), (Timestamp, u64)>,
    /// Posts of competitions in their channels, with their nonces.
    club_posts: Vec<(Timestamp, String)>,
}

const FIRST_ID: u64 = 1_000_000_001;

/// The id of the first post of a competition.
const FIRST_CLUB_ID: u64 = 2_000_000_001;

pub struct FakeDiscord {
    faults: Arc<SimulationFaults>,
    rng: Mutex<Rng>,
    state: Mutex<State>,
}

impl FakeDiscord {
    pub fn new(faults: &Arc<SimulationFaults>, seed: u64) -> Arc<Self> {
        Arc::new(Self { faults: Arc::clone(faults), rng: Mutex::new(Rng::new(seed)), state: Mutex::default() })
    }

    pub fn posted(&self) -> Vec<PostedMessage> {
        self.state().posted.clone()
    }

    /// The time of each edit, with the index of the posted message.
    pub fn edited(&self) -> Vec<(Timestamp, usize)> {
        self.state().edited.clone()
    }

    /// Posts of competitions in their channels: time and nonce.
    pub fn club_posts(&self) -> Vec<(Timestamp, String)> {
        self.state().club_posts.clone()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Decides a request: an error before it acts, `true` if the answer is lost after it.
    async fn request(&self, what: &str) -> Result<bool, DiscordError> {
        self.faults.work();
        let (fault, pauses) = {
            let mut rng = self.rng.lock().unwrap_or_else(PoisonError::into_inner);
            (rng.below(if self.faults.has_stopped() { u64::MAX } else { 100 }), rng.below(4))
        };
        for _ in 0..pauses {
            tokio::task::yield_now().await;
        }
        self.faults.record(&(what, fault));
        match fault {
            0 => Err(DiscordError::Refused { status: 502, code: 0, message: "bad gateway".to_owned() }),
            1 => Err(DiscordError::rate_limited(Duration::from_secs(3))),
            2 => Err(DiscordError::NoResponse("no answer".to_owned())),
            3 | 4 => Ok(true),
            _ => Ok(false),
        }
    }
}

fn respond<T>(lost: bool, value: T) -> Result<T, DiscordError> {
    if lost { Err(DiscordError::NoResponse("the answer was lost".to_owned())) } else { Ok(value) }
}

#[async_trait]
impl DiscordApi for FakeDiscord {
    async fn post(&self, channel: ChannelId, post: &OutgoingMessage, nonce: &str) -> Result<u64, DiscordError> {
        let lost = self.request("post").await?;
        let now = self.faults.clock.now();
        let mentions = !post.mentions.is_empty();
        let id = {
            let mut state = self.state();
            let key = (channel, nonce.to_owned());
            match state.nonces.get(&key) {
                Some((at, id)) if now.since(*at) < NONCE_MS => *id,
                _ if !nonce.starts_with(|first: char| first.is_ascii_digit()) => {
                    state.club_posts.push((now, nonce.to_owned()));
                    let id = FIRST_CLUB_ID + state.club_posts.len() as u64 - 1;
                    state.nonces.insert(key, (now, id));
                    id
                }
                _ => {
                    let (message, part) = nonce.split_once('-').unwrap_or((nonce, ""));
                    let message = message.parse().expect("a nonce begins with the number of its message");
                    state.posted.push(PostedMessage { at: now, channel, message, part: part.to_owned(), mentions });
                    let id = FIRST_ID + state.posted.len() as u64 - 1;
                    state.nonces.insert(key, (now, id));
                    id
                }
            }
        };
        respond(lost, id)
    }

    async fn edit(&self, _: ChannelId, message: u64, _: &EditMessage) -> Result<(), DiscordError> {
        let lost = self.request("edit").await?;
        let now = self.faults.clock.now();
        self.state().edited.extend(message.checked_sub(FIRST_ID).map(|place| (now, place as usize)));
        respond(lost, ())
    }

    async fn replace(&self, _: ChannelId, _: u64, _: &OutgoingMessage) -> Result<(), DiscordError> {
        respond(self.request("edit").await?, ())
    }

    async fn delete(&self, _: ChannelId, _: u64) -> Result<(), DiscordError> {
        respond(self.request("delete").await?, ())
    }

    async fn start_thread(
        &self,
        _: ChannelId,
        message: u64,
        _: &str,
        _: AutoArchiveDuration,
    ) -> Result<ChannelId, DiscordError> {
        respond(self.request("start_thread").await?, ChannelId(message))
    }

    async fn add_thread_member(&self, _: ChannelId, _: UserId) -> Result<(), DiscordError> {
        Ok(())
    }

    async fn member(&self, _: GuildId, user: UserId) -> Result<Option<Person>, DiscordError> {
        Ok(Some(Person { user, name: user.0.to_string() }))
    }

    async fn archive_thread(&self, _: ChannelId, _: &str) -> Result<(), DiscordError> {
        Ok(())
    }

    async fn pin(&self, _: ChannelId, _: u64) -> Result<(), DiscordError> {
        Ok(())
    }

    async fn change_role(&self, _: RoleChange, _: GuildId, _: UserId, _: RoleId) -> Result<(), DiscordError> {
        Ok(())
    }

    async fn open_dm(&self, user: UserId) -> Result<ChannelId, DiscordError> {
        respond(self.request("open_dm").await?, ChannelId(10_000_000 + user.0))
    }

    async fn edit_recent_response(&self, _: u64, _: &OutgoingMessage) -> Result<bool, DiscordError> {
        Ok(true)
    }
}
