//! Finished games of a player.

use async_trait::async_trait;
use tracing::error;

use crate::domain::{Finished, UserId};
use crate::store::error::Result;
use crate::store::reliability::FinishedGameStore;
use crate::store::sql::connection::engine::{Arg, Engine};
use crate::store::sql::game_row::select_game_and_seat;
use crate::store::sql::store::SqlStore;
use crate::store::sql::whole_games;

/// The games that can be read.
fn readable<DB: Engine>(rows: &[DB::Row]) -> Vec<Finished> {
    let read = |row| {
        let finished = whole_games::finished::<DB>(row);
        finished.inspect_err(|problem| error!(error = %problem, "Left a corrupt game out of a list: {problem}")).ok()
    };
    rows.iter().filter_map(read).collect()
}

#[async_trait]
impl<DB: Engine> FinishedGameStore for SqlStore<DB> {
    async fn finished_of_each(&self, users: &[UserId], each: u32) -> Result<Vec<Finished>> {
        let mut users = users.to_vec();
        users.sort_unstable();
        users.dedup();
        // The database is in this process: one query after the other costs no round trips.
        if !DB::LATERAL {
            let mut found = Vec::new();
            for user in users {
                found.extend(self.finished_of(user, each).await?);
            }
            return Ok(found);
        }
        let sql = concat!(
            "select ",
            select_game_and_seat!(),
            " from jsonb_each($1) as wanted cross join lateral (select own.* from seat as own \
             join game as ended on ended.game_id = own.game_id where own.user_id = cast(wanted.key as bigint) \
             and ended.phase = 'over' and ended.ended_at is not null \
             order by ended.ended_at desc, ended.game_id, own.seat limit $2) as seat \
             join game on game.game_id = seat.game_id order by seat.user_id, game.ended_at desc, game.game_id, seat.seat"
        );
        let users = Arg::keys(users.iter().map(|user| user.0.cast_signed()));
        Ok(readable::<DB>(&self.rows(sql, vec![users, Arg::from(each)]).await?))
    }

    async fn finished_of(&self, user: UserId, limit: u32) -> Result<Vec<Finished>> {
        let sql = concat!(
            "select ",
            select_game_and_seat!(),
            " from seat join game on game.game_id = seat.game_id where seat.user_id = $1 and game.phase = 'over' \
             and game.ended_at is not null order by game.ended_at desc, game.game_id, seat.seat limit $2"
        );
        let rows = self.rows(sql, vec![Arg::from(user.0), Arg::from(limit)]).await?;
        Ok(readable::<DB>(&rows))
    }

    async fn finished_between(&self, user: UserId, other: UserId, limit: u32) -> Result<Vec<Finished>> {
        let sql = concat!(
            "select ",
            select_game_and_seat!(),
            " from seat join game on game.game_id = seat.game_id where seat.user_id = $1 and game.phase = 'over' \
             and game.ended_at is not null and exists (select 1 from seat as beside where beside.game_id = game.game_id \
             and beside.user_id = $3) order by game.ended_at desc, game.game_id, seat.seat limit $2"
        );
        let rows = self.rows(sql, vec![Arg::from(user.0), Arg::from(limit), Arg::from(other.0)]).await?;
        Ok(readable::<DB>(&rows))
    }
}
