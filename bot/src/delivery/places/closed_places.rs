//! Places that have refused a message a short while ago. They are not asked again at each move: Discord counts refusals for
//! all games together.

use crate::cache::Cache;
use crate::discord::DiscordError;
use crate::domain::{ChannelId, Timestamp, UserId};

const CLOSED_MS: i64 = 10 * 60_000;

/// Places remembered. Forgetting one costs one more refusal.
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
    /// When each was closed, and why.
    refusals: Cache<Place, (Timestamp, DiscordError)>,
    /// Discord's codes that the log has named, until the place takes something.
    logged: Cache<Place, Vec<u64>>,
}

impl ClosedPlaces {
    pub(crate) fn new() -> Self {
        Self { refusals: Cache::new(MOST), logged: Cache::new(MOST) }
    }

    /// Why this place is closed; `None` where it may be asked.
    pub(crate) fn refusal(&self, place: Place, now: Timestamp) -> Option<DiscordError> {
        let (since, error) = self.refusals.get(&place)?;
        (now.since(since) < CLOSED_MS).then_some(error)
    }

    /// Remembers a refusal of the kind that Discord counts. Others may be about the one message alone; those of threads are not.
    pub(crate) fn close(&self, place: Place, now: Timestamp, error: &DiscordError) {
        if matches!((place, error), (Place::Threads(_), _) | (_, DiscordError::Refused { status: 403, .. })) {
            self.refusals.insert(place, (now, error.clone()));
        }
    }

    pub(crate) fn open(&self, place: Place) {
        self.refusals.remove(&place);
        self.logged.remove(&place);
    }

    /// Whether the log has yet to name this cause. It does so once, until the place takes something again.
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
