//! Vacations of players.

use crate::domain::{RequestId, TimeSpan, Timestamp, UserId, Vacation};
use crate::store::connection::engine::{Arg, args, claim};
use crate::store::error::Result;
use crate::store::rows::{self, Reader};
use crate::store::statements::Store;

/// Columns in the order in which [`vacation`] reads them.
macro_rules! vacation_columns {
    () => {
        "vacation.user_id, vacation.number, vacation.from_at, vacation.until_at, vacation.automatic, vacation.request_id, \
         vacation.ended_by, vacation.wake_at"
    };
}

fn vacation(read: &mut Reader) -> Result<Vacation> {
    Ok(Vacation {
        user: read.user()?,
        number: read.small()?,
        span: TimeSpan { from: read.time()?, until: read.time()? },
        automatic: read.flag()?,
        request: RequestId(read.id()?),
        ended_by: read.opt_id()?.map(RequestId),
        wake_at: read.opt_time()?,
    })
}

/// A vacation, or nothing when it cannot be read, which is logged once per player.
fn readable(read: &mut Reader) -> Option<Vacation> {
    let user = read.at("user_id").id().unwrap_or(0);
    rows::readable_vacation(user, vacation(read.at("user_id")))
}

impl Store {
    /// All vacations of a player, ordered by number.
    pub async fn vacations_of(&self, user: UserId) -> Result<Vec<Vacation>> {
        let sql = concat!("select ", vacation_columns!(), " from vacation where user_id = $1 order by number");
        self.vacations(sql, args![user.0]).await
    }

    async fn vacations(&self, sql: &'static str, args: Vec<Arg>) -> Result<Vec<Vacation>> {
        let vacations = self.list("vacation", sql, args, |read| Ok(readable(read))).await?;
        Ok(vacations.into_iter().flatten().collect())
    }

    /// Vacations that have not ended, of this player and of everyone with whom they play a running game.
    pub async fn vacations_around(&self, user: UserId, now: Timestamp) -> Result<Vec<Vacation>> {
        let sql = concat!(
            "select ",
            vacation_columns!(),
            " from vacation where until_at > $2 and from_at < until_at and (user_id = $1 or user_id in \
             (select other.user_id from seat as mine join game on game.game_id = mine.game_id \
             join seat as other on other.game_id = mine.game_id \
             where mine.user_id = $1 and game.phase = 'playing')) order by user_id, number"
        );
        self.vacations(sql, args![user.0, now.0]).await
    }

    /// Adds a vacation; `false` when the number is taken, by another process that was faster.
    pub async fn add_vacation(&self, vacation: &Vacation) -> Result<bool> {
        let sql = "insert into vacation (user_id, number, from_at, until_at, automatic, request_id, ended_by, wake_at) \
                   values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (user_id, number) do nothing returning user_id";
        let args = args![
            vacation.user.0,
            vacation.number,
            vacation.span.from.0,
            vacation.span.until.0,
            vacation.automatic,
            vacation.request.0,
            vacation.ended_by,
            vacation.wake_at,
        ];
        self.change_any(sql, args).await
    }

    /// Changes the end of a vacation; `false` when it is no longer as known.
    pub async fn end_vacation(
        &self,
        known: &Vacation,
        until: Timestamp,
        by: RequestId,
        wake_at: Timestamp,
    ) -> Result<bool> {
        let sql = "update vacation set until_at = $4, ended_by = $5, wake_at = $6 \
                   where user_id = $1 and number = $2 and until_at = $3 and ended_by is null returning user_id";
        let args = args![known.user.0, known.number, known.span.until.0, until.0, by.0, wake_at.0,];
        self.change_any(sql, args).await
    }

    /// Claims vacations whose alarm is due, by moving their `wake_at` to `lease_until`.
    pub async fn claim_vacations(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<Vacation>> {
        let is_due = "select user_id from vacation where wake_at <= $1 limit 1";
        let claim = claim!(
            self.engine(),
            "select user_id, number from vacation where wake_at <= $1 order by wake_at limit $3",
            concat!(
                "update vacation set wake_at = $2 where (user_id, number) in (select user_id, number from found) \
                 and wake_at <= $1 returning ",
                vacation_columns!()
            )
        );
        let args = args![now.0, lease_until.0, limit];
        // A vacation that cannot be read is claimed again after each lease.
        let claimed = self.claim("vacation", [is_due, claim], args, |read| Ok(readable(read))).await?;
        Ok(claimed.into_iter().flatten().collect())
    }

    /// Problems of vacations that cannot be read. Everything else ignores such a vacation.
    pub async fn damaged_vacations(&self) -> Result<Vec<String>> {
        let sql = concat!("select ", vacation_columns!(), " from vacation order by user_id, number");
        let problems = self.list("vacation", sql, Vec::new(), |read| Ok(vacation(read).err())).await?;
        Ok(problems.into_iter().flatten().map(|problem| problem.to_string()).collect())
    }

    /// Sets the alarm of a claimed vacation. Does nothing when it was set since the claim.
    pub async fn set_vacation_alarm(&self, claimed: &Vacation, wake_at: Option<Timestamp>) -> Result<()> {
        let sql = "update vacation set wake_at = $4 where user_id = $1 and number = $2 and wake_at = $3";
        let args = args![claimed.user.0, claimed.number, claimed.wake_at, wake_at,];
        self.change(sql, args).await.map(drop)
    }
}
