//! Puzzles and the exercises of `/learn` on a board in the browser: `/puzzle`, `/puzzle/<number>`, `/learn/<number>`.

mod task;

use std::fmt::{self, Display};
use std::str::FromStr;
use std::sync::Arc;

use axum::extract::rejection::{FormRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::{Html, IntoResponse as _, Redirect, Response};
use axum::{Extension, Form};
use discord::custom_id::Field as _;
use games::domain::{Day, UserId};
use games::{GameError, Limited};
use maud::{Markup, PreEscaped, html};
use render::svg_pieces;
use rules::{AnyGame, Diagram};
use serde::Deserialize;
use serde_json::json;

use crate::board::description::{DescriptionContext, describe};
use crate::board::position::{Turns, picture};
use crate::board::step_words::StepWords;
use crate::board::viewer::Viewer;
use crate::features::learn::exercises::{ALL, exercises_of};
use crate::features::learn::view::Lesson;
use crate::features::puzzle::service::{self, ShownPuzzle};
use crate::features::puzzle::view::Session;
use crate::localization::{Language, localize};
use crate::web::document::{games_link, shell};
use crate::web::game::page::boards_and_players;
use crate::web::play::entry::{Controls, enter, typed_turn};
use crate::web::play::lines::Refusal;
use crate::web::play::why::explain;
use crate::web::problem::PageProblem;
use crate::web::session::{Visitor, answer_form, is_script};
use crate::web::site::Site;
use crate::web::tasks::task::{Judgement, Stage, Task, TaskView};
use crate::web::{assets, markup};

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::Display, strum::EnumString)]
#[strum(serialize_all = "lowercase")]
pub(super) enum Kind {
    Puzzle,
    Learn,
}

/// A puzzle or an exercise, as its address names it: `puzzle/17`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TaskId {
    kind: Kind,
    number: u32,
}

impl Display for TaskId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.kind, self.number)
    }
}

impl FromStr for TaskId {
    type Err = PageProblem;

    fn from_str(text: &str) -> Result<Self, PageProblem> {
        let parts = text.split_once('/').and_then(|(kind, number)| Some((kind.parse().ok()?, number.parse().ok()?)));
        parts.map(|(kind, number)| Self { kind, number }).ok_or(PageProblem::NotFound)
    }
}

/// The kind and the number in an address.
type TaskPath = Path<(String, String)>;

fn task_of(Path((kind, number)): &TaskPath) -> Result<TaskId, PageProblem> {
    format!("{kind}/{number}").parse()
}

/// The board on which a turn is begun: the turns before it, for the judgement, and its position, on which turns are
/// tried. A position that the browser has anyway says nothing of the solution.
fn revision(played: &Turns, game: &dyn AnyGame) -> String {
    format!("{}@{}", played.write(), game.position())
}

fn read_revision(revision: &str) -> Result<(Turns, &str), PageProblem> {
    let parts = revision.split_once('@').and_then(|(turns, position)| Some((Turns::read(turns)?, position)));
    parts.ok_or(PageProblem::NotFound)
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct TaskQuery {
    /// The solver's turns so far.
    turns: Option<String>,
}

/// `/puzzle`: the puzzle of the day.
pub(super) async fn of_today(State(site): State<Arc<Site>>, Extension(visitor): Extension<Visitor>) -> Response {
    let page = async {
        let user = site.solver(visitor)?;
        let shown = service::open_day(&site.app.games, user, Day::of(site.app.clock.now())).await?;
        site.puzzle_page(visitor, user, shown.ok_or(PageProblem::NotFound)?).await
    };
    answer_page(visitor, page.await)
}

/// `/puzzle/next`: the next puzzle near the solver's rating.
pub(super) async fn next(State(site): State<Arc<Site>>, Extension(visitor): Extension<Visitor>) -> Response {
    let page = async {
        let user = site.solver(visitor)?;
        let shown = service::open_next(&site.app.games, user).await?.ok_or(PageProblem::AllSolved)?;
        site.puzzle_page(visitor, user, shown).await
    };
    answer_page(visitor, Box::pin(page).await)
}

/// `/puzzle/<number>`, for who was shown it before, and `/learn/<number>`.
pub(super) async fn page(
    State(site): State<Arc<Site>>,
    path: TaskPath,
    query: Result<Query<TaskQuery>, QueryRejection>,
    Extension(visitor): Extension<Visitor>,
) -> Response {
    let page = async {
        let id = task_of(&path)?;
        let user = site.solver(visitor)?;
        let task = site.task(user, visitor.reader.language, id).await?;
        let turns = query.ok().and_then(|Query(query)| query.turns).as_deref().and_then(Turns::read);
        let view = turns.and_then(|turns| task.resume(turns)).map_or_else(|| task.start(), Ok)?;
        site.render_task(user, &task, &view, None).await
    };
    answer_page(visitor, page.await)
}

/// Redirects from the address of a form to the page of its task.
pub(super) async fn redirect(path: TaskPath, Extension(visitor): Extension<Visitor>) -> Response {
    match task_of(&path) {
        Ok(id) => Redirect::to(&format!("/{id}")).into_response(),
        Err(problem) => problem.page(visitor.reader),
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct Begun {
    turn: String,
    revision: String,
    /// Places of a touch that means no step. The answer says why.
    why: Option<String>,
}

/// `/puzzle/<number>/try`: the board after the beginning of a turn. It judges nothing.
pub(super) async fn try_turn(
    State(site): State<Arc<Site>>,
    path: TaskPath,
    begun: Result<Query<Begun>, QueryRejection>,
    Extension(visitor): Extension<Visitor>,
) -> Response {
    let result = async {
        let Query(Begun { turn, revision, why }) = begun.map_err(|_| PageProblem::NotFound)?;
        let id = task_of(&path)?;
        let user = site.solver(visitor)?;
        let task = site.task(user, visitor.reader.language, id).await?;
        let (_, position) = read_revision(&revision)?;
        let game = rules::open_at(&task.start()?.game.setup(), position).map_err(|_| PageProblem::NotFound)?;
        if let Some(places) = why {
            return Err(explain(&*game, &turn, &places));
        }
        let (entry, after) = enter(&*game, words(&task), &turn)?;
        let (before, mut diagram) = (game.diagram(), after.diagram());
        // Until the turn is confirmed, no one else is on turn.
        (diagram.to_move, diagram.ply) = (before.to_move, before.ply);
        Ok(json!({ "position": board(&task, diagram).into_string(), "entry": entry }))
    };
    match result.await {
        Ok(answer) => axum::Json(answer).into_response(),
        Err(problem) => problem.json(visitor.reader.language),
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct Sent {
    turn: String,
    revision: String,
}

/// `/puzzle/<number>/moves`: judges a turn. The answer is the page after it: an address for it would tell those who have
/// not tried yet what is right.
pub(super) async fn play(
    State(site): State<Arc<Site>>,
    path: TaskPath,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    sent: Result<Form<Sent>, FormRejection>,
) -> Response {
    let result = async {
        let id = task_of(&path)?;
        let Form(Sent { turn, revision }) = sent?;
        let user = site.sender(&headers, visitor)?;
        let (played, _) = read_revision(&revision)?;
        let mut task = site.task(user, visitor.reader.language, id).await?;
        match task.judge(user, played.clone(), &turn).await? {
            Judgement::Legal(view) => Ok((None, site.render_task(user, &task, &view, None).await?)),
            Judgement::Illegal(refusal) => {
                let problem = PageProblem::Refused(GameError::Illegal(refusal), Some(turn.clone()));
                if is_script(&headers) {
                    return Err(problem);
                }
                let sentence = problem.sentence(task.language());
                // Only turns that are right have an illegal one after them.
                let view = task.after(played).map_or_else(|| task.start(), Ok)?;
                let refusal = Some(Refusal { field: "turn", text: turn, sentence });
                let page = site.render_task(user, &task, &view, refusal).await?;
                Ok((Some(problem.status()), page))
            }
        }
    };
    match Box::pin(result).await {
        Ok((_, page)) if is_script(&headers) => axum::Json(json!({ "page": page })).into_response(),
        Ok((status, page)) => (status.unwrap_or_default(), Html(page)).into_response(),
        Err(problem) => refuse(&path, &headers, problem),
    }
}

/// `/puzzle/<number>/solution`
pub(super) async fn solution(
    State(site): State<Arc<Site>>,
    path: TaskPath,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
) -> Response {
    let page = async {
        let id = task_of(&path)?;
        let user = site.sender(&headers, visitor)?;
        let task = site.task(user, visitor.reader.language, id).await?;
        let view = task.solution(user).await?;
        site.render_task(user, &task, &view, None).await
    };
    match Box::pin(page).await {
        Ok(page) => Html(page).into_response(),
        Err(problem) => refuse(&path, &headers, problem),
    }
}

fn answer_page(visitor: Visitor, page: Result<String, PageProblem>) -> Response {
    match page {
        Ok(page) => Html(page).into_response(),
        Err(problem) => problem.page(visitor.reader),
    }
}

fn refuse(path: &TaskPath, headers: &HeaderMap, problem: PageProblem) -> Response {
    let page = task_of(path).map_or_else(|_| "/me".to_owned(), |id| format!("/{id}"));
    answer_form(headers, &page, Err(problem))
}

fn words(task: &Task<'_>) -> StepWords {
    StepWords { language: task.language(), is_turned: task.is_turned(), in_words: task.viewer().words_only }
}

fn board(task: &Task<'_>, diagram: Diagram) -> Markup {
    let (language, flip) = (task.language(), task.is_turned());
    let description = describe(language, &diagram, flip, DescriptionContext::default());
    let picture = picture(language, task.viewer(), diagram, flip, String::new());
    boards_and_players(language, &picture, &description, true, None)
}

impl Site {
    /// The person who is signed in and reads a task.
    fn solver(&self, visitor: Visitor) -> Result<UserId, PageProblem> {
        let user = visitor.signed_in()?;
        self.app.games.check_rate(user, Limited::Completions)?;
        Ok(user)
    }

    /// The person who is signed in and sends a form of our pages.
    fn sender(&self, headers: &HeaderMap, visitor: Visitor) -> Result<UserId, PageProblem> {
        self.check_origin(headers)?;
        let user = visitor.signed_in()?;
        self.app.games.check_rate(user, Limited::Interactions)?;
        Ok(user)
    }

    async fn task(&self, user: UserId, language: Language, id: TaskId) -> Result<Task<'_>, PageProblem> {
        let TaskId { kind, number } = id;
        match kind {
            Kind::Puzzle => {
                let puzzle = service::puzzle_of(number.into()).ok_or(PageProblem::NotOpened)?;
                let shown = service::find_shown(&self.app.games, user, puzzle).await?;
                Ok(self.puzzle(user, language, shown.ok_or(PageProblem::NotOpened)?).await)
            }
            Kind::Learn => {
                let exercise = number.checked_sub(1).and_then(|index| ALL.get(index as usize));
                let exercise = exercise.ok_or(PageProblem::NotFound)?;
                let progress = exercises_of(&self.app.games, user).await?;
                let viewer = Viewer::of(&self.app, user, None).await;
                Ok(Task::Exercise(Lesson { app: &self.app, language, viewer, exercise, progress }))
            }
        }
    }

    async fn puzzle(&self, user: UserId, language: Language, shown: ShownPuzzle) -> Task<'_> {
        let viewer = Viewer::of(&self.app, user, None).await;
        Task::Puzzle(Session { app: &self.app, language, viewer, shown, opened_for: None })
    }

    async fn puzzle_page(&self, visitor: Visitor, user: UserId, shown: ShownPuzzle) -> Result<String, PageProblem> {
        let task = self.puzzle(user, visitor.reader.language, shown).await;
        self.render_task(user, &task, &task.start()?, None).await
    }

    async fn render_task(
        &self,
        user: UserId,
        task: &Task<'_>,
        view: &TaskView,
        refusal: Option<Refusal>,
    ) -> Result<String, PageProblem> {
        let plays_at_once = self.app.games.preferences_of(user).await?.preview == Some(false);
        Ok(render(task, view, plays_at_once, refusal.as_ref()).into_string())
    }

    /// Whether today's puzzle is solved, and the streak, in words.
    pub(super) async fn daily_puzzle(&self, user: UserId, language: Language) -> Result<String, PageProblem> {
        let today = Day::of(self.app.clock.now());
        let streak = self.app.games.store.puzzle_player(user).await?.streak;
        let state = if streak.last == Some(today) { "solved" } else { "open" };
        Ok(localize!(language, "web-daily", state = state, days = streak.current(today)))
    }
}

fn render(task: &Task<'_>, view: &TaskView, plays_at_once: bool, refusal: Option<&Refusal>) -> Markup {
    let (language, id) = (task.language(), task.id());
    let base = format!("/{id}");
    let (title, theme) = (task.title(), task.viewer().picture_style.theme);
    let entry = match &view.stage {
        Stage::Open(played) => enter(&*view.game, words(task), "").ok().map(|(entry, _)| (entry, played)),
        Stage::Wrong(_) | Stage::Over => None,
    };
    let main = html! {
        (PreEscaped(svg_pieces(theme)))
        main #game data-game=(id) data-newest=(base) data-plays="yes" {
            header {
                (games_link(language))
                h1 { (markup::to_html(&title, |_| None)) }
            }
            div.table { (board(task, view.game.diagram())) }
            section.task {
                @for (at, line) in view.lines.iter().enumerate() {
                    p.status[at == 0] { (markup::to_html(line, |_| None)) }
                }
                @if entry.is_none() { (links(task, view, &base)) }
            }
            @if let Some((entry, played)) = entry {
                @let revision = revision(played, &*view.game);
                (Controls { language, game: &*view.game, entry: Some(entry), base: &base, revision: revision.clone(), flip: task.is_turned(), plays_at_once, may_plan: false, ply: None, line: None }.render())
                aside {
                    (typed_turn(language, &format!("{base}/moves"), &revision, refusal))
                    @if let Some(hint) = task.hint() {
                        details {
                            summary { (localize!(language, "button-learn-hint")) }
                            p { (markup::to_html(&hint, |_| None)) }
                        }
                    }
                    (solution_form(task, &base, false))
                    // Another puzzle comes once this one is tried.
                    @if let (Kind::Learn, Some((address, key))) = (id.kind, task.next()) {
                        a.step data-step="on" href=(address) { (language.localize(key, &[])) }
                    }
                }
            }
        }
        @if matches!(view.stage, Stage::Open(_)) {
            link rel="modulepreload" href=(assets::address("input.js"));
            link rel="modulepreload" href=(assets::address("motion.js"));
            script type="module" src=(assets::address("board.js")) {}
        }
    };
    shell(language, &markup::plain(&title), &html! { meta name="robots" content="noindex"; }, &main)
}

/// The ways on from a turn that was judged, or from the solution.
fn links(task: &Task<'_>, view: &TaskView, base: &str) -> Markup {
    let language = task.language();
    let (again, key) = match &view.stage {
        Stage::Wrong(played) if !played.0.is_empty() => {
            (format!("{base}?turns={}", played.write()), "button-puzzle-again")
        }
        Stage::Wrong(_) => (base.to_owned(), "button-puzzle-again"),
        Stage::Open(_) | Stage::Over => (base.to_owned(), "button-again"),
    };
    let is_wrong = matches!(view.stage, Stage::Wrong(_));
    html! {
        nav {
            a.step.next[is_wrong] data-step="again" href=(again) { (language.localize(key, &[])) }
            @if let Some((address, key)) = task.next() {
                a.step.next[!is_wrong] data-step="on" href=(address) { (language.localize(key, &[])) }
            }
            @if is_wrong { (solution_form(task, base, true)) }
        }
    }
}

fn solution_form(task: &Task<'_>, base: &str, is_tried: bool) -> Markup {
    html! {
        form method="post" action={ (base) "/solution" } {
            button type="submit" { (task.language().localize(task.solution_key(is_tried), &[])) }
        }
    }
}
