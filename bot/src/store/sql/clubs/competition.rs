//! What becomes of the games of competitions.

use async_trait::async_trait;

use crate::domain::{Competition, GameId, PhaseChange, Timestamp};
use crate::store::clubs::competition::CompetitionStore;
use crate::store::error::Result;
use crate::store::sql::connection::engine::{Engine, args};
use crate::store::sql::rows::{Reader, phase};
use crate::store::sql::store::SqlStore;

/// Deletes what a competition takes in, in the transaction of its step.
pub(crate) async fn delete_taken_in<DB: Engine>(
    connection: &mut DB::Connection,
    taken_in: &[PhaseChange],
) -> sqlx::Result<()> {
    for change in taken_in {
        let sql = "delete from competition_inbox where game_id = $1 and version = $2 and phase = $3";
        DB::run(connection, sql, args![change.game.0, change.version, change.phase.word()]).await?;
    }
    Ok(())
}

#[async_trait]
impl<DB: Engine> CompetitionStore for SqlStore<DB> {
    async fn phase_changes(&self, competition: Competition) -> Result<Vec<PhaseChange>> {
        let sql = "select inbox.game_id, inbox.version, inbox.phase, event.at from competition_inbox as inbox \
                   join event on event.game_id = inbox.game_id and event.version = inbox.version \
                   where inbox.competition = $1 and inbox.competition_id = $2 \
                   order by event.at, inbox.game_id, inbox.version";
        let rows = self.rows(sql, args![competition.kind(), competition.id()]).await?;
        let read = |row| {
            let mut read = Reader::<DB>::new("competition_inbox", row);
            Ok(PhaseChange {
                game: GameId(read.int()?),
                version: read.int()?,
                phase: phase(&mut read)?,
                at: Timestamp(read.int()?),
            })
        };
        rows.iter().map(read).collect()
    }

    async fn discard_phase_changes(&self, competition: Competition) -> Result<()> {
        let sql = "delete from competition_inbox where competition = $1 and competition_id = $2";
        self.change(sql, args![competition.kind(), competition.id()]).await.map(drop)
    }
}
