//! Pages and pictures as everybody sees them, kept as long as nothing of what they show has changed.

use std::sync::Arc;

use axum::body::Bytes;

use crate::cache::Cache;
use crate::domain::{GameId, GameRecord, GuildPreferences, MINUTE_MS, Timestamp};
use crate::web::document::Reader;

/// Bytes of all that is kept.
const MOST_BYTES: usize = 16 << 20;

pub(in crate::web) struct KeptFiles(Cache<Key, Arc<Kept>>);

/// A page or a file of a game, and for whom it looks the same.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Key {
    game: GameId,
    /// Which page or file it is, and in which way.
    address: String,
    reader: Reader,
}

/// All that a page or a file is made of.
#[derive(PartialEq, Eq)]
struct Source {
    /// With the names that everybody may know.
    record: GameRecord,
    guild: GuildPreferences,
    /// A page says what a clock shows.
    minute: i64,
}

struct Kept {
    source: Source,
    bytes: Bytes,
}

/// The place of a page or a file of a game as it is now.
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
            // Of a ply and of the rest of a game, roughly.
            kept.bytes.len() + 128 * kept.source.record.plies.len() + 4096
        }))
    }

    /// What was made of the same.
    pub(in crate::web) fn find(&self, place: &Place) -> Option<Bytes> {
        let kept = self.0.get(&place.key)?;
        (kept.source == place.source).then(|| kept.bytes.clone())
    }

    pub(in crate::web) fn keep(&self, place: Place, bytes: Bytes) {
        self.0.insert(place.key, Arc::new(Kept { source: place.source, bytes }));
    }
}
