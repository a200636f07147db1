//! What is stored about one person: to hand it out, and to delete it.

use crate::domain::{Deletion, LadderId, Timestamp, TournamentId, UserId};
use crate::store::connection::engine::{args, claim};
use crate::store::error::Result;
use crate::store::people::anonymize::{IS_OPEN, anonymize};
use crate::store::rows::Reader;
use crate::store::statements::Store;

/// What has to be done before somebody's data can be deleted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Unfinished {
    /// Open ladders that they are on, or were.
    pub ladders: Vec<LadderId>,
    /// Tournaments that are not over and that they take part in.
    pub tournaments: Vec<TournamentId>,
    /// A game of theirs is offered or played, or its result is not counted yet: nothing is deleted before.
    pub is_open: bool,
    /// A message about a game of theirs waits, a ladder is not done with one, or they have the role of a leader. What is deleted
    /// before would be told, counted or taken from nobody.
    pub is_pending: bool,
}

fn read(read: &mut Reader) -> Result<Deletion> {
    Ok(Deletion { user: read.user()?, anonymous: read.user()?, resigns: read.flag()?, asked_at: read.time()? })
}

impl Store {
    /// Notes that somebody wants their data deleted; `false` when that is noted already.
    pub async fn request_deletion(&self, deletion: &Deletion) -> Result<bool> {
        let sql = "insert into deletion (user_id, anonymous_id, resigns, asked_at, next_at) values ($1, $2, $3, $4, $4) \
                   on conflict (user_id) do nothing returning user_id";
        let Deletion { user, anonymous, resigns, asked_at } = *deletion;
        self.change_any(sql, args![user.0, anonymous.0, resigns, asked_at.0]).await
    }

    pub async fn deletion(&self, user: UserId) -> Result<Option<Deletion>> {
        let sql = "select user_id, anonymous_id, resigns, asked_at from deletion where user_id = $1";
        self.first("deletion", sql, args![user.0], read).await
    }

    /// Nothing is deleted after all.
    pub async fn cancel_deletion(&self, user: UserId) -> Result<()> {
        self.change("delete from deletion where user_id = $1", args![user.0]).await.map(drop)
    }

    /// Claims the deletions that are due, by moving them to `lease_until`; at most `limit`, those that were asked for first come
    /// first.
    pub async fn claim_deletions(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<Deletion>> {
        let is_due = "select user_id from deletion where next_at <= $1 limit 1";
        let claim = claim!(
            self.engine(),
            "select user_id as id from deletion where next_at <= $1 order by asked_at, user_id limit $3",
            "update deletion set next_at = $2 where user_id in (select id from found) and next_at <= $1 \
             returning user_id, anonymous_id, resigns, asked_at"
        );
        let args = args![now.0, lease_until.0, limit];
        let mut claimed = self.claim("deletion", [is_due, claim], args, read).await?;
        claimed.sort_by_key(|deletion| (deletion.asked_at, deletion.user));
        Ok(claimed)
    }

    /// Looks at a deletion again at this instant.
    pub async fn postpone_deletion(&self, user: UserId, at: Timestamp) -> Result<()> {
        self.change("update deletion set next_at = $2 where user_id = $1", args![user.0, at.0]).await.map(drop)
    }

    pub async fn unfinished(&self, user: UserId) -> Result<Unfinished> {
        let sql = "select ladder.ladder_id from ladder_player join ladder on ladder.ladder_id = ladder_player.ladder_id \
                   where ladder_player.user_id = $1 and ladder.closed_at is null order by ladder.ladder_id";
        let ladders = self.list("ladder_player", sql, args![user.0], Reader::ladder).await?;
        let tournaments = self.open_tournaments_with(user).await?;
        let is_open = !self.rows(IS_OPEN, args![user.0]).await?.is_empty();
        let sql = "select 1 where exists (select 1 from seat join outbox on outbox.game_id = seat.game_id \
                   where seat.user_id = $1 and outbox.dead is null) \
                   or exists (select 1 from leader_role where holder = $1 or given = $1) \
                   or exists (select 1 from seat join competition_inbox as inbox on inbox.game_id = seat.game_id \
                   where seat.user_id = $1)";
        let is_pending = !self.rows(sql, args![user.0]).await?.is_empty();
        Ok(Unfinished { ladders, tournaments, is_open, is_pending })
    }

    /// Deletes what is stored about a person, puts the anonymous id into the games of others, and ends the deletion: all of it, or
    /// nothing. `false`, and nothing is changed, while [`Unfinished::is_open`], or while ratings are being replaced.
    pub async fn anonymize(&self, deletion: &Deletion) -> Result<bool> {
        let anonymize_all = async || {
            let mut connection = self.write.begin().await?;
            let done = anonymize(&mut connection, deletion).await;
            connection.end(done).await
        };
        self.change_with_retries("anonymize", anonymize_all).await
    }
}
