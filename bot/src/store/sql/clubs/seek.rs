//! Open challenges.

use async_trait::async_trait;
use tracing::error;

use crate::domain::{GameId, GameSummary, GuildId, UserId};
use crate::store::clubs::seek::SeekStore;
use crate::store::error::Result;
use crate::store::sql::connection::engine::{Engine, args};
use crate::store::sql::game_row::select_game_and_seat;
use crate::store::sql::rows::Reader;
use crate::store::sql::store::SqlStore;
use crate::store::sql::whole_games;

#[async_trait]
impl<DB: Engine> SeekStore for SqlStore<DB> {
    async fn last_seek(&self, guild: GuildId) -> Result<u32> {
        let sql = "select coalesce(max(seek_number), 0) from game where guild_id = $1 and seek_number is not null";
        let rows = self.rows(sql, args![guild.0]).await?;
        let last = rows.first().map_or(Ok(0), |row| Reader::<DB>::new("game", row).int())?;
        Ok(u32::try_from(last).unwrap_or(u32::MAX))
    }

    async fn waiting_seeks(&self, after: GameId, limit: u32) -> Result<Vec<(GameId, GuildId, UserId)>> {
        let sql = "select game_id, guild_id, challenger from game where phase = 'offered' and seek_number is not null \
                   and guild_id is not null and game_id > $1 order by game_id limit $2";
        let rows = self.rows(sql, args![after.0, limit]).await?;
        let read = |row| {
            let mut read = Reader::<DB>::new("game", row);
            Ok((GameId(read.int()?), GuildId(read.id()?), UserId(read.id()?)))
        };
        rows.iter().map(read).collect()
    }

    async fn open_seeks(&self, guild: GuildId, limit: u32) -> Result<Vec<GameSummary>> {
        // Only its owner has a seat.
        let sql = concat!(
            "select ",
            select_game_and_seat!(),
            " from game \
             join seat on seat.game_id = game.game_id and seat.user_id = game.challenger \
             where game.guild_id = $1 and game.phase = 'offered' and game.seek_number is not null \
             order by game.seek_number limit $2"
        );
        let rows = self.rows(sql, args![guild.0, limit]).await?;
        let readable = |row| match whole_games::game_and_seat::<DB>(row) {
            Ok((game, seat)) => Some(GameSummary { game, seats: vec![seat] }),
            Err(problem) => {
                error!(error = %problem, "Left a corrupt game out of a list: {problem}");
                None
            }
        };
        Ok(rows.iter().filter_map(readable).collect())
    }
}
