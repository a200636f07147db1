//! Gateway sessions: what was sent to whom, so that it can be sent again.

use std::{
    collections::{HashMap, VecDeque},
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

use crate::{faults::happens, world::World};

/// What the socket's task is told to do.
#[derive(Debug)]
pub enum Out {
    /// Send a frame.
    Frame(String),
    /// Close with this code and reason.
    Close(u16, String),
    /// Let the line go dead without a word.
    Drop,
}

/// One session; it outlives its connections.
#[derive(Debug)]
pub struct Session {
    intents: u64,
    seq: u64,
    sent: VecDeque<(u64, String)>,
    wire: Option<UnboundedSender<Out>>,
    /// Since when nobody is connected to it.
    lonely: Option<Instant>,
    held: Option<(Instant, String, Value)>,
}

/// Frames kept for replay.
const KEPT: usize = 4096;
/// How long a session outlives its connection.
const RESUMABLE: Duration = Duration::from_mins(2);
/// How long an event waits for a later one to overtake it.
const HELD: Duration = Duration::from_millis(40);
/// Intent to read what others write.
const MESSAGE_CONTENT: u64 = 1 << 15;

/// All sessions by id.
#[derive(Debug, Default)]
pub struct Sessions {
    by_id: HashMap<String, Session>,
}

/// Why a session cannot go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResumeError {
    /// Nobody knows it, or too much has been missed.
    Unknown,
    /// The client says it saw events that were never sent.
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
        if let Some(wire) = &self.wire {
            let _ = wire.send(Out::Frame(frame));
        }
    }
}

impl Sessions {
    /// Is any connected?
    pub fn online(&self) -> bool {
        self.by_id.values().any(|session| session.wire.is_some())
    }

    /// Does a session of this id exist?
    pub fn contains(&self, id: &str) -> bool {
        self.by_id.contains_key(id)
    }

    /// Tells every connection.
    pub fn signal(&mut self, out: impl Fn() -> Out) {
        for wire in self.by_id.values().filter_map(|session| session.wire.as_ref()) {
            let _ = wire.send(out());
        }
    }

    /// Forgets those whose client has stayed away for too long.
    fn forget_lonely(&mut self) {
        self.by_id.retain(|_, session| session.lonely.is_none_or(|since| since.elapsed() < RESUMABLE));
    }

    /// Forgets all sessions, so that none can be resumed; their connections go on until they are closed.
    pub fn forget_all(&mut self) {
        self.by_id.clear();
    }
}

impl World {
    /// Starts a session on a connection.
    pub fn open_session(&mut self, id: &str, intents: u64, wire: UnboundedSender<Out>) {
        let session = Session { intents, seq: 0, sent: VecDeque::new(), wire: Some(wire), lonely: None, held: None };
        self.sessions.forget_lonely();
        self.sessions.by_id.insert(id.to_owned(), session);
        self.tell(None, json!({ "type": "bot", "online": true }));
    }

    /// Sends an event to one session.
    pub fn send_to(&mut self, id: &str, name: &str, data: &Value) {
        if let Some(session) = self.sessions.by_id.get_mut(id) {
            session.push(name, data);
        }
    }

    /// Goes on with a session on a new connection: what came after `seq` is sent again.
    pub fn resume_session(&mut self, id: &str, seq: u64, wire: UnboundedSender<Out>) -> Result<(), ResumeError> {
        self.sessions.forget_lonely();
        let session = self.sessions.by_id.get_mut(id).ok_or(ResumeError::Unknown)?;
        if seq > session.seq {
            return Err(ResumeError::InvalidSeq);
        }
        if session.sent.front().is_some_and(|(first, _)| *first > seq + 1) {
            return Err(ResumeError::Unknown);
        }
        for (_, frame) in session.sent.iter().filter(|(sent, _)| *sent > seq) {
            let _ = wire.send(Out::Frame(frame.clone()));
        }
        session.wire = Some(wire);
        session.lonely = None;
        session.push("RESUMED", &json!({}));
        self.tell(None, json!({ "type": "bot", "online": true }));
        Ok(())
    }

    /// Notes that a connection is gone; `ended` also ends its session.
    pub fn close_session(&mut self, id: &str, wire: &UnboundedSender<Out>, ended: bool) {
        let Some(session) = self.sessions.by_id.get_mut(id) else {
            return self.tell(None, json!({ "type": "bot", "online": self.sessions.online() }));
        };
        // A newer connection may have taken the session over.
        if session.wire.as_ref().is_some_and(|own| own.same_channel(wire)) {
            session.wire = None;
            session.lonely = Some(Instant::now());
            if ended {
                self.sessions.by_id.remove(id);
            }
        }
        self.tell(None, json!({ "type": "bot", "online": self.sessions.online() }));
    }

    /// Sends an event to all sessions that asked for one of `intents` (0: to all).
    pub fn dispatch(&mut self, intents: u64, name: &str, data: &Value) {
        self.dispatch_message(intents, name, data, true);
    }

    /// Sends a message event; who may not read `MESSAGE_CONTENT` sees only messages that concern the bot (`readable`).
    pub fn dispatch_message(&mut self, intents: u64, name: &str, data: &Value, readable: bool) {
        let (reorder, duplicate) = (self.faults.reorder_events, self.faults.duplicate_events_percent);
        for session in self.sessions.by_id.values_mut() {
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
            if reorder && session.held.is_none() {
                session.held = Some((Instant::now(), name.to_owned(), data));
                continue;
            }
            session.push(name, &data);
            if happens(duplicate) {
                session.push(name, &data);
            }
            if let Some((_, name, data)) = session.held.take() {
                session.push(&name, &data);
            }
        }
    }

    /// Sends events that waited long enough for another to overtake them.
    pub fn release_held(&mut self) {
        for session in self.sessions.by_id.values_mut() {
            if session.held.as_ref().is_some_and(|(since, _, _)| since.elapsed() >= HELD)
                && let Some((_, name, data)) = session.held.take()
            {
                session.push(&name, &data);
            }
        }
    }
}
