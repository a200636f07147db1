//! The changes of games that this process commits, for pages that follow them.

use tokio::sync::broadcast::{Receiver, Sender};

use crate::domain::{GameId, UserId};
use crate::store::commit::Commit;
use crate::store::connection::engine::{Arg, args};
use crate::store::error::Result;
use crate::store::rows::Reader;
use crate::store::statements::Store;

/// Changes that a slow receiver may miss before it learns that it has missed some.
const BACKLOG: usize = 1024;

/// The new version of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameChange {
    pub game: GameId,
    pub version: i64,
}

pub struct Changes(Sender<GameChange>);

impl Default for Changes {
    fn default() -> Self {
        Self(Sender::new(BACKLOG))
    }
}

impl Store {
    /// The changes from now on, except those of other processes.
    pub fn changes(&self) -> Receiver<GameChange> {
        self.changes.0.subscribe()
    }

    /// Whether other processes may change games. A file belongs to one process.
    pub const fn is_shared(&self) -> bool {
        self.file.is_none()
    }

    /// Tells this process of a commit that is written.
    pub fn announce(&self, commit: &Commit) {
        // Sending fails if nobody listens.
        let _ = self.changes.0.send(GameChange { game: commit.game.game_id, version: commit.game.version });
    }

    /// Versions of these games; missing games are left out.
    pub async fn versions_of(&self, games: &[GameId]) -> Result<Vec<GameChange>> {
        let sql = "select game_id, version from game where game_id in (select cast(key as bigint) from jsonb_each($1))";
        let read = |read: &mut Reader| Ok(GameChange { game: read.game()?, version: read.int()? });
        self.list("game", sql, args![Arg::games(games)], read).await
    }

    /// Versions of the games that these people play, and of the challenges that are open to them.
    pub async fn open_versions_of(&self, users: &[UserId]) -> Result<Vec<(UserId, GameChange)>> {
        let sql = "select game.game_id, seat.user_id, game.version from seat join game on game.game_id = seat.game_id \
                   where seat.user_id in (select cast(key as bigint) from jsonb_each($1)) \
                   and (game.phase = 'playing' or game.phase = 'offered')";
        let read = |read: &mut Reader| {
            let (game, user) = (read.game()?, read.user()?);
            Ok((user, GameChange { game, version: read.int()? }))
        };
        self.list("game", sql, args![Arg::users(users)], read).await
    }

    /// The people who play these games.
    pub async fn people_of(&self, games: &[GameId]) -> Result<Vec<UserId>> {
        let sql = "select distinct user_id from seat where user_id is not null \
                   and game_id in (select cast(key as bigint) from jsonb_each($1))";
        self.list("player", sql, args![Arg::games(games)], Reader::user).await
    }
}
