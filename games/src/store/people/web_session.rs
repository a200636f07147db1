//! Secrets of browsers in which people are signed in, and games opened inside Discord.

use base::named::named;

use crate::domain::{GameId, Timestamp, UserId};
use crate::store::connection::engine::{Arg, args};
use crate::store::error::Result;
use crate::store::rows::Reader;
use crate::store::statements::Store;

pub struct WebSecret<'s> {
    /// The SHA-256 of the secret, so that a reader of the database cannot act for anybody.
    pub hash: &'s str,
    pub kind: WebSecretKind,
    pub game: Option<GameId>,
    pub user: UserId,
    pub expires_at: Timestamp,
}

/// A personal link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WebLink {
    /// The game that it opens; `None` for the list of games.
    pub game: Option<GameId>,
    pub user: UserId,
    pub is_used: bool,
}

named! {
    pub enum WebSecretKind, "secret of a browser" {
        /// A link that signs its person in, once.
        Link = "link",
        /// A link that was used. Its person may see its game.
        Used = "used",
        /// A browser in which a person is signed in.
        Session = "session",
        /// A game that a person opens inside Discord, and that was not shown yet.
        Launch = "launch",
        /// The same after it was shown. Its person may see it.
        Opened = "opened",
        /// The game that was opened last in an instance inside Discord.
        Instance = "instance",
        /// A game that others have opened where this person is. They may see it.
        Seen = "seen",
    }
}

impl WebSecret<'_> {
    fn insert(&self) -> (&'static str, Vec<Arg>) {
        let sql = "insert into web_session (secret, kind, game_id, user_id, expires_at) values ($1, $2, $3, $4, $5) \
                   on conflict (secret) do update set kind = excluded.kind, game_id = excluded.game_id, \
                   user_id = excluded.user_id, expires_at = excluded.expires_at returning secret";
        (sql, args![self.hash, self.kind.as_str(), self.game.map(|game| game.0), self.user.0, self.expires_at.0])
    }
}

impl Store {
    /// Stores secrets. Deletes what has expired by `now`.
    pub async fn add_web_secrets(&self, secrets: &[WebSecret<'_>], now: Timestamp) -> Result<()> {
        let [first, others @ ..] = secrets else { return Ok(()) };
        let delete = ("delete from web_session where expires_at <= $1", args![now.0]);
        let steps = others.iter().map(WebSecret::insert).chain([delete]);
        self.write_steps(first.insert(), steps).await.map(drop)
    }

    /// A link, until it expires; for as long as an unused session would last once it was used.
    pub async fn web_link(&self, link: &str, now: Timestamp) -> Result<Option<WebLink>> {
        let sql = "select game_id, user_id, kind from web_session \
                   where secret = $1 and kind in ('link', 'used') and expires_at > $2";
        let read = |read: &mut Reader| {
            let (game, user, kind) = (read.opt_game()?, read.user()?, read.parse()?);
            Ok(WebLink { game, user, is_used: matches!(kind, WebSecretKind::Used) })
        };
        self.first("web_session", sql, args![link, now.0], read).await
    }

    /// Uses a link: the browser is signed in with a secret of its own, in place of its `previous` one. `false` if the
    /// link is unknown, expired or used.
    pub async fn use_web_link(
        &self,
        link: &str,
        [session, previous]: [&str; 2],
        expires_at: Timestamp,
        now: Timestamp,
    ) -> Result<bool> {
        let mark_used = "update web_session set kind = 'used', expires_at = $2 \
                         where secret = $1 and kind = 'link' and expires_at > $3 returning secret";
        let insert = "insert into web_session (secret, kind, user_id, expires_at) \
                      select $2, 'session', user_id, expires_at from web_session where secret = $1";
        let end = "delete from web_session where secret = $1 and kind = 'session'";
        let steps = [(insert, args![link, session]), (end, args![previous])];
        self.write_steps((mark_used, args![link, expires_at.0, now.0]), steps).await
    }

    /// The person who is signed in with this secret, and when they will be signed out if they do not use it.
    pub async fn web_session(&self, session: &str, now: Timestamp) -> Result<Option<(UserId, Timestamp)>> {
        let sql =
            "select user_id, expires_at from web_session where secret = $1 and kind = 'session' and expires_at > $2";
        let read = |read: &mut Reader| Ok((read.user()?, read.time()?));
        self.first("web_session", sql, args![session, now.0], read).await
    }

    /// When each browser in which this person is signed in will be signed out if it is not used, the latest first.
    pub async fn web_sessions_of(&self, user: UserId, now: Timestamp) -> Result<Vec<Timestamp>> {
        let sql = "select expires_at from web_session where user_id = $1 and kind = 'session' and expires_at > $2 \
                   order by expires_at desc";
        self.list("web_session", sql, args![user.0, now.0], Reader::time).await
    }

    /// Extends a session until `until`, and the sight of games that its person has opened by links. Returns whether
    /// there is such a session.
    pub async fn renew_web_session(&self, session: &str, until: Timestamp, now: Timestamp) -> Result<bool> {
        let sql = "update web_session set expires_at = $2 \
                   where secret = $1 and kind = 'session' and expires_at > $3 returning secret";
        let links = "update web_session set expires_at = $2 where kind = 'used' \
                     and user_id = (select user_id from web_session where secret = $1)";
        let steps = [(links, args![session, until.0])];
        self.write_steps((sql, args![session, until.0, now.0]), steps).await
    }

    pub async fn end_web_session(&self, session: &str) -> Result<bool> {
        let sql = "delete from web_session where secret = $1 and kind = 'session' returning secret";
        self.change_any(sql, args![session]).await
    }

    /// Signs a person out of every browser, and makes their links useless.
    pub async fn end_web_sessions(&self, user: UserId) -> Result<bool> {
        self.change_any(
            "delete from web_session where user_id = $1 and kind <> 'instance' returning secret",
            args![user.0],
        )
        .await
    }

    /// Whether a person was shown a game in Discord lately, whether or not they play it.
    pub async fn was_shown(&self, game: GameId, user: UserId, now: Timestamp) -> Result<bool> {
        let sql = "select 1 from web_session where game_id = $1 and user_id = $2 \
                   and kind in ('used', 'opened', 'seen') and expires_at > $3";
        Ok(!self.rows(sql, args![game.0, user.0, now.0]).await?.is_empty())
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

    pub async fn game_of_instance(&self, instance: &str, now: Timestamp) -> Result<Option<GameId>> {
        let sql = "select game_id from web_session where secret = $1 and kind = 'instance' and expires_at > $2";
        self.first("web_session", sql, args![instance, now.0], Reader::game).await
    }
}
