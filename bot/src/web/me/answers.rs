//! What a person can do on the list of their games: answer challenges, and sign out.

use std::sync::Arc;

use axum::extract::rejection::FormRejection;
use axum::extract::{Path, State};
use axum::http::header::{LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{AppendHeaders, IntoResponse as _, Response};
use axum::{Extension, Form};
use games::challenges::{accept, decline, withdraw};
use games::domain::{GameSummary, Person, UserId};
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::json;

use crate::localization::Language;
use crate::web::problem::PageProblem;
use crate::web::session::{Visitor, answer_form, reader, session_cookie};
use crate::web::site::Site;

#[derive(Debug, Clone, Copy, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
enum ChallengeAnswer {
    Accept,
    Decline,
    Withdraw,
}

impl ChallengeAnswer {
    /// The answers that this person can give here. Declining a challenge of a competition may cost a game, and Discord
    /// asks about that.
    fn of(summary: &GameSummary, user: UserId) -> &'static [Self] {
        let is_of_competition = summary.game.competition.is_some();
        if summary.waits_for(user) {
            if is_of_competition { &[Self::Accept] } else { &[Self::Accept, Self::Decline] }
        } else if summary.game.challenge.challenger == user && !is_of_competition {
            &[Self::Withdraw]
        } else {
            &[]
        }
    }

    fn label(self) -> &'static str {
        match self {
            Self::Accept => "button-accept",
            Self::Decline => "button-decline",
            Self::Withdraw => "button-withdraw",
        }
    }
}

/// The form with the answers to a challenge that this person can give here.
pub(in crate::web) fn answers_to(language: Language, summary: &GameSummary, user: UserId) -> Markup {
    html! {
        form method="post" action={ "/me/" (summary.game.game_id) } {
            input type="hidden" name="version" value=(summary.game.version);
            @for answer in ChallengeAnswer::of(summary, user) {
                button type="submit" name="answer" value=(<&str>::from(answer)) { (language.localize(answer.label(), &[])) }
            }
        }
    }
}

#[derive(Debug, Deserialize)]
pub(in crate::web) struct Sent {
    answer: String,
    /// The version of the game that was shown.
    version: i64,
}

/// `/me/<game>`: answers a challenge. A repeated request answers once.
pub(in crate::web) async fn answer(
    State(site): State<Arc<Site>>,
    Path(game): Path<String>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    sent: Result<Form<Sent>, FormRejection>,
) -> Response {
    let result = Box::pin(site.answer_challenge((&headers, visitor), &game, sent)).await;
    answer_form(&headers, "/me", result.map(|()| json!({})))
}

/// `/me/sign-out`: signs this browser out.
pub(in crate::web) async fn sign_out(State(site): State<Arc<Site>>, headers: HeaderMap) -> Response {
    let result = async {
        site.check_origin(&headers)?;
        if let Some(secret) = session_cookie(&headers) {
            site.app.games.sign_out(secret).await?;
        }
        Ok::<_, PageProblem>(site.delete_cookie(reader(&headers).is_framed))
    };
    match result.await {
        Ok(cookie) => {
            (StatusCode::SEE_OTHER, AppendHeaders([(SET_COOKIE, cookie)]), [(LOCATION, "/me")]).into_response()
        }
        Err(problem) => problem.page(reader(&headers)),
    }
}

impl Site {
    async fn answer_challenge(
        &self,
        sender: (&HeaderMap, Visitor),
        game: &str,
        sent: Result<Form<Sent>, FormRejection>,
    ) -> Result<(), PageProblem> {
        let (sent, record, user) = self.read_form(sender, game, sent).await?;
        let (games, game) = (&self.app.games, record.game.game_id);
        let answer: ChallengeAnswer = sent.answer.parse().map_err(|_| PageProblem::NotFound)?;
        let request = Self::request(game, user, sent.version, answer.into());
        match answer {
            ChallengeAnswer::Accept => {
                let seat = record.seats.iter().find(|seat| seat.player == user).ok_or(PageProblem::NotFound)?;
                drop(accept(games, request, game, Person { user, name: seat.name.clone() }).await?);
            }
            ChallengeAnswer::Decline if record.game.competition.is_some() => return Err(PageProblem::NotFound),
            ChallengeAnswer::Decline => drop(decline(games, request, game, user).await?),
            ChallengeAnswer::Withdraw => drop(withdraw(games, request, game, user).await?),
        }
        Ok(())
    }
}
