//! Seasons of ladders that are over, and their announcements.

use crate::domain::clubs::ladder::stored::EndedSeason;
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
        concat!("select ladder_id, number, began_at, ended_at, changes, standings from ladder_season ", $which)
    };
}

fn read(read: &mut Reader) -> Result<(LadderId, EndedSeason)> {
    let ladder = read.ladder()?;
    let (number, span) = read_span(read)?;
    Ok((ladder, EndedSeason { number, span, changes: read.int()?, standings: read.json()? }))
}

fn read_span(read: &mut Reader) -> Result<(u32, TimeSpan)> {
    Ok((read.count()?, TimeSpan { from: read.time()?, until: read.time()? }))
}

/// A season that has ended, which is to be announced.
pub(super) async fn insert_season(
    connection: &mut Connection,
    ladder: LadderId,
    season: &EndedSeason,
) -> sqlx::Result<()> {
    let sql = "insert into ladder_season (ladder_id, number, began_at, ended_at, changes, standings, post_at) \
               values ($1, $2, $3, $4, $5, $6, $4)";
    let EndedSeason { number, span, changes, standings } = season;
    let row = args![ladder, *number, span.from, span.until, *changes, to_json(standings)];
    connection.run(sql, row).await.map(drop)
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
        Ok(self.first("ladder_season", sql, args![ladder, number], read).await?.map(|(_, season)| season))
    }

    /// The first season that ended after this instant.
    pub async fn season_ended_after(&self, ladder: LadderId, at: Timestamp) -> Result<Option<EndedSeason>> {
        let sql = select_seasons!("where ladder_id = $1 and ended_at > $2 order by number limit 1");
        Ok(self.first("ladder_season", sql, args![ladder, at], read).await?.map(|(_, season)| season))
    }

    /// Claims seasons that are to be announced, until `until`, which identifies the claim.
    pub async fn claim_season_posts(
        &self,
        now: Timestamp,
        until: Timestamp,
        limit: u32,
    ) -> Result<Vec<(LadderId, EndedSeason)>> {
        let sql = select_seasons!("where post_at <= $1 order by post_at, ladder_id, number limit $2");
        let mut claimed = Vec::new();
        for (ladder, season) in self.list("ladder_season", sql, args![now, limit], read).await? {
            let sql = "update ladder_season set post_at = $4 where ladder_id = $1 and number = $2 and post_at <= $3 \
                       returning ladder_id";
            if self.change_any(sql, args![ladder, season.number, now, until]).await? {
                claimed.push((ladder, season));
            }
        }
        Ok(claimed)
    }

    /// Notes when the announcement of a season is tried again, `None` for never; nothing where the claim is over.
    pub async fn write_season_post(
        &self,
        ladder: LadderId,
        number: u32,
        claim: Timestamp,
        next: Option<Timestamp>,
    ) -> Result<()> {
        let sql = "update ladder_season set post_at = $4 where ladder_id = $1 and number = $2 and post_at = $3";
        self.change(sql, args![ladder, number, claim, next]).await.map(drop)
    }
}
