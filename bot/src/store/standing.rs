//! How somebody's games have ended.

use async_trait::async_trait;
use tracing::error;

use crate::domain::{EndReason, Finished, MASS_TIME_OUT_MS, Phase, UserId};
use crate::store::commit::Commit;
use crate::store::engine::{Arg, Engine};
use crate::store::error::{CommitError, StoreError};
use crate::store::failures::failed;
use crate::store::in_memory::InMemoryStore;
use crate::store::rows;
use crate::store::rows::game_columns;
use crate::store::sql::SqlStore;

/// The part of the port about finished games.
#[async_trait]
pub trait ReliabilityStore: Send + Sync + 'static {
    /// Finished games of this person, the newest end first; at most `limit`. A game that does not read is left out.
    async fn finished_of(&self, user: UserId, limit: u32) -> Result<Vec<Finished>, StoreError>;
}

/// Notes the end of a game, as part of the commit that ends it. Two games that one person loses at the same time meet at the row
/// of that person: one of them counts.
pub(crate) async fn note_end<DB: Engine>(connection: &mut DB::Connection, commit: &Commit) -> Result<(), CommitError> {
    let game = &commit.game;
    let mut excused = 0;
    if let (Some(EndReason::Time), Some(loser)) = (game.reason, game.loser) {
        let sql = "insert into player (user_id, dm_closed, timed_out_at) \
                   select user_id, 0, $3 from seat where game_id = $1 and seat = $2 \
                   on conflict (user_id) do update set timed_out_at = $3 \
                   where player.timed_out_at is null or player.timed_out_at <= $4 returning user_id";
        let before = commit.now.plus(-MASS_TIME_OUT_MS);
        let args = vec![game.game_id.0.into(), i64::from(loser).into(), commit.now.0.into(), before.0.into()];
        let counts = !DB::run(connection, sql, args).await.map_err(failed)?.is_empty();
        excused = i64::from(!counts);
    }
    let sql = "update game set ended_at = $2, excused = $3 where game_id = $1 and ended_at is null";
    let args: Vec<Arg> = vec![game.game_id.0.into(), commit.now.0.into(), excused.into()];
    DB::run(connection, sql, args).await.map_err(failed)?;
    Ok(())
}

#[async_trait]
impl<DB: Engine> ReliabilityStore for SqlStore<DB> {
    async fn finished_of(&self, user: UserId, limit: u32) -> Result<Vec<Finished>, StoreError> {
        let sql = concat!(
            "select ",
            game_columns!(),
            ", seat.seat, seat.user_id, seat.name, seat.agreed, seat.clock, game.ended_at, game.excused \
             from seat join game on game.game_id = seat.game_id where seat.user_id = $1 and game.phase = 'over' \
             and game.ended_at is not null order by game.ended_at desc, game.game_id, seat.seat limit $2"
        );
        let rows = self.rows(sql, vec![Arg::from(user.0), Arg::from(limit)]).await?;
        let read = |row| {
            let finished = rows::finished::<DB>(row);
            finished
                .inspect_err(|problem| error!(error = %problem, "Left a corrupt game out of a list: {problem}"))
                .ok()
        };
        Ok(rows.iter().filter_map(read).collect())
    }
}

#[async_trait]
impl ReliabilityStore for InMemoryStore {
    async fn finished_of(&self, user: UserId, limit: u32) -> Result<Vec<Finished>, StoreError> {
        let state = self.state();
        let over = state.games.values().filter(|record| record.game.phase == Phase::Over);
        let finished = over.flat_map(|record| {
            let seats = record.seats.iter().filter(|seat| seat.user == user);
            let (ended_at, excused) =
                state.ends.get(&record.game.game_id).copied().unwrap_or((record.game.turn_at, false));
            seats.map(move |seat| Finished { game: record.game.clone(), seat: seat.clone(), ended_at, excused })
        });
        let mut finished: Vec<_> = finished.collect();
        finished.sort_by_key(|end| (-end.ended_at.0, end.game.game_id, end.seat.seat));
        finished.truncate(limit as usize);
        Ok(finished)
    }
}
