//! Replaces the ratings of a group in batches of players.

use games::domain::rating::{Rating, RatingGroup, RatingKey};
use games::domain::{Timestamp, UserId};
use games::store::connection::engine::{Arg, Statement, args};
use games::store::error::Result;

use crate::domain::rating::RatingChange;
use crate::store::ClubStore;
use crate::store::rating::write_ratings;

/// A group whose ratings are being replaced in batches. No games are counted meanwhile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Replacement {
    pub group: RatingGroup,
    /// End of the lease of the process that works on it. Another process may then start over.
    pub lease_until: Timestamp,
}

/// New ratings and changes of a batch of players in a group.
#[derive(Debug, Clone, Default)]
pub struct ReplacedPlayers {
    pub users: Vec<UserId>,
    pub ratings: Vec<(RatingKey, Rating)>,
    pub changes: Vec<RatingChange>,
}

impl ClubStore<'_> {
    pub async fn replacement(self) -> Result<Option<Replacement>> {
        let sql = "select replaced, lease_until from rating_log where replaced is not null";
        self.first("rating_log", sql, Vec::new(), |read| {
            Ok(Replacement { group: read.parse()?, lease_until: read.time()? })
        })
        .await
    }

    /// Starts to replace the ratings of a group, which advances the end of the log by one. `false` if the log no
    /// longer ends with `after`, if another process holds the lease at `now`, or if another group has to be finished
    /// first.
    pub async fn begin_replacement(self, after: i64, replacement: Replacement, now: Timestamp) -> Result<bool> {
        let sql = "insert into rating_log (one, sequence, replaced, lease_until) values (1, $2, $3, $4) \
                   on conflict (one) do update set sequence = $2, replaced = $3, lease_until = $4 \
                   where rating_log.sequence = $1 and (rating_log.replaced is null \
                   or (rating_log.replaced = $3 and rating_log.lease_until <= $5)) returning sequence";
        let args = args![after, after + 1, replacement.group.as_str(), replacement.lease_until.0, now.0];
        self.change_any(sql, args).await
    }

    /// Replaces the ratings of a batch of players and extends the lease. Returns `false` without writing if another
    /// process has started over, so that the log no longer ends with `last`.
    pub async fn replace_players(self, last: i64, replacement: Replacement, players: &ReplacedPlayers) -> Result<bool> {
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

    /// Ends the replacement once all players are done. `false` if another process has started over.
    pub async fn end_replacement(self, last: i64, group: RatingGroup) -> Result<bool> {
        let sql = "update rating_log set replaced = null, lease_until = 0 where sequence = $1 and replaced = $2 \
                   returning one";
        self.change_any(sql, args![last, group.as_str()]).await
    }
}
