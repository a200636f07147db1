//! The reader of a page: their language, and the cookie of the person who is signed in.

use std::sync::Arc;
use std::time::Duration;

use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::extract::{Request, State};
use axum::http::header::{ACCEPT, ACCEPT_LANGUAGE, CACHE_CONTROL, COOKIE, LOCATION, ORIGIN, RETRY_AFTER, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use games::Limited;
use games::domain::{GameId, GameRecord, UserId};
use games::people::web_sessions::SESSION_MS;

use crate::localization::Language;
use crate::web::document::{Reader, SignIn};
use crate::web::problem::PageProblem;
use crate::web::site::Site;

/// The browser's first language that we support.
pub(super) fn language(headers: &HeaderMap) -> Language {
    let header = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let codes = header.split(',').filter_map(|code| code.split(';').next()).map(str::trim);
    let primary = |code: &str| code.split('-').next().unwrap_or_default().to_ascii_lowercase();
    let languages = codes.map(|code| (primary(code), Language::of(code)));
    let mut spoken = languages.filter(|(code, language)| *code == primary(language.code()));
    spoken.next().map_or(Language::ENGLISH, |(_, language)| language)
}

/// The cookies of a frame inside Discord, and of a browser, with and without encryption.
const FRAME_COOKIES: [&str; 2] = ["__Host-activity", "activity"];
const BROWSER_COOKIES: [&str; 2] = ["__Host-session", "session"];

/// The cookie of a browser that is at Discord's page to sign in.
const SIGN_IN_COOKIES: [&str; 2] = ["__Host-sign-in", "sign-in"];

fn first_cookie<'h>(headers: &'h HeaderMap, names: &[&str]) -> Option<&'h str> {
    names.iter().find_map(|name| cookie_in(headers, name))
}

/// The secret of a frame's session, whether or not it is valid.
pub(super) fn frame_cookie(headers: &HeaderMap) -> Option<&str> {
    first_cookie(headers, &FRAME_COOKIES)
}

/// The secret of the person's session, whether or not it is valid. A frame has a session of its own.
pub(super) fn session_cookie(headers: &HeaderMap) -> Option<&str> {
    frame_cookie(headers).or_else(|| first_cookie(headers, &BROWSER_COOKIES))
}

/// The reader as the request alone says, of whom it is not known whether they are signed in.
pub(super) fn reader(headers: &HeaderMap) -> Reader {
    Reader { language: language(headers), is_framed: frame_cookie(headers).is_some(), sign_in: SignIn::Unavailable }
}

/// The reader of a page, as the session says.
#[derive(Debug, Clone, Copy)]
pub(super) struct Visitor {
    pub(super) reader: Reader,
    /// The person who is signed in with this browser.
    pub(super) user: Option<UserId>,
    /// Whether this browser's session has expired.
    pub(super) has_expired: bool,
}

impl Visitor {
    pub(super) fn signed_in(self) -> Result<UserId, PageProblem> {
        self.user.ok_or(PageProblem::NoSession)
    }
}

/// Reads the session once for each request, and extends it. A player is answered in the language of their Discord, which
/// takes the place of the browser's.
pub(super) async fn read_visitor(State(site): State<Arc<Site>>, mut request: Request, next: Next) -> Response {
    if request.uri().path().starts_with("/assets/") {
        return next.run(request).await;
    }
    let headers = request.headers();
    let secret = session_cookie(headers).map(str::to_owned);
    let session = match &secret {
        Some(secret) => site.app.games.use_web_session(secret).await,
        None => Ok(None),
    };
    let (user, is_renewed) = match session {
        Ok(session) => (session.map(|(user, _)| user), session.is_some_and(|(_, is_renewed)| is_renewed)),
        Err(error) => return answer_problem(headers, &error.into()),
    };
    if let Some(user) = user
        && let Some(language) = site.app.language_of(user).await
        && let Ok(code) = HeaderValue::from_str(language.code())
    {
        request.headers_mut().insert(ACCEPT_LANGUAGE, code);
    }
    let sign_in = match user {
        Some(_) => SignIn::Done,
        None if site.logins.is_some() => SignIn::Offered,
        None => SignIn::Unavailable,
    };
    let reader = Reader { sign_in, ..reader(request.headers()) };
    let has_expired = user.is_none() && secret.is_some();
    request.extensions_mut().insert(Visitor { reader, user, has_expired });
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    // An answer that signs in or out has the last word.
    if let Some(secret) = secret.filter(|_| is_renewed && !headers.contains_key(SET_COOKIE))
        && let Ok(cookie) = HeaderValue::from_str(&site.set_cookie(reader.is_framed, &secret))
    {
        headers.insert(SET_COOKIE, cookie);
        // Also a public picture must be kept by nobody else then.
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// Whether one of our scripts has sent the request, and not a form.
pub(super) fn is_script(headers: &HeaderMap) -> bool {
    headers.get(ACCEPT).is_some_and(|accepted| accepted.as_bytes().starts_with(b"application/json"))
}

/// Redirects a form to its page, so that reloading sends nothing again. Returns the result to a script.
pub(super) fn answer_form(headers: &HeaderMap, page: &str, done: Result<serde_json::Value, PageProblem>) -> Response {
    let language = language(headers);
    match done {
        Ok(done) if is_script(headers) => axum::Json(done).into_response(),
        Ok(_) => (StatusCode::SEE_OTHER, [(LOCATION, page)]).into_response(),
        Err(problem) if is_script(headers) => problem.json(language),
        Err(problem) => problem.page_behind(reader(headers), Some(page)),
    }
}

fn answer_problem(headers: &HeaderMap, problem: &PageProblem) -> Response {
    if is_script(headers) { problem.json(language(headers)) } else { problem.page(reader(headers)) }
}

pub(super) fn ask_to_wait(headers: &HeaderMap, problem: &PageProblem, wait: Duration) -> Response {
    let mut answer = answer_problem(headers, problem);
    answer.headers_mut().insert(RETRY_AFTER, HeaderValue::from(wait.as_secs() + 1));
    answer
}

fn cookies(headers: &HeaderMap) -> impl Iterator<Item = (&str, &str)> {
    let values = headers.get_all(COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(';')).filter_map(|cookie| cookie.trim().split_once('='))
}

fn cookie_in<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    cookies(headers).find(|(known, _)| *known == name).map(|(_, secret)| secret)
}

impl Site {
    /// What a browser keeps while it is at Discord's page to sign in. With encryption, another site of the same domain
    /// could set the name without the prefix.
    pub(super) fn sign_in_cookie<'h>(&self, headers: &'h HeaderMap) -> Option<&'h str> {
        let is_secure = self.origin.starts_with("https:");
        cookie_in(headers, SIGN_IN_COOKIES[usize::from(!is_secure)])
    }

    /// The header that gives this secret to a browser, or to a frame inside Discord. The cookie outlives the session, so
    /// that the page can say that the link has expired.
    pub(super) fn set_cookie(&self, is_framed: bool, secret: &str) -> String {
        self.cookie(if is_framed { FRAME_COOKIES } else { BROWSER_COOKIES }, is_framed, secret, 2 * SESSION_MS / 1000)
    }

    /// The headers that give a browser this secret of its person. A frame's session must not hide it where both are on one
    /// site, as without encryption.
    pub(super) fn session_cookies(&self, secret: &str) -> [String; 2] {
        [self.set_cookie(false, secret), self.delete_cookie(true)]
    }

    /// The header by which a browser, or a frame inside Discord, forgets its secret.
    pub(super) fn delete_cookie(&self, is_framed: bool) -> String {
        self.cookie(if is_framed { FRAME_COOKIES } else { BROWSER_COOKIES }, is_framed, "", 0)
    }

    /// The header that gives a browser what it keeps while it is at Discord's page.
    pub(super) fn set_sign_in_cookie(&self, value: &str, seconds: i64) -> String {
        self.cookie(SIGN_IN_COOKIES, false, value, seconds)
    }

    fn cookie(&self, names: [&str; 2], is_framed: bool, secret: &str, seconds: i64) -> String {
        // Browsers accept secure cookies only of encrypted connections.
        let is_secure = self.origin.starts_with("https:");
        // A frame is on another site's page, and its cookies are partitioned by that site. Without encryption,
        // everything is on one machine and so on one site.
        let attributes = match (is_secure, is_framed) {
            (true, true) => "SameSite=None; Secure; Partitioned",
            (true, false) => "SameSite=Lax; Secure",
            (false, _) => "SameSite=Lax",
        };
        let name = names[usize::from(!is_secure)];
        format!("{name}={secret}; Path=/; Max-Age={seconds}; HttpOnly; {attributes}")
    }

    /// A form's content, its game as it is stored, and its user.
    ///
    /// # Errors
    /// If the form is malformed, another site has sent it, nobody is signed in, the person may not see the game or sends
    /// too often.
    pub(super) async fn read_form<T>(
        &self,
        (headers, visitor): (&HeaderMap, Visitor),
        game: &str,
        form: Result<Form<T>, FormRejection>,
    ) -> Result<(T, GameRecord, UserId), PageProblem> {
        let Form(sent) = form?;
        self.check_origin(headers)?;
        let game: GameId = game.parse().map_err(|_| PageProblem::NotFound)?;
        let user = visitor.signed_in()?;
        self.app.games.check_rate(user, Limited::Interactions)?;
        let record = self.app.games.record(game).await?.ok_or(PageProblem::NotFound)?;
        if record.seat_of(user).is_none() {
            self.check_visible(&record, Some(user)).await?;
        }
        Ok((sent, record, user))
    }

    /// Refuses requests made by other sites: browsers always send the origin of a request that changes something.
    pub(super) fn check_origin(&self, headers: &HeaderMap) -> Result<(), PageProblem> {
        let inside_discord = self.activity().map(|activity| activity.origin.as_bytes());
        let is_ours =
            |origin: &HeaderValue| [Some(self.origin.as_bytes()), inside_discord].contains(&Some(origin.as_bytes()));
        if headers.get(ORIGIN).is_some_and(is_ours) { Ok(()) } else { Err(PageProblem::CrossOrigin) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_language_that_we_speak_counts() {
        for (wanted, code) in
            [("fr-CA,fr;q=0.9,en;q=0.8", "fr"), ("pl, de;q=0.5", "de"), ("*", "en-US"), ("xx", "en-US"), ("", "en-US")]
        {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_LANGUAGE, HeaderValue::from_static(wanted));
            let found = language(&headers).code();
            assert!(found == code || code == "en-US" && found == Language::ENGLISH.code(), "{wanted}: {found}");
        }
    }
}
