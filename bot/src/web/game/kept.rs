//! A cache of public pages and pictures, valid as long as their sources are unchanged.

use std::sync::Arc;

use axum::body::Bytes;
use base::cache::Cache;
use games::domain::{GameId, GameRecord, GuildPreferences, MINUTE_MS, Timestamp};

use crate::web::document::Reader;

/// Size limit in bytes.
const MOST_BYTES: usize = 16 << 20;

pub(in crate::web) struct KeptFiles(Cache<Key, Arc<Kept>>);

/// A page or a file of a game, and its audience.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Key {
    game: GameId,
    /// The page or file with its options.
    address: String,
    reader: Reader,
}

/// Everything that determines a page or a file.
#[derive(PartialEq, Eq)]
struct Source {
    /// With the public names.
    record: GameRecord,
    guild: GuildPreferences,
    /// The current minute, because a page shows clocks.
    minute: i64,
}

struct Kept {
    source: Source,
    bytes: Bytes,
}

/// The cache entry for the current state of a page or file.
pub(in crate::web) struct Place {
    key: Key,
    source: Source,
}

impl Place {
    pub(in crate::web) fn new(
        record: &GameRecord,
        guild: &GuildPreferences,
        address: String,
        reader: Reader,
        now: Timestamp,
    ) -> Self {
        Self {
            key: Key { game: record.game.game_id, address, reader },
            source: Source { record: record.clone(), guild: guild.clone(), minute: now.0 / MINUTE_MS },
        }
    }
}

impl KeptFiles {
    pub(in crate::web) fn new() -> Self {
        Self(Cache::weighed(MOST_BYTES, |kept: &Arc<Kept>| {
            // A rough estimate for each ply and for the rest of a game.
            kept.bytes.len() + 128 * kept.source.record.plies.len() + 4096
        }))
    }

    /// The cached bytes, if they have the same source.
    pub(in crate::web) fn find(&self, place: &Place) -> Option<Bytes> {
        let cached = self.0.get(&place.key)?;
        (cached.source == place.source).then(|| cached.bytes.clone())
    }

    pub(in crate::web) fn keep(&self, place: Place, bytes: Bytes) {
        self.0.insert(place.key, Arc::new(Kept { source: place.source, bytes }));
    }
}
