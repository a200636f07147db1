//! Ladders of servers.

use async_trait::async_trait;

use crate::domain::clubs::ladder::stored::{
    ChangeFilter, CountedGame, LadderHead, LadderResult, LadderWrite, RecordedChange, RecordedEvent, StoredLadder,
};
use crate::domain::{AuditEntry, GameId, GuildId, LadderId, TimeSpan, Timestamp, UserId};
use crate::store::clubs::rating::RatingList;
use crate::store::commit::Commit;
use crate::store::error::Result;

/// What became of a step of a ladder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LadderWriteOutcome {
    Written,
    /// Another step was faster, or the request that opens a game was carried out before.
    Stale,
    /// Another open ladder of the server has the name.
    NameTaken,
}

/// Stores ladders.
#[async_trait]
pub trait LadderStore: Send + Sync + 'static {
    /// Writes a new ladder that nobody has joined, with an entry for the log of the server if there is one; `false` when an open
    /// ladder of the server has its name.
    async fn create_ladder(&self, ladder: &StoredLadder, audit: Option<&AuditEntry>) -> Result<bool>;
    /// The ladders of a server: the open ones first, by name.
    async fn ladders_of(&self, guild: GuildId) -> Result<Vec<LadderHead>>;
    /// A ladder without its table.
    async fn ladder_head(&self, ladder: LadderId) -> Result<Option<LadderHead>>;
    /// A ladder with its table.
    async fn ladder(&self, ladder: LadderId) -> Result<Option<StoredLadder>>;
    /// Writes one step of a ladder with the game that it opens: atomic, conditional on `head.version - 1` being the current version. What
    /// it takes in is no longer among the new phases of its games.
    async fn write_ladder(&self, write: &LadderWrite, opens: Option<&Commit>) -> Result<LadderWriteOutcome>;
    /// All events of a ladder, in order.
    async fn ladder_events(&self, ladder: LadderId) -> Result<Vec<RecordedEvent>>;
    /// Changes of places, the newest first.
    async fn ladder_changes(&self, ladder: LadderId, filter: ChangeFilter) -> Result<Vec<RecordedChange>>;
    /// These games, as far as a ladder has counted them.
    async fn counted_games(&self, games: &[GameId]) -> Result<Vec<CountedGame>>;
    /// The names of these players, as they were last seen on the ladder.
    async fn ladder_names(&self, ladder: LadderId, players: &[UserId]) -> Result<Vec<(UserId, String)>>;
    /// The ratings of all who are or were on the ladder, as far as they have one in this list.
    async fn ladder_ratings(&self, ladder: LadderId, list: RatingList) -> Result<Vec<(UserId, f64)>>;
    /// How the last games of these players on the ladder ended, for each the newest first; at most `each`.
    async fn ladder_form(&self, ladder: LadderId, players: &[UserId], each: u32)
    -> Result<Vec<(UserId, LadderResult)>>;
    /// Ladders for which something has happened: a game has a new phase, a vacation has changed, a silence or an inactivity is due. At
    /// most `limit`, those after the ladder `after`, by id.
    async fn ladders_to_update(&self, now: Timestamp, after: Option<LadderId>, limit: u32) -> Result<Vec<LadderId>>;
    /// Vacations of its players that the ladder does not know of; `None` for one that was stopped.
    async fn changed_ladder_vacations(
        &self,
        ladder: LadderId,
        now: Timestamp,
    ) -> Result<Vec<(UserId, Option<TimeSpan>)>>;
}
