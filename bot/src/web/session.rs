//! The reader's language, and the cookie of the person who is signed in.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::extract::{Request, State};
use axum::http::header::{ACCEPT, ACCEPT_LANGUAGE, COOKIE, LOCATION, ORIGIN, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use games::Limited;
use games::domain::{GameId, GameRecord, UserId};
use games::people::web_sessions::SESSION_MS;

use crate::localization::Language;
use crate::web::document::Reader;
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

pub(super) fn reader(headers: &HeaderMap) -> Reader {
    Reader { language: language(headers), is_framed: frame_cookie(headers).is_some() }
}

/// Answers a player in the language of their Discord: it takes the place of the browser's.
pub(super) async fn answer_in_language_of_player(
    State(site): State<Arc<Site>>,
    mut request: Request,
    next: Next,
) -> Response {
    // A player who is not known now gets the browser's language.
    let path = request.uri().path();
    // Pictures and assets have no words.
    let has_words = Path::new(path).extension().is_none();
    let user = if has_words { site.user(request.headers()).await.ok().flatten() } else { None };
    if let Some(user) = user
        && let Some(language) = site.app.language_of(user).await
        && let Ok(code) = HeaderValue::from_str(language.code())
    {
        request.headers_mut().insert(ACCEPT_LANGUAGE, code);
    }
    next.run(request).await
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

pub(super) fn ask_to_wait(headers: &HeaderMap, problem: &PageProblem, wait: Duration) -> Response {
    let mut answer = if is_script(headers) { problem.json(language(headers)) } else { problem.page(reader(headers)) };
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
    /// The header that gives this secret to a browser, or to a frame inside Discord. The cookie outlives the session, so
    /// that the page can say that the link has expired.
    pub(super) fn set_cookie(&self, is_framed: bool, secret: &str) -> String {
        self.cookie(is_framed, secret, 2 * SESSION_MS / 1000)
    }

    /// The header by which a browser, or a frame inside Discord, forgets its secret.
    pub(super) fn delete_cookie(&self, is_framed: bool) -> String {
        self.cookie(is_framed, "", 0)
    }

    fn cookie(&self, is_framed: bool, secret: &str, seconds: i64) -> String {
        // Browsers accept secure cookies only of encrypted connections.
        let is_secure = self.origin.starts_with("https:");
        let names = if is_framed { FRAME_COOKIES } else { BROWSER_COOKIES };
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

    /// The person who is signed in with this browser.
    pub(super) async fn user(&self, headers: &HeaderMap) -> Result<Option<UserId>, PageProblem> {
        let Some(secret) = session_cookie(headers) else { return Ok(None) };
        Ok(self.app.games.web_user(secret).await?)
    }

    /// The header that extends the cookie of a person who is signed in, if that is due.
    pub(super) async fn renewed_cookie(&self, headers: &HeaderMap) -> Result<Option<String>, PageProblem> {
        let Some(secret) = session_cookie(headers) else { return Ok(None) };
        let is_renewed = self.app.games.renew_web_session(secret).await?;
        Ok(is_renewed.then(|| self.set_cookie(reader(headers).is_framed, secret)))
    }

    /// A form's content, its game as it is stored, and its user.
    ///
    /// # Errors
    /// If the form is malformed, another site has sent it, nobody is signed in, the person may not see the game or sends
    /// too often.
    pub(super) async fn read_form<T>(
        &self,
        headers: &HeaderMap,
        game: &str,
        form: Result<Form<T>, FormRejection>,
    ) -> Result<(T, GameRecord, UserId), PageProblem> {
        let Form(sent) = form?;
        self.check_origin(headers)?;
        let game: GameId = game.parse().map_err(|_| PageProblem::NotFound)?;
        let user = self.user(headers).await?.ok_or(PageProblem::NoSession)?;
        self.app.games.check_rate(user, Limited::Interactions)?;
        let record = self.app.games.record(game).await?.ok_or(PageProblem::NotFound)?;
        if record.seat_of(user).is_none() {
            self.check_visible(&record, Some(user)).await?;
        }
        Ok((sent, record, user))
    }

    /// Refuses requests made by other sites: browsers always send the origin of a request that changes something.
    pub(super) fn check_origin(&self, headers: &HeaderMap) -> Result<(), PageProblem> {
        let inside_discord = self.activity.as_ref().map(|activity| activity.origin.as_bytes());
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
