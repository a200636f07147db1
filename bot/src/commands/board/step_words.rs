//! The steps of *Move…* as their reader is told them: how many marbles go which way, and what that does. Readers of pictures see arrows,
//! those who read only words the names of directions.

use render::{Marked, Target};

use crate::commands::board::legal_steps::{Anchor, Effect, Step};
use crate::discord::{Language, localize};

/// Arrows in the order of buttons: as around a marble, from above.
const ARROWS: &str = "↖↑↗←→↙↓↘";

/// How a reader reads steps, on a board that is turned or not.
#[derive(Clone, Copy)]
pub struct StepWords {
    pub language: Language,
    pub is_turned: bool,
    /// Directions in words.
    pub in_words: bool,
}

impl StepWords {
    /// `↗`, or `north-east`, as its reader sees the board; empty where nothing moves.
    fn way(self, step: &Step) -> String {
        match step.way(self.is_turned) {
            Some((_, name)) if self.in_words => localize!(self.language, "words-way", way = name),
            Some((arrow, _)) => arrow.to_string(),
            None => String::new(),
        }
    }

    /// The place of its direction among the buttons.
    pub fn order(self, step: &Step) -> usize {
        step.way(self.is_turned).and_then(|(arrow, _)| ARROWS.find(arrow)).unwrap_or(0)
    }

    /// What is chosen first: `b2`, or `marble on b2`; `row c`.
    pub fn anchor(self, anchor: &Anchor) -> String {
        let language = self.language;
        match anchor {
            Anchor::Place(place) if !self.in_words => place.to_string(),
            Anchor::Place(Marked::Cell(cell)) => localize!(language, "entry-marble-on", cell = cell),
            Anchor::Place(Marked::Point(point)) => localize!(language, "entry-piece-on", point = point.to_string()),
            Anchor::Row(row) => localize!(language, "entry-row", row = row.as_str()),
            Anchor::Chain => localize!(language, "entry-chain"),
        }
    }

    /// Which marbles go which way: `↗ c3+c4`, or `c3 c4 north-east`. Of a piece, where it goes: `↗ c4`.
    pub fn name(self, step: &Step, effect: Option<&Effect>) -> String {
        let way = self.way(step);
        let marbles: Vec<String> = match step.target {
            Some(Target::Point(_, to)) => vec![to.to_string()],
            _ => effect.map_or_else(
                || step.marked.iter().map(ToString::to_string).collect(),
                |effect| effect.moved.iter().map(ToString::to_string).collect(),
            ),
        };
        if self.in_words { format!("{} {way}", marbles.join(" ")) } else { format!("{way} {}", marbles.join("+")) }
    }

    /// Who goes this way: `two marbles ↗`, `sideways b2 b3 north-west`; several ways may be one.
    fn moving(self, step: &Step, effect: Option<&Effect>, ways: &str) -> String {
        let language = self.language;
        if matches!(step.target, Some(Target::Point(..))) {
            return ways.to_owned();
        }
        if self.in_words && !step.is_inline() {
            let cells: Vec<String> = step.marked.iter().map(ToString::to_string).collect();
            return localize!(language, "entry-sideways", cells = cells.join(" "), ways = ways);
        }
        localize!(language, "entry-marbles-go", count = marbles(effect), ways = ways)
    }

    fn does(self, step: &Step, effect: Option<&Effect>) -> Option<String> {
        let language = self.language;
        match (step.target, step.notation.chars().last()) {
            (Some(Target::Point(..)), Some('+')) => Some(localize!(language, "entry-approach")),
            (Some(Target::Point(..)), Some('-')) => Some(localize!(language, "entry-withdrawal")),
            _ => {
                effect.filter(|effect| effect.ejects || effect.pushed > 0).map(|effect| effect_words(language, effect))
            }
        }
    }

    /// One step on its button: `↗ c3+c4`, `↗ b2 · flips ahead`, or `two marbles east: ejects a marble`; of something that is placed
    /// the place.
    pub fn step(self, step: &Step, effect: Option<&Effect>) -> String {
        let way = self.way(step);
        if way.is_empty() {
            return step.label.clone();
        }
        let does = self.does(step, effect);
        if !self.in_words {
            // What marbles do stands in the first menu; it would make their buttons too wide for a phone.
            let flips = does.filter(|_| effect.is_none()).map(|does| format!(" · {does}"));
            return format!("{}{}", self.name(step, effect), flips.unwrap_or_default());
        }
        let moving = self.moving(step, effect, &way);
        let moving = match does {
            Some(does) => localize!(self.language, "entry-does", moving = moving, does = does),
            None => moving,
        };
        format!("{moving} · {}", step.label)
    }

    /// All steps of a group: what pushes or ejects first, then where else it can go, then where something can be placed.
    pub fn group<'a>(self, steps: &[&Step], effect_of: impl Fn(&Step) -> Option<&'a Effect>) -> Vec<String> {
        let mut acting: Vec<(usize, String)> = Vec::new();
        // Steps of the same marbles, in pictures of as many marbles, are told together.
        let mut quiet: Vec<(&Step, String, Vec<String>)> = Vec::new();
        let mut places = Vec::new();
        let mut steps = steps.to_vec();
        if !self.in_words {
            steps.sort_by_key(|step| self.order(step));
        }
        for step in steps {
            let (way, effect) = (self.way(step), effect_of(step));
            if way.is_empty() {
                places.push(step.label.clone());
                continue;
            }
            if let Some(does) = self.does(step, effect) {
                let rank = effect.map_or(0, |effect| if effect.ejects { 0 } else { 10 - effect.pushed.min(9) });
                let moving = self.moving(step, effect, &way);
                acting.push((rank, localize!(self.language, "entry-does", moving = moving, does = does)));
                continue;
            }
            let marbles = self.moving(step, effect, "");
            match quiet.iter_mut().find(|(_, own, _)| *own == marbles) {
                Some((_, _, ways)) if ways.contains(&way) => {}
                Some((_, _, ways)) => ways.push(way),
                None => quiet.push((step, marbles, vec![way])),
            }
        }
        acting.sort_by_key(|(rank, _)| *rank);
        let separator = if self.in_words { ", " } else { " " };
        quiet.sort_by_key(
            |(step, ..)| if self.in_words { usize::from(!step.is_inline()) } else { marbles(effect_of(step)) },
        );
        let quiet = quiet.into_iter().map(|(step, _, ways)| self.moving(step, effect_of(step), &ways.join(separator)));
        let placed = (!places.is_empty()).then(|| places.join(" "));
        acting.into_iter().map(|(_, words)| words).chain(quiet).chain(placed).collect()
    }
}

/// How many go along.
pub fn marbles(effect: Option<&Effect>) -> usize {
    effect.map_or(1, |effect| effect.moved.len().max(1))
}

pub fn effect_words(language: Language, effect: &Effect) -> String {
    if effect.ejects {
        return localize!(language, "entry-ejects");
    }
    localize!(language, "entry-pushes", count = effect.pushed)
}
