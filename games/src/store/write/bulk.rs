//! Writes any number of commits with one statement per table; the rows are one JSON value.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use base::crash_point::{self, Point};
use serde_json::Value;

use crate::domain::{Action, GameId, Notice, Phase, Player, Timestamp};
use crate::store::commit::Commit;
use crate::store::connection::engine::{Arg, args};
use crate::store::connection::pool::{Connection, Row};
use crate::store::games::game_row::{game_columns, game_row};
use crate::store::write::json_rows::{insert, row, value};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommitKind {
    Create,
    Change,
}

/// Whether a commit is plain: a move or an alarm with its notices. Changes of seats, takebacks, beginnings and ends of
/// games, and actions of organizers are written singly.
pub fn is_plain(commit: &Commit, kind: CommitKind) -> bool {
    let changes_little = commit.seats.is_none() && commit.keep.is_none() && commit.conditional_moves.is_none();
    kind == CommitKind::Change
        && changes_little
        && !begins_game(commit)
        && commit.audit.is_none()
        && commit.game.phase != Phase::Over
}

/// Whether the first turn of a game begins with this commit.
pub fn begins_game(commit: &Commit) -> bool {
    commit.action == Action::Accept && commit.game.phase == Phase::Playing
}

/// Indexes of the commits that can be written as one batch: plain ones, at most one per game and per request. They are
/// sorted by game, so that two processes lock games in the same order.
pub fn batchable(commits: &[(Arc<Commit>, CommitKind)]) -> Vec<usize> {
    let (mut games, mut requests) = (HashSet::new(), HashSet::new());
    let mut plain: Vec<usize> = (0..commits.len())
        .filter(|index| {
            let (commit, kind) = &commits[*index];
            is_plain(commit, *kind) && games.insert(commit.game.game_id) && requests.insert(commit.request)
        })
        .collect();
    plain.sort_unstable_by_key(|index| commits[*index].0.game.game_id);
    plain
}

macro_rules! insert_games {
    ({} { $($key_type:ident $key:ident),* } { $($type:ident $name:ident),* } { $($first_type:ident $first:ident),* } $others:tt) => {
        insert!("game", "$1",
            // Even in a batch, a number that is taken refuses this game alone.
            " where true on conflict (guild_id, seek_number) where seek_number is not null do nothing returning game_id",
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

/// The rows of commits, by table.
pub struct Rows {
    games: Vec<Value>,
    plies: Vec<Value>,
    notices: Vec<Value>,
    reminded: Vec<Value>,
}

impl Rows {
    pub fn of(commits: &[&Commit]) -> Self {
        let mut rows = Self { games: Vec::new(), plies: Vec::new(), notices: Vec::new(), reminded: Vec::new() };
        for commit in commits {
            let (id, version) = (commit.game.game_id.0, commit.game.version);
            rows.games.push(game_row(commit));
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
                notice_row(commit.game.game_id, version, seq, notice, notice.due_at(commit.now))
            }));
            rows.reminded.extend(commit.reminded.map(|user| row! { game_id: id, user_id: user, at: commit.now }));
        }
        rows
    }

    /// Inserts games; `false` if the number of an open challenge is taken.
    pub async fn create(&self, connection: &mut Connection) -> sqlx::Result<bool> {
        Ok(insert_rows(connection, game_columns!([insert_games]), self.games.clone()).await?.len() == self.games.len())
    }

    /// Updates games that are unchanged since the commit was decided and whose request is new. Returns their ids.
    pub async fn change(&self, connection: &mut Connection) -> sqlx::Result<HashSet<GameId>> {
        const SQL: &str = concat!(
            "with ",
            game_columns!([wanted], "wanted as (", ") "),
            game_columns!([change_games], "wanted", ""),
        );
        changed(&insert_rows(connection, SQL, self.games.clone()).await?)
    }

    /// Inserts events; `false` if one of the requests already exists.
    pub async fn insert_events(&self, connection: &mut Connection) -> sqlx::Result<bool> {
        let sql = insert_events!(" where true on conflict (request_id) do nothing returning game_id");
        Ok(insert_rows(connection, sql, self.games.clone()).await?.len() == self.games.len())
    }

    pub async fn insert_plies(&self, connection: &mut Connection) -> sqlx::Result<()> {
        insert_rows(connection, insert_plies!("$1", ""), self.plies.clone()).await.map(drop)
    }

    /// Records since when players have not answered reminders, and queues messages.
    pub async fn insert_messages(&self, connection: &mut Connection) -> sqlx::Result<()> {
        insert_rows(connection, note_reminders!("$1", ""), self.reminded.clone()).await?;
        insert_rows(connection, insert_notices!("$1", ""), self.notices.clone()).await.map(drop)
    }
}

/// Writes commits chosen by [`batchable`] and returns the ids of the changed games. Nothing is written for the others:
/// refused commits and, with concurrent writers, games that another process has locked. After an error nothing is
/// written; inside a transaction, that transaction has to be rolled back.
pub async fn write(connection: &mut Connection, commits: &[&Commit]) -> sqlx::Result<HashSet<GameId>> {
    if commits.is_empty() {
        return Ok(HashSet::new());
    }
    let mut rows = Rows::of(commits);
    if connection.engine().nested_writes {
        const SQL: &str = concat!(
            "with ",
            game_columns!([wanted], "wanted as materialized (", ")"),
            // Skips rows that another transaction has locked (`SKIP LOCKED`).
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
        let rows = [rows.games, rows.plies, rows.notices, rows.reminded].map(Arg::table);
        return changed(&connection.run(SQL, rows.into()).await?);
    }
    let changed_games = rows.change(connection).await?;
    for table in [&mut rows.games, &mut rows.plies, &mut rows.notices, &mut rows.reminded] {
        table.retain(|row| row["game_id"].as_i64().is_some_and(|game| changed_games.contains(&GameId(game))));
    }
    insert_rows(connection, insert_events!(""), rows.games.clone()).await?;
    if !changed_games.is_empty() {
        crash_point::point(Point::HalfWritten);
    }
    rows.insert_plies(connection).await?;
    rows.insert_messages(connection).await?;
    Ok(changed_games)
}

fn changed(rows: &[Row]) -> sqlx::Result<HashSet<GameId>> {
    rows.iter().filter_map(|row| row.int(0).transpose()).map(|game| game.map(GameId)).collect()
}

/// Runs one statement with these rows; does nothing without rows.
pub async fn insert_rows(connection: &mut Connection, sql: &'static str, rows: Vec<Value>) -> sqlx::Result<Vec<Row>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    connection.run(sql, args![Arg::table(rows)]).await
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
