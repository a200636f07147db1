//! Phase changes of competition games, and messages to their players.

use games::domain::{Competition, GameId, Notice, PhaseChange, Timestamp};
use games::store::commit::Commit;
use games::store::connection::engine::args;
use games::store::connection::pool::Connection;
use games::store::error::Result;
use games::store::write::commit::write_in;
use games::store::write::commit_rows::add_notice;

use crate::store::ClubStore;

/// The position of competition messages among those of the game's last commit.
const LAST_IN_COMMIT: i64 = 1000;

/// How a step of a competition ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WriteOutcome {
    Written,
    /// Another step was written first, or the request that opens a game was already carried out.
    Stale,
    NameTaken,
}

/// Opens the game of a step that was written, and commits both; rolls back any other step.
pub async fn end_step(
    mut connection: Connection,
    written: sqlx::Result<bool>,
    opens: Option<&Commit>,
) -> Result<WriteOutcome> {
    let opened = match (written, opens) {
        (Ok(true), Some(opens)) => write_in(&mut connection, &[opens]).await.map(|games| !games.is_empty()),
        (Ok(is_written), _) => Ok(is_written),
        // In a step of the expected version, only the name can violate uniqueness.
        (Err(sqlx::Error::Database(error)), _) if error.is_unique_violation() => {
            connection.roll_back().await;
            return Ok(WriteOutcome::NameTaken);
        }
        (Err(error), _) => Err(error.into()),
    };
    if matches!(opened, Ok(true)) {
        connection.commit().await?;
    } else {
        connection.roll_back().await;
    }
    Ok(if opened? { WriteOutcome::Written } else { WriteOutcome::Stale })
}

/// Adds a message to the players of a game, after those of the game itself. `number` tells apart messages of one commit
/// of the game; a game that does not exist gets none.
pub async fn add_message(
    connection: &mut Connection,
    game: GameId,
    number: i64,
    notice: &Notice,
    at: Timestamp,
) -> sqlx::Result<()> {
    let rows = connection.run("select version from game where game_id = $1", args![game]).await?;
    let Some(version) = rows.first().map(|row| row.int(0)).transpose()?.flatten() else { return Ok(()) };
    add_notice(connection, game, version, LAST_IN_COMMIT + number, notice, at).await
}

/// Deletes phase changes in the transaction of the step that processes them.
pub async fn delete_taken_in(connection: &mut Connection, taken_in: &[PhaseChange]) -> sqlx::Result<()> {
    for change in taken_in {
        let sql = "delete from competition_inbox where game_id = $1 and version = $2 and phase = $3";
        connection.run(sql, args![change.game.0, change.version, change.phase.as_str()]).await?;
    }
    Ok(())
}

impl ClubStore<'_> {
    /// Unprocessed phase changes of a competition's games, in order of time. The write that processes them deletes
    /// them.
    pub async fn phase_changes(self, competition: Competition) -> Result<Vec<PhaseChange>> {
        let sql = "select inbox.game_id, inbox.version, inbox.phase, event.at from competition_inbox as inbox \
                   join event on event.game_id = inbox.game_id and event.version = inbox.version \
                   where inbox.competition = $1 and inbox.competition_id = $2 \
                   order by event.at, inbox.game_id, inbox.version";
        self.list("competition_inbox", sql, args![competition.kind(), competition.id()], |read| {
            Ok(PhaseChange { game: read.game()?, version: read.int()?, phase: read.parse()?, at: read.time()? })
        })
        .await
    }

    /// Drops them when the competition is over.
    pub async fn discard_phase_changes(self, competition: Competition) -> Result<()> {
        let sql = "delete from competition_inbox where competition = $1 and competition_id = $2";
        self.change(sql, args![competition.kind(), competition.id()]).await.map(drop)
    }
}
