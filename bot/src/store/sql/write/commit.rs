//! Writes a single commit: in one statement where the engine can, else in a transaction.

use crate::crash_point::Point;
use crate::store::sql::write::bulk::{engine_column, user_column};
use sqlx::Pool;

use crate::crash_point;
use crate::domain::{ConditionalMoves, EndReason, GameId, MASS_TIME_OUT_MS, Phase, SetConditionalMoves};
use crate::store::commit::Commit;
use crate::store::error::{CommitError, StoreError};
use crate::store::sql::connection::checked_out::CheckedOut;
use crate::store::sql::connection::engine::{Arg, Engine, args};
use crate::store::sql::connection::failures::{failed, in_time};
use crate::store::sql::write::audit::{INSERT_AUDIT, audit_args};
use crate::store::sql::write::bulk;
use crate::store::sql::write::bulk::{CommitKind, Rows, begins_game, is_plain};

type Result<T, E = StoreError> = std::result::Result<T, E>;

/// Writes a commit on its own: in one statement if the engine can and the game is not locked, else in a transaction.
pub(crate) async fn write_single<DB: Engine>(
    pool: &Pool<DB>,
    commit: &Commit,
    kind: CommitKind,
) -> Result<(), CommitError> {
    if DB::NESTED_WRITES && is_plain(commit, kind) {
        let mut connection = pool.acquire().await.map_err(failed)?;
        let (done, in_time) = in_time(DB::ANSWERS_WITHIN, in_one_statement::<DB>(&mut connection, commit)).await;
        if !in_time {
            connection.close_on_drop();
        }
        if done.map_err(failed)? {
            crash_point::point(Point::CommitUnacknowledged);
            return Ok(());
        }
    }
    in_transaction(pool, commit, kind).await
}

/// Writes a commit statement by statement. It waits for the lock of the game and finds the reason of a refusal.
pub(crate) async fn in_transaction<DB: Engine>(
    pool: &Pool<DB>,
    commit: &Commit,
    kind: CommitKind,
) -> Result<(), CommitError> {
    let mut connection = CheckedOut::from(pool).await.map_err(failed)?;
    let (done, _) = in_time(DB::ANSWERS_WITHIN, async {
        let mut transaction = connection.begin().await?;
        let (outcome, ended) = match apply::<DB>(&mut transaction, commit, kind).await {
            Ok(Ok(())) => {
                crash_point::point(Point::WrittenNotCommitted);
                let done = transaction.commit().await;
                crash_point::point(Point::CommitUnacknowledged);
                let ended = done.is_ok();
                (done.map_err(|error| failed(error).into()), ended)
            }
            // The first error is returned, not that of the rollback.
            refused => {
                let ended = transaction.rollback().await.is_ok();
                (refused.and_then(|refused| refused.map_err(CommitError::from)), ended)
            }
        };
        if ended {
            connection.mark_ended();
        }
        Ok(outcome)
    })
    .await;
    done.map_err(failed)?
}

/// `false` when nothing was written: the commit is refused, or another process has the lock of the game. [`apply`] finds out
/// which.
async fn in_one_statement<DB: Engine>(connection: &mut DB::Connection, commit: &Commit) -> sqlx::Result<bool> {
    match bulk::write::<DB>(connection, &[commit]).await {
        Ok(changed) => Ok(!changed.is_empty()),
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => Ok(false),
        Err(error) => Err(error),
    }
}

/// Writes one commit inside a transaction. A refusal has written nothing; after an error the transaction has to be rolled
/// back.
pub(crate) async fn apply<DB: Engine>(
    connection: &mut DB::Connection,
    commit: &Commit,
    kind: CommitKind,
) -> Result<Result<(), Rejection>, CommitError> {
    let game = &commit.game;
    let rows = Rows::of(&[commit]);
    let seen_before = async |connection: &mut DB::Connection| {
        let sql = "select game_id from event where request_id = $1";
        DB::run(connection, sql, args![commit.request.0]).await.map(|seen| !seen.is_empty())
    };
    match kind {
        CommitKind::Create => {
            if seen_before(connection).await.map_err(failed)? {
                return Ok(Err(Rejection::Duplicate));
            }
            if !rows.create::<DB>(connection).await.map_err(failed)? {
                return Ok(Err(Rejection::Stale));
            }
        }
        CommitKind::Change => {
            if rows.change::<DB>(connection).await.map_err(failed)?.is_empty() {
                // With concurrent writers, the same request may have been faster.
                let is_duplicate = seen_before(connection).await.map_err(failed)?;
                return Ok(Err(if is_duplicate { Rejection::Duplicate } else { Rejection::Stale }));
            }
        }
    }
    if !rows.insert_events::<DB>(connection).await.map_err(failed)? {
        return Err(CommitError::Duplicate);
    }
    crash_point::point(Point::HalfWritten);
    if let Some(seats) = &commit.seats {
        DB::run(connection, "delete from seat where game_id = $1", args![game.game_id.0]).await.map_err(failed)?;
        for seat in seats {
            let sql = "insert into seat (game_id, seat, user_id, engine, name, agreed, clock) \
                       values ($1, $2, $3, $4, $5, $6, $7)";
            let row = args![
                game.game_id.0,
                u32::from(seat.seat.0),
                user_column(seat.player),
                engine_column(seat.player),
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
    rows.insert_plies::<DB>(connection).await.map_err(failed)?;
    if begins_game(commit) {
        number_game::<DB>(connection, game.game_id).await.map_err(failed)?;
    }
    if let Some(conditional_moves) = &commit.conditional_moves {
        DB::run(connection, "delete from conditional_moves where game_id = $1", args![game.game_id.0])
            .await
            .map_err(failed)?;
        if !conditional_moves.is_empty() && game.conditional_moves_version == 0 {
            // Where nothing is counted nobody looks for lines.
            let sql = "update game set conditional_moves_version = 1 where game_id = $1";
            DB::run(connection, sql, args![game.game_id.0]).await.map_err(failed)?;
        }
        for line in conditional_moves {
            insert_conditional_moves::<DB>(connection, game.game_id, line).await.map_err(failed)?;
        }
    }
    if game.phase == Phase::Over {
        record_end::<DB>(connection, commit).await?;
    }
    if let Some(entry) = &commit.audit {
        DB::run(connection, INSERT_AUDIT, audit_args(entry)).await.map_err(failed)?;
    }
    rows.insert_messages::<DB>(connection).await.map_err(failed)?;
    Ok(Ok(()))
}

/// Gives a game the next number of its server as part of the commit that begins it. The row of the server makes others wait that
/// begin at the same time.
async fn number_game<DB: Engine>(connection: &mut DB::Connection, game: GameId) -> sqlx::Result<()> {
    let sql = "insert into game_number (guild_id, last) select coalesce(guild_id, 0), 1 from game \
               where game_id = $1 and number is null on conflict (guild_id) do update set last = game_number.last + 1";
    DB::run(connection, sql, args![game.0]).await?;
    let sql = "update game set number = (select last from game_number where guild_id = coalesce(game.guild_id, 0)) \
               where game_id = $1 and number is null";
    DB::run(connection, sql, args![game.0]).await.map(drop)
}

/// Records the end of a game as part of its last commit. Two games that a player loses at the same time conflict on the row of
/// that player: only one of them counts.
async fn record_end<DB: Engine>(connection: &mut DB::Connection, commit: &Commit) -> Result<(), CommitError> {
    let game = &commit.game;
    let mut excused = 0;
    if let (Some(EndReason::Time), Some(loser)) = (game.end_reason(), game.loser()) {
        let sql = "insert into player (user_id, dm_closed, timed_out_at) \
                   select user_id, 0, $3 from seat where game_id = $1 and seat = $2 and user_id is not null \
                   on conflict (user_id) do update set timed_out_at = $3 \
                   where player.timed_out_at is null or player.timed_out_at <= $4 returning user_id";
        let before = commit.now.plus(-MASS_TIME_OUT_MS);
        let args = vec![game.game_id.0.into(), i64::from(loser.0).into(), commit.now.0.into(), before.0.into()];
        let counts = !DB::run(connection, sql, args).await.map_err(failed)?.is_empty();
        excused = i64::from(!counts);
    }
    let sql = "update game set ended_at = $2, excused = $3 where game_id = $1 and ended_at is null";
    let args: Vec<Arg> = vec![game.game_id.0.into(), commit.now.0.into(), excused.into()];
    DB::run(connection, sql, args).await.map_err(failed)?;
    Ok(())
}

async fn insert_conditional_moves<DB: Engine>(
    connection: &mut DB::Connection,
    game: GameId,
    line: &ConditionalMoves,
) -> sqlx::Result<()> {
    let sql = "insert into conditional_moves (game_id, user_id, tree) values ($1, $2, $3)";
    let tree = serde_json::to_string(&line.tree).expect("a tree is plain data");
    DB::run(connection, sql, args![game.0, line.user.0, tree.as_str()]).await.map(drop)
}

/// Stores conditional moves in a transaction of its own; `false` when the game or its conditional moves have changed.
pub(crate) async fn set_conditional_moves<DB: Engine>(pool: &Pool<DB>, change: &SetConditionalMoves) -> Result<bool> {
    let mut connection = CheckedOut::from(pool).await.map_err(failed)?;
    let (done, _) = in_time(DB::ANSWERS_WITHIN, async {
        let mut transaction = connection.begin().await?;
        // Locks the row of the game, so that no move is committed in between.
        let sql = "update game set conditional_moves_version = conditional_moves_version + 1 \
                   where game_id = $1 and version = $2 and conditional_moves_version = $3 returning game_id";
        let is_current =
            !DB::run(&mut transaction, sql, args![change.game.0, change.version, change.conditional_moves_version])
                .await?
                .is_empty();
        if is_current {
            let sql = "delete from conditional_moves where game_id = $1 and user_id = $2";
            DB::run(&mut transaction, sql, args![change.game.0, change.line.user.0]).await?;
            if !change.line.tree.is_empty() {
                insert_conditional_moves::<DB>(&mut transaction, change.game, &change.line).await?;
            }
        }
        transaction.commit().await?;
        connection.mark_ended();
        Ok(is_current)
    })
    .await;
    done.map_err(failed)
}

/// Why a commit was not written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rejection {
    Stale,
    Duplicate,
}

impl From<Rejection> for CommitError {
    fn from(refusal: Rejection) -> Self {
        match refusal {
            Rejection::Stale => Self::Stale,
            Rejection::Duplicate => Self::Duplicate,
        }
    }
}
