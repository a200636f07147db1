//! Ratings, and the log of the games that they add up to.

use async_trait::async_trait;

use crate::domain::clubs::rating::Rating;
use crate::domain::clubs::rating::group::RatingGroup;
use crate::domain::clubs::rating::log::{RatedGame, RatingChange, RatingKey};
use crate::domain::clubs::rating::period::{Period, PeriodTotals};
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

/// What a game did to a rating of one of its players.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatingMove {
    pub user: UserId,
    pub before: f64,
    /// It was not provisional before the game.
    pub was_settled: bool,
    pub after: f64,
    /// As the game ended, with it.
    pub deviation: f64,
}

/// A group whose ratings are being replaced, some players at a time. Nothing is counted meanwhile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Replacement {
    pub group: RatingGroup,
    /// Until when a process works on it. After that it has ended, and another one begins anew.
    pub lease_until: Timestamp,
}

/// Everything that replaces the ratings of some players in a group.
#[derive(Debug, Clone, Default)]
pub struct ReplacedPlayers {
    pub users: Vec<UserId>,
    pub ratings: Vec<(RatingKey, Rating)>,
    pub changes: Vec<RatingChange>,
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
    /// Notes games whose results cannot be read: they are not looked at again, until [`RatingStore::retry_unreadable`].
    async fn set_unreadable(&self, games: &[GameId]) -> Result<()>;
    /// Looks again at games whose results could not be read; gives their number.
    async fn retry_unreadable(&self) -> Result<usize>;
    /// Counts games. `false`, and nothing is written, when the log no longer ends with `after`, or ratings are being replaced.
    async fn count_games(&self, after: i64, games: &[CountedGame]) -> Result<bool>;
    /// The last changes of a player's rating, the earliest first; at most `limit`.
    async fn rating_history(&self, key: RatingKey, limit: u32) -> Result<Vec<RatingPoint>>;
    /// What this game changed, in its server if it was played in one, otherwise over all; nothing before it is counted.
    async fn rating_moves(&self, game: GameId) -> Result<Vec<RatingMove>>;
    /// Players whose ratings are not provisional at `now`, the highest first; at most `limit`.
    async fn top_rated(&self, list: RatingList, now: Timestamp, limit: u32) -> Result<Vec<(UserId, Rating)>>;
    /// What players did in a period who gained or won something: who gained most first, then who won most; at most `limit`.
    async fn top_of_period(&self, list: RatingList, period: Period, limit: u32) -> Result<Vec<(UserId, PeriodTotals)>>;
    /// How many players have their rating in each span of 50 points: the number of the span, and of the players.
    async fn rating_spans(&self, list: RatingList) -> Result<Vec<(i64, u32)>>;
    /// How many games of players the years of this group have, over all servers.
    async fn games_in_years(&self, group: RatingGroup) -> Result<u64>;
    /// The log after this entry; at most `limit` games.
    async fn rated_games(&self, after: i64, limit: u32) -> Result<Vec<RatedGame>>;
    /// All ratings.
    async fn all_ratings(&self) -> Result<Vec<(RatingKey, Rating)>>;
    /// Marks a game as annulled, or takes that back; gives its group, or `None` when it is not in the log.
    async fn set_annulled(&self, game: GameId, is_annulled: bool) -> Result<Option<RatingGroup>>;
    /// The group whose ratings are being replaced, if one is.
    async fn replacement(&self) -> Result<Option<Replacement>>;
    /// Begins to replace the ratings of a group, which moves the end of the log by one. `false` when the log no longer ends with
    /// `after`, or another process works on a replacement at `now`, or another group has to be finished first.
    async fn begin_replacement(&self, after: i64, replacement: Replacement, now: Timestamp) -> Result<bool>;
    /// Replaces the ratings of some players in the group, and lengthens the lease. `false`, and nothing is written, when another
    /// process has begun anew since the log ended with `last`.
    async fn replace_players(&self, last: i64, replacement: Replacement, players: &ReplacedPlayers) -> Result<bool>;
    /// All players of the group are replaced. `false` when another process has begun anew.
    async fn end_replacement(&self, last: i64, group: RatingGroup) -> Result<bool>;
}
