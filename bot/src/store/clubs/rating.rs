//! Ratings, and the log of the games that they add up to.

use async_trait::async_trait;

use crate::domain::rating::Rating;
use crate::domain::rating::group::RatingGroup;
use crate::domain::rating::log::{RatedGame, RatingChange, RatingKey};
use crate::domain::{GameId, GuildId, Timestamp, UserId};
use crate::store::error::Result;

/// The rating of a player after a game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatingPoint {
    pub at: Timestamp,
    pub rating: f64,
    pub deviation: f64,
}

/// A finished game that is counted, and what it changes. Without a `RatedGame` it changes nothing.
#[derive(Debug, Clone)]
pub struct CountedGame {
    pub game: GameId,
    pub rated: Option<(RatedGame, Vec<RatingChange>)>,
}

/// Which list of ratings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RatingList {
    pub group: RatingGroup,
    /// `None`: over all servers.
    pub guild: Option<GuildId>,
}

/// Reads and writes ratings.
#[async_trait]
pub trait RatingStore: Send + Sync + 'static {
    /// Rated games that are over and not counted, with their ends, earliest first; at most `limit`.
    async fn uncounted_games(&self, limit: u32) -> Result<Vec<(GameId, Timestamp)>>;
    /// The number of the last entry in the log.
    async fn last_rated(&self) -> Result<i64>;
    /// All ratings of these players.
    async fn ratings_of(&self, users: &[UserId]) -> Result<Vec<(RatingKey, Rating)>>;
    /// Counts games. `false`, and nothing is written, when the log does not end with `after` any more.
    async fn count_games(&self, after: i64, games: &[CountedGame]) -> Result<bool>;
    /// The last changes of a player's rating, the earliest first; at most `limit`.
    async fn rating_history(&self, key: RatingKey, limit: u32) -> Result<Vec<RatingPoint>>;
    /// Players with a deviation of at most `deviation`, the highest rating first; at most `limit`.
    async fn top_rated(&self, list: RatingList, deviation: f64, limit: u32) -> Result<Vec<(UserId, Rating)>>;
    /// How many players have their rating in each span of 50 points: the number of the span, and of the players.
    async fn rating_spans(&self, list: RatingList) -> Result<Vec<(i64, u32)>>;
    /// The log after this entry; at most `limit` games.
    async fn rated_games(&self, after: i64, limit: u32) -> Result<Vec<RatedGame>>;
    /// All ratings.
    async fn all_ratings(&self) -> Result<Vec<(RatingKey, Rating)>>;
    /// Marks a game as annulled, or takes that back; `false` when it is not in the log or nothing changes.
    async fn set_annulled(&self, game: GameId, is_annulled: bool) -> Result<bool>;
    /// Replaces all ratings and changes of a group. `false`, and nothing is written, when the log does not end with `after` any more.
    async fn replace_ratings(
        &self,
        after: i64,
        group: RatingGroup,
        ratings: &[(RatingKey, Rating)],
        changes: &[RatingChange],
    ) -> Result<bool>;
}
