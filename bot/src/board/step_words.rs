//! The steps of *Move…* in words: how many marbles go in which direction, and the effect.
//! Readers of pictures get arrows, readers of words the names of directions.

use render::{Marked, Target};

use crate::board::legal_steps::{Anchor, Effect, Step};
use crate::localization::{Language, localize};

/// Arrows in button order: around a marble, from the top.
const ARROWS: &str = "↖↑↗←→↙↓↘";

/// Settings for describing steps: language, orientation, and words instead of arrows.
#[derive(Clone, Copy)]
pub struct StepWords {
    pub language: Language,
    pub is_turned: bool,
    /// Names directions in words.
    pub in_words: bool,
}

impl StepWords {
    /// `↗`, or `north-east`, as seen on the reader's board; empty if nothing moves.
    fn way(self, step: &Step) -> String {
        match step.way(self.is_turned) {
            Some((_, name)) if self.in_words => localize!(self.language, "words-way", way = name),
            Some((arrow, _)) => arrow.to_string(),
            None => String::new(),
        }
    }

    /// The index of its direction in button order.
    pub fn order(self, step: &Step) -> usize {
        step.way(self.is_turned).and_then(|(arrow, _)| ARROWS.find(arrow)).unwrap_or(0)
    }

    /// The first choice of move entry: `b2`, or `marble on b2`; `row c`.
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

    /// Marbles and direction: `↗ c3+c4`, or `c3 c4 north-east`. A piece has its destination: `↗ c4`.
    pub fn name(self, step: &Step) -> String {
        let way = self.way(step);
        let marbles: Vec<String> = match step.target {
            Some(Target::Point(_, to)) => vec![to.to_string()],
            _ => step.effect.as_ref().map_or_else(
                || step.marked.iter().map(ToString::to_string).collect(),
                |effect| effect.moved.iter().map(ToString::to_string).collect(),
            ),
        };
        if self.in_words { format!("{} {way}", marbles.join(" ")) } else { format!("{way} {}", marbles.join("+")) }
    }

    /// Subject and direction: `two marbles ↗`, `sideways b2 b3 north-west`; `ways` may list several directions.
    fn moving(self, step: &Step, ways: &str) -> String {
        let language = self.language;
        if matches!(step.target, Some(Target::Point(..))) {
            return ways.to_owned();
        }
        if self.in_words && !step.is_inline {
            let cells: Vec<String> = step.marked.iter().map(ToString::to_string).collect();
            return localize!(language, "entry-sideways", cells = cells.join(" "), ways = ways);
        }
        localize!(language, "entry-marbles-go", count = step.marbles(), ways = ways)
    }

    fn does(self, step: &Step) -> Option<String> {
        let language = self.language;
        match (step.target, step.notation.chars().last()) {
            (Some(Target::Point(..)), Some('+')) => Some(localize!(language, "entry-approach")),
            (Some(Target::Point(..)), Some('-')) => Some(localize!(language, "entry-withdrawal")),
            _ => step.effect.as_ref().filter(|effect| effect.is_strong()).map(|effect| effect_words(language, effect)),
        }
    }

    /// The label of a step's button: `↗ c3+c4`, `↗ b2 · flips ahead`, or `two marbles east: ejects a marble`. For a
    /// placement, the cell.
    pub fn step(self, step: &Step) -> String {
        let way = self.way(step);
        if way.is_empty() {
            return step.label.clone();
        }
        let does = self.does(step);
        if !self.in_words {
            // The first menu tells what marbles do. On buttons it would be too wide for a phone.
            let flips = does.filter(|_| step.effect.is_none()).map(|does| format!(" · {does}"));
            return format!("{}{}", self.name(step), flips.unwrap_or_default());
        }
        let moving = self.moving(step, &way);
        let moving = match does {
            Some(does) => localize!(self.language, "entry-does", moving = moving, does = does),
            None => moving,
        };
        format!("{moving} · {}", step.label)
    }

    /// All steps of a group: pushes and ejections first, then quiet moves, then cells for placement.
    pub fn group(self, steps: &[&Step]) -> Vec<String> {
        let mut acting: Vec<(usize, String)> = Vec::new();
        // Groups steps of the same marbles (with arrows: of equally many marbles) into one phrase.
        let mut quiet: Vec<(&Step, String, Vec<String>)> = Vec::new();
        let mut places = Vec::new();
        let mut steps = steps.to_vec();
        if !self.in_words {
            steps.sort_by_key(|step| self.order(step));
        }
        for step in steps {
            let way = self.way(step);
            if way.is_empty() {
                places.push(step.label.clone());
                continue;
            }
            if let Some(does) = self.does(step) {
                let rank =
                    step.effect.as_ref().map_or(0, |effect| if effect.ejects { 0 } else { 10 - effect.pushed.min(9) });
                let moving = self.moving(step, &way);
                acting.push((rank, localize!(self.language, "entry-does", moving = moving, does = does)));
                continue;
            }
            let marbles = self.moving(step, "");
            match quiet.iter_mut().find(|(_, own, _)| *own == marbles) {
                Some((_, _, ways)) if ways.contains(&way) => {}
                Some((_, _, ways)) => ways.push(way),
                None => quiet.push((step, marbles, vec![way])),
            }
        }
        acting.sort_by_key(|(rank, _)| *rank);
        let separator = if self.in_words { ", " } else { " " };
        quiet.sort_by_key(|(step, ..)| if self.in_words { usize::from(!step.is_inline) } else { step.marbles() });
        let quiet = quiet.into_iter().map(|(step, _, ways)| self.moving(step, &ways.join(separator)));
        let placements = (!places.is_empty()).then(|| places.join(" "));
        acting.into_iter().map(|(_, words)| words).chain(quiet).chain(placements).collect()
    }
}

pub fn effect_words(language: Language, effect: &Effect) -> String {
    if effect.ejects {
        return localize!(language, "entry-ejects");
    }
    localize!(language, "entry-pushes", count = effect.pushed)
}
