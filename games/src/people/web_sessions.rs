//! Access from a browser: a link that is used once, and the session of the person who has used it.

use secrecy::{ExposeSecret as _, SecretString};
use sha2::{Digest as _, Sha256};

use crate::domain::{DAY_MS, GameId, GameRecord, GuildId, MINUTE_MS, Phase, Timestamp, UserId};
use crate::store::people::web_session::{WebLink, WebSecret, WebSecretKind};
use crate::{GameError, Games};

/// Lifetime of a link. It is private, and nobody needs it later.
const LINK_MS: i64 = 10 * MINUTE_MS;

/// How long a browser stays signed in after its last use: longer than most turns take.
pub const SESSION_MS: i64 = 30 * DAY_MS;

/// Time between two stored renewals.
const RENEWAL_MS: i64 = DAY_MS;

impl Games {
    pub fn has_pages(&self) -> bool {
        self.settings.public_url.is_some()
    }

    /// The address of a page of this server, by its path. `None` if there are no pages or the server shows none.
    pub async fn public_page(&self, guild: GuildId, path: String) -> Result<Option<String>, GameError> {
        let Some(public_url) = &self.settings.public_url else { return Ok(None) };
        let is_public = self.preferences_of_guild(guild).await?.shows_pages();
        Ok(is_public.then(|| format!("{public_url}{path}")))
    }

    /// A link that signs this person in, once, and opens this game or else the list of their games. `None` if there are
    /// no pages.
    ///
    /// # Errors
    /// A challenge has no board yet, and an annulled game no longer has one.
    pub async fn create_web_link(&self, game: Option<GameId>, user: UserId) -> Result<Option<String>, GameError> {
        let Some(public_url) = &self.settings.public_url else { return Ok(None) };
        if let Some(game) = game {
            let record = self.record(game).await?.ok_or(GameError::NoSuchGame)?;
            match record.game.phase {
                Phase::Playing | Phase::Over => {}
                Phase::Offered | Phase::Void => {
                    record.check_not_others(user)?;
                    record.check_playing()?;
                }
            }
        }
        let link = self.add_web_secret(WebSecretKind::Link, game, user, LINK_MS).await?;
        // Browsers do not send the part after `#`: it appears in no proxy log, and previews do not use it.
        Ok(Some(format!("{public_url}/open#{}", link.expose_secret())))
    }

    /// Signs a person in, in place of the session of their browser. Returns its new secret.
    pub async fn sign_in(&self, user: UserId, session: Option<&str>) -> Result<SecretString, GameError> {
        if let Some(session) = session {
            self.sign_out(session).await?;
        }
        self.add_web_secret(WebSecretKind::Session, None, user, SESSION_MS).await
    }

    async fn add_web_secret(
        &self,
        kind: WebSecretKind,
        game: Option<GameId>,
        user: UserId,
        lifetime_ms: i64,
    ) -> Result<SecretString, GameError> {
        let (secret, now) = (self.new_secret(), self.clock.now());
        let hash = hash(secret.expose_secret());
        let row = WebSecret { hash: &hash, kind, game, user, expires_at: now.plus(lifetime_ms) };
        self.store.add_web_secrets(&[row], now).await?;
        Ok(secret)
    }

    /// A link that is not expired, used or not.
    pub async fn web_link(&self, link: &str) -> Result<Option<WebLink>, GameError> {
        Ok(self.store.web_link(&hash(link), self.clock.now()).await?)
    }

    /// Uses a link, in a browser with this session. Returns the secret that takes the place of the browser's; `None` if
    /// the link is unknown, expired or used.
    pub async fn use_web_link(&self, link: &str, session: Option<&str>) -> Result<Option<SecretString>, GameError> {
        let (secret, now) = (self.new_secret(), self.clock.now());
        let sessions = [hash(secret.expose_secret()), session.map(hash).unwrap_or_default()];
        let sessions = sessions.each_ref().map(String::as_str);
        let used = self.store.use_web_link(&hash(link), sessions, now.plus(SESSION_MS), now).await?;
        Ok(used.then_some(secret))
    }

    /// A secret of 128 random bits, in hexadecimal digits.
    pub fn new_secret(&self) -> SecretString {
        format!("{:016x}{:016x}", self.random.bits(), self.random.bits()).into()
    }

    /// The person who is signed in with this session, which is extended from now on. With whether that was stored, so
    /// that its cookie has to follow.
    pub async fn use_web_session(&self, session: &str) -> Result<Option<(UserId, bool)>, GameError> {
        let (hash, now) = (hash(session), self.clock.now());
        let Some((user, ends_at)) = self.store.web_session(&hash, now).await? else { return Ok(None) };
        let until = now.plus(SESSION_MS);
        let is_due = ends_at <= until.plus(-RENEWAL_MS);
        // The session counts even if nothing can be written.
        Ok(Some((user, is_due && self.store.renew_web_session(&hash, until, now).await.unwrap_or(false))))
    }

    pub async fn sign_out(&self, session: &str) -> Result<(), GameError> {
        self.store.end_web_session(&hash(session)).await?;
        Ok(())
    }

    /// Signs a person out of every browser, and makes their links useless. Returns whether there was anything to end.
    pub async fn sign_out_everywhere(&self, user: UserId) -> Result<bool, GameError> {
        Ok(self.store.end_web_sessions(user).await?)
    }

    /// The last use, to the day, of each browser in which this person is signed in, the latest first.
    pub async fn web_sessions_of(&self, user: UserId) -> Result<Vec<Timestamp>, GameError> {
        let ends = self.store.web_sessions_of(user, self.clock.now()).await?;
        Ok(ends.into_iter().map(|end| end.plus(-SESSION_MS)).collect())
    }

    /// Whether a person may see a game that its server does not show to everyone: they play it, or have opened it where
    /// Discord shows it.
    pub async fn may_see(&self, record: &GameRecord, user: UserId) -> Result<bool, GameError> {
        if record.seat_of(user).is_some() {
            return Ok(true);
        }
        Ok(self.store.was_shown(record.game.game_id, user, self.clock.now()).await?)
    }
}

/// The SHA-256 of a text, in hexadecimal digits.
pub fn hash(secret: &str) -> String {
    Sha256::digest(secret.as_bytes()).iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}
