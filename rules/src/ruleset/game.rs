//! A game in progress: the latest position, the last turn, and the occurrences of positions.

use std::collections::HashMap;

use super::any_game::{AnyGame, Choice};
use super::hidden_colors::{redacted_diagram, redacted_line};
use super::key::PositionKey;
use super::outcome::Outcome;
use super::rules::Ruleset;
use super::synonyms::Synonyms;
use crate::diagram::Diagram;
use crate::notation::moves::without_annotation;
use crate::refusal::{Refusable, Refusal};
use crate::seat::{Seat, SeatInfo, Team};
use crate::summary::Threat;

/// A game in progress.
#[derive(Debug, Clone)]
pub struct Game<R: Ruleset> {
    pub(super) rules: R,
    pub(super) position: R::Position,
    /// The position before the last turn, and its steps; during a turn, the steps so far.
    pub(super) last: Option<(R::Position, Vec<R::Move>)>,
    /// The number of occurrences of each position, by [`Ruleset::repetition_key`].
    occurrences: HashMap<PositionKey, u8>,
    pub(super) repeated: bool,
    ignores_repetition: bool,
    /// The number of the next turn, with passes counted, where seats can pass.
    turn: Option<u32>,
    /// Whether the colors may be shown although the rules do not end the game.
    colors_revealed: bool,
}

/// Occurrences of a position that make a draw.
const OCCURRENCES: u8 = 3;
/// Plies without an ejection after which a draw can be claimed.
const CLAIM_AFTER_PLIES_WITHOUT_EJECTION: u32 = 200;

impl<R: Ruleset> Game<R> {
    /// A game from the start of the rules.
    pub fn new(rules: R) -> Self {
        let start = rules.start();
        Self::at(rules, start)
    }

    /// A game from a position. Earlier occurrences do not count for repetition.
    pub fn at(rules: R, position: R::Position) -> Self {
        let turn = rules.may_pass().then(|| first_turn(&rules, &position));
        let mut game = Self {
            rules,
            position,
            last: None,
            occurrences: HashMap::new(),
            repeated: false,
            ignores_repetition: false,
            turn,
            colors_revealed: false,
        };
        game.note_occurrence();
        game
    }

    /// The rules.
    pub const fn rules(&self) -> &R {
        &self.rules
    }
    /// The latest position.
    pub const fn position_value(&self) -> &R::Position {
        &self.position
    }

    /// The last turn in canonical notation; during a turn, the steps so far.
    pub fn turn(&self) -> Option<String> {
        self.last.as_ref().map(|(_, steps)| self.rules.write_turn(steps))
    }

    /// Plays one step. An error changes nothing.
    pub fn play_move(&mut self, mv: &R::Move) -> Result<(), Refusal> {
        if self.repeated {
            return Err(over());
        }
        let goes_on = self.rules.is_mid_turn(&self.position);
        let next = self.rules.play(&self.position, mv).map_err(|error| error.refusal())?;
        let before = std::mem::replace(&mut self.position, next);
        self.note_turn();
        match &mut self.last {
            Some((_, steps)) if goes_on => steps.push(mv.clone()),
            last => *last = Some((before, vec![mv.clone()])),
        }
        self.note_occurrence();
        Ok(())
    }

    /// Whether the colors are hidden now. The end of the game shows them.
    pub(super) fn hides_colors_now(&self) -> bool {
        self.rules.hides_colors()
            && !self.colors_revealed
            && !self.repeated
            && self.rules.outcome(&self.position).is_none()
    }

    fn note_occurrence(&mut self) {
        if self.rules.is_mid_turn(&self.position) {
            return;
        }
        if let Some(key) = self.rules.repetition_key(&self.position) {
            let count = self.occurrences.entry(key).or_insert(0);
            *count = count.saturating_add(1);
            self.repeated = *count >= OCCURRENCES && !self.ignores_repetition;
        }
    }

    /// Counts the finished turn, and the passes after it.
    fn note_turn(&mut self) {
        if self.rules.is_mid_turn(&self.position) {
            return;
        }
        let Some(turn) = &mut self.turn else { return };
        *turn += 1;
        if let Some(seat) = self.rules.to_move(&self.position) {
            let seats = self.rules.seats().len() as u32;
            *turn += (u32::from(seat.0) + seats - *turn % seats) % seats;
        }
    }

    pub(super) fn play_text(&mut self, text: &str) -> Result<Vec<R::Move>, Refusal> {
        if self.repeated {
            return Err(over());
        }
        let text = without_annotation(text);
        let steps =
            self.rules.read_turn(&self.position, text).map_err(|error| self.without_details(error.refusal(), text))?;
        for step in &steps {
            self.play_move(step).map_err(|refusal| self.without_details(refusal, text))?;
        }
        Ok(steps)
    }

    /// Rule: with hidden colors, an illegal try gets no details. Errors that reveal nothing about marbles are kept,
    /// but only for a single move: later moves of a text are read only if the earlier ones are legal.
    fn without_details(&self, refusal: Refusal, text: &str) -> Refusal {
        let harmless = matches!(
            refusal.code,
            "empty-text" | "text-too-long" | "off-board" | "no-row" | "not-notation" | "game-over"
        );
        let is_one = self.rules.separator().is_empty() || !text.contains(self.rules.separator());
        if !self.hides_colors_now() || (harmless && is_one) {
            return refusal;
        }
        Refusal { code: "not-legal", args: Vec::new(), text: "that is not legal".to_owned() }
    }

    /// Calls `visit` for every complete turn, in no particular order, until it returns that it has enough.
    fn each_turn(
        &self,
        position: &R::Position,
        steps: &mut Vec<R::Move>,
        visit: &mut impl FnMut(&[R::Move]) -> bool,
    ) -> bool {
        for mv in self.rules.legal_moves(position) {
            let next = self.rules.play(position, &mv).expect("generated moves are legal");
            steps.push(mv);
            let go_on = if self.rules.is_mid_turn(&next) && self.rules.outcome(&next).is_none() {
                self.each_turn(&next, steps, visit)
            } else {
                visit(steps)
            };
            steps.pop();
            if !go_on {
                return false;
            }
        }
        true
    }
}

/// The number of the next turn at a position: the turn of the seat to move, in the round given by its plies.
fn first_turn<R: Ruleset>(rules: &R, position: &R::Position) -> u32 {
    let (ply, seats) = (rules.ply(position), rules.seats().len() as u32);
    rules.to_move(position).map_or(ply, |seat| ply / seats * seats + u32::from(seat.0))
}

fn over() -> Refusal {
    Refusal { code: "game-over", args: Vec::new(), text: "the game is over".to_owned() }
}

impl<R: Ruleset + Clone + Send + Sync + 'static> AnyGame for Game<R> {
    fn setup(&self) -> String {
        self.rules.setup()
    }

    fn seats(&self) -> Vec<SeatInfo> {
        self.rules.seats()
    }

    fn to_move(&self) -> Option<Seat> {
        if self.repeated { None } else { self.rules.to_move(&self.position) }
    }

    fn ply(&self) -> u32 {
        self.rules.ply(&self.position)
    }

    fn may_pass(&self) -> bool {
        self.rules.may_pass()
    }

    fn turn_index(&self) -> u32 {
        self.turn.unwrap_or_else(|| self.ply())
    }

    fn ignore_repetition(&mut self) {
        (self.ignores_repetition, self.repeated) = (true, false);
    }

    fn play(&mut self, text: &str) -> Result<String, Refusal> {
        if self.repeated {
            return Err(over());
        }
        let text = without_annotation(text);
        // Judged on positions alone, so that a refusal changes nothing and the history need not be copied.
        let without_details = |refusal| self.without_details(refusal, text);
        let steps = self.rules.read_turn(&self.position, text).map_err(|error| without_details(error.refusal()))?;
        let mut position = self.position.clone();
        for step in &steps {
            position = self.rules.play(&position, step).map_err(|error| without_details(error.refusal()))?;
        }
        // A chain that may stop ends without a step for it.
        let is_open = self.rules.is_mid_turn(&position) && self.rules.outcome(&position).is_none();
        if is_open && !self.rules.may_end_turn(&position) {
            // With another error than for an illegal move, a first step alone would reveal which stones may move.
            return Err(without_details(unfinished(text.trim())));
        }
        for step in &steps {
            self.play_move(step)?;
        }
        if is_open {
            self.end_turn()?;
        }
        Ok(self.rules.write_turn(&steps))
    }

    fn after(&self, partial_turn: &str) -> Result<Box<dyn AnyGame>, Refusal> {
        let mut next = self.clone();
        if !partial_turn.trim().is_empty() {
            next.play_text(partial_turn)?;
        }
        Ok(Box::new(next))
    }

    fn partial_turn(&self) -> Option<String> {
        // A game may begin in the middle of a turn, with its steps unknown.
        self.rules.is_mid_turn(&self.position).then(|| self.turn().unwrap_or_default())
    }

    fn separator(&self) -> &'static str {
        self.rules.separator()
    }

    fn may_end_turn(&self) -> bool {
        self.rules.may_end_turn(&self.position)
    }

    fn reveal_colors(&mut self) {
        self.colors_revealed = true;
    }

    fn hides_colors(&self) -> bool {
        self.hides_colors_now()
    }

    fn outcome(&self) -> Option<Outcome> {
        let repetition = || self.repeated.then(|| self.rules.outcome_by_repetition(&self.position));
        self.rules.outcome(&self.position).or_else(repetition)
    }

    fn winner_by_claim(&self) -> Option<Team> {
        self.rules.outcome_by_repetition(&self.position).winner
    }

    fn is_drawn_if_repeated(&self) -> bool {
        let key = self.rules.repetition_key(&self.position);
        let count = key.and_then(|key| self.occurrences.get(&key));
        count.is_some_and(|count| count + 1 == OCCURRENCES)
            && !self.ignores_repetition
            && !self.rules.is_mid_turn(&self.position)
            && !self.hides_colors_now()
            && AnyGame::outcome(self).is_none()
            && self.winner_by_claim().is_none()
    }

    fn may_claim_draw(&self) -> bool {
        self.to_move().is_some()
            && self.rules.plies_since_ejection(&self.position) >= CLAIM_AFTER_PLIES_WITHOUT_EJECTION
    }

    fn diagram(&self) -> Diagram {
        let last = self.last.as_ref().map(|(before, steps)| (before, steps.as_slice()));
        let diagram = Diagram {
            to_move: self.to_move(),
            last: self.turn(),
            turn_index: self.turn_index(),
            ..self.rules.diagram(&self.position, last)
        };
        if self.hides_colors() { redacted_diagram(diagram) } else { diagram }
    }

    fn threats(&self) -> Vec<Threat> {
        if self.hides_colors() || self.outcome().is_some() { Vec::new() } else { self.rules.threats(&self.position) }
    }

    fn position(&self) -> String {
        let line = self.full_position();
        if self.hides_colors() { redacted_line(&line) } else { line }
    }

    fn full_position(&self) -> String {
        self.position.to_string()
    }

    fn perft(&self, depth: u32) -> u64 {
        self.rules.perft(&self.position, depth)
    }

    fn legal_moves(&self) -> Vec<String> {
        if self.repeated || self.hides_colors() {
            return Vec::new();
        }
        let mut moves: Vec<String> = self.rules.legal_moves(&self.position).iter().map(ToString::to_string).collect();
        moves.sort_unstable();
        moves
    }

    fn turns(&self, limit: usize) -> (Vec<String>, bool) {
        if self.repeated || self.hides_colors() {
            return (Vec::new(), false);
        }
        let mut turns = Vec::new();
        let all = self.each_turn(&self.position, &mut Vec::new(), &mut |steps| {
            if turns.len() == limit {
                return false;
            }
            turns.push(self.rules.write_turn(steps));
            true
        });
        turns.sort_unstable();
        (turns, !all)
    }

    fn complete_with(&self, typed: &str, limit: usize, synonyms: &Synonyms) -> Vec<Choice> {
        self.completions(typed, limit, synonyms)
    }
}

impl<R: Ruleset + Clone + Send + Sync + 'static> Game<R> {
    fn end_turn(&mut self) -> Result<(), Refusal> {
        let (before, steps) = self.last.clone().ok_or_else(over)?;
        let stop = self
            .rules
            .legal_moves(&self.position)
            .into_iter()
            .find(|mv| {
                let with = [steps.as_slice(), std::slice::from_ref(mv)].concat();
                self.rules.write_turn(&with) == self.rules.write_turn(&steps)
            })
            .ok_or_else(over)?;
        self.play_move(&stop)?;
        self.last = Some((before, steps));
        Ok(())
    }
}

fn unfinished(text: &str) -> Refusal {
    Refusal {
        code: "turn-unfinished",
        args: vec![("text", text.to_owned())],
        text: format!("the turn is not finished after `{text}`: write the next move behind it"),
    }
}
