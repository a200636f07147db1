//! Fills a database with games, to measure: a thousand times faster than one commit each.

use std::ops::Range;
use std::pin::pin;

use async_trait::async_trait;
use futures::{StreamExt as _, TryStreamExt as _};
use serde_json::json;
use sqlx::Pool;

use crate::domain::Timestamp;
use crate::store::error::StoreError;
use crate::store::ports::Database;
use crate::store::sql::connection::engine::{Arg, Engine, args};
use crate::store::sql::connection::failures::failed;
use crate::store::sql::database::copy::{drop_foreign_keys, for_bulk_work};
use crate::store::sql::rows::Reader;
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

/// Games as they are in the middle: each has moves, a history, a board at Discord and an alarm. They are numbered from 0.
#[derive(Debug, Clone)]
pub struct RunningGames {
    pub games: u32,
    /// Moves with which each game begins: at least [`RunningGames::MOST_MOVES`].
    pub moves: Vec<String>,
    /// The newest turns begin now, the oldest a week ago. Each lasts for two weeks.
    pub now: Timestamp,
}

impl RunningGames {
    /// Each game has 20 to so many moves.
    pub const MOST_MOVES: usize = 40;

    /// Each person plays so many games.
    pub const GAMES_OF_A_PERSON: u32 = 40;

    /// Games of a server.
    const GAMES_OF_A_GUILD: u32 = 200;

    /// People with these ids and the following play.
    pub const FIRST_PERSON: u64 = 1_000;

    const FIRST_GUILD: u64 = 100;
    const FIRST_THREAD: u64 = 1 << 32;

    /// How many people play in so many games.
    pub const fn people(games: u32) -> u32 {
        let people = games / (Self::GAMES_OF_A_PERSON / 2);
        if people < 2 { 2 } else { people }
    }

    const fn guilds(games: u32) -> u32 {
        let guilds = games / Self::GAMES_OF_A_GUILD;
        if guilds < 1 { 1 } else { guilds }
    }

    /// Who plays a game, Black first.
    pub fn players(games: u32, game: u32) -> [u64; 2] {
        let people = Self::people(games);
        let black = game % people;
        let white = (black + 1 + game / people % (people - 1)) % people;
        [black, white].map(|person| Self::FIRST_PERSON + u64::from(person))
    }

    /// The server and the thread of a game.
    pub fn place(games: u32, game: u32) -> (u64, u64) {
        (Self::FIRST_GUILD + u64::from(game % Self::guilds(games)), Self::FIRST_THREAD + u64::from(game))
    }
}

/// Told how many games are written.
pub type FillProgress<'a> = &'a (dyn Fn(u32) + Send + Sync);

/// Running games from `$1` to before `$2`, with what is known of each: `$3` is now, `$4` the number of people, `$5` of servers, `$6` of
/// games. Names are those of [`RunningGames`].
macro_rules! running {
    ($more:literal, $insert:literal) => {
        concat!(
            "with recursive n(i) as (select cast($1 as bigint) union all select i + 1 from n where i + 1 < $2), \
             given(now, people, guilds, games) as (select cast($3 as bigint), cast($4 as bigint), cast($5 as bigint), \
             cast($6 as bigint)), \
             g(i, ply, turn_at, guild, channel, thread, black, white) as (select i, 20 + i * 7919 % 21, \
             now - i * 7919 % 604800 * 1000, 100 + i % guilds, 1000000 + i % guilds, 4294967296 + i, \
             1000 + i % people, 1000 + (i % people + 1 + i / people % (people - 1)) % people from n cross join given)",
            $more,
            " ",
            $insert
        )
    };
}

/// What is written for running games. Each table is written in the order of its key.
const RUNNING: [&str; 7] = [
    running!(
        "",
        "insert into game (game_id, version, phase, setup, time_control, guild_id, channel_id, thread_id, ply, to_move, \
         challenger, has_random_colors, created_at, turn_at, deadline_at, wake_at, number) \
         select i, ply + 1, 'playing', 'abalone', 'days:14', guild, channel, thread, ply, ply % 2, black, 0, \
         turn_at - (ply + 1) * 10800000, turn_at, turn_at + 1209600000, turn_at + 1209600000, 1 + i / guilds \
         from g cross join given"
    ),
    running!(
        ", two(seat) as (select 0 union all select 1)",
        "insert into seat (game_id, seat, user_id, name) select i, seat, case when seat = 0 then black else white end, \
         'person ' || case when seat = 0 then black else white end from g cross join two"
    ),
    running!(
        ", v(version) as (select 0 union all select version + 1 from v where version < 41)",
        "insert into event (game_id, version, request_id, actor, action, at) \
         select i, version, 1125899906842624 + i * 64 + version, case when version % 2 = 0 then black else white end, \
         case version when 0 then 'challenge' when 1 then 'accept' else 'play' end, \
         turn_at - (ply + 1 - version) * 10800000 from g cross join v where version <= ply + 1"
    ),
    running!(
        ", two(version, kind) as (select 0, 'closed_challenge' union all select 1, 'board')",
        "insert into posted (game_id, version, kind, channel_id, discord_id) \
         select i, version * (ply + 1), kind, case version when 0 then channel else thread end, 8589934592 + 2 * i + version \
         from g cross join two"
    ),
    // The moves of this statement come last.
    running!(
        ", m(number, notation) as materialized (select cast(key as bigint), value ->> 'notation' from jsonb_each($7))",
        "insert into ply (game_id, number, notation, played_at, user_id, version) \
         select i, number, notation, turn_at - (ply - number) * 10800000, case when number % 2 = 1 then black else white end, \
         number + 1 from g cross join m where number <= ply"
    ),
    running!(
        "",
        "insert into player (user_id, locale, dm_closed) select 1000 + i, 'en-US', 0 from n cross join given where i < people"
    ),
    running!(
        "",
        "insert into game_number (guild_id, last) select 100 + i, 1 + (games - 1 - i) / guilds from n cross join given \
         where i < guilds"
    ),
];

/// An opened database that was filled to measure.
#[async_trait]
pub trait FilledDatabase: Database {
    /// How many moves the games from number 0 on have, `None` where one is not being played.
    async fn plies(&self, games: u32) -> Result<Vec<Option<u32>>, StoreError>;
    /// Deletes all messages that wait.
    async fn discard_messages(&self) -> Result<(), StoreError>;
}

#[async_trait]
impl<DB: Engine> FilledDatabase for SqlStore<DB> {
    async fn plies(&self, games: u32) -> Result<Vec<Option<u32>>, StoreError> {
        const PART: u32 = 5_000;
        let mut plies = vec![None; games as usize];
        let sql = "select game_id, ply from game where game_id >= $1 and game_id < $2 and phase = 'playing'";
        for start in (0..games).step_by(PART as usize) {
            for row in &self.rows(sql, args![start, games.min(start + PART)]).await? {
                let mut read = Reader::<DB>::new("game", row);
                let game = read.small::<usize>()?;
                plies[game] = Some(read.small()?);
            }
        }
        Ok(plies)
    }

    async fn discard_messages(&self) -> Result<(), StoreError> {
        self.change("delete from outbox", Vec::new()).await.map(drop)
    }
}

impl<DB: Engine> SqlStore<DB> {
    /// Writes games into a database that has none, and closes it.
    pub(crate) async fn fill(&self, waiting: BenchGames) -> Result<(), StoreError> {
        let filled = fill(&self.write, waiting).await;
        self.close().await;
        filled
    }

    /// The same with running games.
    pub(crate) async fn fill_running(
        &self,
        running: &RunningGames,
        progress: FillProgress<'_>,
    ) -> Result<(), StoreError> {
        let filled = fill_running(&self.write, running, progress).await;
        self.close().await;
        filled
    }
}

async fn fill_running<DB: Engine>(
    pool: &Pool<DB>,
    running: &RunningGames,
    progress: FillProgress<'_>,
) -> Result<(), StoreError> {
    let mut connection = pool.acquire().await.map_err(failed)?;
    require_empty::<DB>(&mut connection).await?;
    for_bulk_work::<DB>(&mut connection).await?;
    let foreign_keys = drop_foreign_keys::<DB>(&mut connection).await.map_err(failed)?;
    drop(connection);
    let writing = futures::stream::iter(parts(running.games)).map(|part| write_running(pool, running, part));
    let mut writing = pin!(writing.buffer_unordered(DB::WRITERS));
    let mut written = 0;
    while let Some(games) = writing.try_next().await? {
        written += games;
        progress(written);
    }
    let mut connection = pool.acquire().await.map_err(failed)?;
    for_bulk_work::<DB>(&mut connection).await?;
    for statement in foreign_keys {
        DB::run_composed(&mut connection, statement, Vec::new()).await.map_err(failed)?;
    }
    // A database in use has statistics.
    DB::run(&mut connection, "analyze", Vec::new()).await.map_err(failed)?;
    Ok(())
}

/// Writes some of the running games; gives how many.
async fn write_running<DB: Engine>(
    pool: &Pool<DB>,
    running: &RunningGames,
    Range { start, end }: Range<u32>,
) -> Result<u32, StoreError> {
    let mut connection = pool.acquire().await.map_err(failed)?;
    for_bulk_work::<DB>(&mut connection).await?;
    let games = running.games;
    let moves = (1_u32..).zip(&running.moves).take(RunningGames::MOST_MOVES);
    let moves = Arg::Table(moves.map(|(n, notation)| (n.to_string(), json!({ "notation": notation }))).collect());
    for statement in RUNNING {
        let (people, guilds) = (RunningGames::people(games), RunningGames::guilds(games));
        let mut args = args![start, end, running.now.0, people, guilds, games];
        args.extend(statement.contains("$7").then(|| moves.clone()));
        DB::run(&mut connection, statement, args).await.map_err(failed)?;
    }
    Ok(end - start)
}

/// The numbers of all games, as many at a time as one statement writes.
fn parts(games: u32) -> impl Iterator<Item = Range<u32>> {
    let part = move |start: u32| start..games.min(start + GAMES_PER_STATEMENT);
    (0..games).step_by(GAMES_PER_STATEMENT as usize).map(part)
}

async fn require_empty<DB: Engine>(connection: &mut DB::Connection) -> Result<(), StoreError> {
    if DB::run(connection, "select game_id from game limit 1", Vec::new()).await.map_err(failed)?.is_empty() {
        return Ok(());
    }
    let problem = "there are games in this database: name an empty one".to_owned();
    Err(StoreError::Database { problem, transient: false })
}

async fn fill<DB: Engine>(pool: &Pool<DB>, waiting: BenchGames) -> Result<(), StoreError> {
    let mut connection = pool.acquire().await.map_err(failed)?;
    require_empty::<DB>(&mut connection).await?;
    let BenchGames { games, played, moves, first, apart, left } = &waiting;
    let (games, played, apart, left) = (*games, *played, *apart, *left);
    for Range { start: from, end: to } in parts(games) {
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
