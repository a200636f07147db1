//! Login of the person in the frame: the code of Discord's client is exchanged for a person, who has to be in the
//! instance.

use std::sync::Arc;

use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::HeaderMap;
use axum::http::header::{ORIGIN, SET_COOKIE};
use axum::response::{AppendHeaders, IntoResponse as _, Response};
use axum::{Extension, Form};
use discord::api::{InstanceId, LoginSource};
use games::Limited;
use games::people::launches::{OpenedActivity, OpenedGame};
use secrecy::ExposeSecret as _;
use serde::Deserialize;
use serde_json::json;

use crate::web::limits::ClientAddress;
use crate::web::problem::PageProblem;
use crate::web::session::{frame_cookie, language};
use crate::web::site::Site;

/// Maximum length of a code; Discord's have about thirty characters.
pub(in crate::web) const MAX_CODE_LENGTH: usize = 128;

#[derive(Debug, Deserialize)]
pub(in crate::web) struct Login {
    code: String,
    instance: String,
}

/// `/activity`, from the script of the frame: signs the person in and returns the address of the page to show.
pub(in crate::web) async fn log_in(
    State(site): State<Arc<Site>>,
    Extension(address): Extension<ClientAddress>,
    headers: HeaderMap,
    login: Result<Form<Login>, FormRejection>,
) -> Response {
    let language = language(&headers);
    match site.log_in(address, &headers, login).await {
        Ok(OpenedActivity { secret, game }) => {
            let cookie = [(SET_COOKIE, site.set_cookie(true, secret.expose_secret()))];
            let address = match game {
                OpenedGame::Shown(game) => format!("/g/{game}"),
                OpenedGame::Hidden => "/me?hidden=true".to_owned(),
                OpenedGame::None => "/me".to_owned(),
            };
            (AppendHeaders(cookie), axum::Json(json!({ "board": address }))).into_response()
        }
        Err(problem) => problem.json(language),
    }
}

impl Site {
    async fn log_in(
        &self,
        ClientAddress(address): ClientAddress,
        headers: &HeaderMap,
        login: Result<Form<Login>, FormRejection>,
    ) -> Result<OpenedActivity, PageProblem> {
        let (activity, logins) = self.activity().zip(self.logins.as_ref()).ok_or(PageProblem::NotFound)?;
        let Form(Login { code, instance }) = login?;
        if headers.get(ORIGIN).is_none_or(|origin| origin.as_bytes() != activity.origin.as_bytes()) {
            return Err(PageProblem::CrossOrigin);
        }
        let is_code = (1..=MAX_CODE_LENGTH).contains(&code.len());
        let instance = InstanceId::new(instance).filter(|_| is_code).ok_or(PageProblem::Unconfirmed)?;
        let source = if self.app.games.has_launched(instance.as_str()).await? {
            LoginSource::Instance(instance.clone())
        } else {
            LoginSource::Address(address)
        };
        let found = logins.discord.person_of_code(&code, None, source).await;
        let user = found.map_err(|error| logins.log_failure(error))?.ok_or(PageProblem::Unconfirmed)?;
        self.app.games.check_rate(user, Limited::Interactions)?;
        let found = logins.discord.activity_instance(&instance).await.map_err(|error| logins.log_failure(error))?;
        // No one may open what others see elsewhere.
        let found = found.filter(|found| found.users.contains(&user)).ok_or(PageProblem::Unconfirmed)?;
        Ok(self.app.games.open_activity(instance.as_str(), found.channel, user, frame_cookie(headers)).await?)
    }
}
