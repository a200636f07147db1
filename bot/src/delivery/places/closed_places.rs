//! Places that refused a message a short while ago. They are not tried at each move, because Discord counts refusals
//! for all games together. And messages that wait because Discord limits their channel.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use base::cache::Cache;
use discord::DiscordError;
use games::domain::{ChannelId, Timestamp, UserId};

const CLOSED_MS: i64 = 10 * 60_000;

/// Number of remembered places. Forgetting one costs one more refusal.
const MOST: usize = 50_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Place {
    /// Any message in this channel or thread.
    Channel(ChannelId),
    Pictures(ChannelId),
    Threads(ChannelId),
    DirectMessages(UserId),
    AllDirectMessages,
}

pub(crate) struct ClosedPlaces {
    refusals: Cache<Place, (Timestamp, DiscordError)>,
    /// Discord's codes already logged for a place, until a message succeeds there.
    logged: Cache<Place, Vec<u64>>,
}

impl ClosedPlaces {
    pub(crate) fn new() -> Self {
        Self { refusals: Cache::new(MOST), logged: Cache::new(MOST) }
    }

    /// The refusal of this place; `None` if it may be tried.
    pub(crate) fn refusal(&self, place: Place, now: Timestamp) -> Option<DiscordError> {
        let (since, error) = self.refusals.get(&place)?;
        (now.since(since) < CLOSED_MS).then_some(error)
    }

    /// Remembers a refusal of a kind that Discord counts, and any refusal of a thread. Others may concern a single
    /// message.
    pub(crate) fn close(&self, place: Place, now: Timestamp, error: &DiscordError) {
        if matches!((place, error), (Place::Threads(_), _) | (_, DiscordError::Refused { status: 403, .. })) {
            self.refusals.insert(place, (now, error.clone()));
        }
    }

    pub(crate) fn open(&self, place: Place) {
        self.refusals.remove(&place);
        self.logged.remove(&place);
    }

    /// Whether this cause is still to be logged: once, until a message succeeds in the place.
    pub(crate) fn is_news(&self, place: Place, error: &DiscordError) -> bool {
        let mut codes = self.logged.get(&place).unwrap_or_default();
        let is_news = !codes.contains(&error.code());
        if is_news {
            codes.push(error.code());
            self.logged.insert(place, codes);
        }
        is_news
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_is_news_once_until_the_place_opens() {
        let (places, thread) = (ClosedPlaces::new(), Place::Channel(ChannelId(1)));
        let refused = |code| DiscordError::Refused { status: 403, code, message: String::new() };
        assert!(places.is_news(thread, &refused(50_001)));
        assert!(places.is_news(thread, &refused(50_013)), "another cause");
        assert!(!places.is_news(thread, &refused(50_001)) && !places.is_news(thread, &refused(50_013)));
        assert!(places.is_news(Place::Threads(ChannelId(1)), &refused(50_013)), "another place");
        places.open(thread);
        assert!(places.is_news(thread, &refused(50_013)));
    }
}
