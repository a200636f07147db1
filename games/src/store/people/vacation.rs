//! Vacations of players.

use crate::domain::{RequestId, TimeSpan, Timestamp, UserId, Vacation};
use crate::store::connection::engine::{Arg, args};
use crate::store::error::Result;
use crate::store::jobs::{JobKind, schedule, schedule_ladders_of};
use crate::store::rows::{self, Reader};
use crate::store::statements::Store;

/// Columns in the order that [`vacation`] expects.
macro_rules! vacation_columns {
    () => {
        "vacation.user_id, vacation.number, vacation.from_at, vacation.until_at, vacation.automatic, vacation.request_id, \
         vacation.ended_by"
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
    })
}

/// Reads a vacation; `None` if that fails, which is logged once per player.
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

    /// Adds a vacation, and schedules the check of its player's games; `false` if another process has taken the number
    /// first.
    pub async fn add_vacation(&self, vacation: &Vacation, check_at: Timestamp) -> Result<bool> {
        let sql = "insert into vacation (user_id, number, from_at, until_at, automatic, request_id, ended_by) \
                   values ($1, $2, $3, $4, $5, $6, $7) on conflict (user_id, number) do nothing returning user_id";
        let args = args![
            vacation.user.0,
            vacation.number,
            vacation.span.from.0,
            vacation.span.until.0,
            vacation.automatic,
            vacation.request.0,
            vacation.ended_by,
        ];
        let job = schedule(JobKind::Vacation, vacation.request, Some(check_at));
        let ladders = schedule_ladders_of(vacation.user, vacation.span.from);
        self.write_steps((sql, args), [job, ladders]).await
    }

    /// Changes the end of a vacation, and schedules the check of its player's games; `false` if it has changed since it was read.
    pub async fn end_vacation(
        &self,
        vacation: &Vacation,
        until: Timestamp,
        by: RequestId,
        check_at: Timestamp,
    ) -> Result<bool> {
        let sql = "update vacation set until_at = $4, ended_by = $5 \
                   where user_id = $1 and number = $2 and until_at = $3 and ended_by is null returning user_id";
        let args = args![vacation.user.0, vacation.number, vacation.span.until.0, until.0, by.0];
        let job = schedule(JobKind::Vacation, vacation.request, Some(check_at));
        self.write_steps((sql, args), [job, schedule_ladders_of(vacation.user, until)]).await
    }

    pub async fn vacation_of_request(&self, request: RequestId) -> Result<Option<Vacation>> {
        let sql = concat!("select ", vacation_columns!(), " from vacation where request_id = $1");
        self.first("vacation", sql, args![request.0], vacation).await
    }

    /// Problems of unreadable vacations, which everything else ignores.
    pub async fn damaged_vacations(&self) -> Result<Vec<String>> {
        let sql = concat!("select ", vacation_columns!(), " from vacation order by user_id, number");
        let problems = self.list("vacation", sql, Vec::new(), |read| Ok(vacation(read).err())).await?;
        Ok(problems.into_iter().flatten().map(|problem| problem.to_string()).collect())
    }
}
