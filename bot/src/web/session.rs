//! Who asks: the language of a browser, and the cookie by which it may act in one game.

use std::time::Duration;

use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::http::header::{ACCEPT, ACCEPT_LANGUAGE, COOKIE, LOCATION, ORIGIN, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};

use crate::discord::localization::Language;
use crate::domain::{GameId, UserId};
use crate::games::Limited;
use crate::games::people::web_sessions::SESSION_MS;
use crate::web::document::Reader;
use crate::web::problem::PageProblem;
use crate::web::site::Site;

/// The first language of the browser that we speak.
pub(super) fn language(headers: &HeaderMap) -> Language {
    let wanted = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let codes = wanted.split(',').filter_map(|code| code.split(';').next()).map(str::trim);
    let primary = |code: &str| code.split('-').next().unwrap_or_default().to_ascii_lowercase();
    let known = codes.map(|code| (primary(code), Language::of(code)));
    let mut spoken = known.filter(|(code, language)| *code == primary(language.code()));
    spoken.next().map_or(Language::ENGLISH, |(_, language)| language)
}

/// The cookie of the frame inside Discord, as browsers keep it with and without encryption.
const ACTIVITY_COOKIES: [&str; 2] = ["__Host-activity", "activity"];

pub(super) fn reader(headers: &HeaderMap) -> Reader {
    let is_framed = ACTIVITY_COOKIES.iter().any(|name| cookie_in(headers, name).is_some());
    Reader { language: language(headers), is_framed }
}

/// Whether a script of ours has sent this, and not a form.
pub(super) fn is_script(headers: &HeaderMap) -> bool {
    headers.get(ACCEPT).is_some_and(|accepted| accepted.as_bytes().starts_with(b"application/json"))
}

/// What a form gets: its page, which sends nothing again when it is loaded again. A script gets what was done.
pub(super) fn answer_form(headers: &HeaderMap, page: &str, done: Result<serde_json::Value, PageProblem>) -> Response {
    let language = language(headers);
    match done {
        Ok(done) if is_script(headers) => axum::Json(done).into_response(),
        Ok(_) => (StatusCode::SEE_OTHER, [(LOCATION, page)]).into_response(),
        Err(problem) if is_script(headers) => problem.json(language),
        Err(problem) => problem.page_behind(reader(headers), Some(page)),
    }
}

/// What a browser gets that has to wait for so long.
pub(super) fn ask_to_wait(headers: &HeaderMap, problem: &PageProblem, wait: Duration) -> Response {
    let mut answer = if is_script(headers) { problem.json(language(headers)) } else { problem.page(reader(headers)) };
    answer.headers_mut().insert(RETRY_AFTER, HeaderValue::from(wait.as_secs() + 1));
    answer
}

/// The header that gives a browser a cookie. The browser keeps it for longer than it may act, so that its page can say that the link has
/// expired.
fn cookie(name: &str, secret: &str, attributes: &str) -> String {
    let seconds = 2 * SESSION_MS / 1000;
    format!("{name}={secret}; Path=/; Max-Age={seconds}; HttpOnly; {attributes}")
}

/// What a browser has, by name.
fn cookies(headers: &HeaderMap) -> impl Iterator<Item = (&str, &str)> {
    let values = headers.get_all(COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(';')).filter_map(|cookie| cookie.trim().split_once('='))
}

fn cookie_in<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    cookies(headers).find(|(known, _)| *known == name).map(|(_, secret)| secret)
}

/// Whether a board was opened in this browser, as far as its cookies say.
pub(super) fn has_opened_board(headers: &HeaderMap) -> bool {
    let is_of_game = |name: &str| name.trim_start_matches("__Host-").starts_with("game-");
    cookies(headers).any(|(name, _)| is_of_game(name) || ACTIVITY_COOKIES.contains(&name))
}

impl Site {
    /// Whether browsers reach us encrypted: only then they keep a cookie that says so.
    fn is_secure(&self) -> bool {
        self.origin.starts_with("https:")
    }

    /// The cookie of a game has a name of its own, so that several games are open at once.
    fn cookie_name(&self, game: GameId) -> String {
        let prefix = if self.is_secure() { "__Host-" } else { "" };
        format!("{prefix}game-{game}")
    }

    /// The cookie of the frame inside Discord.
    fn activity_cookie_name(&self) -> &'static str {
        ACTIVITY_COOKIES[usize::from(!self.is_secure())]
    }

    /// The header that gives a browser its cookie for this game.
    pub(super) fn set_cookie(&self, game: GameId, secret: &str) -> String {
        let secure = if self.is_secure() { "; Secure" } else { "" };
        cookie(&self.cookie_name(game), secret, &format!("SameSite=Lax{secure}"))
    }

    /// The same in a frame inside Discord.
    pub(super) fn framed_cookie(&self, game: GameId, secret: &str) -> String {
        cookie(&self.cookie_name(game), secret, self.framed_attributes())
    }

    /// The header that gives a frame inside Discord the cookie by which it opens games.
    pub(super) fn activity_cookie(&self, secret: &str) -> String {
        cookie(self.activity_cookie_name(), secret, self.framed_attributes())
    }

    /// A frame on a page of another site keeps no other cookies, and these for pages of that site alone. Unencrypted, it is all on one
    /// machine, which is one site.
    fn framed_attributes(&self) -> &'static str {
        if self.is_secure() { "SameSite=None; Secure; Partitioned" } else { "SameSite=Lax" }
    }

    /// What this browser proves itself by in this game, whether or not it may act.
    pub(super) fn game_cookie<'h>(&self, headers: &'h HeaderMap, game: GameId) -> Option<&'h str> {
        cookie_in(headers, &self.cookie_name(game))
    }

    /// For whom this browser may act in this game, if for anybody.
    pub(super) async fn user(&self, headers: &HeaderMap, game: GameId) -> Result<Option<UserId>, PageProblem> {
        let Some(secret) = self.game_cookie(headers, game) else { return Ok(None) };
        Ok(self.app.games.web_user(game, secret).await?)
    }

    /// The header by which a browser that may act keeps its cookie for longer, where that is due.
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

    /// For whom this frame inside Discord opens games, if for anybody.
    pub(super) async fn activity_user(&self, headers: &HeaderMap) -> Result<Option<UserId>, PageProblem> {
        let secret = cookie_in(headers, self.activity_cookie_name()).filter(|_| self.activity.is_some());
        let Some(secret) = secret else { return Ok(None) };
        Ok(self.app.games.activity_user(secret).await?)
    }

    /// What a form asks for, in which game, and for whom.
    ///
    /// # Errors
    /// When it is none of our forms, when another page has sent it, when this browser may act for nobody, and when it asks too often.
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

    /// Refuses what another page makes a browser send: browsers always say from where a request that changes something comes.
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
