//! The fixture behind the router: commands and buttons in, messages out.

use std::ops::Deref;
use std::sync::{Arc, LazyLock};

use bot::app::command_tree::tree;
use bot::app::router;
use bot::board::pictures::Pictures;
use bot::commands::App;
use bot::delivery::render_notice;
use clubs::domain::ladder::LadderHead;
use clubs::store::Clubs as _;
use discord::message::components;
use discord::{Interaction, MessageSender, OutgoingMessage, Picture, Reply, TextFile};
use games::domain::{AuditEntry, ChannelId, GameId, GameRecord, GuildId, Notice, UserId};
use games::store::Message;
use serde_json::{Value, json};

use crate::use_cases::support::fixture::{ADA, BOT, BRUNO, CHANNEL, CHLOE, DEPARTED, Fixture, HIDDEN_FROM_CHLOE};

/// Shared by all tests.
static PICTURES: LazyLock<Pictures> = LazyLock::new(|| Pictures::new(64));

/// A user who plays nowhere.
pub const ORGANIZER: UserId = UserId(99);
/// The server of all commands.
pub const GUILD: GuildId = GuildId(9);
/// Discord's permission bits; [`EVERYBODY`] may view and send.
pub const MANAGES_EVENTS: u64 = 1 << 33;
pub const MANAGES_SERVER: u64 = 1 << 5;
pub const EVERYBODY: u64 = 1 << 10 | 1 << 11;

/// Every command, built once.
static TREE: LazyLock<Value> = LazyLock::new(tree);

/// A fixture whose players send interactions to the bot.
pub struct Harness {
    fixture: Fixture,
    app: App,
    locale: &'static str,
}

impl Deref for Harness {
    type Target = Fixture;

    fn deref(&self) -> &Fixture {
        &self.fixture
    }
}

/// A message as a player reads it.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is seen by itself")]
pub struct SentMessage {
    pub text: String,
    /// Visible to this person only.
    pub private: bool,
    pub updates: bool,
    /// Without a sound.
    pub silent: bool,
    /// Deleted once it is given.
    pub fleeting: bool,
    /// The custom id of each button and select, in order.
    pub controls: Vec<String>,
    pub values: Vec<String>,
    /// The labels of the options that are selected.
    pub selected: Vec<String>,
    pub labels: Vec<String>,
    /// The custom ids of the buttons that cannot be pressed.
    pub disabled: Vec<String>,
    /// The targets of link buttons.
    pub links: Vec<String>,
    pub rows: usize,
    /// The description of the first picture.
    pub alt: String,
    /// The first picture; empty if there is none.
    pub png: Vec<u8>,
    pub pictures: Vec<Picture>,
    pub files: Vec<TextFile>,
}

impl SentMessage {
    fn of(private: bool, updates: bool, post: OutgoingMessage) -> Self {
        let parts = components(&post.rows);
        let options = || parts.iter().flat_map(|part| part["options"].as_array().into_iter().flatten());
        let texts = |key: &str| parts.iter().filter_map(|part| part[key].as_str().map(str::to_owned)).collect();
        Self {
            text: post.content,
            private,
            updates,
            silent: post.is_silent,
            fleeting: post.is_fleeting,
            controls: texts("custom_id"),
            values: options().filter_map(|option| option["value"].as_str().map(str::to_owned)).collect(),
            selected: options()
                .filter(|option| option["default"] == json!(true))
                .filter_map(|option| option["label"].as_str().map(str::to_owned))
                .collect(),
            rows: post.rows.len(),
            links: texts("url"),
            labels: texts("label"),
            disabled: parts
                .iter()
                .filter(|part| part["disabled"] == json!(true))
                .filter_map(|part| part["custom_id"].as_str().map(str::to_owned))
                .collect(),
            files: post.files,
            png: post.pictures.first().map_or_else(Vec::new, |picture| picture.bytes.to_vec()),
            alt: post.pictures.first().map_or_else(String::new, |picture| picture.alt.clone()),
            pictures: post.pictures,
        }
    }

    /// A private answer of words alone.
    pub fn private_text(text: String) -> Self {
        Self::of(true, false, OutgoingMessage::text(text))
    }

    /// The button whose text begins with this letter: first, back, next, last.
    pub fn step(&self, letter: &str) -> &str {
        let is_step =
            |id: &&String| id.starts_with("v1:step") && id.rsplit(':').next().unwrap_or("").starts_with(letter);
        self.controls.iter().find(is_step).unwrap_or_else(|| panic!("no {letter} below {self:?}"))
    }

    /// The custom id of the control with this verb and, in an exercise or a puzzle, this step: `learn-turn/from`.
    pub fn control(&self, verb: &str) -> &str {
        let (word, step) = verb.split_once('/').unwrap_or((verb, ""));
        let is_it = |id: &&String| {
            if verb == "flip" {
                return id.starts_with("v1:board:") && id.ends_with(['^', '_']);
            }
            id.split(':').nth(1) == Some(word) && (step.is_empty() || id.split(':').any(|part| part == step))
        };
        let found = self.controls.iter().find(is_it);
        found.unwrap_or_else(|| panic!("no {verb} below {self:?}"))
    }

    /// The verbs of its controls, without the buttons that step through the game or show all of it.
    pub fn own_verbs(&self) -> Vec<&str> {
        let verbs = self.verbs();
        let is_board = verbs.contains(&"board");
        let whole_game: &[&str] = if is_board { &["history", "replay", "analysis", "record", "fork"] } else { &[] };
        verbs.into_iter().filter(|verb| !["step", "go-to"].contains(verb) && !whole_game.contains(verb)).collect()
    }

    pub fn verbs(&self) -> Vec<&str> {
        self.controls.iter().filter_map(|id| id.split(':').nth(1)).collect()
    }

    // Expectations: each panics with the whole message if it is not met.

    #[track_caller]
    pub fn says(&self, part: &str) -> &Self {
        self.expect(self.text.contains(part), part)
    }

    #[track_caller]
    pub fn says_all(&self, parts: &[&str]) -> &Self {
        parts.iter().fold(self, |it, part| it.says(part))
    }

    #[track_caller]
    pub fn omits(&self, part: &str) -> &Self {
        self.expect(!self.text.contains(part), part)
    }

    #[track_caller]
    pub fn omits_all(&self, parts: &[&str]) -> &Self {
        parts.iter().fold(self, |it, part| it.omits(part))
    }

    #[track_caller]
    pub fn begins(&self, start: &str) -> &Self {
        self.expect(self.text.starts_with(start), start)
    }

    #[track_caller]
    pub fn ends(&self, end: &str) -> &Self {
        self.expect(self.text.ends_with(end), end)
    }

    #[track_caller]
    pub fn reads(&self, text: &str) -> &Self {
        assert_eq!(self.text, text);
        self
    }

    /// Expects these words in the description of the picture.
    #[track_caller]
    pub fn draws(&self, part: &str) -> &Self {
        self.expect(self.alt.contains(part), part)
    }

    #[track_caller]
    pub fn draws_all(&self, parts: &[&str]) -> &Self {
        parts.iter().fold(self, |it, part| it.draws(part))
    }

    #[track_caller]
    pub fn draws_first(&self, start: &str) -> &Self {
        self.expect(self.alt.starts_with(start), start)
    }

    #[track_caller]
    pub fn drawn(&self) -> &Self {
        self.expect(!self.png.is_empty(), "a picture")
    }

    #[track_caller]
    pub fn privately(&self) -> &Self {
        self.expect(self.private, "a private answer")
    }

    #[track_caller]
    pub fn updating(&self) -> &Self {
        self.expect(self.updates, "an update")
    }

    #[track_caller]
    fn expect(&self, is_met: bool, what: &str) -> &Self {
        assert!(is_met, "{what}: {self:?}");
        self
    }
}

impl Harness {
    pub fn new() -> Self {
        Self::over(Fixture::new())
    }

    /// With a game of Ada against Bruno.
    pub async fn with_game() -> (Self, GameId) {
        let (fixture, game) = Fixture::with_game().await;
        (Self::over(fixture), game)
    }

    pub fn over(fixture: Fixture) -> Self {
        let app = App {
            games: fixture.games.clone(),
            clock: Arc::<base::clock::ManualClock>::clone(&fixture.clock),
            pictures: PICTURES.clone(),
            sender: MessageSender::new(Arc::clone(&fixture.sender) as _),
        };
        Self { fixture, app, locale: "en-US" }
    }

    /// Everything needed for answers.
    pub const fn app(&self) -> &App {
        &self.app
    }

    /// Makes all boards fail to draw.
    pub fn without_pictures(mut self) -> Self {
        self.app.pictures = Pictures::none();
        self
    }

    pub fn french() -> Self {
        Self::new().in_french()
    }

    /// The same with French clients.
    pub fn in_french(self) -> Self {
        self.speaking("fr")
    }

    /// The same with clients in this language.
    pub fn speaking(self, locale: &'static str) -> Self {
        Self { locale, ..self }
    }

    /// A slash command as a player types it, in the channel of challenges: `ladder challenge user:2`.
    pub async fn say(&self, who: UserId, line: &str) -> SentMessage {
        self.say_in(CHANNEL, who, line).await
    }

    pub async fn say_in(&self, channel: ChannelId, who: UserId, line: &str) -> SentMessage {
        self.reply(&self.typed_in(channel, who, line)).await
    }

    pub async fn type_move(&self, who: UserId, text: &str) -> SentMessage {
        self.say(who, &format!("move move:{text}")).await
    }

    /// The same with these rights.
    pub async fn say_as(&self, who: UserId, rights: u64, line: &str) -> SentMessage {
        self.say_changed(who, line, |json| json["member"]["permissions"] = json!(rights.to_string())).await
    }

    /// The same in direct messages.
    pub async fn say_directly(&self, who: UserId, line: &str) -> SentMessage {
        let to_direct_messages = |json: &mut Value| {
            let member = json["member"].take();
            json["user"] = member["user"].clone();
            json["guild_id"] = Value::Null;
        };
        self.say_changed(who, line, to_direct_messages).await
    }

    /// The same modified by `change`: with other roles, from another server.
    pub async fn say_changed(&self, who: UserId, line: &str, change: impl FnOnce(&mut Value)) -> SentMessage {
        let mut json = self.typed_in(CHANNEL, who, line);
        change(&mut json);
        self.reply(&json).await
    }

    /// A slash command of an organizer who plays nowhere.
    pub async fn organize(&self, line: &str) -> SentMessage {
        self.say_as(ORGANIZER, MANAGES_EVENTS, line).await
    }

    /// A button under an answer to this organizer.
    pub async fn press_as_organizer(&self, custom_id: &str) -> SentMessage {
        self.press_as(ORGANIZER, MANAGES_EVENTS, custom_id).await
    }

    /// A menu under an answer to this organizer.
    pub async fn choose_as_organizer(&self, custom_id: &str, value: &str) -> SentMessage {
        self.use_as(ORGANIZER, MANAGES_EVENTS, custom_id, json!({ "values": [value] })).await
    }

    /// A form with these fields, filled in by this organizer.
    pub async fn submit_as_organizer(&self, custom_id: &str, fields: &[(&str, &str)]) -> SentMessage {
        self.use_as(ORGANIZER, MANAGES_EVENTS, custom_id, json!({ "components": form_rows(fields) })).await
    }

    pub async fn ladders(&self) -> Vec<LadderHead> {
        self.store.clubs().ladders_of(GUILD).await.expect("a store in memory")
    }

    /// The newest entries of the server's log, the newest first.
    pub async fn log(&self) -> Vec<AuditEntry> {
        self.store.audit_log(GUILD, 0, 99).await.expect("a store in memory")
    }

    /// `/challenge` with *More…*: the form is filled in with these options and menu choices, and sent.
    pub async fn challenge_in_form(&self, who: UserId, options: &str, menus: &[(&str, &str)]) -> SentMessage {
        let form = self.say(who, &format!("challenge {options} more:true")).await;
        let send = form.controls.iter().find(|id| id.starts_with("v1:guide-send:"));
        let send = send.unwrap_or_else(|| panic!("no form: {form:?}"));
        for (menu, value) in menus {
            self.choose(who, &format!("{}:{menu}", send.replace("send", "set")), value).await;
        }
        self.press_private(who, send).await
    }

    /// A button under a message that only this person sees, pressed with these rights.
    pub async fn press_as(&self, who: UserId, rights: u64, custom_id: &str) -> SentMessage {
        self.use_as(who, rights, custom_id, json!({ "values": [] })).await
    }

    /// The same with choices (`values`), or form input (`components`).
    pub async fn use_as(&self, who: UserId, rights: u64, custom_id: &str, data: Value) -> SentMessage {
        let kind = if data.get("components").is_some() { 5 } else { 3 };
        let mut json = self.interaction(kind, CHANNEL, who);
        json["data"] = data;
        json["data"]["custom_id"] = custom_id.into();
        json["message"] = json!({ "flags": 64 });
        json["member"]["permissions"] = json!(rights.to_string());
        self.reply(&json).await
    }

    fn typed_in(&self, channel: ChannelId, who: UserId, line: &str) -> Value {
        let mut json = self.interaction(2, channel, who);
        json["data"] = command_data(line);
        json["data"]["resolved"] = resolved(channel);
        json
    }

    /// The values that completion offers, with their names. The last option of the line is being typed.
    pub async fn complete(&self, who: UserId, line: &str) -> Vec<(String, String)> {
        self.complete_as(who, 0, line).await
    }

    /// The same with these rights.
    pub async fn complete_as(&self, who: UserId, rights: u64, line: &str) -> Vec<(String, String)> {
        let mut json = self.interaction(4, CHANNEL, who);
        json["member"]["permissions"] = json!(rights.to_string());
        json["data"] = command_data(line);
        let mut options = &mut json["data"]["options"];
        while options[0].get("options").is_some() {
            options = &mut options[0]["options"];
        }
        let typed = options.as_array_mut().and_then(|options| options.last_mut()).expect("an option");
        typed["focused"] = json!(true);
        // Text being typed is a string.
        typed["value"] = typed["value"].as_str().map_or_else(|| typed["value"].to_string(), str::to_owned).into();
        match router::dispatch(&self.app, &read(&json)).await {
            Reply::Choices(choices) => choices,
            other => panic!("no choices: {other:?}"),
        }
    }

    /// A button under a public message.
    pub async fn press(&self, who: UserId, custom_id: &str) -> SentMessage {
        self.component(who, custom_id, &[], 0).await
    }

    /// A button under a message that only this person sees.
    pub async fn press_private(&self, who: UserId, custom_id: &str) -> SentMessage {
        self.component(who, custom_id, &[], 64).await
    }

    /// A select under a message that only this person sees.
    pub async fn choose(&self, who: UserId, custom_id: &str, value: &str) -> SentMessage {
        self.component(who, custom_id, &[value], 64).await
    }

    /// The same with several values.
    pub async fn choose_all(&self, who: UserId, custom_id: &str, values: &[&str]) -> SentMessage {
        self.component(who, custom_id, values, 64).await
    }

    /// A form with one field, filled in by this person.
    pub async fn submit(&self, who: UserId, custom_id: &str, field: &str, typed: &str) -> SentMessage {
        self.submit_all(who, custom_id, &[(field, typed)]).await
    }

    /// The same with several fields.
    pub async fn submit_all(&self, who: UserId, custom_id: &str, fields: &[(&str, &str)]) -> SentMessage {
        let mut json = self.interaction(5, CHANNEL, who);
        json["data"] = json!({ "custom_id": custom_id, "components": form_rows(fields) });
        json["message"] = json!({ "flags": 64 });
        self.reply(&json).await
    }

    /// A select of a person under a message that only its reader sees.
    pub async fn choose_person(&self, who: UserId, custom_id: &str, chosen: UserId) -> SentMessage {
        self.choose_people(who, custom_id, &[chosen]).await
    }

    /// The same with several people.
    pub async fn choose_people(&self, who: UserId, custom_id: &str, chosen: &[UserId]) -> SentMessage {
        let mut json = self.interaction(3, CHANNEL, who);
        let resolved = resolved(CHANNEL);
        let values: Vec<String> = chosen.iter().map(|user| user.0.to_string()).collect();
        json["data"] = json!({ "custom_id": custom_id, "values": values, "resolved": resolved });
        json["message"] = json!({ "flags": 64 });
        self.reply(&json).await
    }

    async fn component(&self, who: UserId, custom_id: &str, values: &[&str], flags: u64) -> SentMessage {
        let mut json = self.interaction(3, CHANNEL, who);
        json["data"] = json!({ "custom_id": custom_id, "values": values });
        json["message"] = json!({ "flags": flags });
        self.reply(&json).await
    }

    fn interaction(&self, kind: u8, channel: ChannelId, who: UserId) -> Value {
        json!({
            "id": self.request().0.to_string(),
            "type": kind,
            "application_id": BOT.0.to_string(),
            "guild_id": "9",
            "channel_id": channel.0.to_string(),
            "locale": self.locale,
            "member": { "user": user(who) },
        })
    }

    async fn reply(&self, json: &Value) -> SentMessage {
        let (private, updates, post) = match router::dispatch(&self.app, &read(json)).await {
            Reply::Message { private, post } => (private, false, post),
            Reply::Update(post) => (true, true, post),
            // A form, represented by its title and id.
            Reply::Modal(modal) => {
                let mut form = SentMessage::of(true, false, OutgoingMessage::text(modal.title));
                form.controls.push(modal.custom_id);
                form.labels = modal.fields.into_iter().map(|field| field.label).collect();
                return form;
            }
            // The fallback message if nothing opens, with the game in place of a control.
            Reply::Launch { target, instead } => {
                let mut sent = SentMessage::of(true, false, instead);
                sent.controls.push(format!("launch:{}", GameId(target)));
                return sent;
            }
            other @ Reply::Choices(_) => panic!("no message: {other:?}"),
        };
        SentMessage::of(private, updates, post)
    }

    /// The public message and its mentions, if this notice of that version is sent now.
    pub async fn notice(&self, game: GameId, version: i64, notice: Notice) -> Option<(SentMessage, Vec<UserId>)> {
        self.notice_to(None, game, version, notice).await
    }

    /// The same if it is sent about the game as it is now, and there is something to say.
    pub async fn current_notice(&self, game: GameId, notice: Notice) -> (SentMessage, Vec<UserId>) {
        let version = self.game(game).await.version;
        self.notice(game, version, notice).await.expect("something to say")
    }

    /// The same in direct messages to this person, or in public.
    pub async fn notice_to(
        &self,
        reader: Option<UserId>,
        game: GameId,
        version: i64,
        notice: Notice,
    ) -> Option<(SentMessage, Vec<UserId>)> {
        let record = self.record(game).await.expect("there");
        let created_at = record.game.challenge.created_at;
        let lease_until = created_at.plus(60_000);
        let message = Message {
            message_id: 1,
            game_id: game,
            version,
            notice,
            attempts: 1,
            may_be_posted: false,
            created_at,
            lease_until,
        };
        let post = render_notice::render(&self.app, &message, &record).await.expect("a sound game")?;
        let post = match reader {
            Some(user) => render_notice::render_for(&self.app, &message, &record, user, &post).await,
            None => post,
        };
        let users = post.mentions.clone();
        Some((SentMessage::of(false, false, post), users))
    }

    pub async fn record(&self, game: GameId) -> Option<GameRecord> {
        self.store.game(game).await.expect("a store in memory")
    }

    pub async fn thread(&self, game: GameId, thread: u64) {
        self.store.set_thread(game, Some(ChannelId(thread))).await.expect("a store in memory");
    }
}

fn read(json: &Value) -> Interaction {
    Interaction::read(&sandbox::interaction::complete(json.clone())).expect("an interaction")
}

fn user(who: UserId) -> Value {
    json!({ "id": who.0.to_string(), "username": crate::use_cases::support::fixture::person(who).name, "bot": who == BOT })
}

fn resolved(channel: ChannelId) -> Value {
    let users: serde_json::Map<String, Value> =
        [ADA, BRUNO, CHLOE, BOT].into_iter().map(|who| (who.0.to_string(), user(who))).collect();
    // Chloé does not see the hidden channel.
    let members: serde_json::Map<String, Value> = users.keys().map(|id| (id.clone(), member(id, channel))).collect();
    // A user who has left the server has no member object.
    let mut users = users;
    users.insert(DEPARTED.0.to_string(), user(DEPARTED));
    json!({ "users": users, "members": members })
}

/// Discord's data about a person in a channel: the permission bits to see it and to write there.
fn member(id: &str, channel: ChannelId) -> Value {
    let hidden = channel == HIDDEN_FROM_CHLOE && id == CHLOE.0.to_string();
    json!({ "permissions": if hidden { "2048" } else { "3072" } })
}

pub fn form_rows(fields: &[(&str, &str)]) -> Vec<Value> {
    let row = |(field, typed): &(&str, &str)| json!({ "type": 1, "components": [{ "type": 4, "custom_id": field, "value": typed }] });
    fields.iter().map(row).collect()
}

/// A typed command as Discord sends it. Its definition says which words begin an option, and the type of each.
fn command_data(line: &str) -> Value {
    let mut words = line.split(' ').peekable();
    let find = |level: &'static Value, word: &str| level.as_array().into_iter().flatten().find(|it| it["name"] == word);
    let (mut level, mut name) = (&*TREE, Vec::new());
    // A command, a group or a subcommand.
    let is_command = |it: &&Value| matches!(it["type"].as_u64(), Some(1 | 2));
    while let Some(below) = words.peek().and_then(|word| find(level, word)).filter(is_command) {
        level = &below["options"];
        name.extend(words.next());
    }
    let mut values: Vec<(&Value, String)> = Vec::new();
    for word in words {
        let pair = word.split_once(':').and_then(|(option, value)| Some((find(level, option)?, value)));
        match (pair, values.last_mut()) {
            (Some((option, value)), _) => values.push((option, value.to_owned())),
            (None, Some((_, value))) => *value = format!("{value} {word}"),
            // A command of an earlier version.
            (None, None) => name.extend(Some(word).filter(|word| !word.is_empty())),
        }
    }
    let options = values.into_iter().map(|(option, text)| {
        let (kind, value) = match option["type"].as_u64() {
            Some(kind @ (4 | 5)) => (kind, serde_json::from_str(&text).unwrap_or_else(|_| panic!("{line:?}: {text}"))),
            // Some lines end with a space, which is a part of a text alone.
            Some(3) => (3, Value::from(text)),
            _ => (3, Value::from(text.trim_end())),
        };
        json!({ "name": option["name"], "type": kind, "value": value })
    });
    let options: Value = options.collect();
    let below =
        name.drain(1..).rev().fold(options, |below, word| json!([{ "type": 1, "name": word, "options": below }]));
    json!({ "name": name[0], "options": below })
}
