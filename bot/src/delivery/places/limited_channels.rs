//! Messages that wait because Discord limits their channel. A success there shows that the wait is over.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use games::domain::{ChannelId, Timestamp};

/// By message number, in an order that a simulation can replay.
#[derive(Debug, Default)]
pub(crate) struct LimitedChannels(Mutex<BTreeMap<i64, Wait>>);

#[derive(Debug)]
struct Wait {
    channel: ChannelId,
    until: Timestamp,
    is_over: bool,
}

impl LimitedChannels {
    pub(crate) fn wait(&self, message: i64, channel: ChannelId, until: Timestamp, now: Timestamp) {
        let mut waits = self.lock();
        waits.retain(|_, wait| wait.until > now);
        waits.insert(message, Wait { channel, until, is_over: false });
    }

    /// After a success in the channel, returns the messages that waited for it.
    pub(crate) fn end(&self, channel: ChannelId) -> Vec<i64> {
        let mut waits = self.lock();
        let waiting = waits.iter_mut().filter(|(_, wait)| wait.channel == channel && !wait.is_over);
        waiting
            .map(|(message, wait)| {
                wait.is_over = true;
                *message
            })
            .collect()
    }

    /// Whether another message succeeded while the failure of this one was recorded.
    pub(crate) fn is_over(&self, message: i64) -> bool {
        self.lock().get(&message).is_some_and(|wait| wait.is_over)
    }

    /// Forgets a message that is tried again.
    pub(crate) fn forget(&self, message: i64) {
        self.lock().remove(&message);
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<i64, Wait>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
