//! Replaces the ratings of a group, some players at a time.

use crate::domain::clubs::rating::{Rating, RatingChange, RatingGroup, RatingKey};
use crate::domain::{Timestamp, UserId};
use crate::store::clubs::rating::write_ratings;
use crate::store::connection::engine::{Arg, Statement, args};
use crate::store::error::Result;
use crate::store::statements::Store;

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

impl Store {
    /// The group whose ratings are being replaced, if one is.
    pub async fn replacement(&self) -> Result<Option<Replacement>> {
        let sql = "select replaced, lease_until from rating_log where replaced is not null";
        self.first("rating_log", sql, Vec::new(), |read| {
            Ok(Replacement { group: read.parse()?, lease_until: read.time()? })
        })
        .await
    }

    /// Begins to replace the ratings of a group, which moves the end of the log by one. `false` when the log no longer ends with
    /// `after`, or another process works on a replacement at `now`, or another group has to be finished first.
    pub async fn begin_replacement(&self, after: i64, replacement: Replacement, now: Timestamp) -> Result<bool> {
        let sql = "insert into rating_log (one, sequence, replaced, lease_until) values (1, $2, $3, $4) \
                   on conflict (one) do update set sequence = $2, replaced = $3, lease_until = $4 \
                   where rating_log.sequence = $1 and (rating_log.replaced is null \
                   or (rating_log.replaced = $3 and rating_log.lease_until <= $5)) returning sequence";
        let args = args![after, after + 1, replacement.group.as_str(), replacement.lease_until.0, now.0];
        self.change_any(sql, args).await
    }

    /// Replaces the ratings of some players in the group, and lengthens the lease. `false`, and nothing is written, when another
    /// process has begun anew since the log ended with `last`.
    pub async fn replace_players(
        &self,
        last: i64,
        replacement: Replacement,
        players: &ReplacedPlayers,
    ) -> Result<bool> {
        let group = replacement.group.as_str();
        let lengthen = "update rating_log set lease_until = $3 where sequence = $1 and replaced = $2 returning one";
        macro_rules! delete {
            ($table:literal) => {
                concat!(
                    "delete from ",
                    $table,
                    " where rating_group = $1 and user_id in (select cast(key as bigint) from jsonb_each($2))"
                )
            };
        }
        let users = Arg::users(&players.users);
        let delete = [delete!("rating"), delete!("rating_change"), delete!("rating_period")];
        let mut statements: Vec<Statement> = delete.map(|sql| (sql, args![group, users.clone()])).to_vec();
        statements.extend(write_ratings(&players.ratings, &players.changes));
        self.write_steps((lengthen, args![last, group, replacement.lease_until.0]), statements).await
    }

    /// All players of the group are replaced. `false` when another process has begun anew.
    pub async fn end_replacement(&self, last: i64, group: RatingGroup) -> Result<bool> {
        let sql = "update rating_log set replaced = null, lease_until = 0 where sequence = $1 and replaced = $2 \
                   returning one";
        self.change_any(sql, args![last, group.as_str()]).await
    }
}
