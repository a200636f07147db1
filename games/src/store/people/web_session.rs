//! Secrets of browsers that may act in games, and games opened inside Discord.

use crate::domain::{GameId, Timestamp, UserId};
use crate::store::connection::engine::args;
use crate::store::error::Result;
use crate::store::rows::Reader;
use crate::store::statements::Store;

fn read(read: &mut Reader) -> Result<(GameId, UserId)> {
    Ok((read.game()?, read.user()?))
}

const DELETE_EXPIRED: &str = "delete from web_session where expires_at <= $1";

/// Secrets are stored as their SHA-256, so that a reader of the database cannot act for anybody.
impl Store {
    /// Stores a link with which this person can act in this game from a browser. Deletes what has expired by `now`.
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
        let link = (sql, args![secret, game.0, user.0, expires_at.0]);
        self.write_steps(link, [(DELETE_EXPIRED, args![now.0])]).await.map(drop)
    }

    /// Uses a link: the browser gets its own secret. `None` if the link is unknown, expired or used.
    pub async fn use_web_link(
        &self,
        link: &str,
        cookie: &str,
        expires_at: Timestamp,
        now: Timestamp,
    ) -> Result<Option<(GameId, UserId)>> {
        // Anybody may try, so an unknown link must not disturb writers.
        let is_known = "select 1 from web_session where secret = $1 and kind = 'link'";
        if self.rows(is_known, args![link]).await?.is_empty() {
            return Ok(None);
        }
        let mark_used = "update web_session set kind = 'used', expires_at = $2 \
                    where secret = $1 and kind = 'link' and expires_at > $3 returning secret";
        let insert = "insert into web_session (secret, kind, game_id, user_id, expires_at) \
                      select $2, 'cookie', game_id, user_id, expires_at from web_session where secret = $1";
        let steps = [(insert, args![link, cookie])];
        let is_used = self.write_steps((mark_used, args![link, expires_at.0, now.0]), steps).await?;
        if is_used { self.web_session(cookie, now).await } else { Ok(None) }
    }

    /// The game and person of a used link, while the browser that used it may act.
    pub async fn used_web_link(&self, link: &str, now: Timestamp) -> Result<Option<(GameId, UserId)>> {
        let sql = "select game_id, user_id from web_session where secret = $1 and kind = 'used' and expires_at > $2";
        self.first("web_session", sql, args![link, now.0], read).await
    }

    /// The game and person for which the browser with this secret may act.
    pub async fn web_session(&self, cookie: &str, now: Timestamp) -> Result<Option<(GameId, UserId)>> {
        let sql = "select game_id, user_id from web_session where secret = $1 and kind = 'cookie' and expires_at > $2";
        self.first("web_session", sql, args![cookie, now.0], read).await
    }

    /// Extends a browser's session until `until`, if it ends at `near` or before. Returns whether this changed
    /// anything.
    pub async fn renew_web_session(&self, cookie: &str, [near, until]: [Timestamp; 2], now: Timestamp) -> Result<bool> {
        // Each page asks, and a read does not disturb writers.
        let is_due = "select 1 from web_session where secret = $1 and kind = 'cookie' and expires_at <= $2";
        if self.rows(is_due, args![cookie, near.0]).await?.is_empty() {
            return Ok(false);
        }
        let sql = "update web_session set expires_at = $2 \
                       where secret = $1 and kind = 'cookie' and expires_at > $3 returning secret";
        self.change_any(sql, args![cookie, until.0, now.0]).await
    }

    /// Gives a browser a secret for this game, or without one for any game that the person plays.
    pub async fn add_web_session(
        &self,
        secret: &str,
        game: Option<GameId>,
        user: UserId,
        expires_at: Timestamp,
        now: Timestamp,
    ) -> Result<()> {
        let kind = if game.is_some() { "cookie" } else { "activity" };
        let sql = "insert into web_session (secret, kind, game_id, user_id, expires_at) values ($1, $2, $3, $4, $5) \
                   returning secret";
        let session = (sql, args![secret, kind, game.map(|game| game.0), user.0, expires_at.0]);
        self.write_steps(session, [(DELETE_EXPIRED, args![now.0])]).await.map(drop)
    }

    /// The person for whom the browser with this secret may open games inside Discord.
    pub async fn activity_session(&self, cookie: &str, now: Timestamp) -> Result<Option<UserId>> {
        let sql = "select user_id from web_session where secret = $1 and kind = 'activity' and expires_at > $2";
        self.first("web_session", sql, args![cookie, now.0], Reader::user).await
    }

    /// Stores which game a person opens inside Discord: for that person (`own`) until it is shown, and as the last one
    /// of its instance.
    pub async fn add_launch(
        &self,
        [own, instance]: [&str; 2],
        game: GameId,
        user: UserId,
        [waits_until, expires_at]: [Timestamp; 2],
        now: Timestamp,
    ) -> Result<()> {
        let sql = "insert into web_session (secret, kind, game_id, user_id, expires_at) values ($1, $2, $3, $4, $5) \
                   on conflict (secret) do update set kind = excluded.kind, game_id = excluded.game_id, \
                   user_id = excluded.user_id, expires_at = excluded.expires_at returning secret";
        let row = |secret: &str, kind: &str, until: Timestamp| (sql, args![secret, kind, game.0, user.0, until.0]);
        let others = [row(instance, "instance", expires_at), (DELETE_EXPIRED, args![now.0])];
        self.write_steps(row(own, "launch", waits_until), others).await.map(drop)
    }

    /// Whether a game that this person opens inside Discord has not been shown yet.
    pub async fn has_waiting_launch(&self, user: UserId, now: Timestamp) -> Result<bool> {
        let sql = "select 1 from web_session where user_id = $1 and kind = 'launch' and expires_at > $2";
        Ok(!self.rows(sql, args![user.0, now.0]).await?.is_empty())
    }

    /// The game that this person opened inside Discord. Marks it as shown; it can be shown again until it expires.
    pub async fn show_launch(&self, own: &str, expires_at: Timestamp, now: Timestamp) -> Result<Option<GameId>> {
        let sql = "update web_session set kind = 'opened', expires_at = $2 \
                   where secret = $1 and kind in ('launch', 'opened') and expires_at > $3 returning game_id";
        let rows = self.change(sql, args![own, expires_at.0, now.0]).await?;
        rows.into_iter().next().map(|row| Reader::new("web_session", row).game()).transpose()
    }

    /// The game that was opened last in an instance inside Discord.
    pub async fn game_of_instance(&self, instance: &str, now: Timestamp) -> Result<Option<GameId>> {
        let sql = "select game_id from web_session where secret = $1 and kind = 'instance' and expires_at > $2";
        self.first("web_session", sql, args![instance, now.0], Reader::game).await
    }
}
