//! The state of this Discord, behind one lock. `rest`, `gateway` and `client_api` speak HTTP and call these methods.

mod interactions;
mod messages;
mod objects;
mod sessions;

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{broadcast, watch};

use crate::activity::Activity;
use crate::clock::{Clock, DISCORD_EPOCH_MS, iso8601};
use crate::endpoint::{Delivery, Endpoint};
use crate::faults::Faults;
use crate::gateway::sessions::Sessions;
use crate::interaction::Interaction;
use crate::log::Log;
use crate::model::{BotPermissions, Channel, Event, HAS_THREAD, Id, Message, OpenModal, StoredFile, User};
use crate::oauth2::OAuth2;
use crate::options::Options;
use crate::rest::limits::Limits;
use crate::validate::Refusal;

pub struct World {
    pub options: Options,
    /// `http://address:port`.
    pub base_url: String,
    pub clock: Clock,
    pub faults: Faults,
    pub log: Log,
    pub users: BTreeMap<Id, User>,
    pub bot: Id,
    pub guilds: BTreeMap<Id, String>,
    /// Guild, user and role.
    pub member_roles: BTreeSet<(Id, Id, Id)>,
    /// Text channels, direct messages, threads.
    pub channels: BTreeMap<Id, Channel>,
    pub messages: BTreeMap<Id, BTreeMap<Id, Message>>,
    pub files: BTreeMap<Id, StoredFile>,
    pub commands: Vec<Value>,
    /// The Activity, if Activities are enabled.
    pub activity: Option<Activity>,
    pub oauth2: OAuth2,
    pub interactions: BTreeMap<Id, Interaction>,
    pub tokens: HashMap<String, Id>,
    /// Open modals by person and custom id.
    pub modals: HashMap<(Id, String), OpenModal>,
    /// Nonces of the bot's messages: time, channel, message.
    nonces: HashMap<String, (i64, Id, Id)>,
    dm_openings: VecDeque<i64>,
    pub sessions: Sessions,
    /// The endpoint to which interactions are posted instead.
    pub endpoint: Endpoint,
    pub limits: Limits,
    pub rng: StdRng,
    /// REST requests of the bot that are not answered yet.
    pub requests_in_flight: usize,
    last_id: Id,
    events: broadcast::Sender<Arc<Event>>,
    changed: watch::Sender<u64>,
}

/// The world, shared by everything that serves it.
#[derive(Clone)]
pub struct Shared {
    world: Arc<Mutex<World>>,
    events: broadcast::Sender<Arc<Event>>,
    changed: watch::Receiver<u64>,
    /// The known offset of each program that waits for the clock to be moved.
    clock_followers: watch::Sender<Vec<i64>>,
    /// For requests to the bot.
    pub http: reqwest::Client,
}

impl Shared {
    /// A world with these options, reached under `base_url`, and its deliveries over HTTP.
    pub fn new(options: Options, base_url: String) -> (Self, UnboundedReceiver<Delivery>) {
        let (events, _) = broadcast::channel(4096);
        let (changes, changed) = watch::channel(0);
        let (deliveries, to_deliver) = unbounded_channel();
        let world = World::seeded(options, base_url, events.clone(), changes, deliveries);
        // Each request has a connection of its own, so that several processes at an address each get their share.
        let http = reqwest::Client::builder().pool_max_idle_per_host(0).build().unwrap_or_default();
        let (clock_followers, _) = watch::channel(Vec::new());
        let shared = Self { world: Arc::new(Mutex::new(world)), events, changed, clock_followers, http };
        (shared, to_deliver)
    }

    pub fn lock(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn events(&self) -> broadcast::Receiver<Arc<Event>> {
        self.events.subscribe()
    }

    pub fn changed(&self) -> watch::Receiver<u64> {
        let mut changed = self.changed.clone();
        changed.mark_unchanged();
        changed
    }

    /// Counts a program as one that knows this offset of the clock, until the value is dropped.
    pub fn follow_clock(&self, offset: i64) -> ClockFollower {
        self.clock_followers.send_modify(|known| known.push(offset));
        ClockFollower { offset, followers: self.clock_followers.clone() }
    }

    /// The number of programs that know this offset of the clock and wait for another one.
    pub fn count_clock_followers(&self, offset: i64) -> usize {
        count(&self.clock_followers.borrow(), offset)
    }

    /// Waits until `wanted` programs know this offset of the clock, at most a second, because one may have ended.
    pub async fn wait_for_clock_followers(&self, offset: i64, wanted: usize) {
        let mut followers = self.clock_followers.subscribe();
        let all = followers.wait_for(|known| count(known, offset) >= wanted);
        let _ = tokio::time::timeout(Duration::from_secs(1), all).await;
    }
}

/// A program that waits for the clock to be moved.
pub struct ClockFollower {
    offset: i64,
    followers: watch::Sender<Vec<i64>>,
}

impl Drop for ClockFollower {
    fn drop(&mut self) {
        self.followers.send_modify(|known| {
            if let Some(index) = known.iter().position(|offset| *offset == self.offset) {
                known.swap_remove(index);
            }
        });
    }
}

fn count(offsets: &[i64], wanted: i64) -> usize {
    offsets.iter().filter(|offset| **offset == wanted).count()
}

/// The first users and channels have the same ids in each run, so that a bot's database fits a restarted sandbox.
const FIRST_ID: Id = 1_000_000_000_000_000_000;
/// How long a nonce is remembered: Discord says "the past few minutes".
const NONCE_MS: i64 = 5 * 60_000;

/// Limit of DM channels opened in this time, with strict limits.
const DM_OPENINGS: usize = 10;
const DM_WINDOW_MS: i64 = 10_000;

const COLORS: [u32; 8] =
    [0xd9_63_4c, 0x3c_8d_bc, 0x4c_9a_5b, 0xa8_6c_c4, 0xc9_8a_1b, 0x3a_9c_93, 0xc4_53_84, 0x6d_78_d6];

impl World {
    fn seeded(
        options: Options,
        base_url: String,
        events: broadcast::Sender<Arc<Event>>,
        changed: watch::Sender<u64>,
        deliveries: UnboundedSender<Delivery>,
    ) -> Self {
        let mut rng = options.seed.map_or_else(|| StdRng::from_rng(&mut rand::rng()), StdRng::seed_from_u64);
        let mut world = Self {
            base_url,
            clock: Clock::default(),
            faults: Faults::default(),
            log: Log::new(options.record.clone()),
            users: BTreeMap::new(),
            bot: FIRST_ID,
            guilds: BTreeMap::from([(FIRST_ID + 1, options.guild_name.clone())]),
            member_roles: BTreeSet::new(),
            channels: BTreeMap::new(),
            messages: BTreeMap::new(),
            files: BTreeMap::new(),
            commands: Vec::new(),
            activity: None,
            oauth2: OAuth2::default(),
            interactions: BTreeMap::new(),
            tokens: HashMap::new(),
            modals: HashMap::new(),
            nonces: HashMap::new(),
            dm_openings: VecDeque::new(),
            sessions: Sessions::default(),
            limits: Limits::new(options.strict_rate_limits),
            endpoint: Endpoint::new(rng.random(), deliveries),
            rng,
            requests_in_flight: 0,
            last_id: 0,
            events,
            changed,
            options,
        };
        let bot_name = world.options.bot_name.clone();
        world.add_user_with(FIRST_ID, &bot_name, "en-US", true);
        for (id, person) in (FIRST_ID + 100..).zip(world.options.people.clone()) {
            world.add_user_with(id, &person.name, &person.locale, false);
        }
        for (id, name) in [(FIRST_ID + 10, "general"), (FIRST_ID + 11, "games")] {
            let channel = world.blank_channel(id, Some(FIRST_ID + 1), 0, name);
            world.channels.insert(id, channel);
        }
        world
    }

    pub fn now_ms(&self) -> i64 {
        self.clock.now_ms()
    }

    /// A new id. Ids grow with the sandbox's time and are never reused.
    pub fn new_id(&mut self) -> Id {
        let time = (self.now_ms() - DISCORD_EPOCH_MS).max(1) as u64;
        self.last_id = (time << 22).max(self.last_id + 1);
        self.last_id
    }

    pub fn add_user(&mut self, name: &str, locale: &str) -> Id {
        let id = self.new_id();
        self.add_user_with(id, name, locale, false);
        let user = self.user_for_page(id);
        self.notify(None, json!({ "type": "user", "user": user }));
        id
    }

    fn add_user_with(&mut self, id: Id, name: &str, locale: &str, bot: bool) {
        let color = COLORS[self.users.len() % COLORS.len()];
        let user = User {
            id,
            username: name.to_lowercase().chars().filter(|c| c.is_alphanumeric() || *c == '_').collect(),
            name: name.to_owned(),
            bot,
            locale: locale.to_owned(),
            color,
            dm_closed: false,
            // The first user has created the server.
            manages: !bot && self.users.len() == 1,
        };
        self.users.insert(id, user);
    }

    pub fn blank_channel(&self, id: Id, guild: Option<Id>, kind: u8, name: &str) -> Channel {
        let now = self.now_ms();
        Channel {
            id,
            guild,
            kind,
            name: name.to_owned(),
            parent: None,
            owner: self.bot,
            recipients: Vec::new(),
            members: BTreeSet::new(),
            hidden_from: BTreeSet::new(),
            archived: false,
            locked: false,
            auto_archive_minutes: 4320,
            archive_ms: now,
            active_ms: now,
            last_message: None,
            bot: BotPermissions { view: true, send: true, attach: true, create_threads: true, manage_threads: false },
        }
    }

    /// Sends an event to the pages of all users, or of some.
    pub fn notify(&self, for_users: Option<Vec<Id>>, body: Value) {
        let _ = self.events.send(Arc::new(Event { for_users, body }));
        self.wake_waiting();
    }

    pub fn wake_waiting(&self) {
        self.changed.send_modify(|count| *count += 1);
    }

    pub fn open_channel(&mut self, channel: Channel) {
        let id = channel.id;
        self.channels.insert(id, channel);
        self.notify_channel(id, "create");
    }

    /// Notifies page and bot that a channel was created or updated (`what`).
    pub fn notify_channel(&mut self, id: Id, what: &str) {
        let Some(channel) = self.channels.get(&id) else { return };
        let audience = self.audience(channel);
        let body = json!({ "type": format!("channel_{what}"), "channel": self.channel_for_page(channel) });
        let noun = if channel.kind == 11 { "THREAD" } else { "CHANNEL" };
        let name = format!("{noun}_{}", what.to_uppercase());
        if self.bot_sees(channel) {
            let data = self.channel_json(channel);
            self.dispatch(if channel.guild.is_some() { 1 } else { 1 << 12 }, &name, &data);
        }
        self.notify(audience, body);
    }

    pub fn close_channel(&mut self, id: Id) {
        let Some(channel) = self.channels.get(&id).cloned() else { return };
        let threads: Vec<Id> =
            self.channels.values().filter(|below| below.parent == Some(id)).map(|below| below.id).collect();
        for thread in threads {
            self.close_channel(thread);
        }
        let audience = self.audience(&channel);
        let data = self.channel_json(&channel);
        self.channels.remove(&id);
        self.messages.remove(&id);
        let starter = channel.parent.and_then(|parent| self.messages.get_mut(&parent)?.get_mut(&id));
        if let Some(starter) = starter {
            starter.flags &= !HAS_THREAD;
        }
        let name = if channel.kind == 11 { "THREAD_DELETE" } else { "CHANNEL_DELETE" };
        self.dispatch(1, name, &data);
        self.notify(audience, json!({ "type": "channel_delete", "id": id.to_string() }));
    }

    /// The users who see a channel; `None` is all.
    pub fn audience(&self, channel: &Channel) -> Option<Vec<Id>> {
        if channel.kind == 1 {
            return Some(channel.recipients.clone());
        }
        let hidden = &self.place_of(channel).hidden_from;
        (!hidden.is_empty()).then(|| self.users.keys().filter(|user| !hidden.contains(user)).copied().collect())
    }

    pub fn sees(&self, user: Id, channel: &Channel) -> bool {
        if channel.kind == 1 {
            channel.recipients.contains(&user)
        } else {
            !self.place_of(channel).hidden_from.contains(&user)
        }
    }

    /// The channel whose permissions count: a thread has its parent's.
    fn place_of<'a>(&'a self, channel: &'a Channel) -> &'a Channel {
        channel.parent.and_then(|parent| self.channels.get(&parent)).unwrap_or(channel)
    }

    /// Counts the opening of a DM channel; `false` if there were too many. Discord does not publish its limit.
    pub fn may_open_dm(&mut self) -> bool {
        let now = self.now_ms();
        self.dm_openings.retain(|at| *at <= now && now - *at < DM_WINDOW_MS);
        if self.options.strict_rate_limits && self.dm_openings.len() >= DM_OPENINGS {
            return false;
        }
        self.dm_openings.push_back(now);
        true
    }

    /// The permissions of the bot in a channel. A thread has its parent's.
    pub fn bot_permissions(&self, channel: &Channel) -> BotPermissions {
        self.place_of(channel).bot
    }

    pub fn bot_sees(&self, channel: &Channel) -> bool {
        if channel.kind == 1 { channel.recipients.contains(&self.bot) } else { self.bot_permissions(channel).view }
    }

    /// A channel that exists and is visible to the bot.
    pub fn channel_for_bot(&self, id: Id) -> Result<&Channel, Refusal> {
        let channel = self.channels.get(&id).ok_or_else(|| Refusal::from_code(10003))?;
        if self.bot_sees(channel) { Ok(channel) } else { Err(Refusal::from_code(50001)) }
    }

    /// The DM channel of two users, created if there is none.
    pub fn direct_messages(&mut self, one: Id, other: Id) -> Id {
        let found = self.channels.values().find(|channel| {
            channel.kind == 1 && channel.recipients.contains(&one) && channel.recipients.contains(&other)
        });
        if let Some(found) = found {
            return found.id;
        }
        let id = self.new_id();
        let mut channel = self.blank_channel(id, None, 1, "");
        channel.recipients = vec![one, other];
        self.open_channel(channel);
        id
    }

    /// Opens a post in a forum: a thread whose first message has its id. Gives that id.
    pub fn open_post(&mut self, forum: &Channel, name: &str, mut message: Message) -> Id {
        let mut post = self.blank_channel(message.id, forum.guild, 11, name);
        post.parent = Some(forum.id);
        post.owner = message.author;
        message.channel = post.id;
        self.open_channel(post);
        self.post(message)
    }

    pub fn set_archived(&mut self, id: Id, archived: bool) {
        let now = self.now_ms();
        let Some(channel) = self.channels.get_mut(&id) else { return };
        if channel.kind != 11 || channel.archived == archived {
            return;
        }
        channel.archived = archived;
        channel.archive_ms = now;
        channel.active_ms = now;
        self.notify_channel(id, "update");
    }

    /// Applies the passage of time: unanswered interactions fail, inactive threads are archived.
    pub fn tick(&mut self) {
        let now = self.now_ms();
        self.expire_interactions(now);
        let inactive: Vec<Id> = self
            .channels
            .values()
            .filter(|channel| {
                let limit_ms = channel.auto_archive_minutes as i64 * 60_000;
                channel.kind == 11 && !channel.archived && now - channel.active_ms >= limit_ms
            })
            .map(|channel| channel.id)
            .collect();
        for id in inactive {
            self.set_archived(id, true);
        }
        self.sessions.release_held();
    }

    pub fn stamp(ms: i64) -> Value {
        json!(iso8601(ms))
    }
}
