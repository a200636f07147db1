//! Open challenges.

use crate::domain::{GameId, GameSummary, GuildId, UserId};
use crate::store::connection::engine::args;
use crate::store::error::Result;
use crate::store::games::game_row::select_game_and_seat;
use crate::store::statements::Store;

impl Store {
    /// The number of a server's newest open challenge, even if it is closed; 0 if there is none. A caller who reads it
    /// before [`Store::open_seeks`] and takes the next number has seen all earlier challenges.
    pub async fn last_seek(&self, guild: GuildId) -> Result<u32> {
        let sql = "select coalesce(max(seek_number), 0) from game where guild_id = $1 and seek_number is not null";
        self.count(sql, args![guild]).await
    }

    /// Waiting open challenges of all servers, with their servers and owners; by id, after the game `after`.
    pub async fn waiting_seeks(&self, after: GameId, limit: u32) -> Result<Vec<(GameId, GuildId, UserId)>> {
        let sql = "select game_id, guild_id, challenger from game where phase = 'offered' and seek_number is not null \
                   and guild_id is not null and game_id > $1 order by game_id limit $2";
        self.list("game", sql, args![after.0, limit], |read| Ok((read.game()?, read.guild()?, read.user()?))).await
    }

    /// Waiting open challenges of a server, oldest first; at most `limit`.
    pub async fn open_seeks(&self, guild: GuildId, limit: u32) -> Result<Vec<GameSummary>> {
        // Only the owner has a seat.
        let sql = concat!(
            "select ",
            select_game_and_seat!(),
            " from game \
             join seat on seat.game_id = game.game_id and seat.user_id = game.challenger \
             where game.guild_id = $1 and game.phase = 'offered' and game.seek_number is not null \
             order by game.seek_number limit $2"
        );
        self.summaries(sql, args![guild, limit]).await
    }
}
