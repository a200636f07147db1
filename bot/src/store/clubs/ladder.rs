//! Ladders of servers.

use async_trait::async_trait;

use crate::domain::ladder::stored::{
    ChangeFilter, ChangedLadderGame, LadderHead, LadderResult, LadderWrite, RecordedChange, RecordedEvent, StoredLadder,
};
use crate::domain::{GameId, GuildId, LadderId, TimeSpan, Timestamp, UserId};
use crate::store::error::Result;

/// Stores ladders.
#[async_trait]
pub trait LadderStore: Send + Sync + 'static {
    /// Writes a new ladder that nobody has joined; `false` when an open one of the server has its name.
    async fn create_ladder(&self, ladder: &StoredLadder) -> Result<bool>;
    /// The ladders of a server: the open ones first, by name.
    async fn ladders_of(&self, guild: GuildId) -> Result<Vec<LadderHead>>;
    /// A ladder with its table.
    async fn ladder(&self, ladder: LadderId) -> Result<Option<StoredLadder>>;
    /// Writes one step of a ladder: atomic, conditional on `head.version - 1` being the current version; `false` when it is not.
    async fn write_ladder(&self, write: &LadderWrite) -> Result<bool>;
    /// All events of a ladder, in order.
    async fn ladder_events(&self, ladder: LadderId) -> Result<Vec<RecordedEvent>>;
    /// Changes of places, the newest first.
    async fn ladder_changes(&self, ladder: LadderId, filter: ChangeFilter) -> Result<Vec<RecordedChange>>;
    /// The names of these players, as they were last seen on the ladder.
    async fn ladder_names(&self, ladder: LadderId, players: &[UserId]) -> Result<Vec<(UserId, String)>>;
    /// How the last games of these players on the ladder ended, for each the newest first; at most `each`.
    async fn ladder_form(&self, ladder: LadderId, players: &[UserId], each: u32)
    -> Result<Vec<(UserId, LadderResult)>>;
    /// The ladder of a game, if it has one.
    async fn ladder_of_game(&self, game: GameId) -> Result<Option<LadderHead>>;
    /// Open ladders for which something has happened: a silence or an inactivity is due, a game or a vacation has changed. A game
    /// that was announced before `missing_before` and does not exist counts.
    async fn ladders_to_follow(&self, now: Timestamp, missing_before: Timestamp, limit: u32) -> Result<Vec<LadderId>>;
    /// Games of a ladder whose phase is no longer the one that the ladder knows of.
    async fn changed_ladder_games(&self, ladder: LadderId, missing_before: Timestamp)
    -> Result<Vec<ChangedLadderGame>>;
    /// Vacations of its players that the ladder does not know of; `None` for one that was stopped.
    async fn changed_ladder_vacations(
        &self,
        ladder: LadderId,
        now: Timestamp,
    ) -> Result<Vec<(UserId, Option<TimeSpan>)>>;
}
