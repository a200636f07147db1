//! Who wants their data handed out or deleted.

use async_trait::async_trait;

use crate::domain::{Deletion, LadderId, Timestamp, UserId};
use crate::store::error::Result;
use crate::store::people::privacy::{PersonalRows, PrivacyStore, Unfinished};
use crate::store::sql::connection::checked_out::CheckedOut;
use crate::store::sql::connection::engine::{Engine, args, claim};
use crate::store::sql::connection::failures::failed;
use crate::store::sql::people::anonymize::{IS_OPEN, anonymize};
use crate::store::sql::rows::Reader;
use crate::store::sql::store::{SqlStore, end};

fn read<DB: Engine>(row: &DB::Row) -> Result<Deletion> {
    let mut read = Reader::<DB>::new("deletion", row);
    Ok(Deletion {
        user: UserId(read.id()?),
        anonymous: UserId(read.id()?),
        resigns: read.int()? != 0,
        asked_at: Timestamp(read.int()?),
    })
}

impl<DB: Engine> SqlStore<DB> {
    async fn try_to_anonymize(&self, deletion: &Deletion) -> Result<bool> {
        let mut connection = CheckedOut::from(&self.write).await.map_err(failed)?;
        let mut transaction = connection.begin().await.map_err(failed)?;
        let done = anonymize::<DB>(&mut transaction, deletion).await;
        let (is_in_order, done) = end(transaction, done).await;
        if is_in_order {
            connection.mark_ended();
        }
        done
    }
}

#[async_trait]
impl<DB: Engine> PrivacyStore for SqlStore<DB> {
    async fn personal_data(&self, user: UserId) -> Result<Vec<PersonalRows>> {
        self.rows_about(user).await
    }

    async fn request_deletion(&self, deletion: &Deletion) -> Result<bool> {
        let sql = "insert into deletion (user_id, anonymous_id, resigns, asked_at, next_at) values ($1, $2, $3, $4, $4) \
                   on conflict (user_id) do nothing returning user_id";
        let Deletion { user, anonymous, resigns, asked_at } = *deletion;
        Ok(!self.change(sql, args![user.0, anonymous.0, i64::from(resigns), asked_at.0]).await?.is_empty())
    }

    async fn deletion(&self, user: UserId) -> Result<Option<Deletion>> {
        let sql = "select user_id, anonymous_id, resigns, asked_at from deletion where user_id = $1";
        self.rows(sql, args![user.0]).await?.first().map(read::<DB>).transpose()
    }

    async fn cancel_deletion(&self, user: UserId) -> Result<()> {
        self.change("delete from deletion where user_id = $1", args![user.0]).await.map(drop)
    }

    async fn claim_deletions(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<Deletion>> {
        // Nearly always nobody wants it, and a read does not disturb writers.
        let sql = "select user_id from deletion where next_at <= $1 limit 1";
        if self.rows(sql, args![now.0]).await?.is_empty() {
            return Ok(Vec::new());
        }
        let sql = claim!(
            DB,
            "select user_id as id from deletion where next_at <= $1 order by asked_at, user_id limit $3",
            "update deletion set next_at = $2 where user_id in (select id from found) and next_at <= $1 \
             returning user_id, anonymous_id, resigns, asked_at"
        );
        let rows = self.change(sql, args![now.0, lease_until.0, limit]).await?;
        let mut claimed: Vec<Deletion> = rows.iter().map(read::<DB>).collect::<Result<_>>()?;
        claimed.sort_by_key(|deletion| (deletion.asked_at, deletion.user));
        Ok(claimed)
    }

    async fn postpone_deletion(&self, user: UserId, at: Timestamp) -> Result<()> {
        self.change("update deletion set next_at = $2 where user_id = $1", args![user.0, at.0]).await.map(drop)
    }

    async fn unfinished(&self, user: UserId) -> Result<Unfinished> {
        let sql = "select ladder.ladder_id from ladder_player join ladder on ladder.ladder_id = ladder_player.ladder_id \
                   where ladder_player.user_id = $1 and ladder.closed_at is null order by ladder.ladder_id";
        let ladders = self.rows(sql, args![user.0]).await?;
        let ladders = ladders.iter().map(|row| Reader::<DB>::new("ladder_player", row).int().map(LadderId));
        let ladders = ladders.collect::<Result<_>>()?;
        let is_open = !self.rows(IS_OPEN, args![user.0]).await?.is_empty();
        let sql = "select 1 where exists (select 1 from seat join outbox on outbox.game_id = seat.game_id \
                   where seat.user_id = $1 and outbox.dead is null) \
                   or exists (select 1 from leader_role where holder = $1 or given = $1) \
                   or exists (select 1 from seat join competition_inbox as inbox on inbox.game_id = seat.game_id \
                   where seat.user_id = $1)";
        let is_pending = !self.rows(sql, args![user.0]).await?.is_empty();
        Ok(Unfinished { ladders, is_open, is_pending })
    }

    async fn anonymize(&self, deletion: &Deletion) -> Result<bool> {
        self.change_with_retries("anonymize", || self.try_to_anonymize(deletion)).await
    }
}
