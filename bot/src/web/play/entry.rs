//! Touch entry of a turn: selectable marbles and targets, and the board after the beginning of a turn.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::Arc;

use axum::Extension;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse as _, Response};
use games::domain::{ConditionalMovesError, GameId, MAX_DEPTH, Phase};
use games::{GameError, Limited};
use maud::{Markup, PreEscaped, html};
use render::{Marked, Target};
use rules::board::hex::{Cell, Direction};
use rules::{AnyGame, Color, Seat};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::board::legal_steps::{self, Step};
use crate::board::step_words::StepWords;
use crate::board::words::color;
use crate::localization::{Language, localize};
use crate::web::game::line::SharedLine;
use crate::web::game::page;
use crate::web::game::view::{GameQuery, GameView, Positions};
use crate::web::play::lines::{Refusal, field};
use crate::web::play::why::explain;
use crate::web::problem::PageProblem;
use crate::web::session::Visitor;
use crate::web::site::Site;

#[derive(Debug, Serialize)]
struct TouchedStep {
    /// The turn that ends with this step.
    turn: String,
    /// Its name, if a touch is ambiguous.
    words: String,
    /// Start and end of each gesture that means this step; a placing has no start.
    taps: Vec<[String; 2]>,
    /// The marbles that move on their own.
    group: Vec<String>,
    /// On the hexagon, the direction, counted counterclockwise from the right of Black's board.
    direction: Option<usize>,
    /// Whether it pushes a row along itself, like a swipe from its last marble.
    is_inline: bool,
}

/// The data that a script needs to enter a turn from here.
#[derive(Debug, Serialize)]
pub(in crate::web) struct Entry {
    /// The turn so far, in canonical notation.
    turn: String,
    /// Whether it can be played as it is.
    is_complete: bool,
    steps: Vec<TouchedStep>,
}

impl TouchedStep {
    fn read(step: &mut Step, game: &dyn AnyGame, words: StepWords, begun: &str) -> Self {
        step.add_effect(game, begun);
        let words = words.step(step);
        let group = step.effect.take().map(|effect| effect.moved).unwrap_or_default();
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
            is_inline: step.direction.is_some() && step.is_inline,
            group: group.iter().map(Cell::to_string).collect(),
        }
    }
}

/// Inline: from the last marble to the cell ahead of the first. Broadside: from the marble at the rear end to the
/// target of the other end, so that no other step has the same two places. Triangle: from each of its marbles to each
/// cell that it enters.
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

fn distance(from: Cell, to: Cell) -> i8 {
    let rows = to.row().cast_signed() - from.row().cast_signed();
    let cols = to.col().cast_signed() - from.col().cast_signed();
    rows.abs().max(cols.abs()).max((rows - cols).abs())
}

/// The entry after the beginning of a turn, and the game at that point.
pub(in crate::web) fn enter(
    game: &dyn AnyGame,
    words: StepWords,
    begun: &str,
) -> Result<(Entry, Box<dyn AnyGame>), PageProblem> {
    let after = game
        .after(begun)
        .map_err(|refusal| PageProblem::Refused(GameError::Illegal(refusal), Some(begun.to_owned())))?;
    let goes_on = begun.is_empty() || after.partial_turn().is_some() && after.outcome().is_none();
    let mut steps = if goes_on { legal_steps::steps(&*after) } else { Vec::new() };
    let entry = Entry {
        turn: begun.to_owned(),
        is_complete: !begun.is_empty() && (!goes_on || after.may_end_turn()),
        steps: steps.iter_mut().map(|step| TouchedStep::read(step, game, words, begun)).collect(),
    };
    Ok((entry, after))
}

#[derive(Debug, Deserialize)]
pub(in crate::web) struct Begun {
    turn: String,
    /// The board revision on which the turn was begun.
    revision: i64,
    flip: Option<bool>,
    /// In a finished game, the position where the line begins.
    ply: Option<u32>,
    /// For a tried line: the previous turns of all players.
    line: Option<String>,
    /// Places of a touch that means no step: the taken marbles and the touched place. The answer says why.
    why: Option<String>,
}

/// A tried sequence of turns of all players.
#[derive(Debug, Serialize)]
pub(in crate::web) struct TriedLine {
    /// Turns in canonical notation.
    pub(in crate::web) turns: Vec<String>,
    /// The seat that makes each turn.
    #[serde(skip)]
    pub(in crate::web) owners: Vec<Option<Seat>>,
    /// Whether it ends with a turn of the player who tries it, and so can be kept as conditional moves.
    can_be_kept: bool,
}

impl TriedLine {
    /// Plays the turns of a line, and the next turn if it is complete and cannot continue. Also returns the game
    /// after it. `seat`: the player who tries it.
    ///
    /// # Errors
    /// If the rules refuse a turn, or the line is too long.
    pub(in crate::web) fn play(
        from: &dyn AnyGame,
        seat: Option<Seat>,
        line: &str,
        turn: &str,
    ) -> Result<(Self, Box<dyn AnyGame>), PageProblem> {
        let refuse = |refusal, text: &str| PageProblem::Refused(GameError::Illegal(refusal), Some(text.to_owned()));
        let mut game = from.after("").map_err(|refusal| refuse(refusal, line))?;
        let (mut turns, mut owners) = (Vec::new(), Vec::new());
        let mut play = |game: &mut Box<dyn AnyGame>, text: &str| {
            if turns.len() == MAX_DEPTH {
                return Err(GameError::from(ConditionalMovesError::TooLong).into());
            }
            owners.push(game.to_move());
            turns.push(game.play(text).map_err(|refusal| refuse(refusal, text))?);
            Ok::<_, PageProblem>(())
        };
        for text in line.split_whitespace() {
            play(&mut game, text)?;
        }
        let after = (!turn.is_empty()).then(|| game.after(turn).ok()).flatten();
        if after.is_some_and(|after| after.partial_turn().is_none() || after.outcome().is_some()) {
            play(&mut game, turn)?;
        }
        let is_own = |owner: &Option<Seat>| seat.is_some() && *owner == seat;
        let can_be_kept = owners.last().is_some_and(is_own) && !owners.iter().all(is_own);
        Ok((Self { turns, owners, can_be_kept }, game))
    }
}

/// `/g/<game>/try`: the board after the beginning of a turn, and the possible continuations. Nothing is played.
/// Players who are not on turn try lines. In a finished game, everybody who may see it does.
pub(in crate::web) async fn try_turn(
    State(site): State<Arc<Site>>,
    Path(game): Path<String>,
    Extension(visitor): Extension<Visitor>,
    begun: Result<Query<Begun>, QueryRejection>,
) -> Response {
    let result = async {
        let Query(begun) = begun.map_err(|_| PageProblem::NotFound)?;
        let game: GameId = game.parse().map_err(|_| PageProblem::NotFound)?;
        site.try_on(visitor, game, begun).await
    };
    match result.await {
        Ok(answer) => axum::Json(answer).into_response(),
        Err(problem) => problem.json(visitor.reader.language),
    }
}

impl Site {
    async fn try_on(&self, visitor: Visitor, game: GameId, begun: Begun) -> Result<serde_json::Value, PageProblem> {
        let Begun { mut turn, revision, flip, ply, line, why } = begun;
        let user = visitor.user;
        let visible = match self.named_game(visitor, game).await {
            Err(PageProblem::NotFound) if user.is_none() => return Err(PageProblem::NoSession),
            visible => visible?,
        };
        let is_over = visible.record.game.phase == Phase::Over;
        let query = GameQuery { ply: ply.filter(|_| is_over), flip };
        let mut view = self.open(visible, query, Positions::Shown).await?;
        if let Some(user) = user {
            self.app.games.check_rate(user, Limited::Completions)?;
        }
        let record = &view.replayed.record;
        let (seat, line) = if is_over {
            (None, Some(line.unwrap_or_default()))
        } else {
            let seat = record.playing_seat(user.ok_or(PageProblem::NoSession)?)?;
            record.check_not_adjourned()?;
            (Some(seat), line)
        };
        if i64::from(record.game.revision()) != revision {
            return Err(GameError::Stale(Box::new(view.replayed)).into());
        }
        if line.is_none() && record.game.turn.to_move != seat {
            return Err(GameError::NotYourTurn(Box::new(view.replayed.record)).into());
        }
        if view.replayed.any_game.hides_colors() {
            return Err(GameError::ColorsHidden.into());
        }
        let mut tried_line = None;
        if let Some(line) = line {
            let before = line.split_whitespace().count();
            let (line_played, after) = TriedLine::play(&*view.replayed.any_game, seat, &line, &turn)?;
            if line_played.turns.len() > before {
                turn.clear();
            }
            view.line = is_over.then(|| view.with_line(&line_played, line_played.turns.len(), String::new()));
            view.replayed = view.replayed.with_game(after);
            tried_line = Some(line_played);
        }
        if let Some(places) = why {
            return Err(explain(&*view.replayed.any_game, &turn, &places));
        }
        let before = view.replayed.any_game.diagram();
        let (entry, after) = enter(&*view.replayed.any_game, view.words(), &turn)?;
        view.replayed = view.replayed.with_game(after);
        let mut diagram = view.replayed.any_game.diagram();
        if entry.steps.is_empty() {
            // Show the board where the turn was made.
            diagram.active = before.active;
        }
        if tried_line.is_none() {
            // Until the turn is confirmed, no one else is on turn.
            (diagram.to_move, diagram.ply) = (before.to_move, before.ply);
        }
        let to_move = view.replayed.any_game.to_move().and_then(|seat| view.replayed.record.at(seat));
        Ok(json!({
            "position": page::position(&view, diagram, self.app.clock.now()).into_string(),
            "entry": entry,
            "line": tried_line,
            "to_move": to_move.map(|seat| &seat.name),
        }))
    }
}

pub(in crate::web) fn controls(view: &GameView, base: &str, plays_at_once: bool) -> Markup {
    let game = &*view.replayed.any_game;
    let entry = (view.is_on_turn() && !game.hides_colors()).then(|| enter(game, view.words(), "")).and_then(Result::ok);
    let controls = Controls {
        language: view.reader.language,
        game,
        entry: entry.map(|(entry, _)| entry),
        base,
        revision: i64::from(view.replayed.record.game.revision()).to_string(),
        flip: view.flip(),
        plays_at_once,
        may_plan: view.may_plan(),
        ply: view.may_share().then(|| view.ply()),
        line: view.line.as_ref().map(SharedLine::on_board),
    };
    controls.render()
}

/// The buttons and data of a board on which turns are entered.
pub(in crate::web) struct Controls<'c> {
    pub(in crate::web) language: Language,
    pub(in crate::web) game: &'c dyn AnyGame,
    /// `None` if no turn can be entered now.
    pub(in crate::web) entry: Option<Entry>,
    /// The address below which turns are tried and played.
    pub(in crate::web) base: &'c str,
    /// The board on which a turn is begun. The script sends it back as it is.
    pub(in crate::web) revision: String,
    pub(in crate::web) flip: bool,
    pub(in crate::web) plays_at_once: bool,
    pub(in crate::web) may_plan: bool,
    /// In a finished game, the position from which everybody tries lines.
    pub(in crate::web) ply: Option<u32>,
    /// The turns of a shared line that are on the board.
    pub(in crate::web) line: Option<String>,
}

impl Controls<'_> {
    pub(in crate::web) fn render(&self) -> Markup {
        let Self { language, entry, .. } = self;
        let words = json!({
            "take": if self.game.diagram().placing { localize!(language, "web-place") } else { localize!(language, "web-take") },
            "planTake": localize!(language, "web-plan-take", player = "{player}"),
            "gone": localize!(language, "web-plan-gone", line = "{line}"),
            "over": localize!(language, "web-plan-over"),
            "where": localize!(language, "web-where"),
            "goOn": localize!(language, "web-go-on"),
            "ready": localize!(language, "web-ready"),
            "which": localize!(language, "web-which"),
            "offline": localize!(language, "web-offline"),
            "stones": stones(*language),
        });
        html! {
            div.entry hidden[entry.is_none()] data-base=(self.base) data-flip=(self.flip) data-revision=(self.revision) data-at-once=[self.plays_at_once.then_some("yes")] data-ply=[self.ply] data-line=[self.line.as_deref()] {
                p.hint aria-live="polite" hidden[entry.is_none()] {}
                @if let Some(entry) = entry {
                    div.bar hidden {
                        button type="button" data-do="back" disabled { (localize!(language, "button-back")) }
                        button type="button" data-do="confirm" disabled { (localize!(language, "web-confirm")) }
                    }
                    script type="application/json" data-entry { (PreEscaped(script_safe(&json!(entry)))) }
                }
                div.which hidden {}
                script type="application/json" data-words { (PreEscaped(script_safe(&words))) }
                @if self.may_plan || self.ply.is_some() {
                    div.planning hidden {
                        p.line aria-live="polite" {}
                        button type="button" data-do="plan-back" disabled { (localize!(language, "button-back")) }
                        button type="button" data-do="plan-next" hidden { (localize!(language, "web-plan-next")) }
                        @if self.ply.is_none() { button type="button" data-do="plan-keep" disabled { (localize!(language, "web-plan-keep")) } }
                        button type="button" data-do="plan-end" { (localize!(language, "web-plan-end")) }
                    }
                }
            }
        }
    }
}

/// The field for a typed turn, needed without scripts and with hidden colors.
pub(in crate::web) fn typed_turn(
    language: Language,
    action: &str,
    revision: &impl Display,
    refusal: Option<&Refusal>,
) -> Markup {
    html! {
        form.typed.turn-form method="post" action=(action) {
            (field("turn", &localize!(language, "web-type"), None, refusal))
            input type="hidden" name="revision" value=(revision);
            button type="submit" { (localize!(language, "button-play")) }
        }
    }
}

/// Localized names of the stones, by the ids of [`render::svg_pieces`].
fn stones(language: Language) -> serde_json::Value {
    let colors = Color::ALL.iter().map(|of| (of.name(), color(language, *of)));
    let others = ["hidden", "pivot", "ball", "sister", "obstacle", "hole"];
    let others = others.into_iter().map(|name| (name, localize!(language, "web-stone", stone = name)));
    json!(colors.chain(others).collect::<BTreeMap<_, _>>())
}

/// JSON that cannot close the element around it.
fn script_safe(value: &serde_json::Value) -> String {
    value.to_string().replace('<', "\\u003c")
}
