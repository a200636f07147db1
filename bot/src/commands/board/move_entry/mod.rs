//! Entering a turn without notation: what to move, where to, step by step, a look at the result, *Play*. Everything is in the
//! custom ids: the partial turn. A game and an exercise differ only in those ids.

use render::{Label, Marked};
use rules::AnyGame;
use serde_json::Value;

use crate::commands::board::legal_steps::{self, Anchor, Effect, Step};
use crate::commands::board::pictures::Overlay;
use crate::commands::board::step_words::{StepWords, effect_words};
use crate::discord::localization::{Language, localize};
use crate::discord::message::{Style, button, row, select};

/// Options of a select.
const PAGE: usize = 25;

/// Steps that are shown as buttons; a row is left for the ways on and back.
const BUTTONS: usize = 20;

/// The longest beginning of a turn that fits into a custom id.
const MAX_PARTIAL_TURN: usize = 60;

/// What the buttons and selects of the menu carry.
pub trait EntryIds: Sync {
    /// Ask what to move, on this page, after the beginning of a turn.
    fn page(&self, page: usize, begun: &str) -> String;
    /// A select: what to move was chosen.
    fn from(&self, begun: &str) -> String;
    /// This step, or these: go on. With an empty turn the id of a select, whose values are turns.
    fn step(&self, turn: &str) -> String;
    /// Play this turn; `None` where it is too long for a button.
    fn play(&self, turn: &str) -> Option<String>;
    /// May several placings be chosen at once, those after the first for later turns?
    fn prepares_placings(&self) -> bool {
        false
    }
}

pub struct Entry {
    pub game: Box<dyn AnyGame>,
    pub text: String,
    pub overlay: Overlay,
    pub rows: Vec<Value>,
}

/// The menu of one position.
pub struct MoveEntry<'a> {
    pub language: Language,
    pub game: &'a dyn AnyGame,
    pub is_turned: bool,
    /// Directions in words, for readers without a picture.
    pub in_words: bool,
    pub ids: &'a dyn EntryIds,
    /// A step that is offered first, if it is legal: the last one once more.
    pub again: Option<Step>,
}

struct Group<'a> {
    anchor: Anchor,
    steps: Vec<&'a Step>,
}

/// All groups, from above as on the picture: marbles and pieces, then rows. In words, the rows on the reader's side come first.
fn groups(steps: &[Step], is_turned: bool, in_words: bool) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for (step, anchor) in steps.iter().flat_map(|step| step.anchors.iter().map(move |anchor| (step, anchor))) {
        match groups.iter_mut().find(|group| group.anchor == *anchor) {
            Some(group) => group.steps.push(step),
            None => groups.push(Group { anchor: anchor.clone(), steps: vec![step] }),
        }
    }
    let order = |place: Marked| {
        let (above, across) = legal_steps::picture_order(place, is_turned);
        (if in_words { -above } else { above }, across)
    };
    groups.sort_by_key(|group| match &group.anchor {
        Anchor::Place(place) => (0, order(*place), String::new()),
        Anchor::Row(row) => {
            let place = group.steps.first().and_then(|step| step.marked.first());
            let above = place.map_or(0, |place| order(*place).0);
            (1, (above, 0), row.clone())
        }
        Anchor::Chain => (2, (0, 0), String::new()),
    });
    groups
}

impl MoveEntry<'_> {
    const fn words(&self) -> StepWords {
        StepWords { language: self.language, is_turned: self.is_turned }
    }

    /// The game after the beginning of a turn, with its next steps; the game as it is when that beginning is none.
    fn begin(&self, begun: &str) -> Option<(Box<dyn AnyGame>, String, Vec<Step>)> {
        let (game, begun) = match self.game.after(begun) {
            Ok(game) => (game, begun),
            Err(_) => (self.game.after("").ok()?, ""),
        };
        let steps = legal_steps::steps(&*game);
        Some((game, begun.to_owned(), steps))
    }

    /// The first question: what to move. Pages hold 25 groups each, numbered as on the picture. `begun` is the turn so far. `None`
    /// where nothing may be shown, because colors are hidden.
    pub fn choose(&self, begun: &str, page: usize) -> Option<Entry> {
        let Self { language, is_turned, in_words, ids, .. } = *self;
        let (game, begun, steps) = self.begin(begun)?;
        if steps.is_empty() && begun.is_empty() {
            return None;
        }
        let effects: Vec<Option<Effect>> = steps.iter().map(|step| step.effect(self.game, &begun)).collect();
        let groups = groups(&steps, is_turned, in_words);
        if let [Group { anchor: Anchor::Chain, .. }] = groups.as_slice() {
            return Some(self.offer(game, &begun, &steps.iter().collect::<Vec<_>>()));
        }
        let pages = groups.len().div_ceil(PAGE).max(1);
        let page = page % pages;
        let shown = || groups.iter().enumerate().skip(page * PAGE).take(PAGE);
        let effect_of =
            |step: &Step| steps.iter().position(|own| own.notation == step.notation).and_then(|i| effects[i].as_ref());
        let options: Vec<_> = shown()
            .map(|(i, group)| {
                let label = match &group.anchor {
                    anchor if in_words => self.words().anchor(anchor),
                    Anchor::Place(place) => format!("{} · {place}", i + 1),
                    Anchor::Row(row) => localize!(language, "entry-row", row = row.as_str()),
                    Anchor::Chain => localize!(language, "entry-chain"),
                };
                let about = if in_words {
                    join_parts(self.words().group(&group.steps, effect_of), "; ")
                } else {
                    description(language, group, is_turned, effect_of)
                };
                (group.anchor.to_string(), label, about)
            })
            .collect();
        let is_placed = |group: &Group<'_>| matches!(group.anchor, Anchor::Row(_));
        let labels = shown().filter_map(|(i, group)| match group.anchor {
            Anchor::Place(place) => Some(Label::Number(place, u8::try_from(i + 1).ok()?)),
            _ => None,
        });
        let labels: Vec<Label> = labels.collect();
        let is_placing = groups.iter().any(is_placed);
        let is_fanorona = groups.iter().any(|group| matches!(group.anchor, Anchor::Place(Marked::Point(_))));
        let (question, placeholder) = if is_placing {
            (localize!(language, "entry-place"), localize!(language, "entry-place-row"))
        } else if is_fanorona {
            (localize!(language, "entry-choose"), localize!(language, "entry-choose-piece"))
        } else {
            (localize!(language, "entry-choose"), localize!(language, "entry-placeholder"))
        };
        let mut rows = vec![row(&[select(&ids.from(&begun), &placeholder, &options)])];
        let strong = self.strong(&begun, steps.iter().zip(&effects));
        if !strong.is_empty() && page == 0 {
            rows.push(row(&[select(&ids.step(""), &localize!(language, "entry-strong"), &strong)]));
        }
        let mut more = Vec::new();
        let again = self.again.as_ref().filter(|_| begun.is_empty());
        if let Some(step) = again.filter(|step| steps.iter().any(|own| own.notation == step.notation)) {
            let turn = ids.step(&step.after(self.game, &begun));
            let label = if in_words {
                localize!(language, "entry-same-way", way = self.words().way(step), notation = step.label)
            } else {
                localize!(language, "entry-same-direction", arrow = self.arrow(step), notation = step.label)
            };
            more.push(button(&turn, label, Style::Secondary));
        }
        if pages > 1 {
            let next = ids.page((page + 1) % pages, &begun);
            more.push(button(&next, localize!(language, "button-more"), Style::Secondary));
        }
        more.extend(self.back(&*game, &begun));
        if !more.is_empty() {
            rows.push(row(&more));
        }
        let overlay = Overlay { flip: is_turned, labels, ..Overlay::default() };
        let text = so_far(language, &begun, question);
        Some(Entry { game, text, overlay, rows })
    }

    /// The second question: where to. `from` is the value chosen from the select; without such steps, the first question again.
    pub fn arrows(&self, begun: &str, from: &str) -> Option<Entry> {
        let (game, begun, steps) = self.begin(begun)?;
        let mut possible = of_group(&steps, from);
        if possible.is_empty() {
            return self.choose(&begun, 0);
        }
        // Cells of a row from the left, as on the picture.
        possible.sort_by_key(|step| match (step.anchors.as_slice(), step.marked.first()) {
            ([Anchor::Row(_)], Some(place)) => (false, legal_steps::picture_order(*place, self.is_turned)),
            _ => (!step.is_inline(), (0, 0)),
        });
        Some(self.offer(game, &begun, &possible))
    }

    /// After a step: the next question where the turn goes on; else the board as it would be, with *Play* and *Back*.
    pub fn preview(&self, turn: &str) -> Option<Entry> {
        let mut game = self.game.after("").ok()?;
        let (turn, later) = legal_steps::with_later_placings(turn);
        let after = self.game.after(turn);
        let goes_on = after.is_ok_and(|game| game.partial_turn().is_some() && game.outcome().is_none());
        if goes_on && turn.len() <= MAX_PARTIAL_TURN {
            return self.choose(turn, 0);
        }
        let Ok(canonical) = game.play(turn) else { return self.choose("", 0) };
        let (text, buttons) = self.previewed(&canonical, &later);
        let overlay = Overlay::turned(self.is_turned);
        Some(Entry { game, text, overlay, rows: vec![row(&buttons)] })
    }

    /// What stands above the preview of a turn, and the buttons below it: *Back*, and *Play* where the turn is not too long for it.
    /// `later` are placings that are prepared.
    fn previewed(&self, notation: &str, later: &[String]) -> (String, Vec<Value>) {
        let language = self.language;
        let back = button(&self.ids.page(0, ""), localize!(language, "button-back"), Style::Secondary);
        let mut text = localize!(language, "entry-preview", notation = notation);
        if !later.is_empty() {
            text = format!("{text}\n{}", localize!(language, "entry-prepares", list = later.join(" ")));
        }
        let turn = std::iter::once(notation).chain(later.iter().map(String::as_str)).collect::<Vec<_>>().join(" ");
        match self.ids.play(&turn) {
            Some(play) => (text, vec![button(&play, localize!(language, "button-play"), Style::Success), back]),
            None => (format!("{text}\n{}", localize!(language, "entry-too-long")), vec![back]),
        }
    }

    fn offer(&self, game: Box<dyn AnyGame>, begun: &str, steps: &[&Step]) -> Entry {
        let Self { language, is_turned, ids, .. } = *self;
        let joint = if begun.is_empty() { "" } else { game.separator() };
        let is_placing = matches!(steps.first().and_then(|step| step.anchors.first()), Some(Anchor::Row(_)));
        let buttons: Vec<_> = steps
            .iter()
            .take(BUTTONS)
            .map(|step| {
                let turn = format!("{begun}{joint}{}", step.notation);
                let sign = match step.notation.chars().last().filter(|_| !is_placing) {
                    Some('+') => format!(" · {}", localize!(language, "entry-approach")),
                    Some('-') => format!(" · {}", localize!(language, "entry-withdrawal")),
                    _ => String::new(),
                };
                let label = if self.in_words {
                    self.words().step(self.game, begun, step)
                } else {
                    format!("{} {}{sign}", self.arrow(step), step.label).trim_start().to_owned()
                };
                button(&ids.step(&turn), label.chars().take(MAX_BUTTON).collect::<String>(), Style::Primary)
            })
            .collect();
        let mut rows: Vec<_> = buttons.chunks(5).map(row).collect();
        if is_placing && begun.is_empty() && ids.prepares_placings() {
            rows.extend(self.several(steps).map(|several| row(&[several])));
        }
        let mut more = self.back(&*game, begun);
        if begun.is_empty() {
            more.push(button(&ids.page(0, ""), localize!(language, "button-back"), Style::Secondary));
        }
        rows.push(row(&more));
        let mut marked: Vec<Marked> = steps.iter().flat_map(|step| step.marked.clone()).collect();
        marked.sort_unstable();
        marked.dedup();
        let labels = legal_steps::labels(steps.iter().copied());
        let overlay =
            Overlay { flip: is_turned, marked, targets: steps.iter().filter_map(|step| step.target).collect(), labels };
        let is_placed = steps.iter().any(|step| matches!(step.anchors.as_slice(), [Anchor::Row(_)]));
        let question = if is_placed { localize!(language, "entry-cell") } else { localize!(language, "entry-where") };
        let text = so_far(language, begun, question);
        Entry { game, text, overlay, rows }
    }

    /// A select of several places of a row: the first for this turn, the others for the next ones. `None` where one alone is left, and on
    /// two boards: there a player's next turn may be on the other one.
    fn several(&self, steps: &[&Step]) -> Option<Value> {
        if !steps.iter().all(|step| step.notation.starts_with('@')) {
            return None;
        }
        let diagram = self.game.diagram();
        let color = diagram.to_move.and_then(|seat| diagram.seats.get(usize::from(seat)))?.color;
        let in_hand = usize::from(diagram.sides.iter().find(|side| side.color == color)?.in_hand);
        let places: Vec<_> =
            steps.iter().take(PAGE).map(|step| (step.notation.clone(), step.label.clone(), String::new())).collect();
        let most = in_hand.min(places.len());
        let mut several = select(&self.ids.step(""), &localize!(self.language, "entry-several"), &places);
        several["min_values"] = 1.into();
        several["max_values"] = most.into();
        (most > 1).then_some(several)
    }

    /// Which way a step goes on the picture; empty where nothing moves.
    fn arrow(&self, step: &Step) -> String {
        step.arrow(self.is_turned).map_or_else(String::new, |arrow| arrow.to_string())
    }

    /// The steps that push or eject, to be chosen at once: ejections first, then those that push most.
    fn strong<'a>(
        &self,
        begun: &str,
        steps: impl Iterator<Item = (&'a Step, &'a Option<Effect>)>,
    ) -> Vec<(String, String, String)> {
        let forceful = |(step, effect): (&'a Step, &'a Option<Effect>)| Some((step, effect.as_ref()?));
        let mut strong: Vec<(&Step, &Effect)> =
            steps.filter_map(forceful).filter(|(_, effect)| effect.ejects || effect.pushed > 0).collect();
        strong.sort_by_key(|(_, effect)| (!effect.ejects, std::cmp::Reverse(effect.pushed)));
        let option = |(step, effect): &(&Step, &Effect)| {
            let cells: Vec<String> = effect.moved.iter().map(ToString::to_string).collect();
            let way = if self.in_words { self.words().way(step) } else { self.arrow(step) };
            let label = format!("{} {way}", cells.join(" "));
            (step.after(self.game, begun), label, effect_words(self.language, effect))
        };
        strong.iter().take(PAGE).map(option).collect()
    }

    /// The buttons of a partial turn: play it as it is, where it may end there, and begin again.
    fn back(&self, game: &dyn AnyGame, begun: &str) -> Vec<Value> {
        let Self { language, ids, .. } = *self;
        let mut buttons = Vec::new();
        if begun.is_empty() {
            return buttons;
        }
        if game.may_end_turn()
            && let Some(play) = ids.play(begun)
        {
            buttons.push(button(&play, localize!(language, "button-play"), Style::Success));
        }
        buttons.push(button(&ids.page(0, ""), localize!(language, "button-again"), Style::Secondary));
        buttons
    }
}

const MAX_DESCRIPTION: usize = 100;

const MAX_BUTTON: usize = 80;

/// What the steps of a group do: ejections first, then pushes, then where else it can go.
fn description<'a>(
    language: Language,
    group: &Group<'_>,
    is_turned: bool,
    effect_of: impl Fn(&Step) -> Option<&'a Effect>,
) -> String {
    let mut parts: Vec<(usize, String)> = Vec::new();
    let (mut free, mut sideways): (Vec<String>, Vec<(String, Vec<String>)>) = (Vec::new(), Vec::new());
    for step in &group.steps {
        let Some(arrow) = step.arrow(is_turned) else { continue };
        let effect = effect_of(step).filter(|effect| effect.ejects || effect.pushed > 0);
        match effect {
            Some(effect) => {
                let words = effect_words(language, effect);
                parts.push((if effect.ejects { 0 } else { 10 - effect.pushed.min(9) }, format!("{arrow} {words}")));
            }
            None if step.is_inline() => free.push(arrow.to_string()),
            None => {
                let line = ends(step);
                match sideways.iter_mut().find(|(own, _)| *own == line) {
                    Some((_, arrows)) => arrows.push(arrow.to_string()),
                    None => sideways.push((line, vec![arrow.to_string()])),
                }
            }
        }
    }
    parts.sort_by_key(|(rank, _)| *rank);
    let mut words: Vec<String> = parts.into_iter().map(|(_, words)| words).collect();
    if !free.is_empty() {
        words.push(free.join(" "));
    }
    words.extend(sideways.into_iter().map(|(line, arrows)| format!("{line} {}", arrows.join(" "))));
    join_parts(words, " · ")
}

/// As many of these parts as fit into a description.
fn join_parts(parts: Vec<String>, separator: &str) -> String {
    let mut text = String::new();
    for part in parts {
        let longer = if text.is_empty() { part } else { format!("{text}{separator}{part}") };
        if longer.chars().count() > MAX_DESCRIPTION - 2 {
            text.push_str(" …");
            break;
        }
        text = longer;
    }
    text
}

/// The marbles of a move sideways: `c3–c5`.
fn ends(step: &Step) -> String {
    let places: Vec<String> = step.anchors.iter().map(ToString::to_string).collect();
    places.join(if places.len() == 2 { "–" } else { " " })
}

fn of_group<'a>(steps: &'a [Step], key: &str) -> Vec<&'a Step> {
    let belongs = |step: &&Step| step.anchors.iter().any(|anchor| anchor.to_string() == key);
    let mut steps: Vec<&Step> = steps.iter().filter(belongs).collect();
    if steps.len() > BUTTONS {
        // Then each sideways move is found at its first end only.
        steps.retain(|step| step.anchors.first().is_some_and(|anchor| anchor.to_string() == key));
    }
    steps
}

fn so_far(language: Language, begun: &str, question: String) -> String {
    if begun.is_empty() {
        question
    } else {
        format!("{}\n{question}", localize!(language, "entry-so-far", notation = begun))
    }
}

#[cfg(test)]
mod tests;
