//! Many commits at once: one statement for each table, however many there are. The rows travel as one JSON text.

use std::collections::HashSet;
use std::sync::Arc;

use super::engine::{Arg, Engine, args};
use super::writing::{Kind, game_args};
use super::{Commit, GameId, Phase};
use crate::crash::{self, Point};

/// Is this what most commits are, a move or an alarm with its notices? What changes seats, takes back moves or ends a game goes its
/// own way, and so does a text that JSON cannot carry everywhere.
pub(super) fn is_plain(commit: &Commit, kind: Kind) -> bool {
    let changes_little = commit.seats.is_none() && commit.keep.is_none() && commit.lines.is_none();
    kind == Kind::Change && changes_little && commit.game.phase != Phase::Over && !Rows::of(&[commit]).has_nul()
}

/// Of these commits, those that can be carried out together: plain ones, no two of one game or of one request, in the order of
/// their games, so that two processes wait for each other's games in the same order.
pub(super) fn together(commits: &[(Arc<Commit>, Kind)]) -> Vec<usize> {
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

/// What commits write, table by table.
struct Rows {
    games: Vec<Vec<Arg>>,
    plies: Vec<Vec<Arg>>,
    notices: Vec<Vec<Arg>>,
    reminded: Vec<Vec<Arg>>,
}

impl Rows {
    fn of(commits: &[&Commit]) -> Self {
        let mut rows = Self { games: Vec::new(), plies: Vec::new(), notices: Vec::new(), reminded: Vec::new() };
        for commit in commits {
            let game = &commit.game;
            let id = game.game_id.0;
            let mut row = game_args(game, game.version);
            let actor = commit.actor.map(|user| user.0.cast_signed());
            row.extend(args![commit.request.0, actor, commit.action, commit.now.0, commit.detail.as_deref()]);
            rows.games.push(row);
            rows.plies.extend(
                commit
                    .plies
                    .iter()
                    .map(|ply| args![id, ply.number, ply.notation.as_str(), ply.played_at.0, ply.user.0, ply.version]),
            );
            rows.notices.extend(commit.notices.iter().zip(0_i64..).map(|(notice, seq)| {
                let text = serde_json::to_string(notice).expect("a notice is plain data");
                args![id, game.version, seq, rand::random_range(1..i64::MAX), text.as_str(), commit.now.0]
            }));
            rows.reminded.extend(commit.reminded.map(|user| args![id, user.0]));
        }
        rows
    }

    fn has_nul(&self) -> bool {
        let all = [&self.games, &self.plies, &self.notices, &self.reminded];
        all.into_iter().flatten().flatten().any(|arg| matches!(arg, Arg::Text(Some(text)) if text.contains('\0')))
    }
}

/// The columns of a game as they shall be, and of its commit.
macro_rules! wanted {
    () => {
        "select cast(value ->> 0 as bigint) as game_id, cast(value ->> 1 as bigint) as version, value ->> 2 as phase, \
         value ->> 3 as setup, value ->> 4 as pace, cast(value ->> 8 as bigint) as ply, cast(value ->> 9 as bigint) as to_move, \
         cast(value ->> 11 as bigint) as draw_offer, value ->> 12 as result, value ->> 13 as reason, \
         cast(value ->> 15 as bigint) as turn_at, cast(value ->> 16 as bigint) as deadline_at, \
         cast(value ->> 17 as bigint) as reminded_until, cast(value ->> 18 as bigint) as wake_at, \
         cast(value ->> 19 as bigint) as by_lot, cast(value ->> 20 as bigint) as draw_offer_version, \
         cast(value ->> 21 as bigint) as loser, value ->> 22 as terms, value ->> 23 as hours, value ->> 24 as stops, \
         cast(value ->> 25 as bigint) as time, cast(value ->> 26 as bigint) as lines, cast(value ->> 27 as bigint) as request_id \
         from jsonb_each($1)"
    };
}

/// Changes the games of `wanted` that are as they were when it was decided.
macro_rules! change_games {
    ($wanted:expr, $only:literal) => {
        concat!(
            "update game set version = wanted.version, phase = wanted.phase, setup = wanted.setup, pace = wanted.pace, \
             ply = wanted.ply, to_move = wanted.to_move, draw_offer = wanted.draw_offer, result = wanted.result, \
             reason = wanted.reason, turn_at = wanted.turn_at, deadline_at = wanted.deadline_at, \
             reminded_until = wanted.reminded_until, wake_at = wanted.wake_at, by_lot = wanted.by_lot, \
             draw_offer_version = wanted.draw_offer_version, loser = wanted.loser, terms = wanted.terms, hours = wanted.hours, \
             stops = wanted.stops, time = wanted.time from ",
            $wanted,
            " where game.game_id = wanted.game_id and game.version = wanted.version - 1 and game.lines = wanted.lines \
             and not exists (select 1 from event where event.request_id = wanted.request_id)",
            $only,
            " returning game.game_id"
        )
    };
}

macro_rules! note_events {
    ($only:literal) => {
        concat!(
            "insert into event (game_id, version, request_id, actor, action, at, detail) \
             select cast(value ->> 0 as bigint), cast(value ->> 1 as bigint), cast(value ->> 27 as bigint), \
             cast(value ->> 28 as bigint), value ->> 29, cast(value ->> 30 as bigint), value ->> 31 from jsonb_each($1)",
            $only
        )
    };
}

macro_rules! note_plies {
    ($rows:literal, $only:literal) => {
        concat!(
            "insert into ply (game_id, number, notation, played_at, user_id, version) \
             select cast(value ->> 0 as bigint), cast(value ->> 1 as bigint), value ->> 2, cast(value ->> 3 as bigint), \
             cast(value ->> 4 as bigint), cast(value ->> 5 as bigint) from jsonb_each(",
            $rows,
            ")",
            $only
        )
    };
}

macro_rules! note_notices {
    ($rows:literal, $only:literal) => {
        concat!(
            "insert into outbox (game_id, version, seq, message_id, notice, created_at, available_at, attempts) \
             select cast(value ->> 0 as bigint), cast(value ->> 1 as bigint), cast(value ->> 2 as bigint), \
             cast(value ->> 3 as bigint), value ->> 4, cast(value ->> 5 as bigint), cast(value ->> 5 as bigint), 0 from jsonb_each(",
            $rows,
            ")",
            $only
        )
    };
}

/// The people in their order, so that two processes wait for each other's in the same order.
macro_rules! count_reminders {
    ($rows:literal, $only:literal) => {
        concat!(
            "insert into player (user_id, dm_closed, ignored) \
             select cast(value ->> 1 as bigint), 0, count(*) from jsonb_each(",
            $rows,
            ")",
            $only,
            " group by cast(value ->> 1 as bigint) order by cast(value ->> 1 as bigint) \
             on conflict (user_id) do update set ignored = player.ignored + excluded.ignored"
        )
    };
}

/// Carries out commits that [`together`] has chosen; gives the games that are changed. Nothing is written of the others: those that
/// are refused, and where several may write at the same time those of games that somebody else has. After an error nothing stays,
/// where there is no transaction around it; else that has to be rolled back.
pub(super) async fn write<DB: Engine>(
    connection: &mut DB::Connection,
    commits: &[&Commit],
) -> sqlx::Result<HashSet<GameId>> {
    if commits.is_empty() {
        return Ok(HashSet::new());
    }
    let mut rows = Rows::of(commits);
    if DB::NESTED_WRITES {
        const SQL: &str = concat!(
            "with wanted as materialized (",
            wanted!(),
            // Whoever has a game keeps nobody of the others waiting.
            "), free as materialized (select game_id from game where game_id in (select game_id from wanted) \
             for no key update skip locked), changed as (",
            change_games!("wanted", " and game.game_id in (select game_id from free)"),
            "), noted as (",
            note_events!(" join changed on changed.game_id = cast(value ->> 0 as bigint)"),
            "), moved as (",
            note_plies!("$2", " join changed on changed.game_id = cast(value ->> 0 as bigint)"),
            "), told as (",
            note_notices!("$3", " join changed on changed.game_id = cast(value ->> 0 as bigint)"),
            "), counted as (",
            count_reminders!("$4", " join changed on changed.game_id = cast(value ->> 0 as bigint)"),
            ") select game_id from changed"
        );
        let Rows { games, plies, notices, reminded } = rows;
        let rows = vec![Arg::table(games), Arg::table(plies), Arg::table(notices), Arg::table(reminded)];
        return changed::<DB>(&DB::run(connection, SQL, rows).await?);
    }
    let change = change_games!(concat!("(", wanted!(), ") as wanted"), "");
    let changed = changed::<DB>(&DB::run(connection, change, vec![Arg::table(rows.games.clone())]).await?)?;
    for table in [&mut rows.games, &mut rows.plies, &mut rows.notices, &mut rows.reminded] {
        table.retain(|row| matches!(row.first(), Some(Arg::Int(Some(game))) if changed.contains(&GameId(*game))));
    }
    let mut first = true;
    for (sql, rows) in [
        (note_events!(""), rows.games),
        (note_plies!("$1", ""), rows.plies),
        (note_notices!("$1", ""), rows.notices),
        (count_reminders!("$1", ""), rows.reminded),
    ] {
        if !rows.is_empty() {
            DB::run(connection, sql, vec![Arg::table(rows)]).await?;
            if std::mem::take(&mut first) {
                crash::point(Point::HalfWritten);
            }
        }
    }
    Ok(changed)
}

fn changed<DB: Engine>(rows: &[DB::Row]) -> sqlx::Result<HashSet<GameId>> {
    rows.iter().filter_map(|row| DB::int(row, 0).transpose()).map(|game| game.map(GameId)).collect()
}
