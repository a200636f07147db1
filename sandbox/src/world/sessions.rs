//! Sending gateway events.

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

use super::World;
use crate::gateway::sessions::{ResumeError, SocketCommand};

impl World {
    pub fn open_session(&mut self, id: &str, intents: u64, socket: UnboundedSender<SocketCommand>) {
        self.sessions.open(id, intents, socket);
        self.notify_bot_online();
    }

    pub fn resume_session(
        &mut self,
        id: &str,
        seq: u64,
        socket: UnboundedSender<SocketCommand>,
    ) -> Result<(), ResumeError> {
        self.sessions.resume(id, seq, socket)?;
        self.notify_bot_online();
        Ok(())
    }

    pub fn close_session(&mut self, id: &str, socket: &UnboundedSender<SocketCommand>, ended: bool) {
        self.sessions.close(id, socket, ended);
        self.notify_bot_online();
    }

    /// Whether any session can receive interactions.
    pub fn is_bot_online(&self) -> bool {
        self.endpoint.url().is_some() || self.sessions.is_online()
    }

    pub fn notify_bot_online(&self) {
        self.notify(None, json!({ "type": "bot", "online": self.is_bot_online() }));
    }

    /// Sends an event to all sessions with one of `intents` (0: to all).
    pub fn dispatch(&mut self, intents: u64, name: &str, data: &Value) {
        self.dispatch_message(intents, name, data, true);
    }

    /// Sends a message event; see `Sessions::dispatch`.
    pub fn dispatch_message(&mut self, intents: u64, name: &str, data: &Value, readable: bool) {
        self.sessions.dispatch(intents, name, data, readable, &self.faults, &mut self.rng);
    }
}
