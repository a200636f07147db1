//! What the Activity asks of Discord. The codes that its frame brings belong to people, so the bot's pace does not hold them up.

use std::sync::Arc;

use async_trait::async_trait;
use reqwest::{Method, RequestBuilder};
use secrecy::{ExposeSecret as _, SecretString};
use serde_json::Value;

use crate::discord::api::{ActivityApi, ActivityInstance};
use crate::discord::error::DiscordError;
use crate::discord::interaction;
use crate::discord::rest::{Rest, Result, id_of, silent};
use crate::domain::{ChannelId, UserId};

/// Discord, asked in the name of an application that has this secret.
pub struct ActivityClient {
    rest: Arc<Rest>,
    client_secret: SecretString,
}

impl ActivityClient {
    pub const fn new(rest: Arc<Rest>, client_secret: SecretString) -> Self {
        Self { rest, client_secret }
    }

    /// Whether Discord takes the secret: it then refuses nothing but a code that nobody has.
    pub async fn accepts_secret(&self) -> Result<bool> {
        match self.token_of("none").await {
            Ok(_) => Ok(true),
            Err(DiscordError::Refused { status: 401, .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// The token of the person to whom this code was given; `None` where it is unknown, used or too old.
    async fn token_of(&self, code: &str) -> Result<Option<SecretString>> {
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

    /// Asks without the token of the bot.
    async fn ask(&self, request: RequestBuilder) -> Result<Value> {
        self.rest.check_invalid_requests()?;
        let answer = request.send().await.map_err(silent)?;
        self.rest.read(answer).await
    }
}

#[async_trait]
impl ActivityApi for ActivityClient {
    async fn person_of_code(&self, code: &str) -> Result<Option<UserId>> {
        let Some(token) = self.token_of(code).await? else { return Ok(None) };
        let request = self.rest.http.get(format!("{}/users/@me", self.rest.base)).bearer_auth(token.expose_secret());
        Ok(Some(UserId(id_of(&self.ask(request).await?)?)))
    }

    async fn activity_instance(&self, instance: &str) -> Result<Option<ActivityInstance>> {
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
