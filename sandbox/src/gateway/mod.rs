//! The gateway: hello, identify, ready, heartbeat, resume, dispatch, reconnect, close codes.

pub mod sessions;

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use rand::RngExt as _;
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::time::Instant;

use crate::validate::id;
use crate::world::{Shared, World};
use sessions::{ResumeError, SocketCommand};

/// The path at which clients resume; they identify at `/`.
pub const RESUME_PATH: &str = "/resume";

const HEARTBEAT_MS: u64 = 41_250;
const FRAMES_PER_MINUTE: usize = 120;
const ALL_INTENTS: u64 = 0x1_ffff | (1 << 20) | (1 << 21) | (1 << 24) | (1 << 25);

enum Step {
    Continue,
    Close(u16, &'static str),
}

struct Connection {
    shared: Shared,
    socket: UnboundedSender<SocketCommand>,
    path: &'static str,
    session: Option<String>,
    last_heartbeat: Instant,
    received_at: Vec<Instant>,
}

pub async fn serve(shared: Shared, mut socket: WebSocket, version: Option<&str>, path: &'static str) {
    if version.is_some_and(|version| version != "10") {
        return close(&mut socket, 4012, "Invalid API version.").await;
    }
    let (sender, mut commands) = unbounded_channel();
    let interval_ms = shared.lock().faults.heartbeat_interval_ms.unwrap_or(HEARTBEAT_MS);
    let hello = json!({ "op": 10, "s": null, "t": null, "d": { "heartbeat_interval": interval_ms, "_trace": [] } });
    if socket.send(Message::Text(hello.to_string().into())).await.is_err() {
        return;
    }
    let mut connection = Connection {
        shared,
        socket: sender,
        path,
        session: None,
        last_heartbeat: Instant::now(),
        received_at: Vec::new(),
    };
    let heartbeat_timeout = Duration::from_millis(HEARTBEAT_MS + HEARTBEAT_MS / 2);
    let mut is_session_over = false;
    loop {
        let step = tokio::select! {
            command = commands.recv() => match command {
                Some(SocketCommand::Send(frame)) => match socket.send(Message::Text(frame.into())).await {
                    Ok(()) => Step::Continue,
                    Err(_) => break,
                },
                Some(SocketCommand::Close(code, reason)) => {
                    close(&mut socket, code, &reason).await;
                    is_session_over = ends_session(code);
                    break;
                }
                Some(SocketCommand::Silence) => {
                    // The client receives nothing, not even answers to its heartbeats, until it closes the
                    // connection.
                    while let Some(Ok(_)) = socket.recv().await {}
                    break;
                }
                Some(SocketCommand::Drop) | None => break,
            },
            frame = socket.recv() => match frame {
                Some(Ok(Message::Text(text))) => connection.read(text.as_str()),
                Some(Ok(Message::Binary(bytes))) => connection.read(&String::from_utf8_lossy(&bytes)),
                Some(Ok(Message::Close(frame))) => {
                    // A client that closes normally does not resume.
                    is_session_over = frame.is_some_and(|frame| matches!(frame.code, 1000 | 1001));
                    break;
                }
                Some(Ok(_)) => Step::Continue,
                Some(Err(_)) | None => break,
            },
            () = tokio::time::sleep_until(connection.last_heartbeat + heartbeat_timeout) => Step::Close(4009, "Session timed out."),
        };
        if let Step::Close(code, reason) = step {
            close(&mut socket, code, reason).await;
            is_session_over = ends_session(code);
            break;
        }
    }
    if let Some(session) = &connection.session {
        connection.shared.lock().close_session(session, &connection.socket, is_session_over);
    }
}

/// Whether a close with this code makes a resume impossible.
fn ends_session(code: u16) -> bool {
    matches!(code, 1000 | 1001 | 4003 | 4004 | 4007 | 4009..)
}

async fn close(socket: &mut WebSocket, code: u16, reason: &str) {
    let _ = socket.send(Message::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
    // Wait for the client's close frame, or the code may get lost.
    let _ = tokio::time::timeout(Duration::from_millis(500), async { while let Some(Ok(_)) = socket.recv().await {} })
        .await;
}

impl Connection {
    fn read(&mut self, text: &str) -> Step {
        let now = Instant::now();
        self.received_at.retain(|at| now - *at < Duration::from_mins(1));
        self.received_at.push(now);
        if self.received_at.len() > FRAMES_PER_MINUTE {
            return Step::Close(4008, "Rate limited.");
        }
        if text.len() > 4096 {
            return Step::Close(4002, "Payload too large.");
        }
        let Ok(frame) = serde_json::from_str::<Value>(text) else {
            return Step::Close(4002, "Error while decoding payload.");
        };
        let data = &frame["d"];
        match frame["op"].as_u64() {
            Some(1) => {
                self.last_heartbeat = now;
                self.send(&json!({ "op": 11, "s": null, "t": null, "d": null }));
                Step::Continue
            }
            Some(2 | 6) if self.authenticated() => Step::Close(4005, "Already authenticated."),
            Some(2) => self.identify(data),
            Some(6) => self.resume(data),
            Some(3 | 4 | 8 | 31 | 43) if self.session.is_none() => Step::Close(4003, "Not authenticated."),
            Some(3 | 4 | 8 | 31 | 43) => Step::Continue,
            Some(_) => Step::Close(4001, "Unknown opcode."),
            None => Step::Close(4002, "Error while decoding payload."),
        }
    }

    fn send(&self, frame: &Value) {
        let _ = self.socket.send(SocketCommand::Send(frame.to_string()));
    }

    /// After an invalid session (op 9) the same connection may identify again.
    fn authenticated(&self) -> bool {
        self.session.as_ref().is_some_and(|session| self.shared.lock().sessions.contains(session))
    }

    fn is_refused(&self) -> bool {
        let mut world = self.shared.lock();
        let is_refused = world.faults.invalid_sessions > 0;
        world.faults.invalid_sessions = world.faults.invalid_sessions.saturating_sub(1);
        is_refused
    }

    fn refuse_session(&self) -> Step {
        self.send(&json!({ "op": 9, "s": null, "t": null, "d": false }));
        Step::Continue
    }

    fn identify(&mut self, data: &Value) -> Step {
        let now = self.shared.lock().now_ms();
        self.shared.lock().sessions.note_identify(now);
        if self.is_refused() {
            return self.refuse_session();
        }
        let mut world = self.shared.lock();
        if !token_fits(&world, &data["token"]) {
            return Step::Close(4004, "Authentication failed.");
        }
        let Some(intents) = id(&data["intents"]).filter(|intents| intents & !ALL_INTENTS == 0) else {
            return Step::Close(4013, "Invalid intent(s).");
        };
        if let Some(shard) = data["shard"].as_array() {
            let numbers: Vec<u64> = shard.iter().filter_map(Value::as_u64).collect();
            if !matches!(numbers[..], [shard, count] if shard < count) {
                return Step::Close(4010, "Invalid shard.");
            }
            if world.faults.shards.is_some_and(|required| numbers[1] < required) {
                return Step::Close(4011, "Sharding required.");
            }
        }
        let session = format!("{:032x}", world.rng.random::<u128>());
        world.open_session(&session, intents, self.socket.clone());
        let guilds: Vec<_> = world.guilds.keys().copied().collect();
        let mut user = world.user_json(world.bot);
        user["verified"] = json!(true);
        user["mfa_enabled"] = json!(false);
        user["email"] = Value::Null;
        user["flags"] = json!(0);
        let mut ready = json!({
            "v": 10, "user": user, "session_id": session, "session_type": "normal",
            "resume_gateway_url": world.base_url.replacen("http", "ws", 1) + RESUME_PATH,
            "guilds": guilds.iter().map(|id| json!({ "id": id.to_string(), "unavailable": true })).collect::<Vec<_>>(),
            "application": { "id": world.bot.to_string(), "flags": 0 },
            "private_channels": [], "relationships": [], "presences": [], "_trace": [],
        });
        if data["shard"].is_array() {
            ready["shard"] = data["shard"].clone();
        }
        world.sessions.send_to(&session, "READY", &ready);
        if intents & 1 != 0 {
            for guild in guilds {
                let guild = world.guild_json(guild);
                world.sessions.send_to(&session, "GUILD_CREATE", &guild);
            }
        }
        self.session = Some(session);
        Step::Continue
    }

    fn resume(&mut self, data: &Value) -> Step {
        if self.is_refused() {
            return self.refuse_session();
        }
        let mut world = self.shared.lock();
        world.sessions.note_resume(self.path);
        if !token_fits(&world, &data["token"]) {
            return Step::Close(4004, "Authentication failed.");
        }
        let session = data["session_id"].as_str().unwrap_or_default();
        let seq = data["seq"].as_u64().unwrap_or(0);
        match world.resume_session(session, seq, self.socket.clone()) {
            Ok(()) => {
                self.session = Some(session.to_owned());
                Step::Continue
            }
            Err(ResumeError::InvalidSeq) => Step::Close(4007, "Invalid seq."),
            Err(ResumeError::Unknown) => {
                drop(world);
                self.refuse_session()
            }
        }
    }
}

fn token_fits(world: &World, token: &Value) -> bool {
    token.as_str().is_some_and(|token| token.trim_start_matches("Bot ") == world.options.token)
}

/// Disconnects the bot in a way chosen by a test.
pub fn disconnect(world: &mut World, kind: &str, code: Option<u16>) -> Result<(), String> {
    let op =
        |op: u8, data: Value| SocketCommand::Send(json!({ "op": op, "s": null, "t": null, "d": data }).to_string());
    match kind {
        "drop" => world.sessions.signal(|| SocketCommand::Drop),
        "reconnect" => {
            world.sessions.signal(|| op(7, Value::Null));
        }
        // The session goes on, on another connection.
        "resumable_session" => world.sessions.signal(|| op(9, json!(true))),
        "zombie" => world.sessions.signal(|| SocketCommand::Silence),
        "invalid_session" => {
            world.sessions.signal(|| op(9, json!(false)));
            world.sessions.clear();
        }
        "close" => {
            let code = code.unwrap_or(4000);
            world.sessions.signal(|| SocketCommand::Close(code, "Closed by the sandbox.".to_owned()));
        }
        other => return Err(format!("no such disconnection: {other}")),
    }
    Ok(())
}
