//! Requests to delete the data of a person.

use crate::domain::{Deletion, LadderId, TournamentId, UserId};
use crate::store::connection::engine::args;
use crate::store::error::Result;
use crate::store::jobs::{JobKind, schedule};
use crate::store::people::anonymize::{IS_OPEN, anonymize};
use crate::store::rows::Reader;
use crate::store::statements::Store;

/// Work to be finished before somebody's data can be deleted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Unfinished {
    /// Open ladders that they are or were on.
    pub ladders: Vec<LadderId>,
    /// Announced or running tournaments that they take part in.
    pub tournaments: Vec<TournamentId>,
    /// A game of theirs is offered or running, or its result is not counted yet. Nothing is deleted before that ends.
    pub is_open: bool,
    /// A message about a game of theirs is waiting, a ladder has not processed one, or they have a leader's role. A
    /// deletion before that would leave these steps without the person they concern.
    pub is_pending: bool,
}

fn read(read: &mut Reader) -> Result<Deletion> {
    Ok(Deletion { user: read.user()?, anonymous: read.user()?, resigns: read.flag()?, asked_at: read.time()? })
}

impl Store {
    /// Records a request to delete somebody's data; `false` if there already is one.
    pub async fn request_deletion(&self, deletion: &Deletion) -> Result<bool> {
        let sql = "insert into deletion (user_id, anonymous_id, resigns, asked_at) values ($1, $2, $3, $4) \
                   on conflict (user_id) do nothing returning user_id";
        let Deletion { user, anonymous, resigns, asked_at } = *deletion;
        let insert = (sql, args![user.0, anonymous.0, resigns, asked_at.0]);
        self.write_steps(insert, [schedule(JobKind::Deletion, user, Some(asked_at))]).await
    }

    pub async fn deletion(&self, user: UserId) -> Result<Option<Deletion>> {
        let sql = "select user_id, anonymous_id, resigns, asked_at from deletion where user_id = $1";
        self.first("deletion", sql, args![user.0], read).await
    }

    pub async fn cancel_deletion(&self, user: UserId) -> Result<()> {
        let sql = "delete from deletion where user_id = $1 returning user_id";
        self.write_steps((sql, args![user.0]), [schedule(JobKind::Deletion, user, None)]).await.map(drop)
    }

    pub async fn unfinished(&self, user: UserId) -> Result<Unfinished> {
        let sql = "select ladder.ladder_id from ladder_player join ladder on ladder.ladder_id = ladder_player.ladder_id \
                   where ladder_player.user_id = $1 and ladder.closed_at is null order by ladder.ladder_id";
        let ladders = self.list("ladder_player", sql, args![user.0], Reader::ladder).await?;
        let sql = "select player.tournament_id from tournament_player as player join tournament \
                   on tournament.tournament_id = player.tournament_id where player.user_id = $1 \
                   and tournament.phase in ('sign-up', 'running') order by player.tournament_id";
        let tournament = |read: &mut Reader| read.int().map(TournamentId);
        let tournaments = self.list("tournament_player", sql, args![user], tournament).await?;
        let is_open = !self.rows(IS_OPEN, args![user.0]).await?.is_empty();
        let sql = "select 1 where exists (select 1 from seat join outbox on outbox.game_id = seat.game_id \
                   where seat.user_id = $1 and outbox.dead is null) \
                   or exists (select 1 from leader_role where holder = $1 or given = $1) \
                   or exists (select 1 from seat join competition_inbox as inbox on inbox.game_id = seat.game_id \
                   where seat.user_id = $1)";
        let is_pending = !self.rows(sql, args![user.0]).await?.is_empty();
        Ok(Unfinished { ladders, tournaments, is_open, is_pending })
    }

    /// Deletes the data of a person, puts the anonymous id into the games of others, and ends the deletion. Atomic.
    /// Returns `false` without changes while [`Unfinished::is_open`], or while ratings are being replaced.
    pub async fn anonymize(&self, deletion: &Deletion) -> Result<bool> {
        let anonymize_all = async || {
            let mut connection = self.write.begin().await?;
            let result = anonymize(&mut connection, deletion).await;
            connection.end(result).await
        };
        self.change_with_retries("anonymize", anonymize_all).await
    }
}
