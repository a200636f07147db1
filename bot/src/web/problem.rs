//! Error pages for missing, forbidden and broken things.

use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse as _, Response};
use clubs::ClubError;
use games::GameError;
use games::store::StoreError;
use games::store::availability::log_unanswered;
use maud::html;
use rules::Refusal;
use serde::Serialize;

use crate::board::message::mentions;
use crate::commands::rules_refusal::{capitalized, illegal, render_refusal};
use crate::features::conditional_moves;
use crate::localization::{Language, localize};
use crate::web::document::{Reader, games_link, shell};
use crate::web::markup;

/// The reason why a browser does not get what it requested.
#[derive(Debug)]
pub(super) enum PageProblem {
    /// There is no such game, or not for this reader; the two are indistinguishable.
    NotFound,
    /// The puzzle was not shown to this reader, so they cannot choose it.
    NotOpened,
    /// There is no puzzle left for this reader.
    AllSolved,
    /// The cookie is missing or too old, regardless of whether the game exists.
    NoSession,
    /// The link is unknown, used or too old. For a used one, the ways back are known.
    LinkUsed(Option<WaysBack>),
    /// Another site has made the browser send the request.
    CrossOrigin,
    /// Discord does not confirm that the person is in the frame's instance.
    Unconfirmed,
    DiscordAway,
    /// More people open boards inside Discord than its rate limit lets us verify.
    TooManyLogins,
    /// The readers behind one address make too many requests.
    TooManyRequests,
    /// All readers together make too many requests.
    Busy,
    /// The request is longer than any that our pages send.
    TooLarge,
    Refused(GameError, Option<String>),
    /// No step begins at this place. With the reason, unless that differs from direction to direction.
    NoStep {
        place: String,
        reason: Option<Refusal>,
    },
}

/// Links to a game for someone who may not act in it.
#[derive(Debug, Clone, Serialize)]
pub(super) struct WaysBack {
    /// Its public page.
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

impl From<ClubError> for PageProblem {
    fn from(error: ClubError) -> Self {
        match error {
            ClubError::Game(error) => error.into(),
            ClubError::Ladder(_) | ClubError::Tournament(_) => Self::NotFound,
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
            Self::NotFound | Self::NotOpened | Self::AllSolved => StatusCode::NOT_FOUND,
            Self::NoSession | Self::LinkUsed(_) => StatusCode::UNAUTHORIZED,
            Self::CrossOrigin | Self::Unconfirmed | Self::Refused(GameError::NotAPlayer, _) => StatusCode::FORBIDDEN,
            Self::DiscordAway | Self::TooManyLogins | Self::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Refused(GameError::Internal(_), _) => StatusCode::INTERNAL_SERVER_ERROR,
            Self::TooManyRequests | Self::Refused(GameError::TooFast { .. }, _) => StatusCode::TOO_MANY_REQUESTS,
            Self::Refused(GameError::Illegal(_) | GameError::IllegalMove(_) | GameError::ConditionalMoves(_), _)
            | Self::NoStep { .. } => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Refused(..) => StatusCode::CONFLICT,
        }
    }

    /// One sentence, without markup.
    pub(super) fn sentence(&self, language: Language) -> String {
        let (error, turn_text) = match self {
            Self::NotFound => return localize!(language, "web-not-found"),
            Self::NotOpened => return markup::plain(&localize!(language, "error-puzzle-not-yours")),
            Self::AllSolved => return markup::plain(&localize!(language, "puzzle-all-solved")),
            Self::TooLarge => return localize!(language, "web-not-now"),
            Self::NoSession => return localize!(language, "web-no-session"),
            Self::LinkUsed(_) => return localize!(language, "web-link-used"),
            Self::Unconfirmed => return localize!(language, "web-unconfirmed"),
            Self::DiscordAway => return localize!(language, "web-discord-away"),
            Self::TooManyLogins => return localize!(language, "web-too-many-logins"),
            Self::TooManyRequests => return localize!(language, "web-too-many-requests"),
            Self::Busy => return localize!(language, "web-busy"),
            Self::CrossOrigin => return localize!(language, "web-foreign"),
            Self::NoStep { place, reason: None } => return localize!(language, "web-cannot-move", cell = place),
            Self::NoStep { reason: Some(reason), .. } => {
                return format!("{}.", markup::plain(&capitalized(&render_refusal(language, reason))));
            }
            Self::Refused(error, turn_text) => (error, turn_text.clone()),
        };
        let text = match error {
            GameError::IllegalMove(refused) => illegal(language, turn_text, &refused.refusal),
            GameError::Illegal(refusal) => illegal(language, turn_text, refusal),
            GameError::ConditionalMoves(error) => conditional_moves::view::explain(language, error),
            GameError::Stale(_) => localize!(language, "web-stale"),
            GameError::NotYourTurn(_) => localize!(language, "error-not-your-turn"),
            GameError::ColorsHidden => localize!(language, "error-hidden-colors"),
            GameError::Adjourned(until) => localize!(language, "error-adjourned", until = until.0 / 1000),
            GameError::TooMany(count) => localize!(language, "error-too-many", count = count),
            GameError::OwnChallenge(record) => {
                localize!(language, "error-own-challenge", opponents = mentions(language, record.unanswered()))
            }
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

    pub(super) fn page(&self, reader: Reader) -> Response {
        self.page_behind(reader, None)
    }

    /// The same page, with a link to the page from which the request came: a game's, or that of all games.
    pub(super) fn page_behind(&self, reader: Reader, from: Option<&str>) -> Response {
        let language = reader.language;
        let sentence = self.sentence(language);
        let is_there = !matches!(self, Self::NotFound);
        let main = html! {
            main.message {
                h1 { (sentence) }
                @if let Some(board) = from.filter(|from| is_there && *from != "/me") {
                    p { a href=(board) { (localize!(language, "web-to-board")) } }
                }
                @if (reader.is_framed || from == Some("/me")) && !matches!(self, Self::NoSession) {
                    p { (games_link(language)) }
                }
            }
        };
        let page = shell(language, &sentence, &html! { meta name="robots" content="noindex"; }, &main);
        (self.status(), Html(page.into_string())).into_response()
    }

    /// The problem as JSON, for a script.
    pub(super) fn json(&self, language: Language) -> Response {
        let ways = if let Self::LinkUsed(ways) = self { ways.as_ref() } else { None };
        let body = serde_json::json!({ "problem": self.sentence(language), "ways": ways });
        (self.status(), axum::Json(body)).into_response()
    }
}
