//! Places that have refused a message a short while ago. They are not asked again at each move: Discord counts refusals for
//! all games together.

use crate::discord::error::DiscordError;
use crate::domain::{ChannelId, Timestamp, UserId};

/// A place is asked again after so long.
const CLOSED_MS: i64 = 10 * 60_000;

/// Places remembered. Forgetting one costs one more refusal.
const MOST: u64 = 50_000;

/// Where the bot may be refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Place {
    /// Any message in this channel or thread.
    Channel(ChannelId),
    /// Pictures in it.
    Pictures(ChannelId),
    /// Direct messages to this person.
    DirectMessages(UserId),
}

/// The places, when each was closed, and why.
pub(crate) struct ClosedPlaces(moka::sync::Cache<Place, (Timestamp, DiscordError)>);

impl ClosedPlaces {
    /// All places are open.
    pub(crate) fn new() -> Self {
        Self(moka::sync::Cache::new(MOST))
    }

    /// Why this place is closed; `None` where it may be asked.
    pub(crate) fn refusal(&self, place: Place, now: Timestamp) -> Option<DiscordError> {
        let (since, error) = self.0.get(&place)?;
        (now.since(since) < CLOSED_MS).then_some(error)
    }

    /// Remembers a refusal of the kind that Discord counts. Others may be about the one message alone.
    pub(crate) fn close(&self, place: Place, now: Timestamp, error: &DiscordError) {
        if matches!(error, DiscordError::Refused { status: 403, .. }) {
            self.0.insert(place, (now, error.clone()));
        }
    }

    /// The place has taken a message.
    pub(crate) fn open(&self, place: Place) {
        self.0.invalidate(&place);
    }
}
