//! A small bot that speaks REST and gateway in plain JSON, so that the tests depend on the sandbox only.

use std::time::Duration;

use anyhow::{Context, bail};
use futures::{SinkExt, StreamExt};
use reqwest::{Method, multipart};
use sandbox::client::Client;
use sandbox::{Options, Sandbox};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

pub type TestResult = anyhow::Result<()>;

/// Generous, because the machine may be busy.
const TIMEOUT: Duration = Duration::from_mins(1);

pub struct Harness {
    pub sandbox: Sandbox,
    pub users: Client,
    pub http: reqwest::Client,
    pub ada: String,
    pub bruno: String,
    pub games: String,
    pub bot: String,
}

/// An answer to the bot: status, headers, body.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: reqwest::header::HeaderMap,
    pub body: Value,
}

impl Harness {
    pub async fn start() -> anyhow::Result<Self> {
        Self::start_with(Options::default()).await
    }

    pub async fn start_with(options: Options) -> anyhow::Result<Self> {
        let sandbox = Sandbox::start(Options { listen: "127.0.0.1:0".parse()?, ..options }).await?;
        let users = sandbox.client();
        let state = users.state("").await?;
        Ok(Self {
            ada: users.user("Ada").await?,
            bruno: users.user("Bruno").await?,
            games: users.channel("games").await?,
            bot: state["bot_id"].as_str().context("no bot")?.to_owned(),
            http: reqwest::Client::new(),
            users,
            sandbox,
        })
    }

    /// A request of the bot.
    pub async fn rest(&self, method: &str, path: &str, body: Value) -> anyhow::Result<Reply> {
        let url = format!("{}/api/v10/{path}", self.sandbox.base_url());
        let request = self.http.request(Method::from_bytes(method.as_bytes())?, url);
        let request = request.header("Authorization", format!("Bot {}", self.sandbox.token()));
        let request = if body.is_null() { request } else { request.json(&body) };
        read(request.send().await?).await
    }

    /// A request of the bot with files: name and content.
    pub async fn send_files(
        &self,
        method: &str,
        path: &str,
        body: &Value,
        files: &[(&str, Vec<u8>)],
    ) -> anyhow::Result<Reply> {
        let url = format!("{}/api/v10/{path}", self.sandbox.base_url());
        let mut form = multipart::Form::new().text("payload_json", body.to_string());
        for (n, (name, content)) in files.iter().enumerate() {
            let part = multipart::Part::bytes(content.clone()).file_name((*name).to_owned());
            form = form.part(format!("files[{n}]"), part);
        }
        let request = self.http.request(Method::from_bytes(method.as_bytes())?, url).multipart(form);
        read(request.header("Authorization", format!("Bot {}", self.sandbox.token())).send().await?).await
    }

    pub async fn register(&self, commands: Value) -> anyhow::Result<()> {
        let reply = self.rest("PUT", &format!("applications/{}/commands", self.bot), commands).await?;
        anyhow::ensure!(reply.status == 200, "{reply:?}");
        Ok(())
    }

    /// The first answer to an interaction.
    pub async fn callback(&self, interaction: &Value, body: Value) -> anyhow::Result<Reply> {
        let (id, token) = (interaction["id"].as_str(), interaction["token"].as_str());
        let path = format!("interactions/{}/{}/callback", id.context("no id")?, token.context("no token")?);
        self.rest("POST", &path, body).await
    }

    /// The path of the first answer, to edit it.
    pub fn original(&self, interaction: &Value) -> String {
        let token = interaction["token"].as_str().unwrap_or_default();
        format!("webhooks/{}/{token}/messages/@original", self.bot)
    }

    pub async fn write(&self, channel: &str, body: Value) -> anyhow::Result<Reply> {
        self.rest("POST", &format!("channels/{channel}/messages"), body).await
    }

    /// Ada sends `/ping`, and the gateway hands it to the bot.
    pub async fn ping(&self, gateway: &mut Gateway) -> anyhow::Result<Value> {
        self.users.slash(&self.ada, &self.games, "ping", json!([])).await?;
        gateway.event("INTERACTION_CREATE").await
    }

    pub async fn with_ping() -> anyhow::Result<(Self, Gateway)> {
        let harness = Self::start().await?;
        harness.register(json!([{ "name": "ping", "description": "Answers" }])).await?;
        let gateway = Gateway::connect_and_identify(&harness, 0).await?;
        Ok((harness, gateway))
    }
}

async fn read(answer: reqwest::Response) -> anyhow::Result<Reply> {
    let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
    let text = answer.text().await?;
    Ok(Reply { status, headers, body: serde_json::from_str(&text).unwrap_or(Value::Null) })
}

pub struct Gateway {
    pub socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub seq: u64,
    pub session: String,
}

impl Gateway {
    pub async fn connect(harness: &Harness) -> anyhow::Result<Self> {
        let url = format!("{}/?v=10&encoding=json", harness.sandbox.base_url().replacen("http", "ws", 1));
        let (socket, _) = tokio_tungstenite::connect_async(url).await?;
        let mut gateway = Self { socket, seq: 0, session: String::new() };
        let hello = gateway.next().await?;
        anyhow::ensure!(hello["op"] == 10 && hello["d"]["heartbeat_interval"].is_u64(), "no hello: {hello}");
        Ok(gateway)
    }

    pub async fn connect_and_identify(harness: &Harness, intents: u64) -> anyhow::Result<Self> {
        let mut gateway = Self::connect(harness).await?;
        gateway.identify(harness.sandbox.token(), intents).await?;
        let ready = gateway.event("READY").await?;
        ready["session_id"].as_str().context("no session")?.clone_into(&mut gateway.session);
        Ok(gateway)
    }

    pub async fn identify(&mut self, token: &str, intents: u64) -> anyhow::Result<()> {
        let properties = json!({ "os": "linux", "browser": "tests", "device": "tests" });
        let data = json!({ "token": token, "intents": intents, "compress": true, "properties": properties });
        self.send(json!({ "op": 2, "d": data })).await
    }

    pub async fn connect_and_resume(harness: &Harness, session: &str, seq: u64) -> anyhow::Result<Self> {
        let mut gateway = Self::connect(harness).await?;
        let data = json!({ "token": harness.sandbox.token(), "session_id": session, "seq": seq });
        gateway.send(json!({ "op": 6, "d": data })).await?;
        Ok(gateway)
    }

    pub async fn send(&mut self, frame: Value) -> anyhow::Result<()> {
        Ok(self.socket.send(Message::text(frame.to_string())).await?)
    }

    pub async fn next(&mut self) -> anyhow::Result<Value> {
        let frame =
            tokio::time::timeout(TIMEOUT, self.socket.next()).await.context("waited in vain for a gateway frame")?;
        match frame.context("the line is dead")?? {
            Message::Text(text) => {
                let frame: Value = serde_json::from_str(text.as_str())?;
                self.seq = frame["s"].as_u64().unwrap_or(self.seq);
                Ok(frame)
            }
            other => bail!("not a frame: {other:?}"),
        }
    }

    /// The close code of the gateway; frames before it are skipped.
    pub async fn close_code(&mut self) -> anyhow::Result<Option<u16>> {
        loop {
            match tokio::time::timeout(TIMEOUT, self.socket.next())
                .await
                .context("waited in vain for the gateway to close")?
            {
                Some(Ok(Message::Close(frame))) => return Ok(frame.map(|frame| frame.code.into())),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Ok(None),
            }
        }
    }

    /// The data of the next event of this name.
    pub async fn event(&mut self, name: &str) -> anyhow::Result<Value> {
        loop {
            let frame = self.next().await?;
            if frame["t"] == name {
                return Ok(frame["d"].clone());
            }
        }
    }
}
