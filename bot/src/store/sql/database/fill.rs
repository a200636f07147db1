//! Fills a database with waiting games, to measure: a thousand times faster than one commit each.

use sqlx::Pool;

use crate::domain::Timestamp;
use crate::store::error::StoreError;
use crate::store::ports::Database as _;
use crate::store::sql::connection::engine::{Arg, Engine};
use crate::store::sql::connection::failures::failed;
use crate::store::sql::store::SqlStore;

/// Games with alarms, numbered from 0, each in a turn that ends three days after it began.
#[derive(Debug, Clone)]
pub struct BenchGames {
    pub games: u32,
    /// The first games, which have moves.
    pub played: u32,
    /// Their moves, an even number.
    pub moves: Vec<String>,
    /// Alarm of game 0.
    pub first: Timestamp,
    /// Milliseconds from one alarm to the next.
    pub apart: i64,
    /// Milliseconds from each alarm to the end of the turn.
    pub left: i64,
}

/// Games per statement, so that a server stays within its statement timeout.
const GAMES_PER_STATEMENT: u32 = 20_000;

/// Games ordered by alarm: from `$1` to before `$2`; `$3` games are played, `$4` is the first alarm, `$5` the distance, `$6`
/// the rest of the turn, `$7` the number of moves.
const GAMES: &str = "with recursive n(i) as (select cast($1 as bigint) union all select i + 1 from n where i + 1 < $2) \
     insert into game (game_id, version, phase, setup, time_control, channel_id, ply, to_move, challenger, has_random_colors, created_at, turn_at, \
     deadline_at, wake_at) \
     select i, 1, 'playing', 'abalone', 'days:3', 1 + i % 5000, case when i < $3 then $7 else 0 end, 0, 1000000 + i, 0, \
     $4 + i * $5 + $6 - 259200000, $4 + i * $5 + $6 - 259200000, $4 + i * $5 + $6, $4 + i * $5 from n";

const SEATS: &str = "with recursive n(i) as (select cast($1 as bigint) union all select i + 1 from n where i + 1 < $2) \
     insert into seat (game_id, seat, user_id, name) \
     select i, seat, (1 + seat) * 10000000 + i, 'player' from n cross join (select 0 as seat union all select 1) as two";

/// `$3` number of the move, `$4` its notation.
const PLY: &str = "with recursive n(i) as (select cast($1 as bigint) union all select i + 1 from n where i + 1 < $2) \
     insert into ply (game_id, number, notation, played_at, user_id) \
     select i, $3, $4, 0, (1 + ($3 - 1) % 2) * 10000000 + i from n";

impl<DB: Engine> SqlStore<DB> {
    /// Writes games into a database that has none, and closes it.
    pub(crate) async fn fill(&self, waiting: BenchGames) -> Result<(), StoreError> {
        let filled = fill(&self.write, waiting).await;
        self.close().await;
        filled
    }
}

async fn fill<DB: Engine>(pool: &Pool<DB>, waiting: BenchGames) -> Result<(), StoreError> {
    let mut connection = pool.acquire().await.map_err(failed)?;
    if !DB::run(&mut connection, "select game_id from game limit 1", Vec::new()).await.map_err(failed)?.is_empty() {
        let problem = "there are games in this database: name an empty one".to_owned();
        return Err(StoreError::Database { problem, transient: false });
    }
    let BenchGames { games, played, moves, first, apart, left } = &waiting;
    let (games, played, apart, left) = (*games, *played, *apart, *left);
    for (from, to) in
        (0..games).step_by(GAMES_PER_STATEMENT as usize).map(|from| (from, games.min(from + GAMES_PER_STATEMENT)))
    {
        let numbers = [i64::from(from), i64::from(to), i64::from(played), first.0, apart, left, moves.len() as i64]
            .map(Arg::from);
        DB::run(&mut connection, GAMES, numbers.to_vec()).await.map_err(failed)?;
        DB::run(&mut connection, SEATS, vec![Arg::from(from), Arg::from(to)]).await.map_err(failed)?;
        for (number, notation) in (1_u32..).zip(moves).filter(|_| from < played) {
            let row = vec![Arg::from(from), Arg::from(to.min(played)), Arg::from(number), Arg::from(notation.as_str())];
            DB::run(&mut connection, PLY, row).await.map_err(failed)?;
        }
    }
    // A database in use has statistics.
    DB::run(&mut connection, "analyze", Vec::new()).await.map_err(failed)?;
    Ok(())
}
