//! Entering a turn without notation: what to move, where to, step by step, a look at the result, *Play*. Everything is in the
//! custom ids: the partial turn. A game and an exercise differ only in those ids.

use render::{Label, Marked};
use rules::AnyGame;
use serde_json::Value;

use crate::commands::board::legal_steps::{self, Anchor, Effect, Step};
use crate::commands::board::message::Overlay;
use crate::commands::board::step_words::StepWords;
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

/// A question of the menu, or the look at the result.
pub struct Entry {
    /// The game after the partial turn.
    pub game: Box<dyn AnyGame>,
    pub text: String,
    pub overlay: Overlay,
    pub rows: Vec<Value>,
}

/// The menu of one position.
pub struct MoveEntry<'a> {
    pub language: Language,
    pub game: &'a dyn AnyGame,
    /// White at the bottom.
    pub is_turned: bool,
    /// Directions in words, for readers without a picture.
    pub in_words: bool,
    pub ids: &'a dyn EntryIds,
    /// A step that is offered first, if it is legal: the last one once more.
    pub again: Option<Step>,
}

/// What can move, in the order of the picture, and its steps.
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
                    joined(self.words().group(&group.steps, effect_of), "; ")
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
        let overlay = Overlay { flip: self.is_turned, ..Overlay::default() };
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

    /// These steps as buttons.
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

/// The longest description of an option.
const MAX_DESCRIPTION: usize = 100;

/// The longest label of a button.
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
    joined(words, " · ")
}

/// As many of these parts as fit into a description.
fn joined(parts: Vec<String>, separator: &str) -> String {
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

pub(super) fn effect_words(language: Language, effect: &Effect) -> String {
    if effect.ejects {
        return localize!(language, "entry-ejects");
    }
    localize!(language, "entry-pushes", count = effect.pushed)
}

/// The steps of the group with this key.
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
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    struct Ids;

    impl EntryIds for Ids {
        fn page(&self, page: usize, begun: &str) -> String {
            format!("page:{page}.{begun}")
        }
        fn from(&self, begun: &str) -> String {
            format!("from:{begun}")
        }
        fn step(&self, turn: &str) -> String {
            format!("step:{turn}")
        }
        fn play(&self, turn: &str) -> Option<String> {
            (turn.len() < 80).then(|| format!("play:{turn}"))
        }
        fn prepares_placings(&self) -> bool {
            true
        }
    }

    fn entry(game: &dyn AnyGame, is_turned: bool, in_words: bool) -> MoveEntry<'_> {
        MoveEntry { language: Language::ENGLISH, game, is_turned, in_words, ids: &Ids, again: None }
    }

    /// Black can eject to the right in row e.
    const FIGHT: &str = "ww1bb/wwwbbb/1ww1b2/4b3/6bbw/8/1bb1w2/bbbwww/bb1ww b 0-0 24";

    #[test]
    fn ejections_come_first_and_the_menu_says_what_moves_do() {
        let game = rules::open_at("abalone", FIGHT).expect("a sound position");
        let steps = legal_steps::steps(&*game);
        let effects: Vec<Option<Effect>> = steps.iter().map(|step| step.effect(&*game, "")).collect();
        let said = entry(&*game, false, false).strong("", steps.iter().zip(&effects));
        assert_eq!(said, [("e7e8".to_owned(), "e7 e8 →".to_owned(), "ejects a marble".to_owned())]);
        let groups = groups(&steps, false, false);
        let group = groups.iter().find(|group| group.anchor.to_string() == "e7").expect("it can move");
        let effect_of =
            |step: &Step| steps.iter().position(|own| own.notation == step.notation).and_then(|i| effects[i].as_ref());
        let words = description(Language::ENGLISH, group, false, effect_of);
        assert!(words.starts_with("→ ejects a marble"), "{words}");
        let said = entry(&*game, true, true).strong("", steps.iter().zip(&effects));
        assert_eq!(said, [("e7e8".to_owned(), "e7 e8 west".to_owned(), "ejects a marble".to_owned())]);
    }

    #[test]
    fn groups_are_in_the_order_of_the_picture_whichever_way_it_is_turned() {
        let game = rules::open("abalone").expect("a sound setup");
        let steps = legal_steps::steps(&*game);
        let order = |is_turned, in_words| {
            let groups = groups(&steps, is_turned, in_words);
            groups.iter().map(|group| group.anchor.to_string()).collect::<Vec<_>>()
        };
        let (upright, turned) = (order(false, false), order(true, false));
        let [own, others] = [order(false, true), order(true, true)].map(|order| order[0].clone());
        assert_eq!((own.as_str(), others.as_str()), ("a1", "c5"), "in words from the reader's side on");
        assert!(upright[0].starts_with('c') && upright.last().is_some_and(|last| last.starts_with('a')), "{upright:?}");
        assert_eq!(upright.iter().rev().collect::<Vec<_>>(), turned.iter().collect::<Vec<_>>());
    }

    #[test]
    fn rows_of_cells_to_place_a_marble_on_are_in_the_order_of_the_picture() {
        for setup in ["abalone placement=on", "fliporona"] {
            let game = rules::open(setup).expect("a sound setup");
            let steps = legal_steps::steps(&*game);
            let order = |is_turned| {
                let keys: Vec<String> =
                    groups(&steps, is_turned, false).iter().map(|group| group.anchor.to_string()).collect();
                keys
            };
            let (upright, turned) = (order(false), order(true));
            assert!(
                upright.len() > 3 && upright.first() > upright.last(),
                "{setup}: the last letter is above: {upright:?}"
            );
            assert_eq!(upright.iter().rev().collect::<Vec<_>>(), turned.iter().collect::<Vec<_>>());
        }
    }

    #[test]
    fn several_placings_are_offered_only_where_they_can_be_prepared() {
        for (setup, is_offered) in
            [("abalone placement=on", true), ("fliporona", true), ("abalone placement=on seats=2x2x2", false)]
        {
            let game = rules::open(setup).unwrap_or_else(|refusal| panic!("{setup}: {refusal}"));
            let steps = legal_steps::steps(&*game);
            let groups = groups(&steps, false, false);
            assert!(groups.len() > 3, "{setup}: rows to place in");
            let menu = entry(&*game, false, false);
            for group in &groups {
                let cells = menu.arrows("", &group.anchor.to_string()).expect("not hidden");
                let parts = cells.rows.iter().flat_map(|row| row["components"].as_array().into_iter().flatten());
                let chosen: Vec<&Value> = parts.filter(|part| part["max_values"].as_u64() > Some(1)).collect();
                assert_eq!(chosen.len(), usize::from(is_offered), "{setup} {}", group.anchor);
                let values = chosen.iter().flat_map(|part| part["options"].as_array().into_iter().flatten());
                let turn = values.filter_map(|option| option["value"].as_str()).collect::<Vec<_>>().join(" ");
                assert_eq!(legal_steps::with_later_placings(&turn).1.is_empty(), !is_offered, "{setup} {turn}");
            }
        }
    }

    #[test]
    fn a_turn_that_is_too_long_for_a_button_is_to_be_typed() {
        let game = rules::open("abalone").expect("a sound setup");
        let entry = entry(&*game, false, false);
        let shown = |notation: &str| entry.previewed(notation, &[]);
        let (text, buttons) = shown("e5e4");
        assert!(buttons.len() == 2 && !text.contains("/move"), "{text}");
        let (text, buttons) = shown(&"e5e4+".repeat(20));
        assert!(buttons.len() == 1 && text.contains("/move"), "{text}");
        assert!(buttons[0]["custom_id"].as_str().is_some_and(|id| id.starts_with("page:")), "{buttons:?}");
    }

    #[test]
    fn every_legal_step_is_found_in_a_group() {
        for (setup, position) in [
            ("abalone", ""),
            ("abalone", FIGHT),
            ("abalone turn=mixed triangles=on", ""),
            ("grand-abalone", ""),
            ("notalone", ""),
            ("fliporona", "wb1wb1bbw/b3w1b1b/w1bw1bw1w/1w2bb1wb/b1bw1wb1b w 50"),
        ] {
            let game = if position.is_empty() { rules::open(setup) } else { rules::open_at(setup, position) };
            let game = game.unwrap_or_else(|refusal| panic!("{setup}: {refusal}"));
            let steps = legal_steps::steps(&*game);
            let groups = groups(&steps, false, false);
            let found: BTreeSet<&str> = groups
                .iter()
                .flat_map(|group| of_group(&steps, &group.anchor.to_string()).into_iter().take(BUTTONS))
                .map(|step| step.notation.as_str())
                .collect();
            let all: BTreeSet<&str> = steps.iter().map(|step| step.notation.as_str()).collect();
            assert_eq!(found, all, "{setup} {position}");
        }
    }

    /// Labels and descriptions of the selects, and labels of the buttons.
    fn said(entry: &Entry) -> Vec<(String, String)> {
        let parts = entry.rows.iter().flat_map(|row| row["components"].as_array().into_iter().flatten());
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let said = parts.flat_map(|part| match part["options"].as_array() {
            Some(options) => options.iter().map(|own| (text(&own["label"]), text(&own["description"]))).collect(),
            None => vec![(text(&part["label"]), String::new())],
        });
        said.collect()
    }

    #[test]
    fn without_a_picture_the_menu_names_directions_and_marbles_as_their_reader_sees_the_board() {
        let game = rules::open("abalone").expect("a sound setup");
        let first = |is_turned| said(&entry(&*game, is_turned, true).choose("", 0).expect("not hidden"))[0].clone();
        assert_eq!(first(false), ("marble on a1".to_owned(), "2 marbles north-west; 3 marbles north-east".to_owned()));
        let (label, about) = first(true);
        let expected = "3 marbles east; alone west, south-east, south-west; sideways b5 c5 south-west";
        assert!(label == "marble on c5" && about.starts_with(expected), "{label}: {about}");
        let arrows = entry(&*game, false, true).arrows("", "c3").expect("not hidden");
        let said_of_c3 = said(&arrows);
        assert!(said_of_c3.contains(&("alone north-west · c3d3".to_owned(), String::new())), "{said_of_c3:?}");
        let sideways = "sideways c3 c4 c5 north-west · c3c5d3".to_owned();
        assert!(said_of_c3.iter().any(|(label, _)| *label == sideways), "{said_of_c3:?}");
    }

    #[test]
    fn no_words_of_the_menu_have_arrows_or_are_too_long_in_any_language() {
        let chain = "wb1wb1bbw/b3w1b1b/w1bw1bw1w/1w2bb1wb/b1bw1wb1b w 50";
        for (setup, position) in [
            ("abalone", FIGHT),
            ("abalone turn=mixed triangles=on", ""),
            ("notalone", ""),
            ("grand-abalone", ""),
            ("fliporona", ""),
            ("fliporona", chain),
        ] {
            let game = if position.is_empty() { rules::open(setup) } else { rules::open_at(setup, position) };
            let game = game.unwrap_or_else(|refusal| panic!("{setup}: {refusal}"));
            for language in ["en", "fr", "de"] {
                let menu = MoveEntry { language: Language::of(language), ..entry(&*game, true, true) };
                let first = menu.choose("", 0).expect("not hidden");
                let steps = legal_steps::steps(&*game);
                let groups = groups(&steps, true, true);
                let seconds = groups.iter().filter_map(|group| menu.arrows("", &group.anchor.to_string()));
                for entry in std::iter::once(first).chain(seconds) {
                    for (label, about) in said(&entry) {
                        assert!(
                            !format!("{label}{about}").contains(['→', '↗', '↖', '←', '↙', '↘']),
                            "{label}: {about}"
                        );
                        assert!(!label.is_empty() && label.chars().count() <= 80, "{label}");
                        assert!(about.chars().count() <= 100, "{about}");
                    }
                }
            }
        }
    }
}
