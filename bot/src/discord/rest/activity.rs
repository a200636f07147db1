//! What the Activity asks of Discord.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use reqwest::{Method, RequestBuilder};
use secrecy::{ExposeSecret as _, SecretString};
use serde_json::Value;

use crate::cache::Cache;
use crate::discord::api::{ActivityApi, ActivityInstance, InstanceId, LoginSource};
use crate::discord::error::DiscordError;
use crate::discord::interaction;
use crate::discord::rest::invalid_requests::{BUDGET, InvalidRequests};
use crate::discord::rest::pace::Pace;
use crate::discord::rest::{Rest, Result, answer, check_pause, id_of};
use crate::domain::{ChannelId, UserId};

/// A round starts, and its players open their boards.
const LOGINS_AT_ONCE: u32 = 10;

const LOGIN_INTERVAL: Duration = Duration::from_millis(500);

/// The person looks at an empty frame meanwhile.
const MAX_LOGIN_WAIT: Duration = Duration::from_secs(5);

/// Sources of logins whose paces are kept.
const MAX_SOURCES: usize = 10_000;

/// Discord, asked in the name of an application that has this secret.
pub struct ActivityClient {
    rest: Arc<Rest>,
    client_secret: SecretString,
    logins: Mutex<Logins>,
    /// How often each source may ask who looks at a frame.
    paces: Cache<LoginSource, Arc<Mutex<Pace>>>,
}

/// What Discord refuses of logins holds up nothing else: anybody can make the bot ask, with codes that nobody has.
#[derive(Debug)]
struct Logins {
    invalid_requests: InvalidRequests,
    /// By a limit of Discord's.
    paused_until: Option<Instant>,
}

impl Logins {
    fn new() -> Self {
        Self { invalid_requests: InvalidRequests::new(BUDGET / 10, "logins inside Discord"), paused_until: None }
    }

    fn check_pauses(&mut self, now: Instant) -> Result<()> {
        check_pause(self.paused_until.max(self.invalid_requests.paused_until(now)), now)
    }

    fn count(&mut self, error: Option<&DiscordError>, is_invalid: bool, now: Instant) {
        if is_invalid {
            self.invalid_requests.count(now);
        }
        if let Some(DiscordError::RateLimited { pause, .. }) = error {
            self.paused_until = Some(now + *pause);
        }
    }
}

impl ActivityClient {
    pub fn new(rest: Arc<Rest>, client_secret: SecretString) -> Self {
        Self { rest, client_secret, logins: Mutex::new(Logins::new()), paces: Cache::new(MAX_SOURCES) }
    }

    /// Whether Discord takes the secret: it then refuses nothing but a code that nobody has.
    pub async fn accepts_secret(&self) -> Result<bool> {
        match self.token_of("none", LoginSource::Address(None)).await {
            Ok(_) => Ok(true),
            Err(DiscordError::Refused { status: 401, .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// The token of the person to whom this code was given; `None` where it is unknown, used or too old.
    async fn token_of(&self, code: &str, source: LoginSource) -> Result<Option<SecretString>> {
        self.logins().check_pauses(Instant::now())?;
        tokio::time::sleep_until(self.take_turn(&source)?.into()).await;
        let application = self.rest.application()?.to_string();
        let form = [
            ("client_id", &*application),
            ("client_secret", self.client_secret.expose_secret()),
            ("grant_type", "authorization_code"),
            ("code", code),
        ];
        let request = self.rest.http.post(format!("{}/oauth2/token", self.rest.base)).form(&form);
        match self.ask(request).await {
            Ok(answer) => Ok(answer["access_token"].as_str().map(Into::into)),
            Err(DiscordError::Refused { status: 400, .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Asks without the token of the bot. So a global limit that Discord answers is not the bot's.
    async fn ask(&self, request: RequestBuilder) -> Result<Value> {
        self.rest.check_invalid_requests()?;
        check_pause(self.rest.paused_until(), Instant::now())?;
        self.logins().check_pauses(Instant::now())?;
        let answer = request.send().await.map_err(answer::silent)?;
        let is_invalid = answer::is_invalid(&answer);
        if is_invalid {
            self.rest.invalid_requests().count(Instant::now());
        }
        let read = answer::read(answer).await;
        self.logins().count(read.as_ref().err(), is_invalid, Instant::now());
        read
    }

    /// Says when the turn of a login comes.
    fn take_turn(&self, source: &LoginSource) -> Result<Instant> {
        let new = || Arc::new(Mutex::new(Pace::new(LOGIN_INTERVAL, LOGINS_AT_ONCE, MAX_LOGIN_WAIT)));
        let (pace, _) = self.paces.get_or_insert_with(source, new);
        pace.lock().unwrap_or_else(PoisonError::into_inner).take_turn(Instant::now())
    }

    fn logins(&self) -> MutexGuard<'_, Logins> {
        self.logins.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl ActivityApi for ActivityClient {
    async fn person_of_code(&self, code: &str, source: LoginSource) -> Result<Option<UserId>> {
        let Some(token) = self.token_of(code, source).await? else { return Ok(None) };
        let request = self.rest.http.get(format!("{}/users/@me", self.rest.base)).bearer_auth(token.expose_secret());
        Ok(Some(UserId(id_of(&self.ask(request).await?)?)))
    }

    async fn activity_instance(&self, instance: &InstanceId) -> Result<Option<ActivityInstance>> {
        let application = self.rest.application()?;
        let path = format!("/applications/{application}/activity-instances/{instance}");
        let found = match self.rest.ask(Method::GET, &path, None).await {
            Ok(found) => found,
            Err(DiscordError::Refused { status: 404, .. }) => return Ok(None),
            Err(error) => return Err(error),
        };
        let channel = interaction::id(&found["location"]["channel_id"]).map(ChannelId);
        let is_ours = interaction::id(&found["application_id"]) == Some(application);
        let users = found["users"].as_array().into_iter().flatten().filter_map(interaction::id).map(UserId).collect();
        Ok(channel.filter(|_| is_ours).map(|channel| ActivityInstance { channel, users }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logins_end_at_a_tenth_of_what_the_bot_may_be_refused_until_ten_minutes_are_over() {
        let (mut logins, start) = (Logins::new(), Instant::now());
        let minute = Duration::from_mins(1);
        for refused in 0..100 {
            logins
                .check_pauses(start + Duration::from_secs(refused))
                .unwrap_or_else(|error| panic!("{refused}: {error}"));
            logins.count(None, true, start + Duration::from_secs(refused));
        }
        assert!(logins.check_pauses(start + 9 * minute).is_err());
        assert!(logins.check_pauses(start + 10 * minute).is_ok());
    }
}
