//! Entering a turn by touch: what can be taken and where it can go, and the board after the beginning of a turn.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse as _, Response};
use maud::{Markup, PreEscaped, html};
use render::{Marked, Target};
use rules::Color;
use rules::board::hex::{Cell, Direction};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::commands::board::legal_steps::{self, Step};
use crate::commands::board::step_words::StepWords;
use crate::commands::board::words::color;
use crate::discord::localization::{Language, localize};
use crate::domain::GameId;
use crate::games::{GameError, Limited, ReplayedGame};
use crate::web::game_page::boards;
use crate::web::game_view::{GameQuery, GameView};
use crate::web::problem::PageProblem;
use crate::web::session::language;
use crate::web::site::Site;

/// A legal step as a finger makes it.
#[derive(Debug, Serialize)]
struct TouchedStep {
    /// The turn with this step at its end.
    turn: String,
    /// What it is called where one touch may mean several.
    words: String,
    /// Where the finger begins and where it ends, each way that means this step; it begins nowhere where something is placed.
    taps: Vec<[String; 2]>,
    /// The marbles that move by themselves.
    group: Vec<String>,
    /// On the hexagon: which way it goes, counted from the right of the board of Black against the clock.
    direction: Option<usize>,
    /// Whether it pushes a row along itself, as a swipe from its last marble does.
    is_inline: bool,
}

/// What a script needs to enter a turn from here.
#[derive(Debug, Serialize)]
struct Entry {
    /// The board that it is entered on.
    revision: i64,
    /// The turn so far, in canonical notation.
    turn: String,
    /// Can it be played as it is?
    is_complete: bool,
    steps: Vec<TouchedStep>,
}

impl TouchedStep {
    fn read(step: &Step, game: &dyn rules::AnyGame, words: StepWords, begun: &str) -> Self {
        let effect = step.effect(game, begun);
        let words = words.step(step, effect.as_ref());
        let group: Vec<Cell> = effect.map(|effect| effect.moved).unwrap_or_default();
        let taps = match (step.target, step.direction) {
            (Some(Target::Point(from, to)), _) => vec![[from.to_string(), to.to_string()]],
            (_, Some(direction)) => hex_taps(step, &group, direction),
            _ => step.marked.iter().map(|place| [String::new(), place.to_string()]).collect(),
        };
        Self {
            turn: step.after(game, begun),
            words,
            taps,
            direction: step.direction.and_then(|way| Direction::ALL.iter().position(|known| *known == way)),
            is_inline: step.direction.is_some() && step.is_inline(),
            group: group.iter().map(Cell::to_string).collect(),
        }
    }
}

/// A row along itself: from its last marble to the cell ahead of its first. Sideways: from the marble at the end that lies behind to the
/// cell that the other end goes to, so that no other step has the same two places. A triangle: from each of its marbles to each cell that
/// it enters.
fn hex_taps(step: &Step, group: &[Cell], direction: Direction) -> Vec<[String; 2]> {
    let anchors: Vec<Cell> = step
        .anchors
        .iter()
        .filter_map(|anchor| match anchor {
            legal_steps::Anchor::Place(Marked::Cell(cell)) => Some(*cell),
            _ => None,
        })
        .collect();
    let pair = |from: Cell, to: Option<Cell>| to.map(|to| [from.to_string(), to.to_string()]);
    match anchors[..] {
        [rear] => {
            let mut front = rear;
            while let Some(next) = front.step(direction).filter(|next| group.contains(next)) {
                front = next;
            }
            pair(rear, front.step(direction)).into_iter().collect()
        }
        [one, other] => {
            let ways = [(one, other), (other, one)];
            let farthest = ways.into_iter().max_by_key(|(from, end)| end.step(direction).map(|to| distance(*from, to)));
            farthest.and_then(|(from, end)| pair(from, end.step(direction))).into_iter().collect()
        }
        _ => {
            let entered = anchors.iter().filter_map(|cell| cell.step(direction)).filter(|cell| !anchors.contains(cell));
            let entered: Vec<Cell> = entered.collect();
            anchors.iter().flat_map(|from| entered.iter().filter_map(|to| pair(*from, Some(*to)))).collect()
        }
    }
}

/// How many steps it is from one cell to another.
fn distance(from: Cell, to: Cell) -> i8 {
    let rows = to.row().cast_signed() - from.row().cast_signed();
    let cols = to.col().cast_signed() - from.col().cast_signed();
    rows.abs().max(cols.abs()).max((rows - cols).abs())
}

/// The entry after the beginning of a turn, and the game as it is then.
fn enter(
    replayed: &ReplayedGame,
    words: StepWords,
    begun: &str,
) -> Result<(Entry, Box<dyn rules::AnyGame>), PageProblem> {
    let game = &*replayed.any_game;
    let after = game
        .after(begun)
        .map_err(|refusal| PageProblem::Refused(GameError::Illegal(refusal), Some(begun.to_owned())))?;
    let goes_on = begun.is_empty() || after.partial_turn().is_some() && after.outcome().is_none();
    let steps = if goes_on { legal_steps::steps(&*after) } else { Vec::new() };
    let entry = Entry {
        revision: replayed.record.game.revision().into(),
        turn: begun.to_owned(),
        is_complete: !begun.is_empty() && (!goes_on || after.may_end_turn()),
        steps: steps.iter().map(|step| TouchedStep::read(step, game, words, begun)).collect(),
    };
    Ok((entry, after))
}

#[derive(Debug, Deserialize)]
pub(in crate::web) struct Begun {
    turn: String,
    /// The board that it was begun on.
    revision: i64,
    flip: Option<bool>,
}

/// Longer than the longest chain.
const LONGEST_TURN: usize = 400;

/// `/g/<game>/try`: the board after the beginning of a turn, and how it can go on. Nothing is played.
pub(in crate::web) async fn try_turn(
    State(site): State<Arc<Site>>,
    Path(game): Path<String>,
    begun: Result<Query<Begun>, QueryRejection>,
    headers: HeaderMap,
) -> Response {
    let language = language(&headers);
    let tried = async {
        let Query(Begun { turn, revision, flip }) = begun.map_err(|_| PageProblem::NotFound)?;
        let game: GameId = game.parse().map_err(|_| PageProblem::NotFound)?;
        let mut view = site.view(&headers, game, GameQuery { ply: None, flip }).await?;
        let user = view.user.ok_or(PageProblem::NoSession)?;
        site.app.games.check_rate(user, Limited::Completions)?;
        let record = &view.replayed.record;
        let seat = record.playing_seat(user)?;
        record.check_not_adjourned()?;
        if i64::from(record.game.revision()) != revision {
            return Err(GameError::Stale(Box::new(view.replayed)).into());
        }
        if record.game.turn.to_move != Some(seat) {
            return Err(GameError::NotYourTurn(Box::new(view.replayed.record)).into());
        }
        if view.replayed.any_game.hides_colors() {
            return Err(GameError::ColorsHidden.into());
        }
        let turn: String = turn.chars().take(LONGEST_TURN).collect();
        let active = view.replayed.any_game.diagram().active;
        let (entry, after) = enter(&view.replayed, view.words(), &turn)?;
        view.replayed = view.replayed.with_game(after);
        let mut diagram = view.replayed.any_game.diagram();
        if entry.steps.is_empty() {
            // The turn is looked at where it was made.
            diagram.active = active;
        }
        Ok::<_, PageProblem>(json!({ "boards": boards(&view, &diagram).into_string(), "entry": entry }))
    };
    match tried.await {
        Ok(answer) => axum::Json(answer).into_response(),
        Err(problem) => problem.json(language),
    }
}

/// What stands below the board of a player on turn. Without scripts, or where colors are hidden, a turn is typed.
pub(in crate::web) fn controls(view: &GameView, base: &str, plays_at_once: bool) -> Markup {
    let language = view.language;
    let revision: i64 = view.replayed.record.game.revision().into();
    let entry =
        (!view.replayed.any_game.hides_colors()).then(|| enter(&view.replayed, view.words(), "")).and_then(Result::ok);
    let is_placing = view.replayed.any_game.diagram().placing;
    let words = json!({
        "take": if is_placing { localize!(language, "web-place") } else { localize!(language, "web-take") },
        "where": localize!(language, "web-where"),
        "goOn": localize!(language, "web-go-on"),
        "ready": localize!(language, "web-ready"),
        "which": localize!(language, "web-which"),
        "offline": localize!(language, "web-offline"),
        "stones": stones(language),
    });
    html! {
        div.entry data-base=(base) data-flip=(view.flip()) data-at-once=[plays_at_once.then_some("yes")] {
            @if let Some((entry, _)) = entry {
                p.hint aria-live="polite" {}
                div.bar hidden {
                    button type="button" data-do="back" disabled { (localize!(language, "button-back")) }
                    button type="button" data-do="confirm" disabled { (localize!(language, "web-confirm")) }
                }
                div.which hidden {}
                script type="application/json" data-entry { (PreEscaped(script_safe(&json!(entry)))) }
                script type="application/json" data-words { (PreEscaped(script_safe(&words))) }
            }
            form.typed method="post" action={ (base) "/moves" } {
                label { (localize!(language, "web-type")) " " input name="turn" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="150" required; }
                input type="hidden" name="revision" value=(revision);
                button type="submit" { (localize!(language, "button-play")) }
            }
        }
    }
}

/// What lies on a place, by the names of the pieces of [`render::svg_pieces`].
fn stones(language: Language) -> serde_json::Value {
    let colors = Color::ALL.iter().map(|of| (of.name(), color(language, *of)));
    let others = ["hidden", "pivot", "ball", "sister", "obstacle", "hole"];
    let others = others.into_iter().map(|name| (name, localize!(language, "web-stone", stone = name)));
    json!(colors.chain(others).collect::<BTreeMap<_, _>>())
}

/// JSON that cannot end the element that it stands in.
fn script_safe(value: &serde_json::Value) -> String {
    value.to_string().replace('<', "\\u003c")
}
