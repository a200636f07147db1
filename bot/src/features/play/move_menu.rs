//! Entering a turn without notation: what to move, where to, step by step, a look at the result, *Play*. Everything is in the
//! custom ids: the partial turn.

use std::collections::BTreeMap;

use render::{Marked, Target};
use rules::board::fanorona::Point;
use rules::board::hex::{Cell, Direction, Line, Triangle};
use rules::diagram::Board;

use crate::commands::board::message;
use crate::commands::board::message::Overlay;
use crate::commands::board::viewer::{Viewer, plays_white};
use crate::commands::button::{Button, ButtonAction};
use crate::commands::context::App;
use crate::discord::localization::{Language, localize};
use crate::discord::message::{OutgoingMessage, Style, button, row, select};
use crate::games::ReplayedGame;

/// Options of a select.
const PAGE: usize = 25;

/// Steps that are shown as buttons; a row is left for the ways on and back.
const BUTTONS: usize = 20;

/// The longest beginning of a turn that fits into a custom id.
const MAX_PARTIAL_TURN: usize = 60;

/// What moves: the first question.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Selection {
    /// A marble and those ahead of it.
    Marble(String),
    /// A line sideways, by its ends.
    Line(String, String),
    /// Three side by side.
    Triangle(String),
    /// A piece of the Fanorona board.
    Piece(String),
    /// Something is placed in this row.
    Row(String),
    /// The piece that has moved goes on.
    Chain,
}

/// A legal step, taken apart for the buttons.
struct Step {
    /// As it is played.
    notation: String,
    what: Selection,
    /// The text of its button, behind the arrow.
    label: String,
    /// The marbles that move, or the place where something is placed.
    marked: Vec<Marked>,
    /// Where the first of it goes.
    target: Option<Target>,
    /// On the hexagon: in which direction.
    direction: Option<Direction>,
}

impl Step {
    /// Takes canonical notation apart; `None` for the word that ends a chain.
    /// `from` is where the piece of a chain stands.
    fn read(notation: &str, is_fanorona: bool, from: Option<Point>) -> Option<Self> {
        // Of two boards, it is the one of the player to move.
        let plain = ["1:", "2:"].into_iter().find_map(|board| notation.strip_prefix(board)).unwrap_or(notation);
        let step = |what, label: &str| Self {
            what,
            label: label.to_owned(),
            marked: Vec::new(),
            target: None,
            direction: None,
            notation: notation.to_owned(),
        };
        if let Some(at) = plain.strip_prefix('@') {
            // Rows of the hexagon have letters, those of the Fanorona board numbers.
            let row = if is_fanorona { at.get(1..)? } else { at.get(..1)? };
            let place =
                if is_fanorona { at.parse().ok().map(Marked::Point) } else { at.parse().ok().map(Marked::Cell) };
            return Some(Self { marked: place.into_iter().collect(), ..step(Selection::Row(row.to_owned()), at) });
        }
        if is_fanorona {
            let step_text = plain.trim_end_matches(['+', '-']);
            let (what, from, to) = match step_text.len() {
                4 if plain != "stop" => (
                    Selection::Piece(step_text.get(..2)?.to_owned()),
                    step_text.get(..2)?.parse().ok(),
                    step_text.get(2..)?,
                ),
                2 => (Selection::Chain, from, step_text),
                _ => return None,
            };
            let target = from.zip(to.parse().ok()).map(|(from, to)| Target::Point(from, to));
            return Some(Self { marked: from.map(Marked::Point).into_iter().collect(), target, ..step(what, plain) });
        }
        let body = plain.strip_prefix("tri:").unwrap_or(plain);
        let names = (0..body.len() / 2).map(|at| body.get(2 * at..2 * at + 2)?.parse().ok());
        let cells: Vec<Cell> = names.collect::<Option<_>>()?;
        let (to, from) = cells.split_last()?;
        let (direction, 1) = from.first()?.way_to(*to)? else { return None };
        let (what, moved) = match *from {
            [tail] => (Selection::Marble(tail.to_string()), vec![tail]),
            [one, other] => {
                (Selection::Line(one.to_string(), other.to_string()), Line::between(one, other)?.cells().collect())
            }
            [one, two, three] => {
                let name = format!("{one}{two}{three}");
                (Selection::Triangle(name), Triangle::of([one, two, three])?.cells().to_vec())
            }
            _ => return None,
        };
        let target = moved.first().map(|first| Target::Cell(*first, direction));
        let marked = moved.into_iter().map(Marked::Cell).collect();
        Some(Self { direction: Some(direction), target, marked, ..step(what, plain) })
    }

    /// Which way it goes on a picture that is turned or not.
    fn arrow(&self, is_turned: bool) -> Option<char> {
        let direction = self.direction?;
        Some(if is_turned { direction.opposite() } else { direction }.arrow())
    }

    fn key(&self) -> String {
        match &self.what {
            Selection::Marble(cell) | Selection::Piece(cell) => cell.clone(),
            Selection::Line(first, last) => format!("{first}{last}"),
            Selection::Triangle(cells) => format!("tri:{cells}"),
            Selection::Row(row) => format!("@{row}"),
            Selection::Chain => "chain".to_owned(),
        }
    }
}

/// The game after the beginning of a turn, with its next steps; the game as it is when that beginning is none.
fn begin(replayed: ReplayedGame, begun: &str) -> (ReplayedGame, String, Vec<Step>) {
    let (any_game, begun) = match replayed.any_game.after(begun) {
        Ok(any_game) => (any_game, begun.to_owned()),
        Err(_) => return steps_from_start(replayed),
    };
    let replayed = replayed.with_game(any_game);
    let steps = steps(&replayed);
    (replayed, begun, steps)
}

fn steps_from_start(replayed: ReplayedGame) -> (ReplayedGame, String, Vec<Step>) {
    let steps = steps(&replayed);
    (replayed, String::new(), steps)
}

fn steps(replayed: &ReplayedGame) -> Vec<Step> {
    let diagram = replayed.any_game.diagram();
    let fanorona = match diagram.boards.get(diagram.active) {
        Some(Board::Fanorona(board)) => Some(board.path.last().copied()),
        _ => None,
    };
    let read = |mv: String| Step::read(&mv, fanorona.is_some(), fanorona.flatten());
    replayed.any_game.legal_moves().into_iter().filter_map(read).collect()
}

/// The first question: what to move. Pages hold 25 lines each. `begun` is the turn so far.
pub async fn choose(
    app: &App,
    language: Language,
    reader: &Viewer,
    replayed: ReplayedGame,
    begun: &str,
    page: usize,
) -> anyhow::Result<OutgoingMessage> {
    let (game, revision) = (replayed.record.game.game_id, replayed.record.game.revision());
    let (replayed, begun, steps) = begin(replayed, begun);
    if steps.is_empty() && begun.is_empty() {
        // With hidden colors nothing may reveal what can move.
        return Ok(OutgoingMessage::text(localize!(language, "entry-hidden-colors")));
    }
    let mut groups = BTreeMap::<Selection, Vec<Step>>::new();
    for step in steps {
        groups.entry(step.what.clone()).or_default().push(step);
    }
    if groups.len() == 1 && groups.contains_key(&Selection::Chain) {
        let steps = groups.into_values().flatten().collect();
        return offer(app, language, reader, &replayed, &begun, steps).await;
    }
    let pages = groups.len().div_ceil(PAGE).max(1);
    let page = page % pages;
    let is_turned = flipped(reader, &replayed);
    let options: Vec<_> = groups
        .iter()
        .skip(page * PAGE)
        .take(PAGE)
        .map(|(what, steps)| {
            let label = match what {
                Selection::Marble(cell) => localize!(language, "entry-inline", cell = cell.as_str()),
                Selection::Line(from, to) => {
                    localize!(language, "entry-broadside", from = from.as_str(), to = to.as_str())
                }
                Selection::Triangle(cells) => localize!(language, "entry-triangle", cells = cells.as_str()),
                Selection::Piece(point) => localize!(language, "entry-piece", cell = point.as_str()),
                Selection::Row(row) => localize!(language, "entry-row", row = row.as_str()),
                Selection::Chain => localize!(language, "entry-chain"),
            };
            let arrows: Vec<String> =
                steps.iter().filter_map(|step| Some(step.arrow(is_turned)?.to_string())).collect();
            (steps[0].key(), label, arrows.join(" "))
        })
        .collect();
    let is_placed = |what: &Selection| matches!(what, Selection::Row(_));
    // Nearly every place is free where something is placed: marks would say nothing.
    let moving = groups.iter().filter(|(what, _)| !is_placed(what)).map(|(_, steps)| &steps[0]);
    let mut marked: Vec<Marked> = moving.filter_map(|step| step.marked.first().copied()).collect();
    marked.sort_unstable();
    marked.dedup();
    let is_placing = groups.keys().any(is_placed);
    let (question, placeholder) = if is_placing {
        (localize!(language, "entry-place"), localize!(language, "entry-place-row"))
    } else if groups.keys().any(|what| matches!(what, Selection::Piece(_))) {
        (localize!(language, "entry-choose"), localize!(language, "entry-choose-piece"))
    } else {
        (localize!(language, "entry-choose"), localize!(language, "entry-placeholder"))
    };
    let custom_id = Button::with(ButtonAction::From, game, revision, begun.clone());
    let mut rows = vec![row(&[select(&custom_id, &placeholder, &options)])];
    let mut more = Vec::new();
    if pages > 1 {
        let next = Button::with(ButtonAction::Entry, game, revision, format!("{}.{begun}", (page + 1) % pages));
        more.push(button(&next, localize!(language, "button-more"), Style::Secondary));
    }
    more.extend(back(language, &replayed, &begun));
    if !more.is_empty() {
        rows.push(row(&more));
    }
    let overlay = Overlay { flip: is_turned, marked, targets: Vec::new() };
    let text = so_far(language, &begun, question);
    Ok(message::shown(app, language, &replayed, reader, overlay, &text).await?.rows(rows))
}

/// The second question: where to. `from` is the value chosen from the select; without such steps, the first question again.
pub async fn arrows(
    app: &App,
    language: Language,
    reader: &Viewer,
    replayed: ReplayedGame,
    begun: &str,
    from: &str,
) -> anyhow::Result<OutgoingMessage> {
    let again = ReplayedGame::open(replayed.record.clone(), None)?;
    let (replayed, begun, steps) = begin(replayed, begun);
    let possible: Vec<Step> = steps.into_iter().filter(|step| step.key() == from).collect();
    if possible.is_empty() {
        return choose(app, language, reader, again, &begun, 0).await;
    }
    offer(app, language, reader, &replayed, &begun, possible).await
}

/// These steps as buttons.
async fn offer(
    app: &App,
    language: Language,
    reader: &Viewer,
    replayed: &ReplayedGame,
    begun: &str,
    steps: Vec<Step>,
) -> anyhow::Result<OutgoingMessage> {
    let (game, revision) = (replayed.record.game.game_id, replayed.record.game.revision());
    let is_turned = flipped(reader, replayed);
    let joint = if begun.is_empty() { "" } else { replayed.any_game.separator() };
    let buttons: Vec<_> = steps
        .iter()
        .take(BUTTONS)
        .map(|step| {
            let turn = format!("{begun}{joint}{}", step.notation);
            let sign = match (step.what.clone(), step.notation.chars().last()) {
                (Selection::Piece(_) | Selection::Chain, Some('+')) => {
                    format!(" · {}", localize!(language, "entry-approach"))
                }
                (Selection::Piece(_) | Selection::Chain, Some('-')) => {
                    format!(" · {}", localize!(language, "entry-withdrawal"))
                }
                _ => String::new(),
            };
            let arrow = step.arrow(is_turned).map_or_else(String::new, |arrow| format!("{arrow} "));
            button(
                &Button::with(ButtonAction::Dir, game, revision, turn),
                format!("{arrow}{}{sign}", step.label),
                Style::Primary,
            )
        })
        .collect();
    let mut rows: Vec<_> = buttons.chunks(5).map(row).collect();
    let mut more = back(language, replayed, begun);
    if begun.is_empty() {
        more.push(button(
            &Button::with(ButtonAction::Entry, game, revision, "0"),
            localize!(language, "button-back"),
            Style::Secondary,
        ));
    }
    rows.push(row(&more));
    let overlay = Overlay {
        flip: is_turned,
        marked: match steps.first().map(|step| &step.what) {
            Some(Selection::Row(_)) => steps.iter().flat_map(|step| step.marked.clone()).collect(),
            _ => steps.first().map_or_else(Vec::new, |step| step.marked.clone()),
        },
        targets: steps.iter().filter_map(|step| step.target).collect(),
    };
    let text = so_far(language, begun, localize!(language, "entry-where"));
    Ok(message::shown(app, language, replayed, reader, overlay, &text).await?.rows(rows))
}

/// The buttons of a partial turn: play it as it is, where it may end there, and begin again.
fn back(language: Language, replayed: &ReplayedGame, begun: &str) -> Vec<serde_json::Value> {
    let (game, revision) = (replayed.record.game.game_id, replayed.record.game.revision());
    let mut buttons = Vec::new();
    if begun.is_empty() {
        return buttons;
    }
    if replayed.any_game.may_end_turn() {
        let play = Button::with(ButtonAction::Play, game, revision, begun);
        buttons.push(button(&play, localize!(language, "button-play"), Style::Success));
    }
    buttons.push(button(
        &Button::with(ButtonAction::Entry, game, revision, "0"),
        localize!(language, "button-again"),
        Style::Secondary,
    ));
    buttons
}

fn so_far(language: Language, begun: &str, question: String) -> String {
    if begun.is_empty() {
        question
    } else {
        format!("{}\n{question}", localize!(language, "entry-so-far", notation = begun))
    }
}

/// After a step: the next question where the turn goes on; else the board as it would be, with *Play* and *Back*.
pub async fn preview(
    app: &App,
    language: Language,
    reader: &Viewer,
    mut replayed: ReplayedGame,
    turn: &str,
) -> anyhow::Result<OutgoingMessage> {
    let (game, revision) = (replayed.record.game.game_id, replayed.record.game.revision());
    let goes_on = replayed
        .any_game
        .after(turn)
        .is_ok_and(|any_game| any_game.partial_turn().is_some() && any_game.outcome().is_none());
    if goes_on && turn.len() <= MAX_PARTIAL_TURN {
        return choose(app, language, reader, replayed, turn, 0).await;
    }
    let flip = flipped(reader, &replayed);
    let Ok(canonical) = replayed.any_game.play(turn) else {
        return choose(app, language, reader, replayed, "", 0).await;
    };
    let rows = vec![row(&[
        button(
            &Button::with(ButtonAction::Play, game, revision, canonical.clone()),
            localize!(language, "button-play"),
            Style::Success,
        ),
        button(
            &Button::with(ButtonAction::Entry, game, revision, "0"),
            localize!(language, "button-back"),
            Style::Secondary,
        ),
    ])];
    let (overlay, text) =
        (Overlay { flip, ..Overlay::default() }, localize!(language, "entry-preview", notation = canonical));
    Ok(message::shown(app, language, &replayed, reader, overlay, &text).await?.rows(rows))
}

/// Players see their own marbles at the bottom while they choose, unless they want it otherwise.
fn flipped(reader: &Viewer, replayed: &ReplayedGame) -> bool {
    reader.flips(replayed, plays_white(replayed, replayed.record.game.turn.to_move))
}
