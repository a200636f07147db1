//! Writes commits in a transaction.

use std::collections::HashSet;

use base::crash_point::{self, Point};

use crate::domain::{Action, ConditionalMoves, EndReason, GameId, MASS_TIME_OUT_MS, Phase, SetConditionalMoves};
use crate::store::commit::Commit;
use crate::store::connection::engine::args;
use crate::store::connection::pool::{Connection, Pool};
use crate::store::error::{CommitError, Result, StoreError};
use crate::store::write::audit::insert_audit;
use crate::store::write::commit_rows::{Rows, engine_column};

/// Writes one commit, and finds the reason of a refusal.
pub async fn write_commit(pool: &Pool, commit: &Commit) -> Result<(), CommitError> {
    if !write_commits(pool, &[commit]).await?.is_empty() {
        return Ok(());
    }
    let sql = "select game_id from event where request_id = $1";
    let seen = pool.acquire().await?.run(sql, args![commit.request]).await?;
    Err(if seen.is_empty() { CommitError::Stale } else { CommitError::Duplicate })
}

/// Writes commits in one transaction, like [`write_in`].
pub async fn write_commits(pool: &Pool, commits: &[&Commit]) -> Result<HashSet<GameId>> {
    let mut connection = pool.begin().await?;
    let result = write_in(&mut connection, commits).await;
    if result.as_ref().is_ok_and(|games| !games.is_empty()) {
        crash_point::point(Point::WrittenNotCommitted);
        connection.commit().await?;
        crash_point::point(Point::CommitUnacknowledged);
    } else {
        connection.roll_back().await;
    }
    result
}

/// Writes plain commits, for an engine with concurrent writers: without waiting for games that another process has locked.
pub async fn write_unlocked(pool: &Pool, commits: &[&Commit]) -> Result<HashSet<GameId>> {
    let games = Rows::of(commits).change_unlocked_games(&mut pool.acquire().await?).await?;
    if !games.is_empty() {
        crash_point::point(Point::CommitUnacknowledged);
    }
    Ok(games)
}

/// Whether a commit is a move or an alarm with its messages, and changes nothing else than the game.
pub fn is_plain(commit: &Commit) -> bool {
    let changes_little = commit.seats.is_none() && commit.keep.is_none() && commit.conditional_moves.is_none();
    !commit.is_new_game()
        && changes_little
        && !begins_game(commit)
        && commit.audit.is_none()
        && commit.game.phase != Phase::Over
}

fn begins_game(commit: &Commit) -> bool {
    commit.action == Action::Accept && commit.game.phase == Phase::Playing
}

/// Writes commits of different games and requests inside a transaction, and returns their games. Of a refused commit nothing is written;
/// after an error, the transaction has to be rolled back.
pub async fn write_in(connection: &mut Connection, commits: &[&Commit]) -> Result<HashSet<GameId>> {
    let mut rows = Rows::of(commits);
    let games = rows.write_games(connection).await?;
    if !rows.insert_events(connection).await? {
        // With concurrent writers, the same request may have been committed first. The next attempt finds it.
        let problem = "this request was committed meanwhile".to_owned();
        return Err(StoreError::Database { problem, transient: true });
    }
    if !games.is_empty() {
        crash_point::point(Point::HalfWritten);
    }
    for commit in commits.iter().filter(|commit| games.contains(&commit.game.game_id)) {
        write_rare_changes(connection, commit).await?;
    }
    rows.insert_moves_and_messages(connection).await?;
    Ok(games)
}

/// Writes what few commits change.
async fn write_rare_changes(connection: &mut Connection, commit: &Commit) -> sqlx::Result<()> {
    let game = &commit.game;
    if let Some(seats) = &commit.seats {
        connection.run("delete from seat where game_id = $1", args![game.game_id]).await?;
        for seat in seats {
            let sql = "insert into seat (game_id, seat, user_id, engine, name, agreed, clock) \
                       values ($1, $2, $3, $4, $5, $6, $7)";
            let row = args![
                game.game_id,
                u32::from(seat.seat.0),
                seat.player.user(),
                engine_column(seat.player),
                seat.name.as_str(),
                seat.agreed,
                seat.clock
            ];
            connection.run(sql, row).await?;
        }
    }
    if let Some(keep) = commit.keep {
        connection.run("delete from ply where game_id = $1 and number > $2", args![game.game_id, keep]).await?;
    }
    if begins_game(commit) {
        number_game(connection, game.game_id).await?;
    }
    if let Some(conditional_moves) = &commit.conditional_moves {
        connection.run("delete from conditional_moves where game_id = $1", args![game.game_id]).await?;
        if !conditional_moves.is_empty() && game.conditional_moves_version == 0 {
            // Lines are not looked up while the count is 0.
            let sql = "update game set conditional_moves_version = 1 where game_id = $1";
            connection.run(sql, args![game.game_id]).await?;
        }
        for line in conditional_moves {
            insert_conditional_moves(connection, game.game_id, line).await?;
        }
    }
    if game.phase == Phase::Over {
        record_end(connection, commit).await?;
    }
    if let Some(entry) = &commit.audit {
        let (sql, args) = insert_audit(entry);
        connection.run(sql, args).await?;
    }
    Ok(())
}

/// Gives a game the next number of its server as part of the commit that begins it. The row of the server makes games
/// wait that begin at the same time.
async fn number_game(connection: &mut Connection, game: GameId) -> sqlx::Result<()> {
    let sql = "insert into game_number (guild_id, last) select coalesce(guild_id, 0), 1 from game \
               where game_id = $1 and number is null on conflict (guild_id) do update set last = game_number.last + 1";
    connection.run(sql, args![game]).await?;
    let sql = "update game set number = (select last from game_number where guild_id = coalesce(game.guild_id, 0)) \
               where game_id = $1 and number is null";
    connection.run(sql, args![game]).await.map(drop)
}

/// Records the end of a game as part of its last commit. Two games that a player loses at the same time conflict on
/// the row of that player, so that only one of them counts. An excused game changes no ratings, so it is marked as
/// counted at once.
async fn record_end(connection: &mut Connection, commit: &Commit) -> sqlx::Result<()> {
    let game = &commit.game;
    let mut is_excused = false;
    if let (Some(EndReason::Time), Some(loser)) = (game.end_reason(), game.loser()) {
        let sql = "insert into player (user_id, dm_closed, timed_out_at) \
                   select user_id, 0, $3 from seat where game_id = $1 and seat = $2 and user_id is not null \
                   and not exists (select 1 from seat as beside where beside.game_id = $1 and beside.engine is not null) \
                   on conflict (user_id) do update set timed_out_at = $3 \
                   where player.timed_out_at is null or player.timed_out_at <= $4 returning user_id";
        let before = commit.now.plus(-MASS_TIME_OUT_MS);
        let args = args![game.game_id, i64::from(loser.0), commit.now, before];
        is_excused = connection.run(sql, args).await?.is_empty();
    }
    let sql = "update game set ended_at = $2, excused = $3, is_counted = $3 where game_id = $1 and ended_at is null";
    connection.run(sql, args![game.game_id, commit.now, is_excused]).await.map(drop)
}

async fn insert_conditional_moves(
    connection: &mut Connection,
    game: GameId,
    line: &ConditionalMoves,
) -> sqlx::Result<()> {
    let sql = "insert into conditional_moves (game_id, user_id, tree) values ($1, $2, $3)";
    let tree = serde_json::to_string(&line.tree).expect("a tree is plain data");
    connection.run(sql, args![game, line.user, tree]).await.map(drop)
}

/// Stores conditional moves in a transaction; `false` if the game or its conditional moves have changed.
pub async fn set_conditional_moves(connection: &mut Connection, change: &SetConditionalMoves) -> sqlx::Result<bool> {
    // Locks the row of the game, so that no move is committed in between.
    let sql = "update game set conditional_moves_version = conditional_moves_version + 1 \
               where game_id = $1 and version = $2 and conditional_moves_version = $3 returning game_id";
    let expected = args![change.game, change.version, change.conditional_moves_version];
    if connection.run(sql, expected).await?.is_empty() {
        return Ok(false);
    }
    let sql = "delete from conditional_moves where game_id = $1 and user_id = $2";
    connection.run(sql, args![change.game, change.line.user]).await?;
    if !change.line.tree.is_empty() {
        insert_conditional_moves(connection, change.game, &change.line).await?;
    }
    Ok(true)
}
