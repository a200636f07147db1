//! What commits write, table by table, however many they are: one statement for each table, whose rows travel as one JSON text.

use std::collections::HashSet;
use std::sync::Arc;

use crate::crash_point::Point;
use serde_json::Value;

use crate::crash_point;
use crate::domain::{EndReason, Game, GameId, Phase, Terms};
use crate::store::commit::Commit;
use crate::store::engine::{Arg, Engine};
use crate::store::rows;
use crate::store::writing::Kind;

/// Is this what most commits are, a move or an alarm with its notices? What changes seats, takes back moves or ends a game goes its
/// own way.
pub(crate) fn is_plain(commit: &Commit, kind: Kind) -> bool {
    let changes_little = commit.seats.is_none() && commit.keep.is_none() && commit.lines.is_none();
    kind == Kind::Change && changes_little && commit.game.phase != Phase::Over
}

/// Of these commits, those that can be carried out together: plain ones, no two of one game or of one request, in the order of
/// their games, so that two processes wait for each other's games in the same order.
pub(crate) fn together(commits: &[(Arc<Commit>, Kind)]) -> Vec<usize> {
    let (mut games, mut requests) = (HashSet::new(), HashSet::new());
    let mut plain: Vec<usize> = (0..commits.len())
        .filter(|place| {
            let (commit, kind) = &commits[*place];
            is_plain(commit, *kind) && games.insert(commit.game.game_id) && requests.insert(commit.request)
        })
        .collect();
    plain.sort_unstable_by_key(|place| commits[*place].0.game.game_id);
    plain
}

/// A row: its values by the names of their columns.
macro_rules! row {
    ($($name:ident: $value:expr),* $(,)?) => {
        Value::Object([$((stringify!($name).to_owned(), Arg::from($value).into_json())),*].into_iter().collect())
    };
}

/// A value of a row, of the type of its column.
macro_rules! value {
    (int $name:ident) => {
        concat!("cast(value ->> '", stringify!($name), "' as bigint)")
    };
    (text $name:ident) => {
        concat!("value ->> '", stringify!($name), "'")
    };
}

/// Adds rows to a table, in the columns that are named and no others.
macro_rules! insert {
    ($table:literal, $rows:literal, $only:literal, $first_type:ident $first:ident $(, $type:ident $name:ident)*) => {
        concat!(
            "insert into ", $table, " (", stringify!($first), $(", ", stringify!($name),)* ") select ",
            value!($first_type $first), $(", ", value!($type $name),)* " from jsonb_each(", $rows, ")", $only
        )
    };
}

/// The only list of what a game is written with: what a commit changes, then what stays as it was when the game was made. The
/// number of the game and the two counts are apart, because a change is conditional on them.
macro_rules! game_columns {
    ($make:ident $(, $with:tt)*) => {
        $make! {
            { $($with)* }
            { text phase, text setup, text pace, int ply, int to_move, int draw_offer, int draw_offer_version, text result,
              text reason, int loser, int turn_at, int deadline_at, int reminded_until, int wake_at, int has_random_colors, text terms,
              text hours, text stops, int time }
            { int guild_id, int channel_id, int thread_id, int challenger, int created_at }
        }
    };
}

macro_rules! insert_games {
    ({} { $($type:ident $name:ident),* } { $($first_type:ident $first:ident),* }) => {
        insert!("game", "$1", "", int game_id, int version, int lines $(, $type $name)* $(, $first_type $first)*)
    };
}

/// Changes the games of a table of rows that are as they were when it was decided.
macro_rules! change_games {
    ({ $wanted:tt $only:tt } { $($type:ident $name:ident),* } $first:tt) => {
        concat!(
            "update game set ", $(stringify!($name), " = wanted.", stringify!($name), ", ",)* "version = wanted.version from ",
            $wanted,
            " where game.game_id = wanted.game_id and game.version = wanted.version - 1 and game.lines = wanted.lines \
             and not exists (select 1 from event where event.request_id = wanted.request_id)",
            $only,
            " returning game.game_id"
        )
    };
}

/// The rows of games as such a table.
macro_rules! wanted {
    ({ $before:tt $after:tt } { $($type:ident $name:ident),* } $first:tt) => {
        concat!(
            $before, "select ", $(value!($type $name), " as ", stringify!($name), ", ",)* value!(int game_id), " as game_id, ",
            value!(int version), " as version, ", value!(int lines), " as lines, ", value!(int request_id),
            " as request_id from jsonb_each($1)", $after
        )
    };
}

/// The rows of games say what asked for the change, too.
macro_rules! note_events {
    ($only:literal) => {
        insert!("event", "$1", $only, int game_id, int version, int request_id, int actor, text action, int at, text detail)
    };
}

macro_rules! note_plies {
    ($rows:literal, $only:literal) => {
        insert!("ply", $rows, $only, int game_id, int number, text notation, int played_at, int user_id, int version)
    };
}

macro_rules! note_notices {
    ($rows:literal, $only:literal) => {
        insert!(
            "outbox", $rows, $only, int game_id, int version, int seq, int message_id, text notice, int created_at,
            int available_at, int attempts
        )
    };
}

/// The people in their order, so that two processes wait for each other's in the same order.
macro_rules! count_reminders {
    ($rows:literal, $only:literal) => {
        concat!(
            "insert into player (user_id, dm_closed, ignored) select ", value!(int user_id), ", 0, count(*) from jsonb_each(",
            $rows, ")", $only, " group by ", value!(int user_id), " order by ", value!(int user_id),
            " on conflict (user_id) do update set ignored = player.ignored + excluded.ignored"
        )
    };
}

/// Of rows, those of games that have changed in the same statement.
macro_rules! of_changed {
    ($note:ident, $rows:literal) => {
        $note!($rows, " join changed on changed.game_id = cast(value ->> 'game_id' as bigint)")
    };
}

/// What commits write, table by table.
pub(crate) struct Rows {
    games: Vec<Value>,
    plies: Vec<Value>,
    notices: Vec<Value>,
    reminded: Vec<Value>,
}

impl Rows {
    pub(crate) fn of(commits: &[&Commit]) -> Self {
        let mut rows = Self { games: Vec::new(), plies: Vec::new(), notices: Vec::new(), reminded: Vec::new() };
        for commit in commits {
            let (id, version) = (commit.game.game_id.0, commit.game.version);
            rows.games.push(game_row(commit));
            rows.plies.extend(commit.plies.iter().map(|ply| {
                row! {
                    game_id: id,
                    number: ply.number,
                    notation: ply.notation.as_str(),
                    played_at: ply.played_at.0,
                    user_id: ply.user.0,
                    version: ply.version,
                }
            }));
            rows.notices.extend(commit.notices.iter().zip(0_i64..).map(|(notice, seq)| {
                let text = serde_json::to_string(notice).expect("a notice is plain data");
                row! {
                    game_id: id,
                    version: version,
                    seq: seq,
                    message_id: rand::random_range(1..i64::MAX),
                    notice: text.as_str(),
                    created_at: commit.now.0,
                    available_at: commit.now.0,
                    attempts: 0_i64,
                }
            }));
            rows.reminded.extend(commit.reminded.map(|user| row! { game_id: id, user_id: user.0 }));
        }
        rows
    }

    /// Makes the games.
    pub(crate) async fn create<DB: Engine>(&self, connection: &mut DB::Connection) -> sqlx::Result<()> {
        run::<DB>(connection, game_columns!(insert_games), &self.games).await.map(drop)
    }

    /// Changes the games that are as they were when it was decided, and whose request is new; gives these.
    pub(crate) async fn change<DB: Engine>(&self, connection: &mut DB::Connection) -> sqlx::Result<HashSet<GameId>> {
        const SQL: &str =
            concat!("with ", game_columns!(wanted, "wanted as (", ") "), game_columns!(change_games, "wanted", ""),);
        changed::<DB>(&run::<DB>(connection, SQL, &self.games).await?)
    }

    /// Notes what was asked; `false` when one of the requests is there already.
    pub(crate) async fn note<DB: Engine>(&self, connection: &mut DB::Connection) -> sqlx::Result<bool> {
        let sql = note_events!(" where true on conflict (request_id) do nothing returning game_id");
        Ok(run::<DB>(connection, sql, &self.games).await?.len() == self.games.len())
    }

    pub(crate) async fn make_plies<DB: Engine>(&self, connection: &mut DB::Connection) -> sqlx::Result<()> {
        run::<DB>(connection, note_plies!("$1", ""), &self.plies).await.map(drop)
    }

    /// Counts reminders and leaves messages.
    pub(crate) async fn tell<DB: Engine>(&self, connection: &mut DB::Connection) -> sqlx::Result<()> {
        run::<DB>(connection, count_reminders!("$1", ""), &self.reminded).await?;
        run::<DB>(connection, note_notices!("$1", ""), &self.notices).await.map(drop)
    }
}

/// The row of a game, and of the event that is its commit.
fn game_row(commit: &Commit) -> Value {
    let game = &commit.game;
    row! {
        game_id: game.game_id.0,
        version: game.version,
        phase: game.phase.word(),
        setup: game.setup.as_str(),
        pace: game.time_control.to_string().as_str(),
        guild_id: game.place.guild_id.map(|id| id.0.cast_signed()),
        channel_id: game.place.channel_id.0,
        thread_id: game.place.thread_id.map(|id| id.0.cast_signed()),
        ply: game.ply,
        to_move: game.to_move.map(i64::from),
        challenger: game.challenger.0,
        draw_offer: game.draw_offer.map(|offer| i64::from(offer.seat)),
        draw_offer_version: game.draw_offer.map(|offer| offer.version),
        result: game.result.as_ref().map(ToString::to_string).as_deref(),
        reason: game.reason.map(EndReason::as_str),
        loser: game.loser.map(i64::from),
        created_at: game.created_at.0,
        turn_at: game.turn_at.0,
        deadline_at: game.deadline_at.map(|at| at.0),
        reminded_until: game.reminded_until.map(|at| at.0),
        wake_at: game.wake_at.map(|at| at.0),
        has_random_colors: i64::from(game.has_random_colors),
        terms: terms(game).as_deref(),
        hours: game.hours.as_ref().map(ToString::to_string).as_deref(),
        stops: rows::written_stops(&game.stops).as_deref(),
        time: game.time,
        lines: game.lines,
        request_id: commit.request.0,
        actor: commit.actor.map(|user| user.0.cast_signed()),
        action: commit.action.as_str(),
        at: commit.now.0,
        detail: commit.detail.as_deref(),
    }
}

/// The terms of a game as stored; nothing where there are none.
fn terms(game: &Game) -> Option<String> {
    let is_plain = game.terms == Terms::default();
    (!is_plain).then(|| serde_json::to_string(&game.terms).expect("terms are plain data"))
}

/// Carries out commits that [`together`] has chosen; gives the games that are changed. Nothing is written of the others: those that
/// are refused, and where several may write at the same time those of games that somebody else has. After an error nothing stays,
/// where there is no transaction around it; else that has to be rolled back.
pub(crate) async fn write<DB: Engine>(
    connection: &mut DB::Connection,
    commits: &[&Commit],
) -> sqlx::Result<HashSet<GameId>> {
    if commits.is_empty() {
        return Ok(HashSet::new());
    }
    let mut rows = Rows::of(commits);
    if DB::NESTED_WRITES {
        const SQL: &str = concat!(
            "with ",
            game_columns!(wanted, "wanted as materialized (", ")"),
            // Whoever has a game keeps nobody of the others waiting.
            ", free as materialized (select game_id from game where game_id in (select game_id from wanted) \
             for no key update skip locked), changed as (",
            game_columns!(change_games, "wanted", " and game.game_id in (select game_id from free)"),
            "), noted as (",
            note_events!(" join changed on changed.game_id = cast(value ->> 'game_id' as bigint)"),
            "), moved as (",
            of_changed!(note_plies, "$2"),
            "), told as (",
            of_changed!(note_notices, "$3"),
            "), counted as (",
            of_changed!(count_reminders, "$4"),
            ") select game_id from changed"
        );
        let rows = [rows.games, rows.plies, rows.notices, rows.reminded].map(Arg::table);
        return changed::<DB>(&DB::run(connection, SQL, rows.into()).await?);
    }
    let changed = rows.change::<DB>(connection).await?;
    for table in [&mut rows.games, &mut rows.plies, &mut rows.notices, &mut rows.reminded] {
        table.retain(|row| row["game_id"].as_i64().is_some_and(|game| changed.contains(&GameId(game))));
    }
    run::<DB>(connection, note_events!(""), &rows.games).await?;
    if !changed.is_empty() {
        crash_point::point(Point::HalfWritten);
    }
    rows.make_plies::<DB>(connection).await?;
    rows.tell::<DB>(connection).await?;
    Ok(changed)
}

fn changed<DB: Engine>(rows: &[DB::Row]) -> sqlx::Result<HashSet<GameId>> {
    rows.iter().filter_map(|row| DB::int(row, 0).transpose()).map(|game| game.map(GameId)).collect()
}

/// One statement with these rows; none where there are none.
async fn run<DB: Engine>(
    connection: &mut DB::Connection,
    sql: &'static str,
    rows: &[Value],
) -> sqlx::Result<Vec<DB::Row>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    DB::run(connection, sql, vec![Arg::table(rows.to_vec())]).await
}
