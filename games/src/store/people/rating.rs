//! Ratings of players.

use crate::domain::rating::{Rating, RatingKey, from_millionths};
use crate::domain::{GuildId, Timestamp, UserId};
use crate::store::connection::engine::{Arg, args};
use crate::store::error::Result;
use crate::store::rows::Reader;
use crate::store::statements::Store;

/// Columns in the order that [`read_key_and_rating`] expects.
#[macro_export]
macro_rules! select_ratings {
    ($which:literal) => {
        concat!("select user_id, rating_group, guild_id, rating, deviation, volatility, games, at from rating ", $which)
    };
}

pub use crate::select_ratings;

/// Without a server the column is 0, because a key cannot be null.
pub fn guild_column(guild: Option<GuildId>) -> i64 {
    guild.map_or(0, |guild| guild.0.cast_signed())
}

pub fn read_millionths(read: &mut Reader) -> Result<f64> {
    read.int().map(from_millionths)
}

pub fn read_key_and_rating(read: &mut Reader) -> Result<(RatingKey, Rating)> {
    let (user, group, guild) = (read.user()?, read.parse()?, read.id()?);
    let key = RatingKey { user, group, guild: (guild != 0).then_some(GuildId(guild)) };
    let rating = Rating {
        rating: read_millionths(read)?,
        deviation: read_millionths(read)?,
        volatility: read_millionths(read)?,
        games: read.count()?,
        at: Some(read.time()?),
    };
    Ok((key, rating))
}

impl Store {
    pub async fn ratings_of(&self, users: &[UserId]) -> Result<Vec<(RatingKey, Rating)>> {
        let sql = select_ratings!(
            "where user_id in (select cast(key as bigint) from jsonb_each($1)) order by user_id, rating_group, guild_id"
        );
        self.list("rating", sql, args![Arg::users(users)], read_key_and_rating).await
    }

    /// Number of rated games of these two offered since this instant, without closed and aborted ones.
    pub async fn rated_between(&self, one: UserId, other: UserId, since: Timestamp) -> Result<u32> {
        let sql = "select count(*) from seat join game on game.game_id = seat.game_id where seat.user_id = $1 \
                   and game.is_rated = 1 and game.phase <> 'void' and game.created_at >= $3 \
                   and exists (select 1 from seat as beside where beside.game_id = game.game_id and beside.user_id = $2)";
        self.count(sql, args![one, other, since]).await
    }
}
