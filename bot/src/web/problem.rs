//! What a browser is told when something is not there, not allowed, or broken.

use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse as _, Response};
use maud::html;
use serde::Serialize;

use crate::commands::rules_refusal::illegal;
use crate::discord::localization::{Language, localize};
use crate::features::conditional_moves;
use crate::games::GameError;
use crate::store::StoreError;
use crate::store::availability::log_unanswered;
use crate::web::document::{Reader, shell};
use crate::web::markup;

/// Why a browser does not get what it asked for.
#[derive(Debug)]
pub(super) enum PageProblem {
    /// There is no such game, or not for this reader: nobody learns which.
    NotFound,
    /// The cookie is missing, of another game or too old. Of which game it is says nothing about whether there is one.
    NoSession,
    /// The link is unknown, used or too old. Of a used one it is known where it led.
    LinkUsed(Option<WaysBack>),
    /// A page that is not ours has made the browser send it.
    CrossOrigin,
    /// Discord does not say that this person is where the frame says.
    Unconfirmed,
    DiscordAway,
    /// More people open boards inside Discord than it lets us ask about.
    TooManyLogins,
    /// The readers behind one address ask for more than is good for the others.
    TooManyRequests,
    /// All readers together ask for more.
    Busy,
    /// It is longer than anything that our pages send.
    TooLarge,
    Refused(GameError, Option<String>),
}

/// Where a game is found by who may not act in it.
#[derive(Debug, Clone, Serialize)]
pub(super) struct WaysBack {
    /// Its page, where everybody sees it.
    pub(super) page: Option<String>,
    /// Its thread in Discord.
    pub(super) thread: Option<String>,
}

impl From<GameError> for PageProblem {
    fn from(error: GameError) -> Self {
        match error {
            GameError::NoSuchGame | GameError::NotForYou => Self::NotFound,
            error => Self::Refused(error, None),
        }
    }
}

impl From<FormRejection> for PageProblem {
    fn from(rejection: FormRejection) -> Self {
        if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE { Self::TooLarge } else { Self::NotFound }
    }
}

impl From<StoreError> for PageProblem {
    fn from(error: StoreError) -> Self {
        Self::Refused(error.into(), None)
    }
}

impl From<anyhow::Error> for PageProblem {
    fn from(cause: anyhow::Error) -> Self {
        StoreError::Database { problem: format!("{cause:#}"), transient: false }.into()
    }
}

impl PageProblem {
    pub(super) fn status(&self) -> StatusCode {
        match self {
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::NoSession | Self::LinkUsed(_) => StatusCode::UNAUTHORIZED,
            Self::CrossOrigin | Self::Unconfirmed | Self::Refused(GameError::NotAPlayer, _) => StatusCode::FORBIDDEN,
            Self::DiscordAway | Self::TooManyLogins | Self::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Refused(GameError::Internal(_), _) => StatusCode::INTERNAL_SERVER_ERROR,
            Self::TooManyRequests | Self::Refused(GameError::TooFast { .. }, _) => StatusCode::TOO_MANY_REQUESTS,
            Self::Refused(GameError::Illegal(_) | GameError::IllegalMove(_) | GameError::ConditionalMoves(_), _) => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            Self::Refused(..) => StatusCode::CONFLICT,
        }
    }

    /// One sentence, without markup.
    pub(super) fn sentence(&self, language: Language) -> String {
        let (error, played) = match self {
            Self::NotFound => return localize!(language, "web-not-found"),
            Self::TooLarge => return localize!(language, "web-not-now"),
            Self::NoSession => return localize!(language, "web-no-session"),
            Self::LinkUsed(_) => return localize!(language, "web-link-used"),
            Self::Unconfirmed => return localize!(language, "web-unconfirmed"),
            Self::DiscordAway => return localize!(language, "web-discord-away"),
            Self::TooManyLogins => return localize!(language, "web-too-many-logins"),
            Self::TooManyRequests => return localize!(language, "web-too-many-requests"),
            Self::Busy => return localize!(language, "web-busy"),
            Self::CrossOrigin => return localize!(language, "web-foreign"),
            Self::Refused(error, played) => (error, played.clone()),
        };
        let text = match error {
            GameError::IllegalMove(refused) => illegal(language, played, &refused.refusal),
            GameError::Illegal(refusal) => illegal(language, played, refusal),
            GameError::ConditionalMoves(error) => conditional_moves::view::explain(language, error),
            GameError::Stale(_) => localize!(language, "web-stale"),
            GameError::NotYourTurn(_) => localize!(language, "error-not-your-turn"),
            GameError::ColorsHidden => localize!(language, "error-hidden-colors"),
            GameError::Adjourned(until) => localize!(language, "error-adjourned", until = until.0 / 1000),
            GameError::TooFast { at, .. } => localize!(language, "error-too-fast", at = at.0 / 1000),
            GameError::Internal(cause) => {
                log_unanswered("a browser", cause);
                localize!(language, "error-internal")
            }
            plain => language
                .try_localize(&format!("error-{plain}"), &[])
                .unwrap_or_else(|| localize!(language, "web-not-now")),
        };
        markup::plain(&text)
    }

    /// A page that says it.
    pub(super) fn page(&self, reader: Reader) -> Response {
        self.page_behind(reader, None)
    }

    /// The same, with the way back to the page of a game.
    pub(super) fn page_behind(&self, reader: Reader, board: Option<&str>) -> Response {
        let language = reader.language;
        let sentence = self.sentence(language);
        let is_there = !matches!(self, Self::NotFound);
        let main = html! {
            main.message {
                h1 { (sentence) }
                @if let Some(board) = board.filter(|_| is_there) {
                    p { a href=(board) { (localize!(language, "web-to-board")) } }
                }
                @if reader.is_framed && !matches!(self, Self::NoSession) { p { (reader.games_link()) } }
            }
        };
        let page = shell(language, &sentence, &html! { meta name="robots" content="noindex"; }, &main);
        (self.status(), Html(page.into_string())).into_response()
    }

    /// The same for a script.
    pub(super) fn json(&self, language: Language) -> Response {
        let ways = if let Self::LinkUsed(ways) = self { ways.as_ref() } else { None };
        let body = serde_json::json!({ "problem": self.sentence(language), "ways": ways });
        (self.status(), axum::Json(body)).into_response()
    }
}
