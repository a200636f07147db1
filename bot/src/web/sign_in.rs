//! Signing in by Discord: the browser goes to Discord's page, and comes back with a code (`OAuth2`, `state` and PKCE).
//! Meanwhile only the browser has what belongs to it, and Discord takes each code once.

use std::sync::Arc;

use axum::Extension;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::header::{LOCATION, REFERER, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{AppendHeaders, IntoResponse as _, Redirect, Response};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use discord::api::{LoginSource, Redirected};
use games::Limited;
use games::domain::{MINUTE_MS, Timestamp};
use games::people::web_sessions::hash;
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use reqwest::Url;
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use crate::web::activity::login::MAX_CODE_LENGTH;
use crate::web::limits::ClientAddress;
use crate::web::problem::PageProblem;
use crate::web::session::{Visitor, session_cookie};
use crate::web::site::{Logins, Site};

/// The address to which Discord sends browsers back. The host enters it in the developer portal.
pub(crate) const CALLBACK: &str = "/sign-in/callback";

/// How long a person may take at Discord.
const SIGN_IN_MS: i64 = 10 * MINUTE_MS;

/// Maximum length of the address of the page that follows.
const MAX_NEXT_LENGTH: usize = 500;

/// The page that follows if no other one is named.
const NEXT: &str = "/me";

/// A sign-in that has begun: what the browser keeps until Discord sends it back.
struct PendingSignIn {
    /// The secret whose hash Discord gets (PKCE).
    verifier: String,
    begun_at: Timestamp,
    next: String,
}

impl PendingSignIn {
    fn read(cookie: &str) -> Option<Self> {
        let (verifier, rest) = cookie.split_once('.')?;
        let (begun_at, next) = rest.split_once('.')?;
        let next = percent_decode_str(next).decode_utf8().ok()?.into_owned();
        Some(Self { verifier: verifier.to_owned(), begun_at: Timestamp(begun_at.parse().ok()?), next })
    }

    fn cookie(&self) -> String {
        let next = utf8_percent_encode(&self.next, NON_ALPHANUMERIC);
        format!("{}.{}.{next}", self.verifier, self.begun_at.0)
    }

    /// The text that Discord sends back with the code. No one who lacks the cookie can know it.
    fn state(&self) -> String {
        hash(&self.cookie())
    }

    fn is_in_time(&self, now: Timestamp) -> bool {
        (0..SIGN_IN_MS).contains(&now.since(self.begun_at))
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct BeginQuery {
    /// The page that follows; the one with the link if missing.
    next: Option<String>,
}

/// `/sign-in`: sends the browser to Discord's page, or on if a person is signed in.
pub(super) async fn begin(
    State(site): State<Arc<Site>>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    query: Result<Query<BeginQuery>, QueryRejection>,
) -> Response {
    let next = query.ok().and_then(|Query(query)| query.next);
    let from = || headers.get(REFERER).and_then(|from| from.to_str().ok().map(str::to_owned));
    let next = next.or_else(from).and_then(|next| site.own_path(&next)).unwrap_or_else(|| NEXT.to_owned());
    if visitor.user.is_some() {
        return Redirect::to(&next).into_response();
    }
    let Some(logins) = &site.logins else { return PageProblem::NoSession.page(visitor.reader) };
    let [first, second] = [site.app.games.new_secret(), site.app.games.new_secret()];
    let verifier = format!("{}{}", first.expose_secret(), second.expose_secret());
    let pending = PendingSignIn { verifier, begun_at: site.app.clock.now(), next };
    let cookie = site.set_sign_in_cookie(&pending.cookie(), SIGN_IN_MS / 1000);
    let address = site.question(logins, &pending);
    (StatusCode::SEE_OTHER, AppendHeaders([(SET_COOKIE, cookie)]), [(LOCATION, address)]).into_response()
}

/// What Discord adds to the address when it sends a browser back.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Returned {
    #[serde(default)]
    state: String,
    code: Option<String>,
    error: Option<String>,
}

/// `/sign-in/callback`: the browser is back from Discord's page.
pub(super) async fn finish(
    State(site): State<Arc<Site>>,
    Extension(visitor): Extension<Visitor>,
    Extension(address): Extension<ClientAddress>,
    headers: HeaderMap,
    query: Result<Query<Returned>, QueryRejection>,
) -> Response {
    let returned = query.map(|Query(returned)| returned).unwrap_or_default();
    let now = site.app.clock.now();
    let pending = site.sign_in_cookie(&headers).and_then(PendingSignIn::read);
    let pending = pending.filter(|pending| pending.state() == returned.state && pending.is_in_time(now));
    let Some((pending, logins)) = pending.zip(site.logins.as_ref()) else {
        return match visitor.user {
            // They went back to this address.
            Some(_) => Redirect::to(NEXT).into_response(),
            None => PageProblem::SignInExpired.page(visitor.reader),
        };
    };
    let next = site.own_path(&pending.next).unwrap_or_else(|| NEXT.to_owned());
    // It is used up, whatever the result.
    let used = site.set_sign_in_cookie("", 0);
    match site.sign_in(logins, address, session_cookie(&headers), &pending, returned).await {
        Ok(secret) => {
            let [own, framed] = site.session_cookies(secret.expose_secret());
            let cookies = AppendHeaders([own, framed, used].map(|cookie| (SET_COOKIE, cookie)));
            (StatusCode::SEE_OTHER, cookies, [(LOCATION, next)]).into_response()
        }
        Err(problem) => {
            let mut page = problem.page_behind(visitor.reader, Some(&next));
            if let Ok(used) = HeaderValue::from_str(&used) {
                page.headers_mut().insert(SET_COOKIE, used);
            }
            page
        }
    }
}

impl Site {
    /// The path and query of an address of ours; `None` for one of another site.
    fn own_path(&self, address: &str) -> Option<String> {
        let own = Url::parse(&self.origin).ok()?;
        let url = own.join(address).ok()?;
        let query = url.query().map(|query| format!("?{query}"));
        let path = format!("{}{}", url.path(), query.unwrap_or_default());
        // Browsers take two slashes for the beginning of another site's address.
        let is_own = url.origin() == own.origin() && !path.starts_with("//");
        let is_page = !path.starts_with("/sign-in") && path.len() <= MAX_NEXT_LENGTH;
        (is_own && is_page).then_some(path)
    }

    fn callback(&self) -> String {
        format!("{}{CALLBACK}", self.origin)
    }

    /// The address of Discord's page that asks the person.
    fn question(&self, logins: &Logins, pending: &PendingSignIn) -> String {
        let challenge = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(pending.verifier.as_bytes()));
        format!(
            "{}/oauth2/authorize?response_type=code&client_id={}&scope=identify&state={}&redirect_uri={}\
             &code_challenge={challenge}&code_challenge_method=S256",
            logins.discord_origin,
            logins.client_id,
            pending.state(),
            utf8_percent_encode(&self.callback(), NON_ALPHANUMERIC),
        )
    }

    /// Signs in the person to whom Discord has given the code. Returns the secret that takes the place of the browser's.
    async fn sign_in(
        &self,
        logins: &Logins,
        ClientAddress(address): ClientAddress,
        session: Option<&str>,
        pending: &PendingSignIn,
        returned: Returned,
    ) -> Result<SecretString, PageProblem> {
        let code = match returned {
            Returned { error: Some(error), .. } if error == "access_denied" => return Err(PageProblem::Declined),
            Returned { error: Some(_), .. } => return Err(PageProblem::DiscordAway),
            Returned { code, .. } => code.filter(|code| (1..=MAX_CODE_LENGTH).contains(&code.len())),
        };
        let code = code.ok_or(PageProblem::SignInExpired)?;
        let callback = self.callback();
        let redirected = Redirected { address: &callback, verifier: &pending.verifier };
        let asked = logins.discord.person_of_code(&code, Some(redirected), LoginSource::Address(address)).await;
        let user = asked.map_err(|error| logins.log_failure(error))?.ok_or(PageProblem::SignInExpired)?;
        self.app.games.check_rate(user, Limited::Interactions)?;
        Ok(self.app.games.sign_in(user, session).await?)
    }
}
