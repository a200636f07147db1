//! Finished games of a player.

use crate::domain::{Finished, Timestamp, UserId};
use crate::store::connection::engine::{Arg, args};
use crate::store::error::Result;
use crate::store::games::game_row::select_game_and_seat;
use crate::store::games::whole_games;
use crate::store::statements::Store;

macro_rules! select_finished {
    ($which:literal) => {
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

impl Store {
    /// Games of each of these players that had ended by an instant, by player, the newest first; at most `each` of a player.
    pub async fn finished_of_each(&self, users: &[UserId], by: Timestamp, each: u32) -> Result<Vec<Finished>> {
        let mut users = users.to_vec();
        users.sort_unstable();
        users.dedup();
        // The database is in this process: one query after the other costs no round trips.
        if !self.engine().lateral {
            let mut found = Vec::new();
            for user in users {
                let sql = select_finished!("and game.ended_at <= $3");
                found.extend(self.finished_games(sql, args![user.0, each, by]).await?);
            }
            return Ok(found);
        }
        let sql = concat!(
            "select ",
            select_game_and_seat!(),
            " from jsonb_each($1) as wanted cross join lateral (select own.* from seat as own \
             join game as ended on ended.game_id = own.game_id where own.user_id = cast(wanted.key as bigint) \
             and ended.phase = 'over' and ended.ended_at <= $3 \
             order by ended.ended_at desc, ended.game_id, own.seat limit $2) as seat \
             join game on game.game_id = seat.game_id order by seat.user_id, game.ended_at desc, game.game_id, seat.seat"
        );
        self.finished_games(sql, args![Arg::users(&users), each, by]).await
    }

    /// Finished games of this player, the latest end first; at most `limit`. A game that cannot be read is left out.
    pub async fn finished_of(&self, user: UserId, limit: u32) -> Result<Vec<Finished>> {
        self.finished_games(select_finished!(""), args![user.0, limit]).await
    }

    /// Those of them in which the other one played too.
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
