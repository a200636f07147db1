//! Error pages for missing, forbidden and broken things.

use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse as _, Response};
use clubs::ClubError;
use games::GameError;
use games::store::StoreError;
use games::store::availability::log_unanswered;
use maud::html;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use rules::Refusal;
use serde::Serialize;

use crate::commands::rules_refusal::{capitalized, illegal, render_refusal};
use crate::features::refusals;
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
    /// A sign-in is unknown to this browser, used or too old.
    SignInExpired,
    /// The person has not allowed Discord to say who they are.
    Declined,
    /// The link is another person's than the one who is signed in; their names, if known.
    OtherPerson {
        own: Option<String>,
        other: Option<String>,
    },
    /// The link is unknown, used or too old. For a used one, the ways back are known.
    LinkUsed(Option<WaysBack>),
    /// Another site has made the browser send the request.
    CrossOrigin,
    /// Discord says that the person is not in this server.
    NotAMember,
    /// Nothing says where in Discord a challenge of this person would appear.
    NoChannel,
    /// Discord does not confirm that the person is in the frame's instance.
    Unconfirmed,
    DiscordAway,
    /// More people open boards inside Discord than its rate limit lets us verify.
    TooManyLogins,
    /// The readers behind one address make too many requests.
    TooManyRequests,
    /// All readers together make too many requests.
    Busy,
    /// The engine has no room for an analysis.
    EngineBusy,
    /// The request is longer than any that our pages send.
    TooLarge,
    Refused(GameError, Option<String>),
    /// No step begins at this place. With the reason, unless that differs from direction to direction.
    NoStep {
        place: String,
        reason: Option<Refusal>,
    },
}

/// Links for someone who may not act in a game, or not as they are.
#[derive(Debug, Clone, Default, Serialize)]
pub(super) struct WaysBack {
    /// The page of all their games.
    pub(super) games: Option<&'static str>,
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
            Self::NoSession | Self::SignInExpired | Self::Declined | Self::LinkUsed(_) => StatusCode::UNAUTHORIZED,
            Self::CrossOrigin
            | Self::NotAMember
            | Self::NoChannel
            | Self::Unconfirmed
            | Self::Refused(GameError::NotAPlayer, _) => StatusCode::FORBIDDEN,
            Self::DiscordAway | Self::TooManyLogins | Self::Busy | Self::EngineBusy => StatusCode::SERVICE_UNAVAILABLE,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Refused(GameError::Internal(_), _) => StatusCode::INTERNAL_SERVER_ERROR,
            Self::TooManyRequests | Self::Refused(GameError::TooFast { .. }, _) => StatusCode::TOO_MANY_REQUESTS,
            Self::Refused(GameError::Illegal(_) | GameError::IllegalMove(_) | GameError::ConditionalMoves(_), _)
            | Self::NoStep { .. } => StatusCode::UNPROCESSABLE_ENTITY,
            Self::OtherPerson { .. } | Self::Refused(..) => StatusCode::CONFLICT,
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
            Self::SignInExpired => return localize!(language, "web-sign-in-expired"),
            Self::Declined => return localize!(language, "web-declined"),
            Self::OtherPerson { own, other } => {
                let own = own.clone().unwrap_or_else(|| localize!(language, "web-other-person"));
                let other = other.clone().unwrap_or_else(|| localize!(language, "web-link-person"));
                return localize!(language, "web-sign-in-instead", own = own, other = other);
            }
            Self::LinkUsed(_) => return localize!(language, "web-link-used"),
            Self::NotAMember => return localize!(language, "web-not-a-member"),
            Self::NoChannel => return localize!(language, "web-no-channel"),
            Self::Unconfirmed => return localize!(language, "web-unconfirmed"),
            Self::DiscordAway => return localize!(language, "web-discord-away"),
            Self::TooManyLogins => return localize!(language, "web-too-many-logins"),
            Self::TooManyRequests => return localize!(language, "web-too-many-requests"),
            Self::Busy => return localize!(language, "web-busy"),
            Self::EngineBusy => return localize!(language, "analysis-busy"),
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
            GameError::Stale(_) => localize!(language, "web-stale"),
            GameError::Internal(cause) => {
                log_unanswered("a browser", cause);
                localize!(language, "error-internal")
            }
            refused => refusals::sentence(language, refused).unwrap_or_else(|| localize!(language, "web-not-now")),
        };
        // Names are not known here, and may be hidden.
        markup::plain_with(&text, &localize!(language, "web-player"))
    }

    pub(super) fn page(&self, reader: Reader) -> Response {
        self.page_behind(reader, None)
    }

    /// The same page, with a link to the page from which the request came: a game's, a lobby, or that of all games.
    pub(super) fn page_behind(&self, reader: Reader, from: Option<&str>) -> Response {
        let language = reader.language;
        let sentence = self.sentence(language);
        let is_there = !matches!(self, Self::NotFound);
        let main = html! {
            main.message {
                h1 { (sentence) }
                @if let Some(board) = from.filter(|from| is_there && *from != "/me") {
                    @let key = if board.starts_with("/s/") { "web-to-lobby" } else { "web-to-board" };
                    p { a href=(board) { (language.localize(key, &[])) } }
                }
                @if self.asks_to_sign_in() && !reader.is_framed {
                    @let again = from.map(|from| format!("/sign-in?next={}", utf8_percent_encode(from, NON_ALPHANUMERIC)));
                    p { (reader.sign_in_link(again.as_deref().unwrap_or("/sign-in"))) }
                    p { (markup::to_html(&localize!(language, "web-games-hint"), |_| None)) }
                }
                @if (reader.is_framed || from == Some("/me")) && !self.asks_to_sign_in() {
                    p { (games_link(language)) }
                }
            }
        };
        let page = shell(language, &sentence, &html! { meta name="robots" content="noindex"; }, &main);
        (self.status(), Html(page.into_string())).into_response()
    }

    /// Whether signing in, once more, helps.
    fn asks_to_sign_in(&self) -> bool {
        matches!(self, Self::NoSession | Self::SignInExpired | Self::Declined | Self::DiscordAway | Self::TooManyLogins)
    }

    /// The problem as JSON, for a script.
    pub(super) fn json(&self, language: Language) -> Response {
        let (ways, button) = match self {
            Self::LinkUsed(ways) => (ways.clone(), None),
            Self::OtherPerson { other, .. } => {
                let other = other.clone().unwrap_or_else(|| localize!(language, "web-link-person"));
                let ways = WaysBack { games: Some("/me"), ..WaysBack::default() };
                (Some(ways), Some(localize!(language, "web-sign-in-as", name = other)))
            }
            _ => (None, None),
        };
        let body = serde_json::json!({ "problem": self.sentence(language), "ways": ways, "button": button });
        (self.status(), axum::Json(body)).into_response()
    }
}
