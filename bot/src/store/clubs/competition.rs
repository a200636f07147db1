//! What becomes of the games of competitions.

use crate::domain::{Competition, PhaseChange};
use crate::store::connection::engine::args;
use crate::store::connection::pool::Connection;
use crate::store::error::Result;
use crate::store::statements::Store;

/// Deletes what a competition takes in, in the transaction of its step.
pub(crate) async fn delete_taken_in(connection: &mut Connection, taken_in: &[PhaseChange]) -> sqlx::Result<()> {
    for change in taken_in {
        let sql = "delete from competition_inbox where game_id = $1 and version = $2 and phase = $3";
        connection.run(sql, args![change.game.0, change.version, change.phase.as_str()]).await?;
    }
    Ok(())
}

impl Store {
    /// The new phases of the games of a competition that it has not taken in, in the order in which they came about. The write that
    /// takes them in deletes them.
    pub async fn phase_changes(&self, competition: Competition) -> Result<Vec<PhaseChange>> {
        let sql = "select inbox.game_id, inbox.version, inbox.phase, event.at from competition_inbox as inbox \
                   join event on event.game_id = inbox.game_id and event.version = inbox.version \
                   where inbox.competition = $1 and inbox.competition_id = $2 \
                   order by event.at, inbox.game_id, inbox.version";
        self.list("competition_inbox", sql, args![competition.kind(), competition.id()], |read| {
            Ok(PhaseChange { game: read.game()?, version: read.int()?, phase: read.parse()?, at: read.time()? })
        })
        .await
    }

    /// Forgets them: the competition is over.
    pub async fn discard_phase_changes(&self, competition: Competition) -> Result<()> {
        let sql = "delete from competition_inbox where competition = $1 and competition_id = $2";
        self.change(sql, args![competition.kind(), competition.id()]).await.map(drop)
    }
}
