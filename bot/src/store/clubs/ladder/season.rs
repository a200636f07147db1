//! Seasons of ladders that are over.

use crate::domain::clubs::ladder::EndedSeason;
use crate::domain::{LadderId, TimeSpan, Timestamp};
use crate::store::clubs::ladder::write::to_json;
use crate::store::connection::engine::args;
use crate::store::connection::pool::Connection;
use crate::store::error::Result;
use crate::store::rows::Reader;
use crate::store::statements::Store;

/// Reads seasons, for [`read`].
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

/// A season that has ended. It is announced where the changes of ladders are, or else in the channel of the ladder.
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
    let sql = "insert into competition_post (competition, competition_id, part, number, channel_id, shown, next_at) \
               select 'ladder', ladder.ladder_id, 'season', cast($2 as bigint), \
               coalesce(ladder_digest.channel_id, post.channel_id), -1, 0 from ladder \
               left join ladder_digest on ladder_digest.guild_id = ladder.guild_id \
               left join competition_post as post on post.competition = 'ladder' \
               and post.competition_id = ladder.ladder_id and post.part = 'table' \
               where ladder.ladder_id = $1 and coalesce(ladder_digest.channel_id, post.channel_id) is not null on conflict do nothing";
    connection.run(sql, args![ladder, *number]).await.map(drop)
}

impl Store {
    /// The seasons of a ladder that are over, the newest first: when each began and ended.
    pub async fn ladder_seasons(&self, ladder: LadderId, limit: u32) -> Result<Vec<(u32, TimeSpan)>> {
        let sql =
            "select number, began_at, ended_at from ladder_season where ladder_id = $1 order by number desc limit $2";
        self.list("ladder_season", sql, args![ladder, limit], read_span).await
    }

    pub async fn ladder_season(&self, ladder: LadderId, number: u32) -> Result<Option<EndedSeason>> {
        let sql = select_seasons!("where ladder_id = $1 and number = $2");
        self.first("ladder_season", sql, args![ladder, number], read).await
    }

    /// The first season that ended after this instant.
    pub async fn season_ended_after(&self, ladder: LadderId, at: Timestamp) -> Result<Option<EndedSeason>> {
        let sql = select_seasons!("where ladder_id = $1 and ended_at > $2 order by number limit 1");
        self.first("ladder_season", sql, args![ladder, at], read).await
    }
}
