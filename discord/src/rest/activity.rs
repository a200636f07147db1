//! Logins: who looks at a page in a browser, or in a frame of the Activity, asked in the name of the application.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use base::cache::Cache;
use base::ids::UserId;
use reqwest::RequestBuilder;
use secrecy::{ExposeSecret as _, SecretString};
use serde_json::Value;

use crate::api::{LoginSource, Redirected};
use crate::error::DiscordError;
use crate::rest::invalid_requests::{BUDGET, InvalidRequests};
use crate::rest::pace::Pace;
use crate::rest::{Rest, Result, answer, check_wait, id_of, lock};

/// Logins of one source at the same time: a round starts, and its players open their boards.
const LOGINS_AT_ONCE: u32 = 10;

const LOGIN_INTERVAL: Duration = Duration::from_millis(500);

const MAX_LOGIN_WAIT: Duration = Duration::from_secs(5);

const MAX_SOURCES: usize = 10_000;

/// The limits of logins. They hold up no other request: anybody can make the bot ask, with invented codes.
pub(super) struct Logins {
    invalid_requests: Mutex<InvalidRequests>,
    paused_until: Mutex<Option<Instant>>,
    paces: Cache<LoginSource, Arc<Mutex<Pace>>>,
}

impl Logins {
    pub(super) fn new() -> Self {
        Self {
            invalid_requests: Mutex::new(InvalidRequests::new(BUDGET / 10, "logins")),
            paused_until: Mutex::default(),
            paces: Cache::new(MAX_SOURCES),
        }
    }

    fn check_pauses(&self, now: Instant) -> Result<()> {
        let refused_until = lock(&self.invalid_requests).paused_until(now);
        check_wait(refused_until.max(*lock(&self.paused_until)), now, Duration::ZERO)
    }

    fn take_turn(&self, source: &LoginSource) -> Result<Instant> {
        let new = || Arc::new(Mutex::new(Pace::new(LOGIN_INTERVAL, LOGINS_AT_ONCE, MAX_LOGIN_WAIT)));
        let (pace, _) = self.paces.get_or_insert_with(source, new);
        lock(&pace).take_turn(Instant::now())
    }
}

impl Rest {
    /// Whether Discord accepts the client secret: then it refuses only the invented code.
    pub async fn accepts_secret(&self) -> Result<bool> {
        match self.token_of("none", None, LoginSource::Address(None)).await {
            Ok(_) => Ok(true),
            Err(DiscordError::Refused { status: 401, .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    pub(super) async fn person_of(
        &self,
        code: &str,
        redirected: Option<Redirected<'_>>,
        source: LoginSource,
    ) -> Result<Option<UserId>> {
        let Some(token) = self.token_of(code, redirected, source).await? else { return Ok(None) };
        let request = self.http.get(format!("{}/api/v10/users/@me", self.origin)).bearer_auth(token.expose_secret());
        Ok(Some(UserId(id_of(&self.ask_without_token(request).await?)?)))
    }

    /// The token of the person to whom this code was given; `None` where it is unknown, used or too old.
    async fn token_of(
        &self,
        code: &str,
        redirected: Option<Redirected<'_>>,
        source: LoginSource,
    ) -> Result<Option<SecretString>> {
        let no_secret = || DiscordError::NoResponse("there is no client secret".to_owned());
        let client_secret = self.client_secret.as_ref().ok_or_else(no_secret)?;
        self.logins.check_pauses(Instant::now())?;
        tokio::time::sleep_until(self.logins.take_turn(&source)?.into()).await;
        let application = self.application()?.to_string();
        let mut form = vec![
            ("client_id", &*application),
            ("client_secret", client_secret.expose_secret()),
            ("grant_type", "authorization_code"),
            ("code", code),
        ];
        if let Some(Redirected { address, verifier }) = redirected {
            form.extend([("redirect_uri", address), ("code_verifier", verifier)]);
        }
        let request = self.http.post(format!("{}/api/v10/oauth2/token", self.origin)).form(&form);
        match self.ask_without_token(request).await {
            Ok(answer) => Ok(answer["access_token"].as_str().map(Into::into)),
            Err(DiscordError::Refused { status: 400, .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Asks without the token of the bot, so a global limit in the answer is not the bot's.
    async fn ask_without_token(&self, request: RequestBuilder) -> Result<Value> {
        self.check_invalid_requests()?;
        let paused_until = *lock(&self.paused_until);
        check_wait(paused_until, Instant::now(), Duration::ZERO)?;
        self.logins.check_pauses(Instant::now())?;
        let answer = request.send().await.map_err(answer::silent)?;
        if answer::is_invalid(&answer) {
            for requests in [&self.invalid_requests, &self.logins.invalid_requests] {
                lock(requests).count(Instant::now());
            }
        }
        let result = answer::read(answer).await;
        if let Err(DiscordError::RateLimited { pause, .. }) = &result {
            *lock(&self.logins.paused_until) = Some(Instant::now() + *pause);
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logins_end_at_a_tenth_of_what_the_bot_may_be_refused_until_ten_minutes_are_over() {
        let (logins, start) = (Logins::new(), Instant::now());
        let minute = Duration::from_mins(1);
        for refused in 0..100 {
            let now = start + Duration::from_secs(refused);
            logins.check_pauses(now).unwrap_or_else(|error| panic!("{refused}: {error}"));
            lock(&logins.invalid_requests).count(now);
        }
        assert!(logins.check_pauses(start + 9 * minute).is_err());
        assert!(logins.check_pauses(start + 10 * minute).is_ok());
    }
}
