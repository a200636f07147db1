//! The rows of commits, and one statement per table for all of them; the rows are one JSON value.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use serde_json::Value;

use crate::domain::{GameId, Notice, Player, Timestamp};
use crate::store::commit::Commit;
use crate::store::connection::engine::Arg;
use crate::store::connection::pool::{Connection, Row};
use crate::store::games::game_row::{game_columns, game_row};
use crate::store::write::json_rows::{insert, insert_rows, row, value};

macro_rules! insert_games {
    ({} { $($key_type:ident $key:ident),* } { $($type:ident $name:ident),* } { $($first_type:ident $first:ident),* } $others:tt) => {
        insert!("game", "$1",
            // A number that is taken refuses this game alone.
            " where not exists (select 1 from event where event.request_id = cast(value ->> 'request_id' as bigint)) \
             on conflict (guild_id, seek_number) where seek_number is not null do nothing returning game_id",
            $($key_type $key,)* $($type $name),* $(, $first_type $first)*)
    };
}

/// Updates the games that have not changed since the commit was decided.
macro_rules! change_games {
    ({ $wanted:tt $only:tt } $keys:tt { $($type:ident $name:ident),* } $first:tt $others:tt) => {
        concat!(
            "update game set ", $(stringify!($name), " = wanted.", stringify!($name), ", ",)* "version = wanted.version from ",
            $wanted,
            " where game.game_id = wanted.game_id and game.version = wanted.version - 1 and game.conditional_moves_version = wanted.conditional_moves_version \
             and not exists (select 1 from event where event.request_id = wanted.request_id)",
            $only,
            " returning game.game_id"
        )
    };
}

/// The JSON rows of games as a table.
macro_rules! wanted {
    ({ $before:tt $after:tt } $keys:tt { $($type:ident $name:ident),* } $first:tt $others:tt) => {
        concat!(
            $before, "select ", $(value!($type $name), " as ", stringify!($name), ", ",)* value!(int game_id), " as game_id, ",
            value!(int version), " as version, ", value!(int conditional_moves_version),
            " as conditional_moves_version, ", value!(int request_id),
            " as request_id from jsonb_each($1)", $after
        )
    };
}

/// The rows of games also contain the request.
macro_rules! insert_events {
    ($only:literal) => {
        insert!("event", "$1", $only, int game_id, int version, int request_id, int actor, text action, int at, text detail)
    };
}

macro_rules! insert_plies {
    ($rows:literal, $only:literal) => {
        insert!("ply", $rows, $only, int game_id, int number, text notation, int played_at, int user_id, int engine, int version)
    };
}

macro_rules! insert_notices {
    ($rows:literal, $only:literal) => {
        insert!(
            "outbox", $rows, $only, int game_id, int version, int seq, int message_id, text notice, int is_personal,
            int may_be_overtaken, int created_at, int available_at, int attempts
        )
    };
}

/// Sorted by player, so that two processes lock players in the same order.
macro_rules! note_reminders {
    ($rows:literal, $only:literal) => {
        concat!(
            "insert into player (user_id, dm_closed, silent_since) select ", value!(int user_id), ", 0, min(", value!(int at), ") from jsonb_each(",
            $rows, ")", $only, " group by ", value!(int user_id), " order by ", value!(int user_id),
            " on conflict (user_id) do update set silent_since = coalesce(player.silent_since, excluded.silent_since)"
        )
    };
}

/// Only the rows whose game was changed in the same statement.
macro_rules! of_changed {
    ($insert:ident, $rows:literal) => {
        $insert!($rows, " join changed on changed.game_id = cast(value ->> 'game_id' as bigint)")
    };
}

/// The column `engine` of a seat or a move.
pub fn engine_column(player: Player) -> Option<i64> {
    player.engine().map(|level| i64::from(level.0))
}

/// The id of the message at this place of the outbox; deterministic, so that simulations can be repeated.
pub fn message_id_at(game: GameId, version: i64, seq: i64) -> i64 {
    let mut hasher = DefaultHasher::new();
    (game.0, version, seq).hash(&mut hasher);
    (hasher.finish() >> 1).cast_signed()
}

/// A message of the outbox, due at this instant.
pub fn notice_row(game: GameId, version: i64, seq: i64, notice: &Notice, due: Timestamp) -> Value {
    row! {
        game_id: game,
        version: version,
        seq: seq,
        message_id: message_id_at(game, version, seq),
        notice: serde_json::to_string(notice).expect("a notice is plain data"),
        is_personal: notice.is_personal(),
        may_be_overtaken: notice.may_be_overtaken(),
        created_at: due,
        available_at: due,
        attempts: 0_i64,
    }
}

#[derive(Default)]
pub struct Rows {
    new_games: Vec<Value>,
    changed_games: Vec<Value>,
    plies: Vec<Value>,
    notices: Vec<Value>,
    reminded: Vec<Value>,
}

impl Rows {
    pub fn of(commits: &[&Commit]) -> Self {
        let mut rows = Self::default();
        for commit in commits {
            let (id, version) = (commit.game.game_id, commit.game.version);
            let games = if commit.is_new_game() { &mut rows.new_games } else { &mut rows.changed_games };
            games.push(game_row(commit));
            rows.plies.extend(commit.plies.iter().map(|ply| {
                row! {
                    game_id: id,
                    number: ply.number,
                    notation: ply.notation.as_str(),
                    played_at: ply.played_at,
                    user_id: ply.player.user(),
                    engine: engine_column(ply.player),
                    version: ply.version,
                }
            }));
            rows.notices.extend(commit.notices.iter().zip(0..).map(|(notice, seq)| {
                // A notice that is not to be sent yet is not late before its time.
                notice_row(id, version, seq, notice, notice.due_at(commit.now))
            }));
            rows.reminded.extend(commit.reminded.map(|user| row! { game_id: id, user_id: user, at: commit.now }));
        }
        rows
    }

    /// Writes moves and their messages in one statement, which skips games that another transaction has locked. Returns the games that it
    /// has changed.
    pub async fn change_unlocked_games(self, connection: &mut Connection) -> sqlx::Result<HashSet<GameId>> {
        const SQL: &str = concat!(
            "with ",
            game_columns!([wanted], "wanted as materialized (", ")"),
            ", free as materialized (select game_id from game where game_id in (select game_id from wanted) \
             for no key update skip locked), changed as (",
            game_columns!([change_games], "wanted", " and game.game_id in (select game_id from free)"),
            "), noted as (",
            insert_events!(" join changed on changed.game_id = cast(value ->> 'game_id' as bigint)"),
            "), moved as (",
            of_changed!(insert_plies, "$2"),
            "), told as (",
            of_changed!(insert_notices, "$3"),
            "), counted as (",
            of_changed!(note_reminders, "$4"),
            ") select game_id from changed"
        );
        let rows = [self.changed_games, self.plies, self.notices, self.reminded].map(Arg::table);
        read_games(&connection.run(SQL, rows.into()).await?)
    }

    /// Inserts new games and updates those that are unchanged since the commit was decided, if their requests are new. Returns these games,
    /// and drops the rows of all others.
    pub async fn write_games(&mut self, connection: &mut Connection) -> sqlx::Result<HashSet<GameId>> {
        const CHANGE: &str = concat!(
            "with ",
            game_columns!([wanted], "wanted as (", ") "),
            game_columns!([change_games], "wanted", ""),
        );
        let new = insert_rows(connection, game_columns!([insert_games]), self.new_games.clone()).await?;
        let changed = insert_rows(connection, CHANGE, self.changed_games.clone()).await?;
        let mut games = read_games(&new)?;
        games.extend(read_games(&changed)?);
        let Self { new_games, changed_games, plies, notices, reminded } = self;
        for table in [new_games, changed_games, plies, notices, reminded] {
            table.retain(|row| row["game_id"].as_i64().is_some_and(|game| games.contains(&GameId(game))));
        }
        Ok(games)
    }

    /// Inserts events; `false` if one of the requests already exists.
    pub async fn insert_events(&mut self, connection: &mut Connection) -> sqlx::Result<bool> {
        let sql = insert_events!(" where true on conflict (request_id) do nothing returning game_id");
        let mut events = std::mem::take(&mut self.new_games);
        events.append(&mut self.changed_games);
        let count = events.len();
        Ok(insert_rows(connection, sql, events).await?.len() == count)
    }

    /// Inserts moves, records since when players have not answered reminders, and queues messages.
    pub async fn insert_moves_and_messages(self, connection: &mut Connection) -> sqlx::Result<()> {
        insert_rows(connection, insert_plies!("$1", ""), self.plies).await?;
        insert_rows(connection, note_reminders!("$1", ""), self.reminded).await?;
        insert_rows(connection, insert_notices!("$1", ""), self.notices).await.map(drop)
    }
}

fn read_games(rows: &[Row]) -> sqlx::Result<HashSet<GameId>> {
    rows.iter().filter_map(|row| row.int(0).transpose()).map(|game| game.map(GameId)).collect()
}

/// Adds a notice to a commit that was written before.
pub async fn add_notice(
    connection: &mut Connection,
    game: GameId,
    version: i64,
    seq: i64,
    notice: &Notice,
    due: Timestamp,
) -> sqlx::Result<()> {
    let row = notice_row(game, version, seq, notice, due);
    insert_rows(connection, insert_notices!("$1", " where true on conflict do nothing"), vec![row]).await.map(drop)
}
