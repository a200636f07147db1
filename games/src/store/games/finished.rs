//! Finished games of a player.

use crate::domain::{Finished, Timestamp, UserId};
use crate::store::connection::engine::{Arg, args};
use crate::store::error::Result;
use crate::store::games::game_row::select_game_and_seat;
use crate::store::games::whole_games;
use crate::store::statements::Store;

macro_rules! select_finished {
    ($which:expr) => {
        concat!(
            "select ",
            select_game_and_seat!(),
            " from seat join game on game.game_id = seat.game_id where seat.user_id = $1 and game.phase = 'over' \
             and game.ended_at is not null ",
            $which,
            " order by game.ended_at desc, game.game_id, seat.seat limit $2"
        )
    };
}

/// Excludes games with an engine: results against one prove nothing about a player.
macro_rules! is_among_people {
    () => {
        "and not exists (select 1 from seat as beside where beside.game_id = game.game_id and beside.engine is not null)"
    };
}

impl Store {
    /// Games among people of each of these players that had ended by an instant, by player, newest first; at most
    /// `each` per player.
    pub async fn finished_of_each(&self, users: &[UserId], by: Timestamp, each: u32) -> Result<Vec<Finished>> {
        let mut users = users.to_vec();
        users.sort_unstable();
        users.dedup();
        // This engine runs in our process, so separate queries cost no round trips.
        if !self.engine().lateral {
            let mut games = Vec::new();
            for user in users {
                let sql = select_finished!(concat!("and game.ended_at <= $3 ", is_among_people!()));
                games.extend(self.finished_games(sql, args![user.0, each, by]).await?);
            }
            return Ok(games);
        }
        let sql = concat!(
            "select ",
            select_game_and_seat!(),
            " from jsonb_each($1) as wanted cross join lateral (select own.* from seat as own \
             join game on game.game_id = own.game_id where own.user_id = cast(wanted.key as bigint) \
             and game.phase = 'over' and game.ended_at <= $3 ",
            is_among_people!(),
            " order by game.ended_at desc, game.game_id, own.seat limit $2) as seat \
             join game on game.game_id = seat.game_id order by seat.user_id, game.ended_at desc, game.game_id, seat.seat"
        );
        self.finished_games(sql, args![Arg::users(&users), each, by]).await
    }

    /// Finished games of this player, newest first; at most `limit`. Unreadable games are left out.
    pub async fn finished_of(&self, user: UserId, limit: u32) -> Result<Vec<Finished>> {
        self.finished_games(select_finished!(""), args![user.0, limit]).await
    }

    /// Finished games of this player without an engine.
    pub async fn finished_among_people(&self, user: UserId, limit: u32) -> Result<Vec<Finished>> {
        self.finished_games(select_finished!(is_among_people!()), args![user.0, limit]).await
    }

    /// Finished games of both players.
    pub async fn finished_between(&self, user: UserId, other: UserId, limit: u32) -> Result<Vec<Finished>> {
        let sql = select_finished!(
            "and exists (select 1 from seat as beside where beside.game_id = game.game_id and beside.user_id = $3)"
        );
        self.finished_games(sql, args![user.0, limit, other.0]).await
    }

    async fn finished_games(&self, sql: &'static str, args: Vec<Arg>) -> Result<Vec<Finished>> {
        let games = self.list("game", sql, args, |read| Ok(whole_games::readable(read, whole_games::finished))).await?;
        Ok(games.into_iter().flatten().collect())
    }
}
