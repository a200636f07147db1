//! Phase changes of competition games.

use games::domain::{Competition, PhaseChange};
use games::store::connection::engine::args;
use games::store::connection::pool::Connection;
use games::store::error::Result;

use crate::store::ClubStore;

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
