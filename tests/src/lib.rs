//! The stage for stories: a sandbox in this process, the real binary beside it, and people who use both as they would use
//! Discord. Nothing here looks inside the bot, except for the address of its database: a file, or, with `SUMITO_STORIES_ON=postgres`,
//! a PostgreSQL of the tests' own.

pub mod chaos;
pub mod memory;
pub mod postgres;
pub mod program;

use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail, ensure};
use sandbox::{Options, Sandbox};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::process::{Child, Command};

use memory::Memory;
use program::binary;

/// How long a story waits for something that should happen at once. Generous: the machine may be busy.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// Do the stories of this run keep their games in PostgreSQL?
pub fn on_postgres() -> bool {
    match std::env::var("SUMITO_STORIES_ON").as_deref() {
        Ok("postgres") => true,
        Err(_) | Ok("" | "sqlite") => false,
        Ok(other) => panic!("SUMITO_STORIES_ON={other}: say `sqlite` or `postgres`"),
    }
}

/// One minute in milliseconds.
pub const MINUTE: i64 = 60_000;
/// One hour in milliseconds.
pub const HOUR: i64 = 60 * MINUTE;
/// One day in milliseconds.
pub const DAY: i64 = 24 * HOUR;

/// A sandbox, the bot, and a folder for its memory.
pub struct Stage {
    /// The Discord of this story.
    pub sandbox: Sandbox,
    /// The channel where people play.
    pub games: String,
    http: reqwest::Client,
    bot: Option<Child>,
    folder: TempDir,
    database: String,
    settings: Vec<(String, String)>,
}

/// Somebody at the keyboard.
#[derive(Debug, Clone)]
pub struct Person {
    /// Discord's id.
    pub id: String,
    /// What others read.
    pub name: String,
}

/// An interaction that has come to its answer.
#[derive(Debug, Clone)]
pub struct Answer {
    /// `answered`, `failed`, `modal`.
    pub state: String,
    /// The message that answers, if any.
    pub message: Value,
    /// Everything the sandbox says of it.
    pub whole: Value,
}

impl Answer {
    /// The text of the answering message, embeds included.
    pub fn text(&self) -> String {
        text_of(&self.message)
    }

    /// Is it shown to its person only?
    pub fn is_private(&self) -> bool {
        self.message["flags"].as_u64().unwrap_or(0) & 64 != 0
    }

    /// The description of its first picture.
    pub fn alt(&self) -> String {
        self.message["attachments"][0]["description"].as_str().unwrap_or_default().to_owned()
    }
}

/// Content and embeds of a message as one text.
pub fn text_of(message: &Value) -> String {
    let mut text = message["content"].as_str().unwrap_or_default().to_owned();
    for embed in message["embeds"].as_array().into_iter().flatten() {
        for key in ["title", "description"] {
            if let Some(part) = embed[key].as_str() {
                text.push('\n');
                text.push_str(part);
            }
        }
        for field in embed["fields"].as_array().into_iter().flatten() {
            for key in ["name", "value"] {
                text.push('\n');
                text.push_str(field[key].as_str().unwrap_or_default());
            }
        }
    }
    text
}

/// The `custom_id` of every enabled button and select of a message.
pub fn controls(message: &Value) -> Vec<String> {
    let rows = message["components"].as_array().into_iter().flatten();
    rows.flat_map(|row| row["components"].as_array().into_iter().flatten())
        .filter(|control| control["disabled"] != json!(true))
        .filter_map(|control| control["custom_id"].as_str().map(str::to_owned))
        .collect()
}

/// The control of this verb: `accept` finds `v1:accept:…`.
pub fn control(message: &Value, verb: &str) -> anyhow::Result<String> {
    controls(message)
        .into_iter()
        .find(|id| id.split(':').nth(1) == Some(verb))
        .with_context(|| format!("no control `{verb}` under: {message:#}"))
}

impl Stage {
    /// Opens a sandbox and starts the bot in it.
    pub async fn open(name: &str) -> anyhow::Result<Self> {
        Self::open_with(name, &[]).await
    }

    /// The same with settings of the bot, as environment variables.
    pub async fn open_with(name: &str, settings: &[(&str, &str)]) -> anyhow::Result<Self> {
        Self::open_in(name, settings, on_postgres()).await
    }

    /// The same with its games in PostgreSQL, whatever the other stories do.
    pub async fn open_on_postgres(name: &str) -> anyhow::Result<Self> {
        Self::open_in(name, &[], true).await
    }

    /// The same with its games in a file.
    pub async fn open_in_a_file(name: &str) -> anyhow::Result<Self> {
        Self::open_in(name, &[], false).await
    }

    async fn open_in(name: &str, settings: &[(&str, &str)], on_postgres: bool) -> anyhow::Result<Self> {
        let record = std::env::var_os("SUMITO_TRAFFIC")
            .map(|folder| PathBuf::from(folder).join(format!("{name}-{}.jsonl", std::process::id())));
        let options =
            Options { listen: "127.0.0.1:0".parse()?, bot_name: "Sumito".to_owned(), record, ..Options::default() };
        let sandbox = Sandbox::start(options).await?;
        let folder = tempfile::tempdir()?;
        let database = if on_postgres {
            postgres::Cluster::shared()?.database()?
        } else {
            format!("sqlite://{}", folder.path().join("sumito.db").display())
        };
        let mut stage = Self {
            sandbox,
            games: String::new(),
            http: reqwest::Client::new(),
            bot: None,
            folder,
            database,
            settings: settings.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect(),
        };
        stage.games = stage.channel_named("games").await?;
        stage.start_bot(&[]).await?;
        Ok(stage)
    }

    /// Starts the bot and waits until it is online and its commands are there.
    pub async fn start_bot(&mut self, environment: &[(&str, &str)]) -> anyhow::Result<()> {
        ensure!(self.bot.is_none(), "the bot runs already");
        self.bot = Some(self.spawn_bot(environment)?);
        let url = format!("{}/sandbox/state?user={}", self.sandbox.base_url(), self.person("Ada").await?.id);
        self.until("the bot is online with its commands", async || {
            let state: Value = self.http.get(&url).send().await?.json().await?;
            let ready =
                state["bot_online"] == json!(true) && state["commands"].as_array().is_some_and(|c| !c.is_empty());
            Ok(ready.then_some(()))
        })
        .await
    }

    /// Starts a bot that will not live to answer anybody: it dies at this point.
    pub fn start_doomed(&mut self, point: &str) -> anyhow::Result<()> {
        ensure!(self.bot.is_none(), "the bot runs already");
        self.bot = Some(self.spawn_bot(&[("SUMITO_CRASH_AT", &format!("{point}:1"))])?);
        Ok(())
    }

    /// Keeps others from writing to this bot's games until it is closed.
    pub async fn keep_memory_busy(&self) -> anyhow::Result<Memory> {
        let mut memory = Memory::open(&self.database).await?;
        let sql = match memory {
            Memory::File(_) => "begin immediate",
            Memory::Server(_) => "begin; select game_id from game for update",
        };
        memory.run(sql).await?;
        Ok(memory)
    }

    /// Waits until no message waits to be sent.
    pub async fn all_is_said(&self) -> anyhow::Result<()> {
        self.until("the last message", async || {
            let mut memory = Memory::open(&self.database).await?;
            let waiting = memory.rows("outbox", &["message_id"], "").await?;
            memory.close().await?;
            Ok(waiting.is_empty().then_some(()))
        })
        .await
    }

    /// Starts one more process of the same bot, beside the first, and waits until it listens.
    pub async fn start_another(&self) -> anyhow::Result<Child> {
        let connected = || self.bot_log().matches("Connected to the gateway").count();
        let before = connected();
        let another = self.spawn_bot(&[])?;
        self.until("one more process listens", async || Ok((connected() > before).then_some(()))).await?;
        Ok(another)
    }

    /// Sends a signal to the bot.
    pub async fn signal_bot(&self, signal: &str) -> anyhow::Result<()> {
        let id = self.bot.as_ref().and_then(Child::id).context("no bot runs")?;
        ensure!(Command::new("kill").args([signal, &id.to_string()]).status().await?.success(), "kill refused");
        Ok(())
    }

    fn spawn_bot(&self, environment: &[(&str, &str)]) -> anyhow::Result<Child> {
        let log = std::fs::OpenOptions::new().create(true).append(true).open(self.log_file())?;
        let base = self.sandbox.base_url();
        let mut command = Command::new(binary()?);
        command
            .arg("run")
            .current_dir(self.folder.path())
            .env("DISCORD_TOKEN", self.sandbox.token())
            .env("SUMITO__DATABASE__URL", &self.database)
            .env("SUMITO__DISCORD__API_BASE", &base)
            .env("SUMITO__DISCORD__GATEWAY_URL", base.replacen("http", "ws", 1))
            .env("SUMITO__CLOCK__FOLLOW_URL", &base)
            .env("RUST_LOG", "info")
            // What is not moved in time is lost, unless a story says otherwise.
            .env("SUMITO__VACATION__DAYS_PER_YEAR", "0")
            .envs(self.settings.iter().map(|(key, value)| (key, value)))
            .envs(environment.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .kill_on_drop(true);
        command.spawn().context("starting the bot")
    }

    /// Has the bot keep its games elsewhere from its next start on.
    pub fn keep_games_in(&mut self, address: &str) {
        address.clone_into(&mut self.database);
    }

    /// What a command of the host's says about this bot's database.
    pub async fn ask_as_host(&self, arguments: &[&str]) -> anyhow::Result<String> {
        let mut command = Command::new(binary()?);
        command.args(arguments).env("SUMITO__DATABASE__URL", &self.database);
        let output = command.stdin(Stdio::null()).output().await?;
        let said = [output.stdout, output.stderr].map(|said| String::from_utf8_lossy(&said).into_owned());
        ensure!(output.status.success(), "{arguments:?}: {}", said[1]);
        Ok(said.concat())
    }

    /// Ends the bot as a power cut would.
    pub async fn kill_bot(&mut self) -> anyhow::Result<()> {
        let mut bot = self.bot.take().context("no bot runs")?;
        bot.start_kill()?;
        bot.wait().await?;
        self.let_leases_end().await
    }

    /// What a dead bot had claimed is free: in a file at the next start, on a server, where it may live elsewhere for all that
    /// anybody knows, when the lease has ended.
    async fn let_leases_end(&self) -> anyhow::Result<()> {
        if self.database.starts_with("postgres") { self.advance(MINUTE).await } else { Ok(()) }
    }

    /// Asks the bot to stop, as a supervisor does, and waits until it has; gives its exit code.
    pub async fn stop_bot(&mut self) -> anyhow::Result<Option<i32>> {
        self.signal_bot("-TERM").await?;
        let mut bot = self.bot.take().context("no bot runs")?;
        Ok(tokio::time::timeout(PATIENCE, bot.wait()).await.context("the bot does not stop")??.code())
    }

    /// Waits until the bot has ended by itself (a crash point).
    pub async fn wait_for_death(&mut self) -> anyhow::Result<()> {
        let mut bot = self.bot.take().context("no bot runs")?;
        tokio::time::timeout(PATIENCE, bot.wait()).await.context("the bot did not reach its crash point")??;
        self.let_leases_end().await
    }

    /// What the bot has logged so far.
    pub fn bot_log(&self) -> String {
        std::fs::read_to_string(self.log_file()).unwrap_or_default()
    }

    /// Resident memory of the bot, in KiB.
    pub fn bot_memory_kib(&self) -> anyhow::Result<u64> {
        let id = self.bot.as_ref().and_then(Child::id).context("no bot runs")?;
        let status = std::fs::read_to_string(format!("/proc/{id}/status"))?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).context("no VmRSS")?;
        Ok(line.split_whitespace().nth(1).context("no number")?.parse()?)
    }

    /// Somebody of the seeded world, by name.
    pub async fn person(&self, name: &str) -> anyhow::Result<Person> {
        let state = self.state("").await?;
        let users = state["users"].as_array().context("no users")?;
        let user = users
            .iter()
            .find(|user| user["global_name"] == json!(name) || user["username"] == json!(name))
            .with_context(|| format!("nobody is called {name}: {users:?}"))?;
        Ok(Person { id: string(&user["id"]), name: name.to_owned() })
    }

    /// A channel's id by its name.
    pub async fn channel_named(&self, name: &str) -> anyhow::Result<String> {
        let state = self.state("").await?;
        let channels = state["channels"].as_array().context("no channels")?;
        let channel = channels.iter().find(|channel| channel["name"] == json!(name)).context("no such channel")?;
        Ok(string(&channel["id"]))
    }

    /// What the page would know, seen by this person (empty: the first one).
    pub async fn state(&self, user: &str) -> anyhow::Result<Value> {
        self.get(&format!("/sandbox/state?user={user}")).await
    }

    /// GET of the people's side, JSON.
    pub async fn get(&self, path: &str) -> anyhow::Result<Value> {
        let answer = self.http.get(format!("{}{path}", self.sandbox.base_url())).send().await?;
        Ok(answer.error_for_status()?.json().await?)
    }

    /// POST of the people's side, JSON. A refusal is an error with its sentence.
    pub async fn post(&self, path: &str, body: &Value) -> anyhow::Result<Value> {
        self.send(reqwest::Method::POST, path, body).await
    }

    /// PATCH of the people's side, JSON.
    pub async fn patch(&self, path: &str, body: &Value) -> anyhow::Result<Value> {
        self.send(reqwest::Method::PATCH, path, body).await
    }

    /// DELETE of the people's side.
    pub async fn delete(&self, path: &str) -> anyhow::Result<Value> {
        self.send(reqwest::Method::DELETE, path, &Value::Null).await
    }

    async fn send(&self, method: reqwest::Method, path: &str, body: &Value) -> anyhow::Result<Value> {
        let url = format!("{}{path}", self.sandbox.base_url());
        let answer = self.http.request(method, url).json(body).send().await?;
        let status = answer.status();
        let text = answer.text().await?;
        ensure!(status.is_success(), "{path}: {status}: {text}");
        Ok(serde_json::from_str(&text).unwrap_or(Value::Null))
    }

    /// The messages of a channel as this person sees them, oldest first.
    pub async fn messages(&self, user: &Person, channel: &str) -> anyhow::Result<Vec<Value>> {
        let answer = self.get(&format!("/sandbox/messages?user={}&channel={channel}&limit=100", user.id)).await?;
        Ok(answer["messages"].as_array().cloned().unwrap_or_default())
    }

    /// Moves the clock of the whole world.
    pub async fn advance(&self, millis: i64) -> anyhow::Result<()> {
        self.post("/sandbox/clock", &json!({ "advance_ms": millis })).await?;
        Ok(())
    }

    /// Sends a slash command and waits for its answer. `options` maps names to values; a string that is a person's id is a user.
    pub async fn command(&self, who: &Person, channel: &str, name: &str, options: &Value) -> anyhow::Result<Answer> {
        let id = self.send_command(who, channel, name, options).await?;
        self.answer(&id).await
    }

    /// Sends a slash command, or one of its subcommands (`settings show`); gives the id of the interaction.
    pub async fn send_command(
        &self,
        who: &Person,
        channel: &str,
        name: &str,
        options: &Value,
    ) -> anyhow::Result<String> {
        let mut words = name.split(' ');
        let first = words.next().unwrap_or_default();
        let below = json!(typed(name, options));
        let options = words.rev().fold(below, |options, word| json!([{ "name": word, "type": 1, "options": options }]));
        let data = json!({ "name": first, "type": 1, "options": options });
        let body = json!({ "user": who.id, "channel": channel, "kind": "command", "data": data });
        Ok(string(&self.post("/sandbox/interactions", &body).await?["id"]))
    }

    /// The choices that completion offers for `focused` while `typed` stands in it.
    pub async fn complete(
        &self,
        who: &Person,
        channel: &str,
        name: &str,
        focused: &str,
        text: &str,
    ) -> anyhow::Result<Vec<String>> {
        let option = json!({ "name": focused, "type": 3, "value": text, "focused": true });
        let data = json!({ "name": name, "type": 1, "options": [option] });
        let body = json!({ "user": who.id, "channel": channel, "kind": "autocomplete", "data": data });
        let answer = self.post("/sandbox/interactions", &body).await?;
        let choices = answer["choices"].as_array().context("no choices")?;
        Ok(choices.iter().map(|choice| string(&choice["value"])).collect())
    }

    /// Presses a button and waits for the answer.
    pub async fn press(&self, who: &Person, message: &Value, custom_id: &str) -> anyhow::Result<Answer> {
        let id = self.send_press(who, message, custom_id).await?;
        self.answer(&id).await
    }

    /// Presses a button; gives the id of the interaction.
    pub async fn send_press(&self, who: &Person, message: &Value, custom_id: &str) -> anyhow::Result<String> {
        let data = json!({ "custom_id": custom_id, "component_type": 2 });
        self.send_component(who, message, &data).await
    }

    /// Chooses from a select and waits for the answer.
    pub async fn choose(&self, who: &Person, message: &Value, custom_id: &str, value: &str) -> anyhow::Result<Answer> {
        let data = json!({ "custom_id": custom_id, "component_type": 3, "values": [value] });
        let id = self.send_component(who, message, &data).await?;
        self.answer(&id).await
    }

    async fn send_component(&self, who: &Person, message: &Value, data: &Value) -> anyhow::Result<String> {
        let body = json!({
            "user": who.id, "channel": message["channel_id"], "message_id": message["id"], "kind": "component", "data": data,
        });
        Ok(string(&self.post("/sandbox/interactions", &body).await?["id"]))
    }

    /// Waits for the answer of an interaction.
    pub async fn answer(&self, id: &str) -> anyhow::Result<Answer> {
        let path = format!("/sandbox/interactions/{id}?wait=answered&timeout_ms=15000");
        let whole = self.get(&path).await?;
        let state = string(&whole["state"]);
        ensure!(state == "answered" || state == "modal" || state == "failed", "no answer: {whole:#}");
        Ok(Answer { state, message: whole["message"].clone(), whole })
    }

    /// Waits until a message of the channel fits.
    pub async fn message(
        &self,
        who: &Person,
        channel: &str,
        what: &str,
        fits: impl Fn(&Value) -> bool,
    ) -> anyhow::Result<Value> {
        self.until(what, async || {
            Ok(self.messages(who, channel).await?.into_iter().rev().find(|message| fits(message)))
        })
        .await
    }

    /// Asks again and again until there is something.
    pub async fn until<T>(&self, what: &str, ask: impl AsyncFn() -> anyhow::Result<Option<T>>) -> anyhow::Result<T> {
        let start = Instant::now();
        loop {
            if let Some(found) = ask().await? {
                return Ok(found);
            }
            if start.elapsed() > PATIENCE {
                bail!("waited {PATIENCE:?} in vain: {what}\nthe bot's log:\n{}", self.bot_log());
            }
            tokio::time::sleep(Duration::from_millis(15)).await;
        }
    }

    /// Lets half a minute pass again and again, so that what failed is tried again, until there is something.
    pub async fn through_retries<T>(
        &self,
        what: &str,
        ask: impl AsyncFn() -> anyhow::Result<Option<T>>,
    ) -> anyhow::Result<T> {
        self.until(what, async || {
            self.advance(30_000).await?;
            tokio::time::sleep(Duration::from_millis(100)).await;
            ask().await
        })
        .await
    }

    /// A challenge from one to the other, accepted; gives the game with its thread.
    pub async fn start_game(&self, black: &Person, white: &Person, options: Value) -> anyhow::Result<Game> {
        let mut options = options;
        options["user"] = json!(white.id);
        options["color"] = json!("black");
        let answer = self.command(black, &self.games, "challenge", &options).await?;
        ensure!(answer.state == "answered", "the challenge was not answered: {:#}", answer.whole);
        let posted = self
            .message(white, &self.games, "the public challenge", |message| control(message, "accept").is_ok())
            .await
            .with_context(|| format!("after the answer: {}", answer.text()))?;
        let accept = control(&posted, "accept")?;
        let id = accept.split(':').nth(2).context("no game id")?.to_owned();
        self.press(white, &posted, &accept).await?;
        let thread = self.thread_of(black, &posted).await?;
        let game = Game { id, thread, black: black.clone(), white: white.clone() };
        self.board(&game, 0).await?;
        Ok(game)
    }

    /// Waits for the thread that starts from this challenge.
    pub async fn thread_of(&self, who: &Person, challenge: &Value) -> anyhow::Result<String> {
        self.until("the thread of the game", async || {
            let state = self.state(&who.id).await?;
            let mut channels = state["channels"].as_array().context("no channels")?.iter();
            let thread = channels.find(|channel| channel["type"] == json!(11) && channel["id"] == challenge["id"]);
            Ok(thread.map(|channel| string(&channel["id"])))
        })
        .await
    }

    /// The public board after so many plies: the message whose buttons speak of that ply.
    pub async fn board(&self, game: &Game, ply: u32) -> anyhow::Result<Value> {
        let wanted = format!("v1:move:{}:{ply}", game.id);
        self.message(&game.black, &game.thread, &format!("the board after {ply} plies"), |message| {
            message["author"]["bot"] == json!(true) && controls(message).contains(&wanted)
        })
        .await
    }

    /// `/move` in the game's thread.
    pub async fn play(&self, game: &Game, who: &Person, mv: &str) -> anyhow::Result<Answer> {
        self.command(who, &game.thread, "move", &json!({ "move": mv })).await
    }

    fn log_file(&self) -> PathBuf {
        self.folder.path().join("bot.log")
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        // A failing story shows what the bot said.
        if std::thread::panicking() {
            eprintln!("--- the bot's log ---\n{}", self.bot_log());
        }
    }
}

/// A game that is being played.
#[derive(Debug, Clone)]
pub struct Game {
    /// Nine letters and digits.
    pub id: String,
    /// Its thread.
    pub thread: String,
    /// Moves first.
    pub black: Person,
    /// Moves second.
    pub white: Person,
}

impl Game {
    /// Whose turn it is after so many plies.
    pub fn on_turn(&self, plies: usize) -> &Person {
        if plies.is_multiple_of(2) { &self.black } else { &self.white }
    }
}

/// A JSON string or number as text.
pub fn string(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The moves of the final of the 2015 world championship; the source is named in the file.
pub fn world_championship_final() -> Vec<String> {
    let text = include_str!("../data/final-2015.txt");
    text.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace).map(str::to_owned).collect()
}

fn typed(command: &str, options: &Value) -> Vec<Value> {
    let Some(map) = options.as_object() else { return Vec::new() };
    map.iter()
        .map(|(name, value)| {
            let kind = match (command, name.as_str(), value) {
                (_, "user" | "user2" | "user3" | "user4" | "user5", _) => 6,
                (_, _, Value::Bool(_)) => 5,
                (_, _, Value::Number(_)) => 4,
                _ => 3,
            };
            json!({ "name": name, "type": kind, "value": value })
        })
        .collect()
}
