//! Who looks at the frame: the code of Discord's client becomes a person, and the person has to be in the instance.

use std::sync::Arc;

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::HeaderMap;
use axum::http::header::{ORIGIN, SET_COOKIE};
use axum::response::{AppendHeaders, IntoResponse as _, Response};
use secrecy::ExposeSecret as _;
use serde::Deserialize;
use serde_json::json;
use tracing::warn;

use crate::discord::error::DiscordError;
use crate::games::Limited;
use crate::games::people::launches::{OpenedActivity, OpenedGame};
use crate::web::problem::PageProblem;
use crate::web::session::language;
use crate::web::site::Site;

/// Characters of a code or of the name of an instance at most: both have about thirty to sixty.
const LONGEST: usize = 128;

#[derive(Debug, Deserialize)]
pub(in crate::web) struct Login {
    code: String,
    instance: String,
}

/// `/activity`, from the script of the frame: the browser gets its cookies, and the address of what to show.
pub(in crate::web) async fn log_in(
    State(site): State<Arc<Site>>,
    headers: HeaderMap,
    login: Result<Form<Login>, FormRejection>,
) -> Response {
    let language = language(&headers);
    match site.log_in(&headers, login).await {
        Ok(OpenedActivity { secret, game }) => {
            let mut cookies = vec![(SET_COOKIE, site.activity_cookie(secret.expose_secret()))];
            let address = match &game {
                OpenedGame::Shown(game, secret) => {
                    cookies.push((SET_COOKIE, site.framed_cookie(*game, secret.expose_secret())));
                    format!("/g/{game}")
                }
                OpenedGame::Hidden => "/activity?hidden=true".to_owned(),
                OpenedGame::None => "/activity".to_owned(),
            };
            (AppendHeaders(cookies), axum::Json(json!({ "board": address }))).into_response()
        }
        Err(problem) => problem.json(language),
    }
}

impl Site {
    async fn log_in(
        &self,
        headers: &HeaderMap,
        login: Result<Form<Login>, FormRejection>,
    ) -> Result<OpenedActivity, PageProblem> {
        let activity = self.activity.as_ref().ok_or(PageProblem::NotFound)?;
        let Form(Login { code, instance }) = login?;
        if headers.get(ORIGIN).is_none_or(|origin| origin.as_bytes() != activity.origin.as_bytes()) {
            return Err(PageProblem::CrossOrigin);
        }
        if !is_name(&code) || !is_name(&instance) {
            return Err(PageProblem::Unconfirmed);
        }
        let Ok(_one_of_few) = activity.logins.try_acquire() else { return Err(PageProblem::DiscordAway) };
        let user = activity
            .discord
            .person_of_code(&code)
            .await
            .map_err(|error| away(&error))?
            .ok_or(PageProblem::Unconfirmed)?;
        self.app.games.check_rate(user, Limited::Interactions)?;
        let found = activity.discord.activity_instance(&instance).await.map_err(|error| away(&error))?;
        // Nobody opens what others look at from elsewhere.
        let found = found.filter(|found| found.users.contains(&user)).ok_or(PageProblem::Unconfirmed)?;
        Ok(self.app.games.open_activity(&instance, found.channel, user).await?)
    }
}

fn away(error: &DiscordError) -> PageProblem {
    warn!(%error, "Could not ask Discord who opens a board: {error}");
    PageProblem::DiscordAway
}

/// Whether a text can be a code or the name of an instance: nothing else comes into an address.
fn is_name(text: &str) -> bool {
    (1..=LONGEST).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
}
