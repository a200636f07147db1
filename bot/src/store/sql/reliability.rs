//! Finished games of a player.

use async_trait::async_trait;
use tracing::error;

use crate::domain::{Finished, UserId};
use crate::store::error::Result;
use crate::store::reliability::FinishedGameStore;
use crate::store::sql::connection::engine::{Arg, Engine};
use crate::store::sql::rows;
use crate::store::sql::rows::game_columns;
use crate::store::sql::store::SqlStore;

/// The games that can be read.
fn readable<DB: Engine>(rows: &[DB::Row]) -> Vec<Finished> {
    let read = |row| {
        let finished = rows::finished::<DB>(row);
        finished.inspect_err(|problem| error!(error = %problem, "Left a corrupt game out of a list: {problem}")).ok()
    };
    rows.iter().filter_map(read).collect()
}

#[async_trait]
impl<DB: Engine> FinishedGameStore for SqlStore<DB> {
    async fn finished_of(&self, user: UserId, limit: u32) -> Result<Vec<Finished>> {
        let sql = concat!(
            "select ",
            game_columns!(),
            ", seat.seat, seat.user_id, seat.name, seat.agreed, seat.clock, game.ended_at, game.excused \
             from seat join game on game.game_id = seat.game_id where seat.user_id = $1 and game.phase = 'over' \
             and game.ended_at is not null order by game.ended_at desc, game.game_id, seat.seat limit $2"
        );
        let rows = self.rows(sql, vec![Arg::from(user.0), Arg::from(limit)]).await?;
        Ok(readable::<DB>(&rows))
    }

    async fn finished_between(&self, user: UserId, other: UserId, limit: u32) -> Result<Vec<Finished>> {
        let sql = concat!(
            "select ",
            game_columns!(),
            ", seat.seat, seat.user_id, seat.name, seat.agreed, seat.clock, game.ended_at, game.excused \
             from seat join game on game.game_id = seat.game_id where seat.user_id = $1 and game.phase = 'over' \
             and game.ended_at is not null and exists (select 1 from seat as beside where beside.game_id = game.game_id \
             and beside.user_id = $3) order by game.ended_at desc, game.game_id, seat.seat limit $2"
        );
        let rows = self.rows(sql, vec![Arg::from(user.0), Arg::from(limit), Arg::from(other.0)]).await?;
        Ok(readable::<DB>(&rows))
    }
}
