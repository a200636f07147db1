//! The review of a finished game: the chance to win, and mistakes with better moves.

use std::sync::Arc;

use axum::extract::rejection::{FormRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::{Extension, Form};
use engine::Analysis;
use games::domain::{GameRecord, Phase, UserId};
use games::replay::replay;
use games::{GameError, Limited};
use maud::{Markup, PreEscaped, html};
use render::svg_board;
use rules::{Diagram, Seat};
use serde::Deserialize;
use serde_json::json;

use crate::features::analysis::analyze_game;
use crate::features::analysis::view::{LONGEST_LINE, chances, describe_accuracy, judge_position};
use crate::localization::localize;
use crate::web::game::chart::{EDGE, HEIGHT, WIDTH, x, y};
use crate::web::game::page::{Addresses, svg_style};
use crate::web::game::view::{GameQuery, GameView};
use crate::web::markup;
use crate::web::problem::PageProblem;
use crate::web::session::{Visitor, answer_form};
use crate::web::site::Site;

pub(in crate::web) enum Review {
    /// This process has made none yet, or no longer has it.
    Missing,
    Made(Arc<Analysis>),
}

#[derive(Debug, Deserialize)]
pub(in crate::web) struct Sent {}

/// `/g/<game>/review`: makes the review, as `/game analyze` does, and answers once it is made.
pub(in crate::web) async fn ask(
    State(site): State<Arc<Site>>,
    Path(game): Path<String>,
    query: Result<Query<GameQuery>, QueryRejection>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    sent: Result<Form<Sent>, FormRejection>,
) -> Response {
    let result = Box::pin(site.make_review((&headers, visitor), &game, sent)).await;
    answer_form(&headers, &GameQuery::read_or_default(query).page_of(&game), result.map(|()| json!({})))
}

impl Site {
    /// The review of a finished game; `None` if there can be none.
    pub(in crate::web) fn review(&self, record: &GameRecord) -> Option<Review> {
        let queue = self.app.games.engine_queue.as_ref()?;
        let is_over = record.game.phase == Phase::Over && !record.plies.is_empty();
        is_over.then(|| queue.known_analysis(record).map_or(Review::Missing, Review::Made))
    }

    async fn make_review(
        &self,
        request: (&HeaderMap, Visitor),
        game: &str,
        sent: Result<Form<Sent>, FormRejection>,
    ) -> Result<(), PageProblem> {
        let (Sent {}, record, user) = self.read_form(request, game, sent).await?;
        if record.game.phase != Phase::Over {
            return Err(GameError::NotOver.into());
        }
        self.app.games.check_rate(user, Limited::Lookups)?;
        let analyzed = analyze_game(&self.app.games, record.game.game_id, user).await?;
        analyzed.map(drop).ok_or(PageProblem::EngineBusy)
    }
}

impl Review {
    pub(super) fn render(&self, view: &GameView, addresses: &Addresses<'_>) -> Markup {
        match self {
            Self::Missing => view.user.map_or_else(|| html! {}, |user| ask_form(view, addresses, user)),
            Self::Made(analysis) => render(analysis, view, addresses),
        }
    }
}

/// The button that makes a review. On a player's page, a script presses it.
fn ask_form(view: &GameView, addresses: &Addresses<'_>, user: UserId) -> Markup {
    let language = view.reader.language;
    let is_player = view.replayed.record.seat_of(user).is_some();
    let (says, fails) = (localize!(language, "web-review-begun"), localize!(language, "web-offline"));
    html! {
        section.review {
            h2 { (localize!(language, "web-review")) }
            form.ask method="post" action=(addresses.below("review")) data-by-itself[is_player] data-says=(says) data-fails=(fails) {
                button type="submit" { (localize!(language, "button-analyze")) }
                p role="status" {}
            }
        }
    }
}

fn render(analysis: &Analysis, view: &GameView, addresses: &Addresses<'_>) -> Markup {
    let (language, record) = (view.reader.language, &view.replayed.record);
    let (ply, seat_infos, style) =
        (view.ply(), view.replayed.any_game.seats(), svg_style(view.viewer.picture_style, view.flip()));
    let say = |text: &str| markup::to_html(text, |_| None);
    // The positions after the mistakes.
    let mut mistakes: Vec<u32> = analysis.mistakes(usize::MAX).into_iter().map(|(index, _)| index as u32 + 1).collect();
    mistakes.sort_unstable();
    let previous = mistakes.iter().rev().find(|mistake| **mistake < ply);
    let next = mistakes.iter().find(|mistake| **mistake > ply);
    let mistake = |key: &str, name: &'static str, to: Option<&u32>| {
        let words = language.localize(key, &[]);
        html! {
            @if let Some(to) = to { a.step data-step=(name) href=(addresses.at(*to)) { (words) } }
            @else { span.step aria-hidden="true" { (words) } }
        }
    };
    let [judged, evaluation, continuation] = judge_position(language, record, &seat_infos, analysis, ply);
    let best = |ply: u32| {
        let line = &analysis.turns.get(ply as usize)?.better.line;
        Some(&line[..line.len().min(LONGEST_LINE)])
    };
    let better = ply.checked_sub(1).filter(|_| mistakes.contains(&ply)).and_then(|before| {
        let line = best(before)?;
        Some((addresses.line(before, line, "", 1), line.first()?, after(record, before, line)?))
    });
    let continuation = continuation.zip(best(ply)).map(|(text, line)| (text, addresses.line(ply, line, "", 1)));
    html! {
        section.chart.review {
            h2 { (localize!(language, "analysis-chances")) }
            (curve(analysis, view, addresses))
            p { (say(&describe_accuracy(language, record, &seat_infos, analysis))) }
            // The line that is shown was not played, and is not judged.
            @if view.line.is_none() {
                @if let Some(text) = evaluation { p { (say(&text)) } }
                @if let Some(text) = judged { p { (say(&text)) } }
                @if let Some((address, turn, diagram)) = better {
                    a.better href=(address) {
                        span.boards aria-hidden="true" data-theme=(style.theme.board) { (PreEscaped(svg_board(&diagram, diagram.active, style))) }
                        (localize!(language, "analysis-better", move = ply, notation = turn))
                    }
                }
                @if let Some((text, address)) = continuation { a.step href=(address) { span { (say(&text)) } } }
            }
            @if mistakes.is_empty() { p { (localize!(language, "analysis-no-mistakes")) } }
            @else {
                div.mistakes {
                    (mistake("web-mistake-previous", "mistake-previous", previous))
                    (mistake("web-mistake-next", "mistake-next", next))
                }
            }
        }
    }
}

/// The position after the first turn of this line, on the board where it is made.
fn after(record: &GameRecord, ply: u32, line: &[String]) -> Option<Diagram> {
    let mut game = replay(record, ply as usize, |_| ()).ok()?;
    let active = game.diagram().active;
    game.play(line.first()?).ok()?;
    Some(Diagram { active, ..game.diagram() })
}

/// The chance to win after each move: of the first of two players, else of each. Each position is a link.
fn curve(analysis: &Analysis, view: &GameView, addresses: &Addresses<'_>) -> Markup {
    let (language, last) = (view.reader.language, analysis.turns.len());
    let seats = view.replayed.any_game.seats();
    let is_for_two = seats.len() == 2;
    let path = |seat: usize| {
        let points = chances(analysis, Seat(seat as u8), is_for_two).into_iter().enumerate();
        let points = points.map(|(index, point)| {
            let (x, y) = (x(point.at as usize, last), y(point.value as f32, 100.0));
            format!("{}{x:.1} {y:.1}", if index == 0 { 'M' } else { 'L' })
        });
        points.collect::<String>()
    };
    let curves = if is_for_two { 1 } else { seats.len() };
    let (width, middle) = (x(1, last) - x(0, last), y(50.0, 100.0));
    html! {
        svg viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="group" aria-label=(localize!(language, "analysis-chances")) {
            line x1=(EDGE) x2=(x(last, last)) y1=(middle) y2=(middle) {}
            @for seat in 0..curves { path d=(path(seat)) {} }
            // Above, the first player wins.
            @for (seat, at) in seats.iter().zip([EDGE, HEIGHT - EDGE]).filter(|_| is_for_two) {
                use href={ "#" (seat.color.name()) } transform=(format!("translate({:.1} {at:.1})scale(6.5)", WIDTH - 1.5 * EDGE)) {}
            }
            @for ply in 0..=last {
                @let label = localize!(language, "after-ply", ply = ply);
                // The list of moves has the same links for the keyboard.
                a href=(addresses.at(ply as u32)) tabindex="-1" aria-label=(label) aria-current=[(ply as u32 == view.ply()).then_some("step")] {
                    title { (label) }
                    rect x=(format!("{:.1}", x(ply, last) - width / 2.0)) y="0" width=(format!("{width:.1}")) height=(HEIGHT) {}
                }
            }
        }
    }
}
