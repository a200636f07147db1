//! A client that acts for users in tests: everything over HTTP, as the page does it.

use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use reqwest::Method;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::log::Entry;

#[derive(Debug, Clone, Deserialize)]
pub struct Answered {
    pub id: String,
    /// `pending`, `deferred`, `answered`, `failed`, `modal` or `autocomplete`.
    pub state: String,
    /// Milliseconds from the interaction to the answer.
    pub answered_ms: Option<i64>,
    /// The first answer as the bot sent it.
    #[serde(default)]
    pub response: Value,
    /// The answering message, or null.
    #[serde(default)]
    pub message: Value,
    /// The text for the user after a failure.
    pub failure: Option<String>,
}

#[derive(Debug, Clone)]
pub struct Client {
    http: reqwest::Client,
    base: String,
}

const TIMEOUT: Duration = Duration::from_mins(1);

impl Client {
    pub fn new(base: &str) -> Self {
        Self { http: reqwest::Client::new(), base: base.trim_end_matches('/').to_owned() }
    }

    pub async fn get(&self, path: &str) -> anyhow::Result<Value> {
        self.send(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> anyhow::Result<Value> {
        self.send(Method::POST, path, Some(body)).await
    }

    async fn send(&self, method: Method, path: &str, body: Option<&Value>) -> anyhow::Result<Value> {
        let mut request = self.http.request(method, format!("{}/sandbox/{path}", self.base));
        if let Some(body) = body {
            request = request.json(body);
        }
        let answer = request.send().await.with_context(|| format!("requesting {path} from the sandbox"))?;
        let status = answer.status();
        let text = answer.text().await?;
        let value: Value = serde_json::from_str(&text).unwrap_or(Value::Null);
        ensure!(status.is_success(), "{}", value["error"].as_str().unwrap_or(&text));
        Ok(value)
    }

    /// Everything that a user's page loads at its start.
    pub async fn state(&self, user: &str) -> anyhow::Result<Value> {
        self.get(&format!("state?user={user}")).await
    }

    pub async fn user(&self, name: &str) -> anyhow::Result<String> {
        let state = self.state("").await?;
        let found = state["users"].as_array().into_iter().flatten().find(|user| user["global_name"] == name);
        Ok(text(&found.with_context(|| format!("no user is called {name}"))?["id"]))
    }

    pub async fn channel(&self, name: &str) -> anyhow::Result<String> {
        let state = self.state("").await?;
        let found = state["channels"].as_array().into_iter().flatten().find(|channel| channel["name"] == name);
        Ok(text(&found.with_context(|| format!("there is no channel {name}"))?["id"]))
    }

    pub async fn wait_online(&self) -> anyhow::Result<()> {
        let start = Instant::now();
        loop {
            let state = self.state("").await?;
            // The entry point of an Activity is registered without the bot.
            let has_commands = state["commands"].as_array().is_some_and(|all| all.iter().any(|one| one["type"] == 1));
            if state["bot_online"] == true && has_commands {
                return Ok(());
            }
            ensure!(start.elapsed() < TIMEOUT, "the bot did not come online");
            tokio::time::sleep(Duration::from_millis(15)).await;
        }
    }

    pub async fn say(&self, user: &str, channel: &str, content: &str) -> anyhow::Result<Value> {
        self.post("messages", &json!({ "user": user, "channel": channel, "content": content })).await
    }

    /// Opens direct messages; returns the id of the channel.
    pub async fn open_dm(&self, user: &str, recipient: &str) -> anyhow::Result<String> {
        Ok(text(&self.post("dm", &json!({ "user": user, "recipient": recipient })).await?["id"]))
    }

    /// Sends `/command`. `options` is Discord's list, or an object from names to values. A subcommand follows the
    /// command after a space. Returns the interaction's id.
    pub async fn slash(&self, user: &str, channel: &str, command: &str, options: Value) -> anyhow::Result<String> {
        let data = Self::command_data(command, options, None)?;
        self.interact(user, channel, "command", &data, None).await
    }

    /// The choices for the option `focused`; `options` holds the text typed so far.
    pub async fn autocomplete(
        &self,
        user: &str,
        channel: &str,
        command: &str,
        options: Value,
        focused: &str,
    ) -> anyhow::Result<Vec<(String, Value)>> {
        let data = Self::command_data(command, options, Some(focused))?;
        let body = json!({ "user": user, "channel": channel, "kind": "autocomplete", "data": data });
        let answer = self.post("interactions", &body).await?;
        let choices = answer["choices"].as_array().cloned().unwrap_or_default();
        Ok(choices.into_iter().map(|choice| (text(&choice["name"]), choice["value"].clone())).collect())
    }

    fn command_data(command: &str, options: Value, focused: Option<&str>) -> anyhow::Result<Value> {
        let mut words = command.split_whitespace();
        let name = words.next().unwrap_or_default();
        let mut list = match options {
            Value::Object(options) => {
                options.into_iter().map(|(name, value)| json!({ "name": name, "value": value })).collect()
            }
            Value::Array(options) => options,
            Value::Null => Vec::new(),
            _ => bail!("options are a list or an object"),
        };
        for option in &mut list {
            if focused.is_some_and(|focused| option["name"] == focused) {
                option["focused"] = json!(true);
            }
        }
        let below: Vec<&str> = words.collect();
        for word in below.iter().rev() {
            list = vec![json!({ "name": word, "options": list })];
        }
        Ok(json!({ "name": name, "type": 1, "options": list }))
    }

    pub async fn press(&self, user: &str, message: &Value, custom_id: &str) -> anyhow::Result<String> {
        let data = json!({ "custom_id": custom_id, "component_type": 2 });
        self.interact(user, &text(&message["channel_id"]), "component", &data, Some(message)).await
    }

    pub async fn select(
        &self,
        user: &str,
        message: &Value,
        custom_id: &str,
        values: &[&str],
    ) -> anyhow::Result<String> {
        let data = json!({ "custom_id": custom_id, "component_type": 3, "values": values });
        self.interact(user, &text(&message["channel_id"]), "component", &data, Some(message)).await
    }

    pub async fn submit_modal(
        &self,
        user: &str,
        channel: &str,
        custom_id: &str,
        fields: &[(&str, &str)],
    ) -> anyhow::Result<String> {
        let rows = fields
            .iter()
            .map(|(id, value)| json!({ "type": 1, "components": [{ "type": 4, "custom_id": id, "value": value }] }));
        let data = json!({ "custom_id": custom_id, "components": rows.collect::<Vec<_>>() });
        self.interact(user, channel, "modal", &data, None).await
    }

    async fn interact(
        &self,
        user: &str,
        channel: &str,
        kind: &str,
        data: &Value,
        message: Option<&Value>,
    ) -> anyhow::Result<String> {
        let mut body = json!({ "user": user, "channel": channel, "kind": kind, "data": data });
        if let Some(message) = message {
            body["message_id"] = message["id"].clone();
        }
        Ok(text(&self.post("interactions", &body).await?["id"]))
    }

    pub async fn interaction(&self, id: &str) -> anyhow::Result<Answered> {
        Ok(serde_json::from_value(self.get(&format!("interactions/{id}")).await?)?)
    }

    /// Waits until an interaction is answered, failed or led to a modal.
    pub async fn wait_answer(&self, id: &str) -> anyhow::Result<Answered> {
        let path = format!("interactions/{id}?wait=answered&timeout_ms={}", TIMEOUT.as_millis());
        let answer: Answered = serde_json::from_value(self.get(&path).await?)?;
        ensure!(!matches!(answer.state.as_str(), "pending" | "deferred"), "no answer: {answer:?}");
        Ok(answer)
    }

    pub async fn messages(&self, channel: &str, user: &str) -> anyhow::Result<Vec<Value>> {
        let answer = self.get(&format!("messages?user={user}&channel={channel}&limit=500")).await?;
        Ok(answer["messages"].as_array().cloned().unwrap_or_default())
    }

    pub async fn advance(&self, ms: i64) -> anyhow::Result<()> {
        self.post("clock", &json!({ "advance_ms": ms })).await.map(drop)
    }

    /// The sandbox's time, in milliseconds since 1970.
    pub async fn now_ms(&self) -> anyhow::Result<i64> {
        self.get("clock").await?["now_ms"].as_i64().context("no time")
    }

    /// Replaces the active faults; those not named are turned off.
    pub async fn faults(&self, faults: &Value) -> anyhow::Result<()> {
        self.post("faults", faults).await.map(drop)
    }

    /// Disconnects the bot from the gateway: `drop`, `reconnect`, `invalid_session` or `close`.
    pub async fn disconnect(&self, kind: &str, code: Option<u16>) -> anyhow::Result<()> {
        self.post("faults/disconnect", &json!({ "kind": kind, "code": code })).await.map(drop)
    }

    /// The bot's requests after number `since`, and the number to continue from.
    pub async fn log(&self, since: u64) -> anyhow::Result<(Vec<Entry>, u64)> {
        let answer = self.get(&format!("log?since={since}")).await?;
        let next = answer["next"].as_u64().context("no next")?;
        Ok((serde_json::from_value(answer["entries"].clone())?, next))
    }

    pub async fn add_user(&self, name: &str, locale: &str) -> anyhow::Result<String> {
        Ok(text(&self.post("users", &json!({ "name": name, "locale": locale })).await?["id"]))
    }

    /// Changes a user: `dm_closed`, `manages` (the servers), `roles` (their ids), `locale`, `name`.
    pub async fn change_user(&self, user: &str, changes: &Value) -> anyhow::Result<()> {
        self.send(Method::PATCH, &format!("users/{user}"), Some(changes)).await.map(drop)
    }

    pub async fn add_channel(&self, name: &str) -> anyhow::Result<String> {
        Ok(text(&self.post("channels", &json!({ "name": name })).await?["id"]))
    }

    /// Changes a channel: `archived`, `locked`, and what the bot may do in it.
    pub async fn change_channel(&self, channel: &str, changes: &Value) -> anyhow::Result<()> {
        self.send(Method::PATCH, &format!("channels/{channel}"), Some(changes)).await.map(drop)
    }

    pub async fn delete_channel(&self, channel: &str) -> anyhow::Result<()> {
        self.send(Method::DELETE, &format!("channels/{channel}"), None).await.map(drop)
    }

    pub async fn delete_message(&self, message: &Value) -> anyhow::Result<()> {
        let path = format!("messages/{}/{}", text(&message["channel_id"]), text(&message["id"]));
        self.send(Method::DELETE, &path, None).await.map(drop)
    }

    pub async fn file(&self, url: &str) -> anyhow::Result<Vec<u8>> {
        let answer = self.http.get(url).send().await?.error_for_status()?;
        Ok(answer.bytes().await?.to_vec())
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
