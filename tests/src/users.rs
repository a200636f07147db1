//! What Discord users see and do in the sandbox.

use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use serde_json::{Value, json};

use crate::messages::{Answer, control, controls, is_private, string, text_of};
use crate::{Harness, TIMEOUT};

#[derive(Debug, Clone)]
pub struct Person {
    pub id: String,
    pub name: String,
}

#[derive(Debug, Clone)]
pub struct Game {
    /// Nine letters and digits.
    pub id: String,
    pub thread: String,
    pub black: Person,
    pub white: Person,
}

impl Game {
    /// The player on turn after so many plies.
    pub fn on_turn(&self, plies: usize) -> &Person {
        if plies.is_multiple_of(2) { &self.black } else { &self.white }
    }
}

impl Harness {
    /// A user whom the sandbox has from its start, by name.
    pub async fn person(&self, name: &str) -> anyhow::Result<Person> {
        let state = self.state("").await?;
        let users = state["users"].as_array().context("no users")?;
        let user = users
            .iter()
            .find(|user| user["global_name"] == json!(name) || user["username"] == json!(name))
            .with_context(|| format!("no user is called {name}: {users:?}"))?;
        Ok(Person { id: string(&user["id"]), name: name.to_owned() })
    }

    pub async fn people<const N: usize>(&self, names: [&str; N]) -> anyhow::Result<[Person; N]> {
        let mut people = Vec::new();
        for name in names {
            people.push(self.person(name).await?);
        }
        Ok(people.try_into().expect("one person for each name"))
    }

    /// The channel of direct messages between the bot and this user.
    pub async fn dm_channel(&self, user: &Person) -> anyhow::Result<String> {
        let bot = string(&self.state(&user.id).await?["bot_id"]);
        let channel = self.post("/sandbox/dm", &json!({ "user": user.id, "recipient": bot })).await?;
        Ok(string(&channel["id"]))
    }

    pub async fn threads(&self, user: &Person) -> anyhow::Result<Vec<String>> {
        let state = self.state(&user.id).await?;
        let channels = state["channels"].as_array().context("no channels")?.iter();
        Ok(channels.filter(|channel| channel["type"] == json!(11)).map(|channel| string(&channel["id"])).collect())
    }

    pub async fn channel_named(&self, name: &str) -> anyhow::Result<String> {
        let state = self.state("").await?;
        let channels = state["channels"].as_array().context("no channels")?;
        let channel = channels.iter().find(|channel| channel["name"] == json!(name)).context("no such channel")?;
        Ok(string(&channel["id"]))
    }

    /// The sandbox's state as this user's page gets it (empty: the first user).
    pub async fn state(&self, user: &str) -> anyhow::Result<Value> {
        self.get(&format!("/sandbox/state?user={user}")).await
    }

    /// Requests to the sandbox's API for users, which its page uses too.
    pub async fn get(&self, path: &str) -> anyhow::Result<Value> {
        let answer = self.http.get(format!("{}{path}", self.sandbox.base_url())).send().await?;
        Ok(answer.error_for_status()?.json().await?)
    }

    pub async fn post(&self, path: &str, body: &Value) -> anyhow::Result<Value> {
        self.send(reqwest::Method::POST, path, body).await
    }

    pub async fn patch(&self, path: &str, body: &Value) -> anyhow::Result<Value> {
        self.send(reqwest::Method::PATCH, path, body).await
    }

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

    /// The messages of a channel as this user sees them, oldest first.
    pub async fn messages(&self, user: &Person, channel: &str) -> anyhow::Result<Vec<Value>> {
        let answer = self.get(&format!("/sandbox/messages?user={}&channel={channel}&limit=100", user.id)).await?;
        Ok(answer["messages"].as_array().cloned().unwrap_or_default())
    }

    /// Discord asks the bot to wait for eight seconds of real time when it next posts in the channel of the games.
    pub async fn delay_next_post(&self) -> anyhow::Result<()> {
        let path = format!("/channels/{}/messages", self.games);
        let wait =
            json!({ "method": "POST", "path_contains": path, "status": 429, "global": true, "retry_after_ms": 8000 });
        self.post("/sandbox/faults", &json!({ "fail_next": [wait] })).await?;
        Ok(())
    }

    /// Moves the sandbox's clock, which the bot follows.
    pub async fn advance(&self, millis: i64) -> anyhow::Result<()> {
        self.post("/sandbox/clock", &json!({ "advance_ms": millis })).await?;
        Ok(())
    }

    /// Sends a slash command, or one of its subcommands (`settings show`), and waits for its answer.
    pub async fn command(&self, who: &Person, channel: &str, name: &str, options: &Value) -> anyhow::Result<Answer> {
        let id = self.send_command(who, channel, name, options).await?;
        self.answer(&id).await
    }

    /// Gives the id of the interaction.
    pub async fn send_command(
        &self,
        who: &Person,
        channel: &str,
        name: &str,
        options: &Value,
    ) -> anyhow::Result<String> {
        let mut words = name.split(' ');
        let first = words.next().unwrap_or_default();
        let below = json!(with_options(name, options));
        let options = words.rev().fold(below, |options, word| json!([{ "name": word, "type": 1, "options": options }]));
        let data = json!({ "name": first, "type": 1, "options": options });
        let body = json!({ "user": who.id, "channel": channel, "kind": "command", "data": data });
        Ok(string(&self.post("/sandbox/interactions", &body).await?["id"]))
    }

    /// The autocomplete choices for the option `focused` while it contains `text`.
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

    pub async fn write(&self, who: &Person, channel: &str, content: &str) -> anyhow::Result<Value> {
        self.post("/sandbox/messages", &json!({ "user": who.id, "channel": channel, "content": content })).await
    }

    pub async fn press(&self, who: &Person, message: &Value, custom_id: &str) -> anyhow::Result<Answer> {
        let id = self.send_press(who, message, custom_id).await?;
        self.answer(&id).await
    }

    /// Gives the id of the interaction.
    pub async fn send_press(&self, who: &Person, message: &Value, custom_id: &str) -> anyhow::Result<String> {
        let data = json!({ "custom_id": custom_id, "component_type": 2 });
        self.send_component(who, message, &data).await
    }

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

    pub async fn answer(&self, id: &str) -> anyhow::Result<Answer> {
        let path = format!("/sandbox/interactions/{id}?wait=answered&timeout_ms={}", TIMEOUT.as_millis());
        let whole = self.get(&path).await?;
        let state = string(&whole["state"]);
        ensure!(
            state == "answered" || state == "modal" || state == "failed",
            "no answer: {whole:#}\nthe bot's log:\n{}",
            self.bot_log()
        );
        Ok(Answer { state, message: whole["message"].clone(), whole })
    }

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

    /// Moves the clock by half a minute until `attempt` gives something, so that the bot retries what has failed. It leaves half a
    /// second between two steps: a nonce is known for five minutes only, and a busy bot has to post again within them.
    pub async fn until_with_retries<T>(
        &self,
        what: &str,
        attempt: impl AsyncFn() -> anyhow::Result<Option<T>>,
    ) -> anyhow::Result<T> {
        self.until(what, async || {
            self.advance(30_000).await?;
            let step = Instant::now();
            loop {
                let found = attempt().await?;
                if found.is_some() || step.elapsed() > Duration::from_millis(500) {
                    return Ok(found);
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        })
        .await
    }

    /// Starts the bot and a game of Ada, who is Black, against Dmitri.
    pub async fn start_with_game(name: &str, options: Value) -> anyhow::Result<(Self, Game, [Person; 2])> {
        let harness = Self::start(name).await?;
        let (game, players) = harness.start_first_game(options).await?;
        Ok((harness, game, players))
    }

    /// Starts a game of Ada, who is Black, against Dmitri.
    pub async fn start_first_game(&self, options: Value) -> anyhow::Result<(Game, [Person; 2])> {
        let players = self.people(["Ada", "Dmitri"]).await?;
        let game = self.start_game(&players[0], &players[1], options).await?;
        Ok((game, players))
    }

    /// Black challenges White, who accepts.
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
            Ok(self.threads(who).await?.into_iter().find(|thread| challenge["id"] == json!(thread)))
        })
        .await
    }

    /// Waits for the public board after so many plies: the message whose buttons carry that ply.
    pub async fn board(&self, game: &Game, ply: u32) -> anyhow::Result<Value> {
        let wanted = format!("v1:move:{}:{ply}", game.id);
        self.message(&game.black, &game.thread, &format!("the board after {ply} plies"), |message| {
            message["author"]["bot"] == json!(true) && controls(message).contains(&wanted)
        })
        .await
    }

    /// Waits for a public board that shows `notation`.
    pub async fn board_with(&self, who: &Person, channel: &str, notation: &str) -> anyhow::Result<Value> {
        self.message(who, channel, &format!("the board with {notation}"), |message| is_board(message, notation)).await
    }

    /// `/move` in the game's thread.
    pub async fn play(&self, game: &Game, who: &Person, mv: &str) -> anyhow::Result<Answer> {
        self.command(who, &game.thread, "move", &json!({ "move": mv })).await
    }
}

/// Is this a public message of the bot with a picture and this notation?
pub fn is_board(message: &Value, notation: &str) -> bool {
    message["author"]["bot"] == json!(true)
        && !is_private(message)
        && message["attachments"].as_array().is_some_and(|files| !files.is_empty())
        && text_of(message).contains(notation)
}

/// The options of a command as Discord sends them.
fn with_options(command: &str, options: &Value) -> Vec<Value> {
    let Some(map) = options.as_object() else { return Vec::new() };
    map.iter()
        .map(|(name, value)| {
            let kind = match (command, name.as_str(), value) {
                (_, "user" | "user2" | "user3" | "user4" | "user5" | "player", _) => 6,
                (_, _, Value::Bool(_)) => 5,
                (_, _, Value::Number(_)) => 4,
                _ => 3,
            };
            json!({ "name": name, "type": kind, "value": value })
        })
        .collect()
}
