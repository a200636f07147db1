//! People who watch games.

use crate::domain::{ChannelId, GameId, Timestamp, UserId, Watch};
use crate::store::connection::engine::{Arg, args, claim};
use crate::store::error::Result;
use crate::store::rows::Reader;
use crate::store::statements::Store;

fn read(read: &mut Reader) -> Result<Watch> {
    let (game, user, how, seen) = (read.game()?, read.user()?, read.parse()?, read.int()?);
    let message = read.opt_id()?.map(ChannelId).zip(read.opt_id()?);
    Ok(Watch { game, user, how, seen, message, next_at: read.time()? })
}

/// Columns in the order that [`read`] expects.
macro_rules! select_watches {
    ($which:literal) => {
        concat!("select game_id, user_id, how, seen, channel_id, message_id, next_at from watch where ", $which)
    };
}

/// Whether a watch whose `next_at` has come needs work.
macro_rules! concerns {
    () => {
        "(game.phase <> 'playing' or watch.how = 'stopped' or watch.how = 'moves' and watch.seen <> game.version \
         or watch.seen = -1 and (watch.how = 'thread' or watch.how = 'end' and watch.message_id is not null))"
    };
}

fn values(watch: &Watch) -> Vec<Arg> {
    args![
        watch.game.0,
        watch.user.0,
        watch.how.as_str(),
        watch.seen,
        watch.message.map(|(channel, _)| channel),
        watch.message.map(|(_, message)| message),
        watch.next_at.0
    ]
}

impl Store {
    pub async fn set_watch(&self, watch: &Watch) -> Result<()> {
        let sql = "insert into watch (game_id, user_id, how, seen, channel_id, message_id, next_at) values ($1, $2, $3, $4, $5, $6, $7) \
                   on conflict (game_id, user_id) do update set how = excluded.how, seen = excluded.seen, next_at = excluded.next_at";
        self.change(sql, values(watch)).await.map(drop)
    }

    /// A person's watches by game, without stopped ones.
    pub async fn watches_of(&self, user: UserId) -> Result<Vec<Watch>> {
        let sql = select_watches!("user_id = $1 and how <> 'stopped' order by game_id");
        self.list("watch", sql, args![user.0], read).await
    }

    /// How somebody watches a game, including a stopped watch.
    pub async fn watch(&self, game: GameId, user: UserId) -> Result<Option<Watch>> {
        self.first("watch", select_watches!("game_id = $1 and user_id = $2"), args![game.0, user.0], read).await
    }

    pub async fn watchers_of(&self, game: GameId) -> Result<u32> {
        self.count("select count(*) from watch where game_id = $1 and how not in ('closed', 'stopped')", args![game.0])
            .await
    }

    /// Stops a watch; `false` if there was none. The row stays, because the person's message has to say so, or one is
    /// on its way.
    pub async fn stop_watch(&self, game: GameId, user: UserId) -> Result<bool> {
        // No claim has this end, so a process that works on the row can no longer write it.
        let sql = "update watch set how = 'stopped', next_at = 0 where game_id = $1 and user_id = $2 and how <> 'stopped' \
                   returning game_id";
        self.change_any(sql, args![game.0, user.0]).await
    }

    /// Claims watches until `lease_until`: stopped ones, ones whose message is outdated, and ones concerned by a
    /// change of their game; at most `limit`, those that wait longest first. The end of a game concerns closed watches
    /// too.
    pub async fn claim_watches(&self, now: Timestamp, lease_until: Timestamp, limit: u32) -> Result<Vec<Watch>> {
        let is_due = concat!(
            "select watch.game_id from watch join game on game.game_id = watch.game_id where watch.next_at <= $1 and ",
            concerns!(),
            " limit 1"
        );
        let claim = claim!(
            self.engine(),
            // Only the rows of this table are locked, not those of `game`.
            concat!(
                "select game_id as game, user_id as who from watch where next_at <= $1 and exists (\
                 select 1 from game where game.game_id = watch.game_id and ",
                concerns!(),
                ") order by next_at, game_id, user_id limit $3"
            ),
            "update watch set next_at = $2 where (game_id, user_id) in (select game, who from found) and next_at <= $1 \
             returning game_id, user_id, how, seen, channel_id, message_id, next_at"
        );
        self.claim("watch", [is_due, claim], args![now.0, lease_until.0, limit], read).await
    }

    /// Writes the new state of a claimed watch; `None` deletes it. Returns `false` without writing if another process
    /// has changed or claimed it.
    pub async fn write_watch(&self, before: &Watch, now: Option<&Watch>) -> Result<bool> {
        let Some(now) = now else {
            let sql = "delete from watch where game_id = $1 and user_id = $2 and next_at = $3 returning game_id";
            let args = args![before.game.0, before.user.0, before.next_at.0];
            return self.change_any(sql, args).await;
        };
        let sql = "update watch set how = $3, seen = $4, channel_id = $5, message_id = $6, next_at = $7 \
                   where game_id = $1 and user_id = $2 and next_at = $8 returning game_id";
        let mut args = values(now);
        args.push(Arg::from(before.next_at.0));
        self.change_any(sql, args).await
    }
}
