//! The steps of *Move…* in words, for readers who see no picture and so no arrows: how many marbles go which way, and what that does.

use render::{Marked, Target};
use rules::AnyGame;

use crate::commands::board::legal_steps::{Anchor, Effect, Step};
use crate::discord::localization::{Language, localize};

/// How a reader hears a board that is turned or not.
#[derive(Clone, Copy)]
pub struct StepWords {
    pub language: Language,
    pub is_turned: bool,
}

impl StepWords {
    /// `north-east`, as its reader sees the board; empty where nothing moves.
    pub fn way(self, step: &Step) -> String {
        let (language, is_turned) = (self.language, self.is_turned);
        let name = match (step.direction, step.target) {
            (Some(direction), _) => Some(if is_turned { direction.opposite() } else { direction }.name()),
            (None, Some(Target::Point(from, to))) => {
                from.way_to(to).map(|way| if is_turned { way.opposite() } else { way }.name())
            }
            _ => None,
        };
        name.map_or_else(String::new, |way| localize!(language, "words-way", way = way))
    }

    /// What is chosen first: `marble on b2`, `row c`.
    pub fn anchor(self, anchor: &Anchor) -> String {
        let language = self.language;
        match anchor {
            Anchor::Place(Marked::Cell(cell)) => localize!(language, "entry-marble-on", cell = cell),
            Anchor::Place(Marked::Point(point)) => localize!(language, "entry-piece-on", point = point.to_string()),
            Anchor::Row(row) => localize!(language, "entry-row", row = row.as_str()),
            Anchor::Chain => localize!(language, "entry-chain"),
        }
    }

    /// Who goes this way: `three marbles north-east`, `sideways with b2 b3 north-west`; several ways may be one.
    fn moving(self, step: &Step, effect: Option<&Effect>, ways: &str) -> String {
        let language = self.language;
        if matches!(step.target, Some(Target::Point(..))) {
            return ways.to_owned();
        }
        if !step.is_inline() {
            let cells: Vec<String> = step.marked.iter().map(ToString::to_string).collect();
            return localize!(language, "entry-sideways", cells = cells.join(" "), ways = ways);
        }
        let count = effect.map_or(1, |effect| effect.moved.len().max(1));
        localize!(language, "entry-marbles-go", count = count, ways = ways)
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

    /// One step: `two marbles east: ejects a marble`; of something that is placed the place.
    pub fn step(self, game: &dyn AnyGame, begun: &str, step: &Step) -> String {
        let way = self.way(step);
        if way.is_empty() {
            return step.label.clone();
        }
        let effect = step.effect(game, begun);
        let moving = self.moving(step, effect.as_ref(), &way);
        let moving = match self.does(step, effect.as_ref()) {
            Some(does) => localize!(self.language, "entry-does", moving = moving, does = does),
            None => moving,
        };
        format!("{moving} · {}", step.label)
    }

    /// All steps of a group: what pushes or ejects first, then where else it can go, then where something can be placed.
    pub fn group<'a>(self, steps: &[&Step], effect_of: impl Fn(&Step) -> Option<&'a Effect>) -> Vec<String> {
        let mut acting: Vec<(usize, String)> = Vec::new();
        // Steps of the same marbles are told together.
        let mut quiet: Vec<(&Step, String, Vec<String>)> = Vec::new();
        let mut places = Vec::new();
        for step in steps.iter().copied() {
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
                Some((_, _, ways)) => ways.push(way),
                None => quiet.push((step, marbles, vec![way])),
            }
        }
        acting.sort_by_key(|(rank, _)| *rank);
        quiet.sort_by_key(|(step, ..)| !step.is_inline());
        let quiet = quiet.into_iter().map(|(step, _, ways)| self.moving(step, effect_of(step), &ways.join(", ")));
        let placed = (!places.is_empty()).then(|| places.join(" "));
        acting.into_iter().map(|(_, words)| words).chain(quiet).chain(placed).collect()
    }
}

pub(super) fn effect_words(language: Language, effect: &Effect) -> String {
    if effect.ejects {
        return localize!(language, "entry-ejects");
    }
    localize!(language, "entry-pushes", count = effect.pushed)
}
