//! One commit in SQL: as one statement where the engine can, else as a transaction.

use sqlx::{Connection as _, Pool};

use super::bulk::{self, is_plain};
use super::engine::{Arg, Engine, args};
use super::failures::{failed, in_time};
use super::rows;
use super::standing::note_end;
use super::{Commit, CommitError, Game, GameId, Line, Phase, SetLine, StoreError, Terms};
use crate::crash::{self, Point};

type Result<T, E = StoreError> = std::result::Result<T, E>;

/// One commit, a transaction of its own; in one statement where the engine can and nobody else has the game.
pub(super) async fn alone<DB: Engine>(pool: &Pool<DB>, commit: &Commit, kind: Kind) -> Result<(), CommitError> {
    if DB::NESTED_WRITES && is_plain(commit, kind) {
        let mut connection = pool.acquire().await.map_err(failed)?;
        let (done, in_time) = in_time(DB::ANSWERS_WITHIN, at_once::<DB>(&mut connection, commit)).await;
        if !in_time {
            connection.close_on_drop();
        }
        if done.map_err(failed)? {
            crash::point(Point::Committed);
            return Ok(());
        }
    }
    in_transaction(pool, commit, kind).await
}

/// The same, statement after statement; it waits for its game, and says why it is refused.
pub(super) async fn in_transaction<DB: Engine>(
    pool: &Pool<DB>,
    commit: &Commit,
    kind: Kind,
) -> Result<(), CommitError> {
    let mut connection = pool.acquire().await.map_err(failed)?;
    let (done, in_time) = in_time(DB::ANSWERS_WITHIN, async {
        let mut transaction = connection.begin_with(DB::BEGIN_WRITE).await?;
        Ok(match apply::<DB>(&mut transaction, commit, kind).await {
            Ok(Ok(())) => {
                crash::point(Point::Written);
                let done = transaction.commit().await;
                crash::point(Point::Committed);
                done.map_err(|error| failed(error).into())
            }
            refused => {
                // What has failed already says why.
                let _ = transaction.rollback().await;
                refused.and_then(|refused| refused.map_err(CommitError::from))
            }
        })
    })
    .await;
    if !in_time {
        connection.close_on_drop();
    }
    done.map_err(failed)?
}

/// `false` when nothing is done, be it because it is refused, because the same request was faster or because somebody else has the
/// game: [`apply`] tells why.
async fn at_once<DB: Engine>(connection: &mut DB::Connection, commit: &Commit) -> sqlx::Result<bool> {
    match bulk::write::<DB>(connection, &[commit]).await {
        Ok(changed) => Ok(!changed.is_empty()),
        Err(sqlx::Error::Database(said)) if said.is_unique_violation() => Ok(false),
        Err(error) => Err(error),
    }
}

/// What a write does with the row of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Create,
    Change,
}

/// Carries out one commit on a connection that is inside a transaction. A refusal has written nothing; after an error the
/// transaction has to be rolled back.
pub(super) async fn apply<DB: Engine>(
    connection: &mut DB::Connection,
    commit: &Commit,
    kind: Kind,
) -> Result<Result<(), Refusal>, CommitError> {
    let game = &commit.game;
    let request = commit.request.0;
    let seen = "select game_id from event where request_id = $1";
    match kind {
        Kind::Create => {
            if !DB::run(connection, seen, args![request]).await.map_err(failed)?.is_empty() {
                return Ok(Err(Refusal::Duplicate));
            }
            let sql = "insert into game (game_id, version, phase, setup, pace, guild_id, channel_id, thread_id, ply, to_move, \
                       challenger, draw_offer, result, reason, created_at, turn_at, deadline_at, reminded_until, wake_at, by_lot, \
                       draw_offer_version, loser, terms, hours, stops, time, lines) \
                       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27)";
            DB::run(connection, sql, game_args(game, game.version)).await.map_err(failed)?;
        }
        Kind::Change => {
            // `thread_id` is left alone: where a game lives is not part of its version.
            let sql = "update game set version = $2, phase = $3, setup = $4, pace = $5, ply = $9, to_move = $10, \
                       draw_offer = $12, result = $13, reason = $14, turn_at = $16, deadline_at = $17, reminded_until = $18, \
                       wake_at = $19, by_lot = $20, draw_offer_version = $21, loser = $22, terms = $23, hours = $24, stops = $25, time = $26 \
                       where game_id = $1 and version = $2 - 1 and lines = $27 \
                       and not exists (select 1 from event where request_id = $28) returning game_id";
            let mut row = game_args(game, game.version);
            row.push(Arg::from(request));
            if DB::run(connection, sql, row).await.map_err(failed)?.is_empty() {
                // Where others write at the same time, it may be the same request that was faster.
                let again = DB::run(connection, seen, args![request]).await.map_err(failed)?;
                return Ok(Err(if again.is_empty() { Refusal::Stale } else { Refusal::Duplicate }));
            }
        }
    }
    let sql = "insert into event (game_id, version, request_id, actor, action, at, detail) values ($1, $2, $3, $4, $5, $6, $7) \
               on conflict (request_id) do nothing returning game_id";
    let actor = commit.actor.map(|user| user.0.cast_signed());
    let detail = commit.detail.as_deref();
    let event = args![game.game_id.0, game.version, request, actor, commit.action, commit.now.0, detail];
    if DB::run(connection, sql, event).await.map_err(failed)?.is_empty() {
        return Err(CommitError::Duplicate);
    }
    crash::point(Point::HalfWritten);
    if let Some(seats) = &commit.seats {
        DB::run(connection, "delete from seat where game_id = $1", args![game.game_id.0]).await.map_err(failed)?;
        for seat in seats {
            let sql = "insert into seat (game_id, seat, user_id, name, agreed, clock) values ($1, $2, $3, $4, $5, $6)";
            let row = args![
                game.game_id.0,
                u32::from(seat.seat),
                seat.user.0,
                seat.name.as_str(),
                i64::from(seat.agreed),
                seat.clock
            ];
            DB::run(connection, sql, row).await.map_err(failed)?;
        }
    }
    if let Some(keep) = commit.keep {
        let sql = "delete from ply where game_id = $1 and number > $2";
        DB::run(connection, sql, args![game.game_id.0, keep]).await.map_err(failed)?;
    }
    for ply in &commit.plies {
        let sql =
            "insert into ply (game_id, number, notation, played_at, user_id, version) values ($1, $2, $3, $4, $5, $6)";
        let row = args![game.game_id.0, ply.number, ply.notation.as_str(), ply.played_at.0, ply.user.0, ply.version];
        DB::run(connection, sql, row).await.map_err(failed)?;
    }
    if let Some(lines) = &commit.lines {
        DB::run(connection, "delete from line where game_id = $1", args![game.game_id.0]).await.map_err(failed)?;
        for line in lines {
            insert_line::<DB>(connection, game.game_id, line).await.map_err(failed)?;
        }
    }
    if game.phase == Phase::Over {
        note_end::<DB>(connection, commit).await?;
    }
    if let Some(user) = commit.reminded {
        let sql = "insert into player (user_id, dm_closed, ignored) values ($1, 0, 1) \
                   on conflict (user_id) do update set ignored = player.ignored + 1";
        DB::run(connection, sql, args![user.0]).await.map_err(failed)?;
    }
    for (seq, notice) in commit.notices.iter().enumerate() {
        let sql = "insert into outbox (game_id, version, seq, message_id, notice, created_at, available_at, attempts) \
                   values ($1, $2, $3, $4, $5, $6, $6, 0)";
        let text = serde_json::to_string(notice).expect("a notice is plain data");
        let message_id = rand::random_range(1..i64::MAX);
        let row = args![game.game_id.0, game.version, seq as i64, message_id, text.as_str(), commit.now.0];
        DB::run(connection, sql, row).await.map_err(failed)?;
    }
    Ok(Ok(()))
}

async fn insert_line<DB: Engine>(connection: &mut DB::Connection, game: GameId, line: &Line) -> sqlx::Result<()> {
    let sql = "insert into line (game_id, user_id, tree) values ($1, $2, $3)";
    let tree = serde_json::to_string(&line.tree).expect("a tree is plain data");
    DB::run(connection, sql, args![game.0, line.user.0, tree.as_str()]).await.map(drop)
}

/// Keeps a player's lines, a transaction of its own; gives whether they were still decided on what stands.
pub(super) async fn keep_line<DB: Engine>(pool: &Pool<DB>, wish: &SetLine) -> Result<bool> {
    let mut connection = pool.acquire().await.map_err(failed)?;
    let (done, in_time) = in_time(DB::ANSWERS_WITHIN, async {
        let mut transaction = connection.begin_with(DB::BEGIN_WRITE).await?;
        // It holds the row of the game, so that no move is committed in between.
        let sql =
            "update game set lines = lines + 1 where game_id = $1 and version = $2 and lines = $3 returning game_id";
        let stands = !DB::run(&mut transaction, sql, args![wish.game.0, wish.version, wish.lines]).await?.is_empty();
        if stands {
            let sql = "delete from line where game_id = $1 and user_id = $2";
            DB::run(&mut transaction, sql, args![wish.game.0, wish.line.user.0]).await?;
            if !wish.line.tree.is_empty() {
                insert_line::<DB>(&mut transaction, wish.game, &wish.line).await?;
            }
        }
        transaction.commit().await?;
        Ok(stands)
    })
    .await;
    if !in_time {
        connection.close_on_drop();
    }
    done.map_err(failed)
}

/// Why a commit has written nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    Stale,
    Duplicate,
}

impl From<Refusal> for CommitError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Stale => Self::Stale,
            Refusal::Duplicate => Self::Duplicate,
        }
    }
}

/// The terms of a game as stored; nothing where there are none.
fn terms(game: &Game) -> Option<String> {
    let is_plain = game.terms == Terms::default();
    (!is_plain).then(|| serde_json::to_string(&game.terms).expect("terms are plain data"))
}

pub(super) fn game_args(game: &Game, version: i64) -> Vec<Arg> {
    args![
        game.game_id.0,
        version,
        game.phase.word(),
        game.setup.as_str(),
        game.pace.as_str(),
        game.guild_id.map(u64::cast_signed),
        game.channel_id.0,
        game.thread_id.map(|id| id.0.cast_signed()),
        game.ply,
        game.to_move.map(i64::from),
        game.challenger.0,
        game.draw_offer.map(|offer| i64::from(offer.seat)),
        game.result.as_deref(),
        game.reason.as_deref(),
        game.created_at.0,
        game.turn_at.0,
        game.deadline_at.map(|at| at.0),
        game.reminded_until.map(|at| at.0),
        game.wake_at.map(|at| at.0),
        i64::from(game.by_lot),
        game.draw_offer.map(|offer| offer.version),
        game.loser.map(i64::from),
        terms(game).as_deref(),
        game.hours.as_ref().map(ToString::to_string).as_deref(),
        rows::written_stops(&game.stops).as_deref(),
        game.time,
        game.lines,
    ]
}
