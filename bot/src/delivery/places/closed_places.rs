//! Places that refused a message a short while ago. They are not tried at each move, because Discord counts refusals
//! for all games together.

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
