//! The gateway: hello, identify, ready, heartbeat, resume, dispatch, reconnect, and the codes it closes with.

pub mod sessions;

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use serde_json::{Value, json};
use tokio::{
    sync::mpsc::{UnboundedSender, unbounded_channel},
    time::Instant,
};

use crate::{
    validate::id,
    world::{Shared, World},
};
use sessions::{Out, ResumeError};

/// How often a client says that it lives.
const HEARTBEAT_MS: u64 = 41_250;
/// Frames a client may send within a minute.
const SENDS_PER_MINUTE: usize = 120;
/// Every intent there is.
const ALL_INTENTS: u64 = 0x1_ffff | (1 << 20) | (1 << 21) | (1 << 24) | (1 << 25);

/// What one frame of the client leads to.
enum Step {
    Go,
    Close(u16, &'static str),
}

/// One connection.
struct Connection {
    shared: Shared,
    wire: UnboundedSender<Out>,
    session: Option<String>,
    heard: Instant,
    sends: Vec<Instant>,
}

/// Serves one connection to its end.
pub async fn serve(shared: Shared, mut socket: WebSocket, version: Option<&str>) {
    if version.is_some_and(|version| version != "10") {
        return close(&mut socket, 4012, "Invalid API version.").await;
    }
    let (wire, mut orders) = unbounded_channel();
    let hello = json!({ "op": 10, "s": null, "t": null, "d": { "heartbeat_interval": HEARTBEAT_MS, "_trace": [] } });
    if socket.send(Message::Text(hello.to_string().into())).await.is_err() {
        return;
    }
    let mut connection = Connection { shared, wire, session: None, heard: Instant::now(), sends: Vec::new() };
    let silence = Duration::from_millis(HEARTBEAT_MS + HEARTBEAT_MS / 2);
    let mut ended = false;
    loop {
        let step = tokio::select! {
            order = orders.recv() => match order {
                Some(Out::Frame(frame)) => match socket.send(Message::Text(frame.into())).await {
                    Ok(()) => Step::Go,
                    Err(_) => break,
                },
                Some(Out::Close(code, reason)) => {
                    close(&mut socket, code, &reason).await;
                    break;
                }
                Some(Out::Drop) | None => break,
            },
            frame = socket.recv() => match frame {
                Some(Ok(Message::Text(text))) => connection.read(text.as_str()),
                Some(Ok(Message::Binary(bytes))) => connection.read(&String::from_utf8_lossy(&bytes)),
                Some(Ok(Message::Close(frame))) => {
                    // A client that says goodbye will not come back to this session.
                    ended = frame.is_some_and(|frame| matches!(frame.code, 1000 | 1001));
                    break;
                }
                Some(Ok(_)) => Step::Go,
                Some(Err(_)) | None => break,
            },
            () = tokio::time::sleep_until(connection.heard + silence) => Step::Close(4009, "Session timed out."),
        };
        if let Step::Close(code, reason) = step {
            close(&mut socket, code, reason).await;
            ended = matches!(code, 4004 | 4007 | 4009);
            break;
        }
    }
    if let Some(session) = &connection.session {
        connection.shared.lock().close_session(session, &connection.wire, ended);
    }
}

async fn close(socket: &mut WebSocket, code: u16, reason: &str) {
    let _ = socket.send(Message::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
    // The other side answers the goodbye; without waiting for it the code may get lost.
    let _ = tokio::time::timeout(Duration::from_millis(500), async { while let Some(Ok(_)) = socket.recv().await {} })
        .await;
}

impl Connection {
    fn read(&mut self, text: &str) -> Step {
        let now = Instant::now();
        self.sends.retain(|sent| now - *sent < Duration::from_mins(1));
        self.sends.push(now);
        if self.sends.len() > SENDS_PER_MINUTE {
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
                self.heard = now;
                self.send(&json!({ "op": 11, "s": null, "t": null, "d": null }));
                Step::Go
            }
            Some(2 | 6) if self.authenticated() => Step::Close(4005, "Already authenticated."),
            Some(2) => self.identify(data),
            Some(6) => self.resume(data),
            Some(3 | 4 | 8 | 31 | 43) if self.session.is_none() => Step::Close(4003, "Not authenticated."),
            Some(3 | 4 | 8 | 31 | 43) => Step::Go,
            Some(_) => Step::Close(4001, "Unknown opcode."),
            None => Step::Close(4002, "Error while decoding payload."),
        }
    }

    fn send(&self, frame: &Value) {
        let _ = self.wire.send(Out::Frame(frame.to_string()));
    }

    /// After an invalid session (op 9) the same connection may identify again.
    fn authenticated(&self) -> bool {
        self.session.as_ref().is_some_and(|session| self.shared.lock().sessions.contains(session))
    }

    fn identify(&mut self, data: &Value) -> Step {
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
        }
        let session = format!("{:032x}", rand::random::<u128>());
        world.open_session(&session, intents, self.wire.clone());
        let guilds: Vec<_> = world.guilds.keys().copied().collect();
        let mut user = world.user_json(world.bot);
        user["verified"] = json!(true);
        user["mfa_enabled"] = json!(false);
        user["email"] = Value::Null;
        user["flags"] = json!(0);
        let mut ready = json!({
            "v": 10, "user": user, "session_id": session, "session_type": "normal",
            "resume_gateway_url": world.base_url.replacen("http", "ws", 1),
            "guilds": guilds.iter().map(|id| json!({ "id": id.to_string(), "unavailable": true })).collect::<Vec<_>>(),
            "application": { "id": world.bot.to_string(), "flags": 0 },
            "private_channels": [], "relationships": [], "presences": [], "_trace": [],
        });
        if data["shard"].is_array() {
            ready["shard"] = data["shard"].clone();
        }
        world.send_to(&session, "READY", &ready);
        if intents & 1 != 0 {
            for guild in guilds {
                let guild = world.guild_json(guild);
                world.send_to(&session, "GUILD_CREATE", &guild);
            }
        }
        self.session = Some(session);
        Step::Go
    }

    fn resume(&mut self, data: &Value) -> Step {
        let mut world = self.shared.lock();
        if !token_fits(&world, &data["token"]) {
            return Step::Close(4004, "Authentication failed.");
        }
        let session = data["session_id"].as_str().unwrap_or_default();
        let seq = data["seq"].as_u64().unwrap_or(0);
        match world.resume_session(session, seq, self.wire.clone()) {
            Ok(()) => {
                self.session = Some(session.to_owned());
                Step::Go
            }
            Err(ResumeError::InvalidSeq) => Step::Close(4007, "Invalid seq."),
            Err(ResumeError::Unknown) => {
                drop(world);
                self.send(&json!({ "op": 9, "s": null, "t": null, "d": false }));
                Step::Go
            }
        }
    }
}

fn token_fits(world: &World, token: &Value) -> bool {
    token.as_str().is_some_and(|token| token.trim_start_matches("Bot ") == world.options.token)
}

/// Acts on the bot's connections as a test asks.
pub fn disconnect(world: &mut World, kind: &str, code: Option<u16>) -> Result<(), String> {
    let op = |op: u8, data: Value| Out::Frame(json!({ "op": op, "s": null, "t": null, "d": data }).to_string());
    match kind {
        "drop" => world.sessions.signal(|| Out::Drop),
        "reconnect" => {
            world.sessions.signal(|| op(7, Value::Null));
        }
        "invalid_session" => {
            world.sessions.signal(|| op(9, json!(false)));
            world.sessions.forget_all();
        }
        "close" => {
            let code = code.unwrap_or(4000);
            world.sessions.signal(|| Out::Close(code, "Closed by the sandbox.".to_owned()));
        }
        other => return Err(format!("no such disconnection: {other}")),
    }
    Ok(())
}
