//! The reader's language, and the cookie by which it may act in one game.

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
use games::domain::{GameId, UserId};
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

/// The cookie of the frame inside Discord, with and without encryption.
const ACTIVITY_COOKIES: [&str; 2] = ["__Host-activity", "activity"];

pub(super) fn reader(headers: &HeaderMap) -> Reader {
    let is_framed = ACTIVITY_COOKIES.iter().any(|name| cookie_in(headers, name).is_some());
    Reader { language: language(headers), is_framed }
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
    let user = if has_words { site.user_of_page(path, request.headers()).await.ok().flatten() } else { None };
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

/// The header that sets a cookie. It outlives the permission to act, so that the page can say that the link has
/// expired.
fn cookie(name: &str, secret: &str, attributes: &str) -> String {
    let seconds = 2 * SESSION_MS / 1000;
    format!("{name}={secret}; Path=/; Max-Age={seconds}; HttpOnly; {attributes}")
}

fn cookies(headers: &HeaderMap) -> impl Iterator<Item = (&str, &str)> {
    let values = headers.get_all(COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(';')).filter_map(|cookie| cookie.trim().split_once('='))
}

fn cookie_in<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    cookies(headers).find(|(known, _)| *known == name).map(|(_, secret)| secret)
}

pub(super) fn has_opened_board(headers: &HeaderMap) -> bool {
    let is_of_game = |name: &str| name.trim_start_matches("__Host-").starts_with("game-");
    cookies(headers).any(|(name, _)| is_of_game(name) || ACTIVITY_COOKIES.contains(&name))
}

impl Site {
    /// Whether connections are encrypted: only then do browsers accept secure cookies.
    fn is_secure(&self) -> bool {
        self.origin.starts_with("https:")
    }

    /// Each game has a cookie of its own, so that several games can be open at once.
    fn cookie_name(&self, game: GameId) -> String {
        let prefix = if self.is_secure() { "__Host-" } else { "" };
        format!("{prefix}game-{game}")
    }

    fn activity_cookie_name(&self) -> &'static str {
        ACTIVITY_COOKIES[usize::from(!self.is_secure())]
    }

    pub(super) fn set_cookie(&self, game: GameId, secret: &str) -> String {
        let secure = if self.is_secure() { "; Secure" } else { "" };
        cookie(&self.cookie_name(game), secret, &format!("SameSite=Lax{secure}"))
    }

    /// The same in a frame inside Discord.
    pub(super) fn framed_cookie(&self, game: GameId, secret: &str) -> String {
        cookie(&self.cookie_name(game), secret, self.framed_attributes())
    }

    /// The header that sets the cookie by which a frame inside Discord opens games.
    pub(super) fn activity_cookie(&self, secret: &str) -> String {
        cookie(self.activity_cookie_name(), secret, self.framed_attributes())
    }

    /// Attributes that browsers require of cookies in a frame on another site's page, partitioned by that site.
    /// Without encryption, everything is on one machine and so on one site.
    fn framed_attributes(&self) -> &'static str {
        if self.is_secure() { "SameSite=None; Secure; Partitioned" } else { "SameSite=Lax" }
    }

    /// The browser's secret for this game, whether or not it is valid.
    pub(super) fn game_cookie<'h>(&self, headers: &'h HeaderMap, game: GameId) -> Option<&'h str> {
        cookie_in(headers, &self.cookie_name(game))
    }

    /// The user for whom this browser may act in this game.
    pub(super) async fn user(&self, headers: &HeaderMap, game: GameId) -> Result<Option<UserId>, PageProblem> {
        let Some(secret) = self.game_cookie(headers, game) else { return Ok(None) };
        Ok(self.app.games.web_user(game, secret).await?)
    }

    /// The header that extends the cookie of a browser that may act, if that is due.
    pub(super) async fn renewed_cookie(
        &self,
        headers: &HeaderMap,
        game: GameId,
    ) -> Result<Option<String>, PageProblem> {
        let Some(secret) = self.game_cookie(headers, game) else { return Ok(None) };
        let is_renewed = self.app.games.renew_web_session(secret).await?;
        Ok(is_renewed.then(|| {
            let is_framed = reader(headers).is_framed;
            if is_framed { self.framed_cookie(game, secret) } else { self.set_cookie(game, secret) }
        }))
    }

    /// The user for whom this frame inside Discord opens games.
    pub(super) async fn activity_user(&self, headers: &HeaderMap) -> Result<Option<UserId>, PageProblem> {
        let secret = cookie_in(headers, self.activity_cookie_name()).filter(|_| self.activity.is_some());
        let Some(secret) = secret else { return Ok(None) };
        Ok(self.app.games.activity_user(secret).await?)
    }

    /// The user for whom this browser acts on the page at this path: that of a game, or inside Discord.
    async fn user_of_page(&self, path: &str, headers: &HeaderMap) -> Result<Option<UserId>, PageProblem> {
        let game = path.strip_prefix("/g/").and_then(|rest| rest.split('/').next());
        match game.and_then(|game| game.parse().ok()) {
            Some(game) => self.user(headers, game).await,
            None => self.activity_user(headers).await,
        }
    }

    /// A form's content, its game and its user.
    ///
    /// # Errors
    /// If the form is malformed, another site has sent it, the browser may not act, or it sends too often.
    pub(super) async fn read_form<T>(
        &self,
        headers: &HeaderMap,
        game: &str,
        form: Result<Form<T>, FormRejection>,
    ) -> Result<(T, GameId, UserId), PageProblem> {
        let Form(sent) = form?;
        self.check_origin(headers)?;
        let game: GameId = game.parse().map_err(|_| PageProblem::NotFound)?;
        let user = self.user(headers, game).await?.ok_or(PageProblem::NoSession)?;
        self.app.games.check_rate(user, Limited::Interactions)?;
        Ok((sent, game, user))
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
