//! Everything this Discord knows, behind one lock.
//!
//! Nothing here speaks HTTP: `rest`, `gateway` and `people` do, and call these methods.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use serde_json::{Value, json};
use tokio::sync::{broadcast, watch};

use crate::{
    Options,
    clock::{Clock, DISCORD_EPOCH_MS, iso8601},
    faults::Faults,
    gateway::sessions::Sessions,
    interactions::Interaction,
    log::Log,
    model::{BotMay, Channel, Event, HAS_THREAD, Id, Message, OpenModal, StoredFile, User},
    rest::limits::Limits,
    validate::Refusal,
};

/// The one state of a sandbox.
pub struct World {
    /// How it was started.
    pub options: Options,
    /// `http://address:port`.
    pub base_url: String,
    /// Its time.
    pub clock: Clock,
    /// What goes wrong on purpose.
    pub faults: Faults,
    /// The bot's requests.
    pub log: Log,
    /// Everybody.
    pub users: BTreeMap<Id, User>,
    /// The bot's id.
    pub bot: Id,
    /// Guilds and their names.
    pub guilds: BTreeMap<Id, String>,
    /// Channels, direct messages, threads.
    pub channels: BTreeMap<Id, Channel>,
    /// Messages by channel and id.
    pub messages: BTreeMap<Id, BTreeMap<Id, Message>>,
    /// Files by attachment id.
    pub files: BTreeMap<Id, StoredFile>,
    /// Commands by guild; 0 holds the global ones.
    pub commands: BTreeMap<Id, Vec<Value>>,
    /// Interactions by id.
    pub interactions: BTreeMap<Id, Interaction>,
    /// Interactions by token.
    pub tokens: HashMap<String, Id>,
    /// Open modals by person and custom id.
    pub modals: HashMap<(Id, String), OpenModal>,
    /// Gateway sessions.
    pub sessions: Sessions,
    /// Rate limits.
    pub limits: Limits,
    /// Channels people have deleted messages of; kept so that ids are never reused.
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
}

impl Shared {
    /// A world as `options` describe it, reached under `base_url`.
    pub fn new(options: Options, base_url: String) -> Self {
        let (events, _) = broadcast::channel(4096);
        let (changes, changed) = watch::channel(0);
        let world = World::seeded(options, base_url, events.clone(), changes);
        Self { world: Arc::new(Mutex::new(world)), events, changed }
    }

    /// Locks the world. Never held across an await.
    pub fn lock(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Events from now on.
    pub fn events(&self) -> broadcast::Receiver<Arc<Event>> {
        self.events.subscribe()
    }

    /// Says when anything changed.
    pub fn changed(&self) -> watch::Receiver<u64> {
        let mut changed = self.changed.clone();
        changed.mark_unchanged();
        changed
    }
}

/// Ids of the seeded world, the same in each run, so that a bot's memory fits a sandbox started anew.
const FIRST_ID: Id = 1_000_000_000_000_000_000;
const COLORS: [u32; 8] =
    [0xd9_63_4c, 0x3c_8d_bc, 0x4c_9a_5b, 0xa8_6c_c4, 0xc9_8a_1b, 0x3a_9c_93, 0xc4_53_84, 0x6d_78_d6];

impl World {
    fn seeded(
        options: Options,
        base_url: String,
        events: broadcast::Sender<Arc<Event>>,
        changed: watch::Sender<u64>,
    ) -> Self {
        let mut world = Self {
            base_url,
            clock: Clock::default(),
            faults: Faults::default(),
            log: Log::new(options.record.clone()),
            users: BTreeMap::new(),
            bot: FIRST_ID,
            guilds: BTreeMap::from([(FIRST_ID + 1, options.guild_name.clone())]),
            channels: BTreeMap::new(),
            messages: BTreeMap::new(),
            files: BTreeMap::new(),
            commands: BTreeMap::new(),
            interactions: BTreeMap::new(),
            tokens: HashMap::new(),
            modals: HashMap::new(),
            sessions: Sessions::default(),
            limits: Limits::new(options.strict_rate_limits),
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

    /// Now, in milliseconds since 1970.
    pub fn now_ms(&self) -> i64 {
        self.clock.now_ms()
    }

    /// A new id; it grows with the sandbox's time and is never used twice.
    pub fn new_id(&mut self) -> Id {
        let time = (self.now_ms() - DISCORD_EPOCH_MS).max(1) as u64;
        self.last_id = (time << 22).max(self.last_id + 1);
        self.last_id
    }

    /// Adds a person.
    pub fn add_user(&mut self, name: &str, locale: &str) -> Id {
        let id = self.new_id();
        self.add_user_with(id, name, locale, false);
        let user = self.user_for_people(id);
        self.tell(None, json!({ "type": "user", "user": user }));
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
            // The first one has made the server.
            manages: !bot && self.users.len() == 1,
        };
        self.users.insert(id, user);
    }

    /// A channel without a history; it is not in the world yet.
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
            archived: false,
            locked: false,
            auto_archive_minutes: 4320,
            archive_ms: now,
            active_ms: now,
            last_message: None,
            bot: BotMay { view: true, send: true, attach: true, create_threads: true, manage_threads: false },
        }
    }

    /// Tells the people, or some of them.
    pub fn tell(&self, for_users: Option<Vec<Id>>, body: Value) {
        let _ = self.events.send(Arc::new(Event { for_users, body }));
        self.touch();
    }

    /// Wakes everybody who waits for a change.
    pub fn touch(&self) {
        self.changed.send_modify(|count| *count += 1);
    }

    /// Puts a new channel into the world and tells everyone.
    pub fn open_channel(&mut self, channel: Channel) {
        let id = channel.id;
        self.channels.insert(id, channel);
        self.tell_channel(id, "create");
    }

    /// Tells everyone that a channel was created or changed (`what`).
    pub fn tell_channel(&mut self, id: Id, what: &str) {
        let Some(channel) = self.channels.get(&id) else { return };
        let audience = self.audience(channel);
        let body = json!({ "type": format!("channel_{what}"), "channel": self.channel_for_people(channel) });
        let noun = if channel.kind == 11 { "THREAD" } else { "CHANNEL" };
        let name = format!("{noun}_{}", what.to_uppercase());
        if self.bot_sees(channel) {
            let data = self.channel_json(channel);
            self.dispatch(if channel.guild.is_some() { 1 } else { 1 << 12 }, &name, &data);
        }
        self.tell(audience, body);
    }

    /// Removes a channel, its messages and its threads.
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
        self.tell(audience, json!({ "type": "channel_delete", "id": id.to_string() }));
    }

    /// Who may know of a channel; `None` is everybody.
    pub fn audience(&self, channel: &Channel) -> Option<Vec<Id>> {
        (channel.kind == 1).then(|| channel.recipients.clone())
    }

    /// Does this person see the channel?
    pub fn sees(&self, user: Id, channel: &Channel) -> bool {
        channel.kind != 1 || channel.recipients.contains(&user)
    }

    /// The permissions of the bot that hold in a channel: a thread has its parent's.
    pub fn bot_may(&self, channel: &Channel) -> BotMay {
        channel.parent.and_then(|parent| self.channels.get(&parent)).unwrap_or(channel).bot
    }

    /// Does the bot see the channel?
    pub fn bot_sees(&self, channel: &Channel) -> bool {
        if channel.kind == 1 { channel.recipients.contains(&self.bot) } else { self.bot_may(channel).view }
    }

    /// A channel the bot wants to use: known, and visible to it.
    pub fn channel_for_bot(&self, id: Id) -> Result<&Channel, Refusal> {
        let channel = self.channels.get(&id).ok_or_else(|| Refusal::known(10003))?;
        if self.bot_sees(channel) { Ok(channel) } else { Err(Refusal::known(50001)) }
    }

    /// The direct messages of two users, opened when there are none yet.
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

    /// Archives a thread or brings it back.
    pub fn set_archived(&mut self, id: Id, archived: bool) {
        let now = self.now_ms();
        let Some(channel) = self.channels.get_mut(&id) else { return };
        if channel.kind != 11 || channel.archived == archived {
            return;
        }
        channel.archived = archived;
        channel.archive_ms = now;
        channel.active_ms = now;
        self.tell_channel(id, "update");
    }

    /// A message, by channel and id.
    pub fn message(&self, channel: Id, id: Id) -> Result<&Message, Refusal> {
        self.messages.get(&channel).and_then(|messages| messages.get(&id)).ok_or_else(|| Refusal::known(10008))
    }

    /// A message to change, by channel and id.
    pub fn message_mut(&mut self, channel: Id, id: Id) -> Result<&mut Message, Refusal> {
        let messages = self.messages.get_mut(&channel);
        messages.and_then(|messages| messages.get_mut(&id)).ok_or_else(|| Refusal::known(10008))
    }

    /// An empty message of `author` in `channel`; it is not in the world yet.
    pub fn blank_message(&mut self, channel: Id, author: Id) -> Message {
        Message {
            id: self.new_id(),
            channel,
            author,
            content: String::new(),
            embeds: json!([]),
            components: json!([]),
            attachments: Vec::new(),
            flags: 0,
            kind: 0,
            at_ms: self.now_ms(),
            edited_ms: None,
            mentions: Vec::new(),
            private_for: None,
            interaction: None,
            reference: None,
            nonce: Value::Null,
            reactions: Vec::new(),
        }
    }

    /// Puts a message into the world and tells everyone who may see it. An archived thread comes back.
    pub fn post(&mut self, message: Message) -> Id {
        let (id, channel, now) = (message.id, message.channel, self.now_ms());
        let private = message.private_for.is_some();
        self.messages.entry(channel).or_default().insert(id, message);
        if !private {
            if let Some(channel) = self.channels.get_mut(&channel) {
                channel.last_message = Some(id);
                channel.active_ms = now;
            }
            self.set_archived(channel, false);
        }
        self.tell_message(channel, id, "create");
        id
    }

    /// Tells everyone who may see it that a message was created or changed (`what`).
    pub fn tell_message(&mut self, channel: Id, id: Id, what: &str) {
        let (Some(place), Ok(message)) = (self.channels.get(&channel), self.message(channel, id)) else { return };
        let audience = message.private_for.map_or_else(|| self.audience(place), |only| Some(vec![only]));
        let body = json!({ "type": format!("message_{what}"), "message": self.message_for_people(message) });
        if message.private_for.is_none() && self.bot_sees(place) {
            let mut data = self.message_json(message);
            let intent = if place.guild.is_some() { 1 << 9 } else { 1 << 12 };
            if let Some(guild) = place.guild {
                data["guild_id"] = json!(guild.to_string());
                data["member"] = self.member_json(message.author);
                if let Some(member) = data["member"].as_object_mut() {
                    member.remove("user");
                }
            }
            let own = message.author == self.bot || message.mentions.contains(&self.bot);
            self.dispatch_message(
                intent,
                &format!("MESSAGE_{}", what.to_uppercase()),
                &data,
                own || place.guild.is_none(),
            );
        }
        self.tell(audience, body);
    }

    /// Removes a message and tells everyone who saw it.
    pub fn remove_message(&mut self, channel: Id, id: Id) {
        let Some(message) = self.messages.get_mut(&channel).and_then(|messages| messages.remove(&id)) else { return };
        let Some(place) = self.channels.get(&channel) else { return };
        let audience = message.private_for.map_or_else(|| self.audience(place), |only| Some(vec![only]));
        let guild = place.guild;
        if message.private_for.is_none() && self.bot_sees(place) {
            let mut data = json!({ "id": id.to_string(), "channel_id": channel.to_string() });
            if let Some(guild) = guild {
                data["guild_id"] = json!(guild.to_string());
            }
            self.dispatch(if guild.is_some() { 1 << 9 } else { 1 << 12 }, "MESSAGE_DELETE", &data);
        }
        self.tell(
            audience,
            json!({ "type": "message_delete", "channel_id": channel.to_string(), "id": id.to_string() }),
        );
    }

    /// Stores a file and describes it as Discord does.
    pub fn store_file(&mut self, channel: Id, file: StoredFile, description: &Value) -> Value {
        let id = self.new_id();
        let safe: String = file
            .name
            .chars()
            .map(|c| if c.is_alphanumeric() || matches!(c, '.' | '-' | '_') { c } else { '_' })
            .collect();
        let url = format!("{}/attachments/{channel}/{id}/{safe}", self.base_url);
        let mut attachment = json!({
            "id": id.to_string(), "filename": safe, "size": file.bytes.len(), "url": url, "proxy_url": url,
            "content_type": file.content_type,
        });
        if let Some(description) = description.as_str() {
            attachment["description"] = json!(description);
        }
        if let Some((width, height)) = png_size(&file.bytes).or_else(|| gif_size(&file.bytes)) {
            attachment["width"] = json!(width);
            attachment["height"] = json!(height);
        }
        self.files.insert(id, StoredFile { name: safe, ..file });
        if self.options.files_kept.is_some_and(|kept| self.files.len() > kept) {
            self.files.pop_first();
        }
        attachment
    }

    /// Finds what time does by itself: unanswered interactions fail, quiet threads are archived.
    pub fn tick(&mut self) {
        let now = self.now_ms();
        self.expire_interactions(now);
        let quiet: Vec<Id> = self
            .channels
            .values()
            .filter(|channel| {
                let limit_ms = channel.auto_archive_minutes as i64 * 60_000;
                channel.kind == 11 && !channel.archived && now - channel.active_ms >= limit_ms
            })
            .map(|channel| channel.id)
            .collect();
        for id in quiet {
            self.set_archived(id, true);
        }
        self.release_held();
    }

    /// Users named in a text, in order, each once.
    pub fn named_in(&self, text: &str) -> Vec<Id> {
        let mut seen = HashSet::new();
        text.split("<@")
            .skip(1)
            .filter_map(|rest| rest.trim_start_matches('!').split_once('>')?.0.parse().ok())
            .filter(|id| self.users.contains_key(id) && seen.insert(*id))
            .collect()
    }

    /// When something happened, as Discord writes it.
    pub fn stamp(ms: i64) -> Value {
        json!(iso8601(ms))
    }
}

/// Width and height of a GIF, from its header.
fn gif_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let header = bytes.strip_prefix(b"GIF89a").or_else(|| bytes.strip_prefix(b"GIF87a"))?.get(..4)?;
    let side = |at: usize| u32::from(u16::from_le_bytes([header[at], header[at + 1]]));
    Some((side(0), side(2)))
}

/// Width and height of a PNG, from its header.
fn png_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let header = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n")?.get(8..16)?;
    let (width, height) = header.split_at(4);
    Some((u32::from_be_bytes(width.try_into().ok()?), u32::from_be_bytes(height.try_into().ok()?)))
}
