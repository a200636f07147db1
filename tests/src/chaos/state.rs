//! The state that players and fault injector share: messages that the bot has posted, requests of users, outages.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::ensure;
use sandbox::client::Client;
use sandbox::log::Entry;
use serde_json::{Value, json};
use tokio::sync::{Notify, RwLock};

use super::checker::decode_game_id;
use super::journal::{Action, MessageEdit, Post, Request, RequestOutcome};
use crate::controls;
use crate::messages::asks_for_answer;

/// How often the sandbox's log is read.
const POLL: Duration = Duration::from_millis(40);
/// How long a user waits for an answer.
const ANSWER_TIMEOUT_MS: u64 = 4000;

/// The newest message of a kind, with its buttons.
#[derive(Debug, Clone)]
pub struct OpenMessage {
    /// Its ids, as the sandbox requires them for a press.
    pub message: Value,
    pub controls: Vec<String>,
    pub ply: usize,
    /// The board revision of its buttons, which distinguishes boards with equal plies.
    revision: i64,
}

/// Messages seen so far.
#[derive(Debug, Default)]
pub struct Observed {
    /// By kind, game, and recipient (empty for a public message).
    open: HashMap<(MessageKind, i64, String), OpenMessage>,
    /// The user of each channel of direct messages.
    dm_channels: HashMap<String, String>,
    pub posts: Vec<Post>,
    pub edits: Vec<MessageEdit>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MessageKind {
    Board,
    Challenge,
    DrawOffer,
}

/// The harness that people and injector share.
pub struct RunState {
    pub client: Client,
    /// The channel where the users play.
    pub channel: String,
    /// Read-locked while a user waits for an answer; an idle period takes the write lock.
    pub waiting_players: RwLock<()>,
    /// Processes connected to the gateway.
    pub online: AtomicUsize,
    /// Players end soon after this is set.
    pub stopping: AtomicBool,
    pub changed: Notify,
    /// The number of the last log entry in `observed`.
    log_read: AtomicU64,
    observed: Mutex<Observed>,
    requests: Mutex<Vec<Request>>,
    outages: Mutex<Outages>,
}

/// Deaths of processes, and the time until a user was answered again.
#[derive(Debug, Default)]
pub struct Outages {
    open: Vec<Instant>,
    /// From each death to the first answer to a request made after it.
    pub took: Vec<Duration>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl RunState {
    /// `dm_channels` maps channels of direct messages to users.
    pub fn new(client: Client, channel: String, dm_channels: HashMap<String, String>) -> Self {
        Self {
            client,
            channel,
            waiting_players: RwLock::new(()),
            online: AtomicUsize::new(0),
            stopping: AtomicBool::new(false),
            changed: Notify::new(),
            log_read: AtomicU64::new(0),
            observed: Mutex::new(Observed { dm_channels, ..Observed::default() }),
            requests: Mutex::default(),
            outages: Mutex::default(),
        }
    }

    pub fn observed(&self) -> MutexGuard<'_, Observed> {
        lock(&self.observed)
    }

    pub fn requests(&self) -> MutexGuard<'_, Vec<Request>> {
        lock(&self.requests)
    }

    pub fn moves(&self) -> usize {
        let is_move = |one: &&Request| matches!(one.action, Action::Move { .. }) && one.outcome == RequestOutcome::Done;
        self.requests().iter().filter(is_move).count()
    }

    pub fn outages(&self) -> MutexGuard<'_, Outages> {
        lock(&self.outages)
    }

    pub fn process_died(&self) {
        self.outages().open.push(Instant::now());
    }

    pub fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// Follows the sandbox's log until the future is dropped.
    pub async fn follow_log(&self) -> anyhow::Result<()> {
        loop {
            self.read_rest_of_log().await?;
            tokio::time::sleep(POLL).await;
        }
    }

    pub async fn read_rest_of_log(&self) -> anyhow::Result<()> {
        let since = self.log_read.load(Ordering::Relaxed);
        let (entries, next) = self.client.log(since).await?;
        ensure!(entries.first().is_none_or(|entry| entry.n == since + 1), "the sandbox has dropped log entries");
        if !entries.is_empty() {
            let mut observed = self.observed();
            for entry in &entries {
                observed.record(entry);
            }
            self.log_read.store(next, Ordering::Relaxed);
            drop(observed);
            self.changed.notify_waiters();
        }
        Ok(())
    }

    /// Waits until `find` returns something; `None` after the time limit, or when the run is stopping.
    pub async fn until<T>(&self, at_most: Duration, find: impl Fn(&Observed) -> Option<T>) -> Option<T> {
        let end = Instant::now() + at_most;
        loop {
            let changed = self.changed.notified();
            tokio::pin!(changed);
            changed.as_mut().enable();
            if let Some(found) = find(&self.observed()) {
                return Some(found);
            }
            if Instant::now() > end || self.is_stopping() {
                return None;
            }
            let _ = tokio::time::timeout(Duration::from_millis(500), changed).await;
        }
    }

    /// Sends a user's request and waits for its answer; returns the outcome and the answering message.
    pub async fn request(
        &self,
        user: &str,
        game: Option<i64>,
        action: Action,
        send: impl Future<Output = anyhow::Result<String>>,
    ) -> (RequestOutcome, Value) {
        // A user who sees the bot offline waits a little, then tries anyway.
        let until = Instant::now() + Duration::from_secs(4);
        while self.online.load(Ordering::Relaxed) == 0 && Instant::now() < until {
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        let _waiting = self.waiting_players.read().await;
        let sent = Instant::now();
        // The button may be gone already; then a client sends nothing.
        let Ok(id) = send.await else { return (RequestOutcome::Refused("not sent".to_owned()), Value::Null) };
        let path = format!("interactions/{id}?wait=answered&timeout_ms={ANSWER_TIMEOUT_MS}");
        let whole = self.client.get(&path).await.unwrap_or_default();
        let message = whole["message"].clone();
        let text = crate::text_of(&message);
        let end = match whole["state"].as_str() {
            Some("answered") if action.is_confirmed_by(&text) => RequestOutcome::Done,
            Some("answered") => RequestOutcome::Refused(text.chars().take(160).collect()),
            _ => RequestOutcome::Unanswered,
        };
        if end != RequestOutcome::Unanswered {
            let mut outages = self.outages();
            let (again, open): (Vec<Instant>, _) = outages.open.iter().partition(|died| **died < sent);
            outages.open = open;
            outages.took.extend(again.iter().map(Instant::elapsed));
        }
        let game = game.or_else(|| controls(&message).iter().find_map(|id| decode_game_id(id.split(':').nth(2)?)));
        let (id, user) = (id.parse().unwrap_or(0), user.parse().unwrap_or(0));
        self.requests().push(Request { id, user, game, action, outcome: end.clone() });
        (end, message)
    }
}

impl Observed {
    fn record(&mut self, entry: &Entry) {
        let path = entry.path.split('?').next().unwrap_or_default();
        let steps: Vec<&str> = path.trim_start_matches("/api/v10/").split('/').collect();
        if !(200..300).contains(&entry.status) {
            return;
        }
        match (entry.method.as_str(), steps.as_slice()) {
            ("POST", ["channels", channel, "messages"]) => self.record_post(entry, channel),
            (method @ ("PATCH" | "DELETE"), ["channels", channel, "messages", id]) => self.edits.push(MessageEdit {
                channel: channel.parse().unwrap_or(0),
                id: id.parse().unwrap_or(0),
                without_buttons: entry.body["components"].is_array() && !asks_for_answer(&entry.body),
                deleted: method == "DELETE",
            }),
            _ => {}
        }
    }

    fn record_post(&mut self, entry: &Entry, channel: &str) {
        let message = &entry.response;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let picture = entry.files.first().map(|file| file.name.clone());
        let id = text(&message["id"]);
        self.posts.push(Post {
            at: entry.at_ms,
            channel: channel.parse().unwrap_or(0),
            id: id.parse().unwrap_or(0),
            nonce: text(&entry.body["nonce"]),
            text: text(&message["content"]).chars().take(400).collect(),
            picture: picture.clone(),
        });
        let controls = controls(message);
        let number_in = |verb: &str, at: usize| {
            let id = controls.iter().find(|id| id.split(':').nth(1) == Some(verb))?;
            id.split(':').nth(at).map(str::to_owned)
        };
        let of = |verb: &str| decode_game_id(&number_in(verb, 2)?);
        let reader = self.dm_channels.get(channel).cloned().unwrap_or_default();
        let mut add = |kind, game, ply, revision: Option<i64>| {
            let key = (kind, game, reader.clone());
            let current = self.open.get(&key);
            // A board without a move button belongs to a finished game, or came late.
            if current.is_some_and(|current| revision.map_or(current.ply > ply, |revision| current.revision > revision))
            {
                return;
            }
            let revision = revision.or_else(|| current.map(|current| current.revision)).unwrap_or(0);
            let message = json!({ "id": id, "channel_id": channel });
            self.open.insert(key, OpenMessage { message, controls: controls.clone(), ply, revision });
        };
        if let Some(game) = of("accept") {
            add(MessageKind::Challenge, game, 0, None);
        } else if let Some(game) = of("draw-yes") {
            add(MessageKind::DrawOffer, game, 0, None);
        } else if let Some((game, ply)) = picture.as_deref().and_then(|name| name.strip_suffix(".png")?.split_once('-'))
            && let (Some(game), Ok(ply)) = (decode_game_id(game), ply.parse())
        {
            add(MessageKind::Board, game, ply, number_in("move", 3).and_then(|revision| revision.parse().ok()));
        }
    }

    /// The newest message of this kind that this user sees.
    pub fn newest(&self, kind: MessageKind, game: i64, who: &str) -> Option<&OpenMessage> {
        let at = |reader: &str| self.open.get(&(kind, game, reader.to_owned()));
        at(who).or_else(|| at(""))
    }

    pub fn dm_channel(&self, who: &str) -> Option<String> {
        self.dm_channels.iter().find(|(_, user)| *user == who).map(|(channel, _)| channel.clone())
    }

    pub fn dm_channels(&self) -> BTreeMap<u64, u64> {
        let numbers = |(channel, user): (&String, &String)| Some((channel.parse().ok()?, user.parse().ok()?));
        self.dm_channels.iter().filter_map(numbers).collect()
    }
}
