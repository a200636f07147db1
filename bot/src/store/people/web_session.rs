//! Who may act in a game from a browser.

use crate::domain::{GameId, Timestamp, UserId};
use crate::store::connection::engine::args;
use crate::store::error::Result;
use crate::store::rows::Reader;
use crate::store::statements::Store;

fn read(read: &mut Reader) -> Result<(GameId, UserId)> {
    Ok((read.game()?, read.user()?))
}

/// Secrets are stored as their SHA-256: who reads the database cannot act for anybody.
impl Store {
    /// Keeps a link by which this person can act in this game from a browser. What has expired by `now` is deleted.
    pub async fn add_web_link(
        &self,
        secret: &str,
        game: GameId,
        user: UserId,
        expires_at: Timestamp,
        now: Timestamp,
    ) -> Result<()> {
        let sql = "insert into web_session (secret, kind, game_id, user_id, expires_at) values ($1, 'link', $2, $3, $4) \
                   returning secret";
        let expired = ("delete from web_session where expires_at <= $1", args![now.0]);
        self.write_steps((sql, args![secret, game.0, user.0, expires_at.0]), [expired]).await.map(drop)
    }

    /// Takes a link and gives a browser its own secret instead. `None` where the link is unknown, expired or used.
    pub async fn use_web_link(
        &self,
        link: &str,
        cookie: &str,
        expires_at: Timestamp,
        now: Timestamp,
    ) -> Result<Option<(GameId, UserId)>> {
        // Anybody may try: what is unknown disturbs no writer.
        let is_known = "select 1 from web_session where secret = $1 and kind = 'link'";
        if self.rows(is_known, args![link]).await?.is_empty() {
            return Ok(None);
        }
        let sql = "update web_session set secret = $2, kind = 'cookie', expires_at = $3 \
                   where secret = $1 and kind = 'link' and expires_at > $4 returning game_id, user_id";
        let rows = self.change(sql, args![link, cookie, expires_at.0, now.0]).await?;
        rows.into_iter().next().map(|row| read(&mut Reader::new("web_session", row))).transpose()
    }

    /// In which game, and for whom, the browser with this secret may act.
    pub async fn web_session(&self, cookie: &str, now: Timestamp) -> Result<Option<(GameId, UserId)>> {
        let sql = "select game_id, user_id from web_session where secret = $1 and kind = 'cookie' and expires_at > $2";
        self.first("web_session", sql, args![cookie, now.0], read).await
    }
}
