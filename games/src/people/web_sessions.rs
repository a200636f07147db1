//! Access from a browser: a link that is used once, and a cookie for one game.

use secrecy::{ExposeSecret as _, SecretString};
use sha2::{Digest as _, Sha256};

use crate::domain::{DAY_MS, GameId, GuildId, MINUTE_MS, Phase, UserId};
use crate::{GameError, Games};

/// Lifetime of a link. It is private, and nobody needs it later.
const LINK_MS: i64 = 10 * MINUTE_MS;

/// How long a browser may act after its last use: longer than most turns take.
pub const SESSION_MS: i64 = 30 * DAY_MS;

/// Time between two stored renewals.
const RENEWAL_MS: i64 = DAY_MS;

impl Games {
    /// Whether boards can be opened in a browser.
    pub fn has_pages(&self) -> bool {
        self.settings.public_url.is_some()
    }

    /// The address of a page of this server, by its path. `None` if there are no pages or the server shows none.
    pub async fn public_page(&self, guild: GuildId, path: String) -> Result<Option<String>, GameError> {
        let Some(public_url) = &self.settings.public_url else { return Ok(None) };
        let is_public = self.preferences_of_guild(guild).await?.shows_pages();
        Ok(is_public.then(|| format!("{public_url}{path}")))
    }

    /// A link with which this person can act in this game from a browser. `None` if there are no pages.
    ///
    /// # Errors
    /// A challenge has no board yet, and an annulled game no longer has one.
    pub async fn create_web_link(&self, game: GameId, user: UserId) -> Result<Option<String>, GameError> {
        let Some(public_url) = &self.settings.public_url else { return Ok(None) };
        let record = self.record(game).await?.ok_or(GameError::NoSuchGame)?;
        match record.game.phase {
            Phase::Playing | Phase::Over => {}
            Phase::Offered | Phase::Void => {
                record.check_not_others(user)?;
                record.check_playing()?;
            }
        }
        let (link, now) = (self.new_secret(), self.clock.now());
        self.store.add_web_link(&hash(link.expose_secret()), game, user, now.plus(LINK_MS), now).await?;
        // Browsers do not send the part after `#`: it appears in no proxy log, and previews do not use it.
        Ok(Some(format!("{public_url}/open#{}", link.expose_secret())))
    }

    /// Uses a link. Returns the game and the browser's cookie; `None` if the link is unknown, expired or used.
    pub async fn use_web_link(&self, link: &str) -> Result<Option<(GameId, SecretString)>, GameError> {
        let (cookie, now) = (self.new_secret(), self.clock.now());
        let session =
            self.store.use_web_link(&hash(link), &hash(cookie.expose_secret()), now.plus(SESSION_MS), now).await?;
        Ok(session.map(|(game, _)| (game, cookie)))
    }

    /// The game and person of a used link, while its browser may act.
    pub async fn used_web_link(&self, link: &str) -> Result<Option<(GameId, UserId)>, GameError> {
        Ok(self.store.used_web_link(&hash(link), self.clock.now()).await?)
    }

    /// A secret of 128 random bits, in hexadecimal digits.
    pub(super) fn new_secret(&self) -> SecretString {
        format!("{:016x}{:016x}", self.random.bits(), self.random.bits()).into()
    }

    /// The person for whom a browser may act in this game.
    pub async fn web_user(&self, game: GameId, cookie: &str) -> Result<Option<UserId>, GameError> {
        let session = self.store.web_session(&hash(cookie), self.clock.now()).await?;
        Ok(session.filter(|(of, _)| *of == game).map(|(_, user)| user))
    }

    /// Extends a browser's session from now on. Returns whether that was stored, so that its cookie has to follow.
    pub async fn renew_web_session(&self, cookie: &str) -> Result<bool, GameError> {
        let now = self.clock.now();
        let until = now.plus(SESSION_MS);
        Ok(self.store.renew_web_session(&hash(cookie), [until.plus(-RENEWAL_MS), until], now).await?)
    }
}

pub(super) fn hash(secret: &str) -> String {
    Sha256::digest(secret.as_bytes()).iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}
