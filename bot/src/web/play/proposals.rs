//! Players' proposals in a browser: a draw, a takeback, and the answers.

use std::sync::Arc;

use axum::extract::rejection::{FormRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::{Extension, Form};
use games::domain::{Phase, ProposalKind};
use maud::{Markup, html};
use rules::Seat;
use serde::Deserialize;
use serde_json::json;

use crate::features::proposals::draw::{DrawAction, draw};
use crate::features::proposals::open_proposal::{Withdrawal, withdraw};
use crate::features::proposals::takeback::take_back;
use crate::features::proposals::{ProposalAnswer, answer, question};
use crate::localization::{Language, localize};
use crate::web::game::view::{GameQuery, GameView};
use crate::web::markup;
use crate::web::problem::PageProblem;
use crate::web::session::{Visitor, answer_form};
use crate::web::site::Site;

#[derive(Debug, Clone, Copy, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
enum ProposalAction {
    OfferDraw,
    AcceptDraw,
    DeclineDraw,
    WithdrawDraw,
    TakeBack,
    /// Withdraws a proposal other than a draw.
    Withdraw,
    Agree,
    Refuse,
}

#[derive(Debug, Deserialize)]
pub(in crate::web) struct Sent {
    action: String,
    /// The version of the answered proposal; of the game for a new one.
    version: i64,
}

/// `/g/<game>/proposals`
pub(in crate::web) async fn propose(
    State(site): State<Arc<Site>>,
    Path(game): Path<String>,
    query: Result<Query<GameQuery>, QueryRejection>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    sent: Result<Form<Sent>, FormRejection>,
) -> Response {
    let result = Box::pin(site.propose((&headers, visitor), &game, sent)).await;
    answer_form(&headers, &GameQuery::read_or_default(query).page_of(&game), result.map(|()| json!({})))
}

impl Site {
    async fn propose(
        &self,
        sender: (&HeaderMap, Visitor),
        game: &str,
        sent: Result<Form<Sent>, FormRejection>,
    ) -> Result<(), PageProblem> {
        let (sent, record, user) = self.read_form(sender, game, sent).await?;
        let game = record.game.game_id;
        let action: ProposalAction = sent.action.parse().map_err(|_| PageProblem::NotFound)?;
        let games = &self.app.games;
        let (request, version) = (Self::request(game, user, sent.version, action.into()), sent.version);
        let draw = async |action| draw(games, request, game, user, action).await.map(drop);
        match action {
            ProposalAction::OfferDraw => draw(DrawAction::OfferOrAccept { expected_revision: None }).await?,
            ProposalAction::AcceptDraw => draw(DrawAction::Accept { offer: version }).await?,
            ProposalAction::DeclineDraw => draw(DrawAction::Decline { offer: version }).await?,
            ProposalAction::WithdrawDraw => draw(DrawAction::Withdraw { offer: Some(version) }).await?,
            ProposalAction::TakeBack => drop(take_back(games, request, game, user).await?),
            ProposalAction::Withdraw => {
                drop(withdraw(games, request, game, user, Withdrawal::OfVersion(version)).await?);
            }
            ProposalAction::Agree => drop(answer(games, request, game, user, version, ProposalAnswer::Agree).await?),
            ProposalAction::Refuse => drop(answer(games, request, game, user, version, ProposalAnswer::Decline).await?),
        }
        Ok(())
    }
}

/// The reader's seat, if players can make proposals now.
fn asking_seat(view: &GameView) -> Option<Seat> {
    let record = &view.replayed.record;
    let is_going_on = record.game.phase == Phase::Playing && record.game.agreements.adjourned.is_none();
    view.user.filter(|_| is_going_on).and_then(|user| record.seat_of(user))
}

fn button(language: Language, action: &str, what: ProposalAction, version: i64, key: &str) -> Markup {
    html! {
        form method="post" action=(action) {
            input type="hidden" name="version" value=(version);
            button type="submit" name="action" value=(<&str>::from(what)) { (language.localize(key, &[])) }
        }
    }
}

/// Open proposals of others to the player, and the player's own.
pub(in crate::web) fn questions(view: &GameView, action: &str) -> Markup {
    let (language, record) = (view.reader.language, &view.replayed.record);
    let Some(seat) = asking_seat(view) else { return html! {} };
    html! {
        @if let Some(offer) = record.game.draw_offer {
            div.question {
                @if offer.seat == seat {
                    p { (localize!(language, "web-asked", what = "draw")) }
                    (button(language, action, ProposalAction::WithdrawDraw, offer.version, "button-withdraw"))
                } @else {
                    p { (localize!(language, "web-draw-offered")) }
                    (button(language, action, ProposalAction::AcceptDraw, offer.version, "button-draw-yes"))
                    (button(language, action, ProposalAction::DeclineDraw, offer.version, "button-refuse-draw"))
                }
            }
        }
        @match &record.game.agreements.proposal {
            Some(open) if open.seat == seat => div.question {
                p { (localize!(language, "web-asked", what = match open.kind {
                    ProposalKind::Takeback { .. } => "takeback",
                    ProposalKind::Adjourn { .. } => "adjourn",
                })) }
                (button(language, action, ProposalAction::Withdraw, open.version, "button-withdraw"))
            },
            Some(open) if !open.agreed.contains(&seat) => div.question {
                p { (markup::to_html(&question(language, record, open).content, markup::names_in(&record.seats))) }
                (button(language, action, ProposalAction::Agree, open.version, "button-agree"))
                (button(language, action, ProposalAction::Refuse, open.version, "button-refuse"))
            },
            _ => {},
        }
    }
}

pub(in crate::web) fn controls(view: &GameView, action: &str) -> Markup {
    let (language, record) = (view.reader.language, &view.replayed.record);
    let Some(seat) = asking_seat(view) else { return html! {} };
    let game = &record.game;
    let is_against_engine = record.seats.iter().any(|other| other.player.engine().is_some());
    let has_moved = record.own_plies().iter().any(|ply| Some(ply.player) == record.at(seat).map(|own| own.player));
    let can_offer_draw = game.draw_offer.is_none() && !is_against_engine;
    let can_take_back = has_moved && game.agreements.proposal.is_none();
    html! {
        @if can_offer_draw || can_take_back {
            details.proposals {
                summary { (localize!(language, "web-ask")) }
                @if can_offer_draw {
                    (button(language, action, ProposalAction::OfferDraw, game.version, "button-offer-draw-yes"))
                }
                @if can_take_back {
                    (button(language, action, ProposalAction::TakeBack, game.version, "web-take-back"))
                }
            }
        }
    }
}
