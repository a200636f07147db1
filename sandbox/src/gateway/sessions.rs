//! Gateway sessions: frames sent to each session, kept for replay.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

use crate::faults::{Faults, happens};

#[derive(Debug)]
pub enum SocketCommand {
    Send(String),
    Close(u16, String),
    /// Close the connection without a close frame.
    Drop,
    /// Leave the connection open, but send and read nothing more: a zombie.
    Silence,
}

/// A session outlives its connections.
#[derive(Debug)]
struct Session {
    intents: u64,
    seq: u64,
    sent: VecDeque<(u64, String)>,
    socket: Option<UnboundedSender<SocketCommand>>,
    disconnected_at: Option<Instant>,
    /// An event that waits for a later one to overtake it.
    held: Option<(Instant, String, Value)>,
}

/// Frames kept for replay.
const KEPT: usize = 4096;
const RESUMABLE: Duration = Duration::from_mins(2);
const HELD: Duration = Duration::from_millis(40);
/// Intent to read messages that do not concern the bot.
const MESSAGE_CONTENT: u64 = 1 << 15;

#[derive(Debug, Default)]
pub struct Sessions {
    by_id: HashMap<String, Session>,
    connects: u64,
    begun: u64,
    identifies: Vec<i64>,
    resumes: Vec<&'static str>,
}

/// The reason why a session cannot be resumed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResumeError {
    Unknown,
    /// The client claims events that were never sent.
    InvalidSeq,
}

impl Session {
    fn push(&mut self, name: &str, data: &Value) {
        self.seq += 1;
        let frame = json!({ "op": 0, "s": self.seq, "t": name, "d": data }).to_string();
        self.sent.push_back((self.seq, frame.clone()));
        if self.sent.len() > KEPT {
            self.sent.pop_front();
        }
        if let Some(socket) = &self.socket {
            let _ = socket.send(SocketCommand::Send(frame));
        }
    }
}

impl Sessions {
    pub fn is_online(&self) -> bool {
        self.by_id.values().any(|session| session.socket.is_some())
    }

    pub fn connects(&self) -> u64 {
        self.connects
    }

    pub fn sessions_begun(&self) -> u64 {
        self.begun
    }

    /// The times at which bots have identified, with or without getting a session.
    pub fn identifies(&self) -> &[i64] {
        &self.identifies
    }

    /// The paths at which bots have asked to resume.
    pub fn resumes(&self) -> &[&'static str] {
        &self.resumes
    }

    pub fn note_resume(&mut self, path: &'static str) {
        self.resumes.push(path);
    }

    pub fn note_identify(&mut self, at_ms: i64) {
        self.identifies.push(at_ms);
    }

    pub fn contains(&self, id: &str) -> bool {
        self.by_id.contains_key(id)
    }

    pub fn signal(&mut self, command: impl Fn() -> SocketCommand) {
        for socket in self.by_id.values().filter_map(|session| session.socket.as_ref()) {
            let _ = socket.send(command());
        }
    }

    fn remove_stale(&mut self) {
        self.by_id.retain(|_, session| session.disconnected_at.is_none_or(|since| since.elapsed() < RESUMABLE));
    }

    /// Removes all sessions, so that none can be resumed. Their connections stay open until they are closed.
    pub fn clear(&mut self) {
        self.by_id.clear();
    }

    pub fn open(&mut self, id: &str, intents: u64, socket: UnboundedSender<SocketCommand>) {
        let session =
            Session { intents, seq: 0, sent: VecDeque::new(), socket: Some(socket), disconnected_at: None, held: None };
        self.remove_stale();
        self.by_id.insert(id.to_owned(), session);
        self.connects += 1;
        self.begun += 1;
    }

    pub fn send_to(&mut self, id: &str, name: &str, data: &Value) {
        if let Some(session) = self.by_id.get_mut(id) {
            session.push(name, data);
        }
    }

    /// Continues a session on a new connection: frames after `seq` are sent again.
    pub fn resume(&mut self, id: &str, seq: u64, socket: UnboundedSender<SocketCommand>) -> Result<(), ResumeError> {
        self.remove_stale();
        let session = self.by_id.get_mut(id).ok_or(ResumeError::Unknown)?;
        if seq > session.seq {
            return Err(ResumeError::InvalidSeq);
        }
        if session.sent.front().is_some_and(|(first, _)| *first > seq + 1) {
            return Err(ResumeError::Unknown);
        }
        for (_, frame) in session.sent.iter().filter(|(sent, _)| *sent > seq) {
            let _ = socket.send(SocketCommand::Send(frame.clone()));
        }
        session.socket = Some(socket);
        session.disconnected_at = None;
        session.push("RESUMED", &json!({}));
        self.connects += 1;
        Ok(())
    }

    /// Records that a connection is closed; `ended` also ends its session.
    pub fn close(&mut self, id: &str, socket: &UnboundedSender<SocketCommand>, ended: bool) {
        let Some(session) = self.by_id.get_mut(id) else { return };
        // A newer connection may have taken the session over.
        if session.socket.as_ref().is_some_and(|own| own.same_channel(socket)) {
            session.socket = None;
            session.disconnected_at = Some(Instant::now());
            if ended {
                self.by_id.remove(id);
            }
        }
    }

    /// Sends an event to all sessions with one of `intents` (0: to all). A session without `MESSAGE_CONTENT` gets it without
    /// its content, unless the message concerns the bot (`readable`).
    pub fn dispatch(
        &mut self,
        intents: u64,
        name: &str,
        data: &Value,
        readable: bool,
        faults: &Faults,
        rng: &mut StdRng,
    ) {
        for session in self.by_id.values_mut() {
            if intents != 0 && session.intents & intents == 0 {
                continue;
            }
            let mut data = data.clone();
            if !readable && session.intents & MESSAGE_CONTENT == 0 {
                data["content"] = json!("");
                for field in ["embeds", "attachments", "components"] {
                    data[field] = json!([]);
                }
            }
            if faults.reorder_events && session.held.is_none() {
                session.held = Some((Instant::now(), name.to_owned(), data));
                continue;
            }
            session.push(name, &data);
            if happens(faults.duplicate_events_percent, rng) {
                session.push(name, &data);
            }
            if let Some((_, name, data)) = session.held.take() {
                session.push(&name, &data);
            }
        }
    }

    pub fn release_held(&mut self) {
        for session in self.by_id.values_mut() {
            if session.held.as_ref().is_some_and(|(since, _, _)| since.elapsed() >= HELD)
                && let Some((_, name, data)) = session.held.take()
            {
                session.push(&name, &data);
            }
        }
    }
}
