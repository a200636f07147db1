//! What is played in servers, and where players stand on their ladders.

use async_trait::async_trait;

use crate::domain::clubs::statistics::{FinishedGame, Tallied, TallyKind};
use crate::domain::{GuildId, LadderId, UserId};
use crate::store::error::Result;

/// How far up a player has come on a ladder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LadderBest {
    pub ladder: LadderId,
    /// Of the ladder: a stranger's text.
    pub name: String,
    /// The highest place to which they have moved, but for games that were annulled. Others who leave or fall may have lifted them further.
    pub best: u32,
    /// They have played a game on it that counts.
    pub has_played: bool,
    pub is_closed: bool,
}

/// Counts up finished games.
#[async_trait]
pub trait StatisticsStore: Send + Sync + 'static {
    /// Finished games that are not counted up, earliest end first; at most `limit`.
    async fn untallied_games(&self, limit: u32) -> Result<Vec<FinishedGame>>;
    /// Counts games up. `false`, and nothing is written, when one of them is counted up already.
    async fn tally_games(&self, games: &[FinishedGame]) -> Result<bool>;
    /// Games that were annulled after they were counted up; at most `limit`.
    async fn annulled_but_tallied(&self, limit: u32) -> Result<Vec<FinishedGame>>;
    /// Takes annulled games out of what is counted up. `false`, and nothing is written, when one of them is no longer counted up.
    async fn untally_games(&self, games: &[FinishedGame]) -> Result<bool>;
    /// All games of a server.
    async fn club_total(&self, guild: GuildId) -> Result<Tallied>;
    /// How many players have finished a game there.
    async fn club_players(&self, guild: GuildId) -> Result<u32>;
    /// The items of this kind with the most games; at most `limit`.
    async fn club_most(&self, guild: GuildId, kind: TallyKind, limit: u32) -> Result<Vec<(String, Tallied)>>;
    /// The games of these weeks, as far as there are any.
    async fn club_weeks(&self, guild: GuildId, weeks: &[i64]) -> Result<Vec<(i64, Tallied)>>;
    /// The ladders of a server that this player is or was on: the open ones first, then by name.
    async fn best_places(&self, guild: GuildId, user: UserId) -> Result<Vec<LadderBest>>;
}
