//! Finished seasons of ladders.

use games::domain::{LadderId, TimeSpan, Timestamp};
use games::store::connection::engine::args;
use games::store::connection::pool::Connection;
use games::store::error::Result;
use games::store::rows::Reader;

use crate::domain::ladder::EndedSeason;
use crate::store::ClubStore;
use crate::store::ladder::write::to_json;

/// Columns in the order that [`read`] expects.
macro_rules! select_seasons {
    ($which:literal) => {
        concat!("select number, began_at, ended_at, changes, standings from ladder_season ", $which)
    };
}

fn read(read: &mut Reader) -> Result<EndedSeason> {
    let (number, span) = read_span(read)?;
    Ok(EndedSeason { number, span, changes: read.int()?, standings: read.json()? })
}

fn read_span(read: &mut Reader) -> Result<(u32, TimeSpan)> {
    Ok((read.count()?, TimeSpan { from: read.time()?, until: read.time()? }))
}

/// Stores a finished season, and requests its announcement in the channel for ladder changes, or else in the ladder's
/// channel.
pub(super) async fn insert_season(
    connection: &mut Connection,
    ladder: LadderId,
    season: &EndedSeason,
) -> sqlx::Result<()> {
    let sql = "insert into ladder_season (ladder_id, number, began_at, ended_at, changes, standings) \
               values ($1, $2, $3, $4, $5, $6)";
    let EndedSeason { number, span, changes, standings } = season;
    let row = args![ladder, *number, span.from, span.until, *changes, to_json(standings)];
    connection.run(sql, row).await?;
    // `changes` comes before `table`.
    let sql = "insert into post (key, kind, number, guild_id, channel_id, shown, next_at) \
               select ladder.ladder_id, 'season', cast($2 as bigint), ladder.guild_id, post.channel_id, -1, 0 from ladder \
               join post on post.kind = 'changes' and post.guild_id = ladder.guild_id \
               or post.kind = 'table' and post.key = ladder.ladder_id where ladder.ladder_id = $1 \
               order by post.kind limit 1 on conflict do nothing";
    connection.run(sql, args![ladder, *number]).await.map(drop)
}

impl ClubStore<'_> {
    /// Finished seasons of a ladder, newest first, with their spans.
    pub async fn ladder_seasons(self, ladder: LadderId, limit: u32) -> Result<Vec<(u32, TimeSpan)>> {
        let sql =
            "select number, began_at, ended_at from ladder_season where ladder_id = $1 order by number desc limit $2";
        self.list("ladder_season", sql, args![ladder, limit], read_span).await
    }

    pub async fn ladder_season(self, ladder: LadderId, number: u32) -> Result<Option<EndedSeason>> {
        let sql = select_seasons!("where ladder_id = $1 and number = $2");
        self.first("ladder_season", sql, args![ladder, number], read).await
    }

    /// The first season that ended after this instant.
    pub async fn season_ended_after(self, ladder: LadderId, at: Timestamp) -> Result<Option<EndedSeason>> {
        let sql = select_seasons!("where ladder_id = $1 and ended_at > $2 order by number limit 1");
        self.first("ladder_season", sql, args![ladder, at], read).await
    }
}
