//! Copies a database into another one, of any engine.

use futures::TryStreamExt as _;
use sqlx::{Connection as _, Pool};

use crate::store::error::StoreError;
use crate::store::ports::Database as _;
use crate::store::sql::connection::engine::{Arg, Engine};
use crate::store::sql::connection::failures::failed;
use crate::store::sql::store::SqlStore;

/// Rows that are read while as many are written.
const ROWS_AT_ONCE: usize = 10_000;

/// How far a copy has come.
#[derive(Debug, Clone, Copy)]
pub struct Copied {
    /// The table that is being copied.
    pub table: &'static str,
    /// Rows that are copied, of all tables.
    pub rows: u64,
    /// Rows of all tables.
    pub of: u64,
}

/// Told how far a copy has come.
pub type CopyProgress<'a> = &'a (dyn Fn(Copied) + Send + Sync);

/// A table, read in the order of its first column.
struct Table {
    name: &'static str,
    column_names: &'static str,
    read: &'static str,
    /// Indexes of the text columns; the others are numbers.
    texts: &'static [usize],
    columns: usize,
    count: &'static str,
}

/// `$key` is the first column. In its order rows are written fastest.
macro_rules! table {
    ($name:literal, $key:literal, $columns:literal, $count:literal, $texts:expr) => {
        Table {
            name: $name,
            column_names: $columns,
            read: concat!("select ", $columns, " from ", $name, " order by ", $key),
            texts: &$texts,
            columns: $count,
            count: concat!("select count(*) from ", $name),
        }
    };
}

/// Referenced tables come first.
const TABLES: [Table; 32] = [
    table!(
        "game",
        "game_id",
        "game_id, version, phase, setup, time_control, guild_id, channel_id, thread_id, ply, to_move, challenger, has_random_colors, draw_offer, \
         result, reason, created_at, turn_at, deadline_at, wake_at, draw_offer_version, reminded_until, loser, \
         ended_at, excused, agreements, clock_hours, pauses, allowance_ms, conditional_moves_version, is_rated, is_counted, \
         seek, seek_number, is_tallied, number",
        35,
        [2, 3, 4, 13, 14, 24, 25, 26, 31]
    ),
    table!("conditional_moves", "game_id", "game_id, user_id, tree", 3, [2]),
    table!("seat", "game_id", "game_id, seat, user_id, name, agreed, clock", 6, [3]),
    table!("ply", "game_id", "game_id, number, notation, played_at, user_id, version", 6, [2]),
    table!("event", "game_id", "game_id, version, request_id, actor, action, at, detail", 7, [4, 6]),
    table!(
        "outbox",
        "game_id",
        "game_id, version, seq, message_id, notice, is_personal, may_be_overtaken, created_at, available_at, attempts, problem, dead, claimed_until, doubts",
        14,
        [4, 10, 11]
    ),
    table!("posted", "game_id", "game_id, version, kind, channel_id, discord_id", 5, [2]),
    table!(
        "player",
        "user_id",
        "user_id, locale, dm_closed, preferences, timed_out_at, silent_since, digest_at",
        7,
        [1, 3]
    ),
    table!("reminder_message", "user_id", "user_id, channel_id, discord_id, posted_at, shown", 5, []),
    table!(
        "vacation",
        "user_id",
        "user_id, number, from_at, until_at, automatic, request_id, ended_by, wake_at",
        8,
        []
    ),
    table!("deletion", "user_id", "user_id, anonymous_id, resigns, asked_at, next_at", 5, []),
    table!("watch", "game_id", "game_id, user_id, how, seen, channel_id, message_id, next_at", 7, [2]),
    table!("game_number", "guild_id", "guild_id, last", 2, []),
    table!("rating_log", "one", "one, sequence, replaced, lease_until", 4, [2]),
    table!(
        "rated_game",
        "sequence",
        "sequence, game_id, rating_group, guild_id, ended_at, first, second, score, annulled",
        9,
        [2, 5, 6, 7]
    ),
    table!(
        "rating",
        "user_id",
        "user_id, rating_group, guild_id, rating, deviation, volatility, games, at, settled_until",
        9,
        [1]
    ),
    table!(
        "rating_change",
        "user_id",
        "user_id, rating_group, sequence, guild_id, at, rating, deviation, club_rating, club_deviation, rating_before, \
         club_rating_before",
        11,
        [1]
    ),
    table!("rating_period", "user_id", "user_id, guild_id, rating_group, period, games, won, gained", 7, [2]),
    table!("club_tally", "guild_id", "guild_id, kind, item, games, moves", 5, [1, 2]),
    table!("guild", "guild_id", "guild_id, preferences", 2, [1]),
    table!("outage", "from_at", "from_at, until_at, credited", 3, []),
    table!("heartbeat", "one", "one, at", 2, []),
    table!(
        "ladder",
        "ladder_id",
        "ladder_id, guild_id, name, name_key, preset, rules, setup, time_control, version, events, changes, advanced_at, next_timer_at, closed_at, table_json, table_events",
        16,
        [2, 3, 4, 5, 6, 7, 14]
    ),
    table!("ladder_event", "ladder_id", "ladder_id, sequence, event, at, actor, note", 6, [2, 5]),
    table!(
        "ladder_change",
        "ladder_id",
        "ladder_id, number, user_id, from_place, to_place, reason, at, game_id, note",
        9,
        [5, 8]
    ),
    table!("ladder_order", "ladder_id", "ladder_id, number, players", 3, [2]),
    table!("ladder_player", "ladder_id", "ladder_id, user_id, name, vacation_until", 4, [2]),
    table!(
        "ladder_game",
        "game_id",
        "game_id, ladder_id, challenger, defender, phase, settled, result, created_at, ended_at",
        9,
        [4, 6]
    ),
    table!(
        "audit",
        "guild_id",
        "guild_id, request_id, at, actor, action, game_id, ladder_id, user_id, detail, reason",
        10,
        [4, 8, 9]
    ),
    table!(
        "organizer_question",
        "request_id",
        "request_id, guild_id, actor, game_id, version, decision, reason, at",
        8,
        [5, 6]
    ),
    table!(
        "ladder_digest",
        "guild_id",
        "guild_id, channel_id, began_at, since, shown, total, message_id, next_at, problem",
        9,
        [3, 4, 8]
    ),
    table!(
        "leader_role",
        "ladder_id",
        "ladder_id, guild_id, role_id, set_by, holder, given, seen, next_at, is_told, problem",
        10,
        [9]
    ),
];

impl<DB: Engine> SqlStore<DB> {
    /// Copies everything into an empty database and closes both; returns each table with its number of rows.
    pub(crate) async fn copy_to<To: Engine>(
        &self,
        to: &SqlStore<To>,
        progress: CopyProgress<'_>,
    ) -> Result<Vec<(&'static str, u64)>, StoreError> {
        let copied = copy(&self.read, &to.write, progress).await;
        self.close().await;
        to.close().await;
        copied
    }
}

/// Copies all rows in one transaction. Notes are left out: the first start registers the commands again.
async fn copy<From: Engine, To: Engine>(
    from: &Pool<From>,
    to: &Pool<To>,
    progress: CopyProgress<'_>,
) -> Result<Vec<(&'static str, u64)>, StoreError> {
    let (mut from, mut to) = (from.acquire().await.map_err(failed)?, to.acquire().await.map_err(failed)?);
    for_bulk_work::<From>(&mut from).await?;
    for_bulk_work::<To>(&mut to).await?;
    let mut reading = from.begin_with(From::BEGIN_READ).await.map_err(failed)?;
    let mut writing = to.begin_with(To::BEGIN_WRITE).await.map_err(failed)?;
    let (mut stored, mut of) = (Vec::with_capacity(TABLES.len()), 0);
    for table in &TABLES {
        if count::<To>(&mut writing, table).await? > 0 {
            return Err(broken(format!("there are rows in table {} already; copy into an empty database", table.name)));
        }
        let rows = count::<From>(&mut reading, table).await?;
        stored.push(rows);
        of += rows;
    }
    let foreign_keys = drop_foreign_keys::<To>(&mut writing).await.map_err(failed)?;
    let (mut copied, mut done) = (Vec::with_capacity(TABLES.len()), 0);
    for (table, stored) in TABLES.iter().zip(stored) {
        let rows =
            From::stream(&mut reading, table.read).and_then(|row| std::future::ready(values::<From>(table, &row)));
        let mut pages = rows.try_chunks(ROWS_AT_ONCE);
        let mut next = pages.try_next().await.map_err(|error| failed(error.1))?;
        while let Some(page) = next {
            done += page.len() as u64;
            let read = async { pages.try_next().await.map_err(|error| error.1) };
            let write = To::insert_rows(&mut writing, table.name, table.column_names, page);
            (next, ()) = futures::try_join!(read, write).map_err(failed)?;
            progress(Copied { table: table.name, rows: done, of });
        }
        drop(pages);
        let written = count::<To>(&mut writing, table).await?;
        if written != stored {
            return Err(broken(format!("{written} of {stored} rows of table {} were copied", table.name)));
        }
        copied.push((table.name, stored));
    }
    for statement in foreign_keys {
        To::run_composed(&mut writing, statement, Vec::new()).await.map_err(failed)?;
    }
    writing.commit().await.map_err(failed)?;
    Ok(copied)
}

/// Prepares a connection that is closed afterwards for work on whole tables.
pub(crate) async fn for_bulk_work<DB: Engine>(connection: &mut DB::Connection) -> Result<(), StoreError> {
    for statement in DB::FOR_BULK_WORK {
        DB::run(connection, statement, Vec::new()).await.map_err(failed)?;
    }
    Ok(())
}

/// Drops the foreign keys that would be checked row by row; gives the statements that add them again.
pub(crate) async fn drop_foreign_keys<DB: Engine>(connection: &mut DB::Connection) -> sqlx::Result<Vec<String>> {
    let mut again = Vec::new();
    for row in DB::run(connection, DB::FOREIGN_KEYS, Vec::new()).await? {
        DB::run_composed(connection, DB::text(&row, 0)?.unwrap_or_default(), Vec::new()).await?;
        again.extend(DB::text(&row, 1)?);
    }
    Ok(again)
}

fn values<DB: Engine>(table: &Table, row: &DB::Row) -> sqlx::Result<Vec<Arg>> {
    (0..table.columns).map(|column| value::<DB>(table, row, column)).collect()
}

fn value<DB: Engine>(table: &Table, row: &DB::Row, column: usize) -> sqlx::Result<Arg> {
    if table.texts.contains(&column) {
        DB::text(row, column).map(Arg::Text)
    } else {
        DB::int(row, column).map(Arg::Int)
    }
}

async fn count<DB: Engine>(connection: &mut DB::Connection, table: &Table) -> Result<u64, StoreError> {
    let rows = DB::run(connection, table.count, Vec::new()).await.map_err(failed)?;
    let count = rows.first().map(|row| DB::int(row, 0)).transpose().map_err(failed)?;
    Ok(count.flatten().unwrap_or_default().cast_unsigned())
}

fn broken(problem: String) -> StoreError {
    StoreError::Database { problem, transient: false }
}

#[cfg(test)]
mod tests {
    use sqlx::Row as _;

    use std::collections::BTreeSet;

    use super::*;

    #[tokio::test]
    async fn every_column_is_copied_with_its_type() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("games.db");
        crate::store::sql::database::sqlite::open(&path).await?.close().await;
        let pool = Pool::<sqlx::Sqlite>::connect(&format!("sqlite://{}", path.display())).await?;
        let sql = "select tables.name, columns.name, columns.type = 'TEXT' from sqlite_schema as tables \
                   join pragma_table_info(tables.name) as columns where tables.type = 'table' \
                   and tables.name not like '\\_sqlx%' escape '\\' and tables.name not like 'sqlite%' and tables.name <> 'note'";
        let mut stored = BTreeSet::<(String, String, bool)>::new();
        for row in sqlx::query(sql).fetch_all(&pool).await? {
            stored.insert((row.try_get(0)?, row.try_get(1)?, row.try_get(2)?));
        }
        let mut copied = BTreeSet::new();
        for table in &TABLES {
            let columns: Vec<_> = table.column_names.split(", ").collect();
            assert_eq!(columns.len(), table.columns, "{}", table.name);
            for (place, column) in columns.iter().enumerate() {
                copied.insert((table.name.to_owned(), (*column).to_owned(), table.texts.contains(&place)));
            }
        }
        assert_eq!(stored.symmetric_difference(&copied).collect::<Vec<_>>(), Vec::<&(String, String, bool)>::new());
        Ok(())
    }
}
