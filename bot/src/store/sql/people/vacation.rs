//! Vacations of players.

use async_trait::async_trait;

use crate::domain::{RequestId, TimeSpan, Timestamp, UserId, Vacation};
use crate::store::error::Result;
use crate::store::people::vacation::VacationStore;
use crate::store::sql::connection::engine::{Arg, Engine, claim};
use crate::store::sql::rows::{Reader, readable};
use crate::store::sql::store::SqlStore;

/// Columns in the order in which [`vacation`] reads them.
macro_rules! vacation_columns {
    () => {
        "vacation.user_id, vacation.number, vacation.from_at, vacation.until_at, vacation.automatic, vacation.request_id, \
         vacation.ended_by, vacation.wake_at"
    };
}

fn vacation<DB: Engine>(row: &DB::Row) -> Result<Vacation> {
    let mut read = Reader::<DB>::new("vacation", row);
    let user = UserId(read.id()?);
    let number = read.int()?;
    let number = u32::try_from(number).map_err(|_| read.corrupt(format_args!("{number} is out of range")))?;
    Ok(Vacation {
        user,
        number,
        span: TimeSpan { from: Timestamp(read.int()?), until: Timestamp(read.int()?) },
        automatic: read.int()? != 0,
        request: RequestId(read.id()?),
        ended_by: read.opt_int()?.map(|request| RequestId(request.cast_unsigned())),
        wake_at: read.opt_int()?.map(Timestamp),
    })
}

/// The vacations of the rows that can be read.
fn vacations<DB: Engine>(rows: &[DB::Row]) -> Vec<Vacation> {
    let user = |row| Reader::<DB>::new("vacation", row).id().unwrap_or(0);
    rows.iter().filter_map(|row| readable(user(row), vacation::<DB>(row))).collect()
}

#[async_trait]
impl<DB: Engine> VacationStore for SqlStore<DB> {
    async fn vacations_of(&self, user: UserId) -> Result<Vec<Vacation>> {
        let sql = concat!("select ", vacation_columns!(), " from vacation where user_id = $1 order by number");
        Ok(vacations::<DB>(&self.rows(sql, vec![Arg::from(user.0)]).await?))
    }

    async fn vacations_around(&self, user: UserId, now: Timestamp) -> Result<Vec<Vacation>> {
        let sql = concat!(
            "select ",
            vacation_columns!(),
            " from vacation where until_at > $2 and from_at < until_at and (user_id = $1 or user_id in \
             (select other.user_id from seat as mine join game on game.game_id = mine.game_id \
             join seat as other on other.game_id = mine.game_id \
             where mine.user_id = $1 and game.phase = 'playing')) order by user_id, number"
        );
        Ok(vacations::<DB>(&self.rows(sql, vec![Arg::from(user.0), Arg::from(now.0)]).await?))
    }

    async fn add_vacation(&self, vacation: &Vacation) -> Result<bool> {
        let sql = "insert into vacation (user_id, number, from_at, until_at, automatic, request_id, ended_by, wake_at) \
                   values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (user_id, number) do nothing returning user_id";
        let args = vec![
            Arg::from(vacation.user.0),
            Arg::from(vacation.number),
            Arg::from(vacation.span.from.0),
            Arg::from(vacation.span.until.0),
            Arg::from(i64::from(vacation.automatic)),
            Arg::from(vacation.request.0),
            Arg::from(vacation.ended_by.map(|request| request.0.cast_signed())),
            Arg::from(vacation.wake_at.map(|at| at.0)),
        ];
        Ok(!self.change(sql, args).await?.is_empty())
    }

    async fn end_vacation(
        &self,
        known: &Vacation,
        until: Timestamp,
        by: RequestId,
        wake_at: Timestamp,
    ) -> Result<bool> {
        let sql = "update vacation set until_at = $4, ended_by = $5, wake_at = $6 \
                   where user_id = $1 and number = $2 and until_at = $3 and ended_by is null returning user_id";
        let args = vec![
            Arg::from(known.user.0),
            Arg::from(known.number),
            Arg::from(known.span.until.0),
            Arg::from(until.0),
            Arg::from(by.0),
            Arg::from(wake_at.0),
        ];
        Ok(!self.change(sql, args).await?.is_empty())
    }

    async fn claim_vacations(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<Vacation>> {
        // Usually nothing is due, and a read does not disturb writers.
        let sql = "select user_id from vacation where wake_at <= $1 limit 1";
        if self.rows(sql, vec![Arg::from(now.0)]).await?.is_empty() {
            return Ok(Vec::new());
        }
        let sql = claim!(
            DB,
            "select user_id, number from vacation where wake_at <= $1 order by wake_at limit $3",
            concat!(
                "update vacation set wake_at = $2 where (user_id, number) in (select user_id, number from found) \
                 and wake_at <= $1 returning ",
                vacation_columns!()
            )
        );
        let args = vec![Arg::from(now.0), Arg::from(lease_until.0), Arg::from(limit)];
        // A vacation that cannot be read is claimed again after each lease.
        Ok(vacations::<DB>(&self.change(sql, args).await?))
    }

    async fn damaged_vacations(&self) -> Result<Vec<String>> {
        let sql = concat!("select ", vacation_columns!(), " from vacation order by user_id, number");
        let rows = self.rows(sql, Vec::new()).await?;
        Ok(rows.iter().filter_map(|row| vacation::<DB>(row).err()).map(|problem| problem.to_string()).collect())
    }

    async fn set_vacation_alarm(&self, claimed: &Vacation, wake_at: Option<Timestamp>) -> Result<()> {
        let sql = "update vacation set wake_at = $4 where user_id = $1 and number = $2 and wake_at = $3";
        let args = vec![
            Arg::from(claimed.user.0),
            Arg::from(claimed.number),
            Arg::from(claimed.wake_at.map(|at| at.0)),
            Arg::from(wake_at.map(|at| at.0)),
        ];
        self.change(sql, args).await?;
        Ok(())
    }
}
