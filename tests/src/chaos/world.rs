//! What everybody can see of the sandbox while it runs, gathered from its log, and how people ask for something there.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::ensure;
use sandbox::client::Client;
use sandbox::log::Entry;
use serde_json::{Value, json};
use tokio::sync::{Notify, RwLock};

use super::check::number;
use super::journal::{Asked, Change, End, Post, What};
use crate::controls;

/// How often the log is read.
const LOOK: Duration = Duration::from_millis(40);
/// How long somebody waits for an answer.
const PATIENCE_MS: u64 = 4000;

/// A message with its buttons.
#[derive(Debug, Clone)]
pub struct Standing {
    /// As the sandbox wants it when a button is pressed.
    pub message: Value,
    /// Its buttons.
    pub controls: Vec<String>,
    /// The ply of a board.
    pub ply: usize,
    /// Tells a board from an earlier one with as many moves: what its buttons say.
    mark: i64,
}

/// What stands, by kind, by game and by the reader: nobody where everybody reads it.
#[derive(Debug, Default)]
pub struct Known {
    standing: HashMap<(Kind, i64, String), Standing>,
    /// Whose direct messages these channels are.
    mailboxes: HashMap<String, String>,
    /// Every message.
    pub posts: Vec<Post>,
    /// Every change of one.
    pub changes: Vec<Change>,
}

/// Kinds of messages with buttons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The newest board.
    Board,
    /// The challenge.
    Challenge,
    /// The newest draw offer.
    Offer,
    /// The newest proposal.
    Proposal,
    /// That the game stands still.
    Still,
}

/// The stage that people and trouble share.
pub struct World {
    /// Acts for the people.
    pub client: Client,
    /// The channel where they play.
    pub channel: String,
    /// Held by whoever waits for an answer: the clock jumps when nobody does.
    pub quiet: RwLock<()>,
    /// Processes that listen.
    pub online: AtomicUsize,
    /// It is time to go home.
    pub over: AtomicBool,
    /// Something new stands.
    pub news: Notify,
    known: Mutex<Known>,
    asked: Mutex<Vec<Asked>>,
    outages: Mutex<Outages>,
}

/// Deaths, and how long it took until somebody was answered again.
#[derive(Debug, Default)]
pub struct Outages {
    open: Vec<Instant>,
    /// From each death to the first answer to something that was asked after it.
    pub took: Vec<Duration>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl World {
    /// Nothing has happened yet. `mailboxes`: whose direct messages these channels are.
    pub fn new(client: Client, channel: String, mailboxes: HashMap<String, String>) -> Self {
        Self {
            client,
            channel,
            quiet: RwLock::new(()),
            online: AtomicUsize::new(0),
            over: AtomicBool::new(false),
            news: Notify::new(),
            known: Mutex::new(Known { mailboxes, ..Known::default() }),
            asked: Mutex::default(),
            outages: Mutex::default(),
        }
    }

    /// What stands.
    pub fn known(&self) -> MutexGuard<'_, Known> {
        lock(&self.known)
    }

    /// What was asked.
    pub fn asked(&self) -> MutexGuard<'_, Vec<Asked>> {
        lock(&self.asked)
    }

    /// How many moves were acknowledged.
    pub fn moves(&self) -> usize {
        let is_move = |one: &&Asked| matches!(one.what, What::Move { .. }) && one.end == End::Done;
        self.asked().iter().filter(is_move).count()
    }

    /// Deaths and recoveries.
    pub fn outages(&self) -> MutexGuard<'_, Outages> {
        lock(&self.outages)
    }

    /// A process has died.
    pub fn died(&self) {
        self.outages().open.push(Instant::now());
    }

    /// Is it time to go home?
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Reads the log of the sandbox until it is dropped.
    pub async fn watch(&self) -> anyhow::Result<()> {
        let mut since = 0;
        loop {
            since = self.look(since).await?;
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Reads what is new in the log.
    pub async fn look(&self, since: u64) -> anyhow::Result<u64> {
        let (entries, next) = self.client.log(since).await?;
        ensure!(entries.first().is_none_or(|entry| entry.n == since + 1), "the sandbox has forgotten requests");
        if !entries.is_empty() {
            let mut known = self.known();
            for entry in &entries {
                known.take(entry);
            }
            drop(known);
            self.news.notify_waiters();
        }
        Ok(next)
    }

    /// Waits until something stands, at most so long.
    pub async fn until<T>(&self, at_most: Duration, find: impl Fn(&Known) -> Option<T>) -> Option<T> {
        let end = Instant::now() + at_most;
        loop {
            let news = self.news.notified();
            tokio::pin!(news);
            news.as_mut().enable();
            if let Some(found) = find(&self.known()) {
                return Some(found);
            }
            if Instant::now() > end || self.is_over() {
                return None;
            }
            let _ = tokio::time::timeout(Duration::from_millis(500), news).await;
        }
    }

    /// Somebody asks for something and waits for the answer; gives what became of it, and the answer.
    pub async fn ask(
        &self,
        user: &str,
        game: Option<i64>,
        what: What,
        send: impl Future<Output = anyhow::Result<String>>,
    ) -> (End, Value) {
        // Who sees the bot away waits a little, and then tries all the same.
        let until = Instant::now() + Duration::from_secs(4);
        while self.online.load(Ordering::Relaxed) == 0 && Instant::now() < until {
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        let _waits = self.quiet.read().await;
        let sent = Instant::now();
        // A client that has not heard of a change yet offers what is gone: nothing is sent.
        let Ok(id) = send.await else { return (End::Refused("not sent".to_owned()), Value::Null) };
        let path = format!("interactions/{id}?wait=answered&timeout_ms={PATIENCE_MS}");
        let whole = self.client.get(&path).await.unwrap_or_default();
        let message = whole["message"].clone();
        let text = crate::text_of(&message);
        let end = match whole["state"].as_str() {
            Some("answered") if what.is_done(&text) => End::Done,
            Some("answered") => End::Refused(text.chars().take(160).collect()),
            _ => End::Unanswered,
        };
        if end != End::Unanswered {
            let mut outages = self.outages();
            let (again, open): (Vec<Instant>, _) = outages.open.iter().partition(|died| **died < sent);
            outages.open = open;
            outages.took.extend(again.iter().map(Instant::elapsed));
        }
        let game = game.or_else(|| controls(&message).iter().find_map(|id| number(id.split(':').nth(2)?)));
        let (id, user) = (id.parse().unwrap_or(0), user.parse().unwrap_or(0));
        self.asked().push(Asked { id, user, game, what, end: end.clone() });
        (end, message)
    }
}

impl Known {
    fn take(&mut self, entry: &Entry) {
        let path = entry.path.split('?').next().unwrap_or_default();
        let steps: Vec<&str> = path.trim_start_matches("/api/v10/").split('/').collect();
        if !(200..300).contains(&entry.status) {
            return;
        }
        match (entry.method.as_str(), steps.as_slice()) {
            ("POST", ["channels", channel, "messages"]) => self.take_post(entry, channel),
            (method @ ("PATCH" | "DELETE"), ["channels", channel, "messages", id]) => self.changes.push(Change {
                channel: channel.parse().unwrap_or(0),
                id: id.parse().unwrap_or(0),
                bare: entry.body["components"] == json!([]),
                deleted: method == "DELETE",
            }),
            _ => {}
        }
    }

    fn take_post(&mut self, entry: &Entry, channel: &str) {
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
        let of = |verb: &str| number(&number_in(verb, 2)?);
        let reader = self.mailboxes.get(channel).cloned().unwrap_or_default();
        let mut stands = |kind, game, ply, mark: Option<i64>| {
            let key = (kind, game, reader.clone());
            let known = self.standing.get(&key);
            // A board without buttons to move is over, or was late.
            if known.is_some_and(|known| mark.map_or(known.ply > ply, |mark| known.mark > mark)) {
                return;
            }
            let mark = mark.or_else(|| known.map(|known| known.mark)).unwrap_or(0);
            let message = json!({ "id": id, "channel_id": channel });
            self.standing.insert(key, Standing { message, controls: controls.clone(), ply, mark });
        };
        if let Some(game) = of("accept") {
            stands(Kind::Challenge, game, 0, None);
        } else if let Some(game) = of("draw-yes") {
            stands(Kind::Offer, game, 0, None);
        } else if let Some(game) = of("agree") {
            stands(Kind::Proposal, game, 0, None);
        } else if let Some(game) = of("resume") {
            stands(Kind::Still, game, 0, None);
        } else if let Some((game, ply)) = picture.as_deref().and_then(|name| name.strip_suffix(".png")?.split_once('-'))
            && let (Some(game), Ok(ply)) = (number(game), ply.parse())
        {
            stands(Kind::Board, game, ply, number_in("move", 3).and_then(|mark| mark.parse().ok()));
        }
    }

    /// The newest message of this kind that this person sees.
    pub fn standing(&self, kind: Kind, game: i64, who: &str) -> Option<&Standing> {
        let at = |reader: &str| self.standing.get(&(kind, game, reader.to_owned()));
        at(who).or_else(|| at(""))
    }

    /// Where this person's direct messages are.
    pub fn mailbox(&self, who: &str) -> Option<String> {
        self.mailboxes.iter().find(|(_, user)| *user == who).map(|(channel, _)| channel.clone())
    }

    /// Whose direct messages these channels are.
    pub fn mailboxes(&self) -> BTreeMap<u64, u64> {
        let numbers = |(channel, user): (&String, &String)| Some((channel.parse().ok()?, user.parse().ok()?));
        self.mailboxes.iter().filter_map(numbers).collect()
    }
}
