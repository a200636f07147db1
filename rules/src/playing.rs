//! One playing of a ruleset: the latest position, the move that led there, and which positions have occurred how often.

use std::collections::HashMap;

use crate::diagram::{Board, Diagram, Stone};
use crate::notation::is_separator;
use crate::table::{Choice, Outcome, Place, Refusable, Refusal, Ruleset, Seat, Table, Team};
use crate::two_boards::BETWEEN;

/// A match in progress.
#[derive(Debug, Clone)]
pub struct Match<R: Ruleset> {
    rules: R,
    position: R::Position,
    /// The position before the last turn, and its steps; of a turn that is begun, the steps so far.
    last: Option<(R::Position, Vec<R::Move>)>,
    /// How often each position has occurred, by [`Ruleset::repetition_key`].
    occurrences: HashMap<String, u8>,
    repeated: bool,
    /// The colors may be shown although the rules know of no end.
    revealed: bool,
}

/// A position that occurs so often is a draw.
const OCCURRENCES: u8 = 3;
/// Plies without an ejection that allow to claim a draw.
const CALM_CLAIM: u32 = 200;

/// Words that players type, and the tag they stand for.
const WORDS: [(&str, &str); 32] = [
    ("pousse", "push"),
    ("pousser", "push"),
    ("poussée", "push"),
    ("sumito", "push"),
    ("éjecte", "eject"),
    ("éjecter", "eject"),
    ("éjection", "eject"),
    ("ejecter", "eject"),
    ("ejection", "eject"),
    ("capture", "eject"),
    ("sideways", "broadside"),
    ("flèche", "broadside"),
    ("fleche", "broadside"),
    ("latéral", "broadside"),
    ("line", "inline"),
    ("ligne", "inline"),
    ("retourner", "flip"),
    ("retourne", "flip"),
    ("retournement", "flip"),
    ("approche", "approach"),
    ("retrait", "withdrawal"),
    ("poser", "place"),
    ("pose", "place"),
    ("arrêter", "stop"),
    ("↑", "n"),
    ("↓", "s"),
    ("→", "e"),
    ("↗", "ne"),
    ("↖", "nw"),
    ("←", "w"),
    ("↙", "sw"),
    ("↘", "se"),
];

impl<R: Ruleset> Match<R> {
    /// Begins where the rules begin.
    pub fn new(rules: R) -> Self {
        let start = rules.start();
        Self::at(rules, start)
    }

    /// Begins at a position; only what happens from here on counts for the repetition.
    pub fn at(rules: R, position: R::Position) -> Self {
        let mut table =
            Self { rules, position, last: None, occurrences: HashMap::new(), repeated: false, revealed: false };
        table.note_occurrence();
        table
    }

    /// The rules.
    pub const fn rules(&self) -> &R {
        &self.rules
    }
    /// The latest position.
    pub const fn position_value(&self) -> &R::Position {
        &self.position
    }

    /// The last turn in canonical notation; of one that is begun, the steps so far.
    pub fn turn(&self) -> Option<String> {
        self.last.as_ref().map(|(_, steps)| self.rules.write_turn(steps))
    }

    /// Plays one step as a value. On error nothing has changed.
    pub fn play_move(&mut self, mv: &R::Move) -> Result<(), Refusal> {
        if self.repeated {
            return Err(over());
        }
        let goes_on = self.rules.is_mid_turn(&self.position);
        let next = self.rules.play(&self.position, mv).map_err(|error| error.refusal())?;
        let before = std::mem::replace(&mut self.position, next);
        match &mut self.last {
            Some((_, steps)) if goes_on => steps.push(mv.clone()),
            last => *last = Some((before, vec![mv.clone()])),
        }
        self.note_occurrence();
        Ok(())
    }

    /// Are the colors hidden now? The end lifts the veil.
    fn has_veil(&self) -> bool {
        self.rules.is_veiled() && !self.revealed && !self.repeated && self.rules.outcome(&self.position).is_none()
    }

    fn note_occurrence(&mut self) {
        if self.rules.is_mid_turn(&self.position) {
            return;
        }
        if let Some(key) = self.rules.repetition_key(&self.position) {
            let count = self.occurrences.entry(key).or_insert(0);
            *count = count.saturating_add(1);
            self.repeated = *count >= OCCURRENCES;
        }
    }

    /// Plays what is written, and gives the steps.
    fn play_text(&mut self, text: &str) -> Result<Vec<R::Move>, Refusal> {
        if self.repeated {
            return Err(over());
        }
        let steps = self.rules.read_turn(&self.position, text).map_err(|error| self.hushed(error.refusal(), text))?;
        for step in &steps {
            self.play_move(step).map_err(|refusal| self.hushed(refusal, text))?;
        }
        Ok(steps)
    }

    /// Rule: while the marbles all look the same, an illegal try is answered only so. What says nothing about marbles stays; of
    /// several moves in one text nothing does, because the later ones are read only when the first is legal.
    fn hushed(&self, refusal: Refusal, text: &str) -> Refusal {
        let harmless =
            matches!(refusal.code, "empty-text" | "text-too-long" | "off-board" | "not-notation" | "game-over");
        let is_one = self.rules.joint().is_empty() || !text.contains(self.rules.joint());
        if !self.has_veil() || (harmless && is_one) {
            return refusal;
        }
        Refusal { code: "not-legal", args: Vec::new(), text: "that is not legal".to_owned() }
    }

    /// Every complete turn, in no order, until `visit` says that it is enough.
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

    /// The next steps, most interesting first.
    fn choices(&self) -> Vec<Candidate> {
        if self.repeated || self.has_veil() {
            return Vec::new();
        }
        let candidate = |mv: R::Move| {
            let tags = self.rules.tags(&self.position, &mv);
            Candidate {
                notation: mv.to_string(),
                interest: interest(&tags),
                spellings: self.rules.spellings(&self.position, &mv),
                tags,
            }
        };
        let mut choices: Vec<Candidate> = self.rules.legal_moves(&self.position).into_iter().map(candidate).collect();
        choices.sort_unstable_by(|a, b| a.interest.cmp(&b.interest).then_with(|| a.notation.cmp(&b.notation)));
        choices
    }
}

fn over() -> Refusal {
    Refusal { code: "game-over", args: Vec::new(), text: "the game is over".to_owned() }
}

/// A legal move on its way to a [`Choice`].
struct Candidate {
    notation: String,
    tags: Vec<&'static str>,
    spellings: Vec<String>,
    interest: u8,
}

/// Ejections before pushes and flips before the rest.
fn interest(tags: &[&str]) -> u8 {
    if tags.contains(&"eject") {
        0
    } else if tags.contains(&"push") || tags.contains(&"flip") {
        1
    } else {
        2
    }
}

impl Candidate {
    /// How well a word fits, 0 best; `None` when it does not.
    fn fit(&self, word: &str) -> Option<u8> {
        if self.notation.starts_with(word) {
            return Some(0);
        }
        if self.spellings.iter().any(|spelling| spelling.starts_with(word)) {
            return Some(1);
        }
        let means = |tag: &&str| WORDS.iter().any(|(written, meant)| meant == tag && is_begun(word, written));
        if self.tags.iter().any(|tag| is_begun(word, tag) || means(tag)) {
            return Some(2);
        }
        // A cell anywhere in the move.
        (word.len() == 2 && self.notation.contains(word)).then_some(3)
    }
}

/// Directions must be typed in full; of longer words, two letters do.
fn is_begun(word: &str, whole: &str) -> bool {
    word == whole || (word.chars().count() >= 2 && whole.len() > 3 && whole.starts_with(word))
}

/// Takes one move per first cell in turn, so that a short list shows moves all over the board.
fn spread(choices: Vec<Candidate>, limit: usize) -> Vec<Candidate> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut rounds: Vec<(u8, usize, Candidate)> = Vec::with_capacity(choices.len());
    for choice in choices {
        let cell = choice.notation.chars().take(2).collect();
        let round = seen.entry(cell).or_insert(0);
        let key = (choice.interest, *round);
        *round += 1;
        rounds.push((key.0, key.1, choice));
    }
    rounds.sort_by_key(|(interest, round, _)| (*interest, *round));
    rounds.into_iter().take(limit).map(|(_, _, choice)| choice).collect()
}

impl<R: Ruleset + Clone + Send + Sync + 'static> Table for Match<R> {
    fn setup(&self) -> String {
        self.rules.setup()
    }

    fn places(&self) -> Vec<Place> {
        self.rules.places()
    }

    fn to_move(&self) -> Option<Seat> {
        if self.repeated { None } else { self.rules.to_move(&self.position) }
    }

    fn ply(&self) -> u32 {
        self.rules.ply(&self.position)
    }

    fn play(&mut self, text: &str) -> Result<String, Refusal> {
        if self.repeated {
            return Err(over());
        }
        // Judged on positions alone, so that a refusal leaves nothing behind and the history need not be copied.
        let hushed = |refusal| self.hushed(refusal, text);
        let steps = self.rules.read_turn(&self.position, text).map_err(|error| hushed(error.refusal()))?;
        let mut position = self.position.clone();
        for step in &steps {
            position = self.rules.play(&position, step).map_err(|error| hushed(error.refusal()))?;
        }
        // A chain that may stop needs no word for it.
        let is_open = self.rules.is_mid_turn(&position) && self.rules.outcome(&position).is_none();
        if is_open && !self.rules.may_stop(&position) {
            // Told apart from what is illegal, a first move alone would show for nothing what may move.
            return Err(hushed(unfinished(text.trim())));
        }
        for step in &steps {
            self.play_move(step)?;
        }
        if is_open {
            self.stop()?;
        }
        Ok(self.rules.write_turn(&steps))
    }

    fn after(&self, begun: &str) -> Result<Box<dyn Table>, Refusal> {
        let mut next = self.clone();
        if !begun.trim().is_empty() {
            next.play_text(begun)?;
        }
        Ok(Box::new(next))
    }

    fn begun(&self) -> Option<String> {
        // A match may begin in the middle of a turn, with nothing known of its steps.
        self.rules.is_mid_turn(&self.position).then(|| self.turn().unwrap_or_default())
    }

    fn joint(&self) -> &'static str {
        self.rules.joint()
    }

    fn may_stop(&self) -> bool {
        self.rules.may_stop(&self.position)
    }

    fn reveal(&mut self) {
        self.revealed = true;
    }

    fn is_veiled(&self) -> bool {
        self.has_veil()
    }

    fn outcome(&self) -> Option<Outcome> {
        let repetition = || self.repeated.then(|| self.rules.repeated(&self.position));
        self.rules.outcome(&self.position).or_else(repetition)
    }

    fn claimed(&self) -> Option<Team> {
        self.rules.repeated(&self.position).winner
    }

    fn may_claim_draw(&self) -> bool {
        self.to_move().is_some() && self.rules.calm(&self.position) >= CALM_CLAIM
    }

    fn diagram(&self) -> Diagram {
        let last = self.last.as_ref().map(|(before, steps)| (before, steps.as_slice()));
        let diagram =
            Diagram { to_move: self.to_move(), last: self.turn(), ..self.rules.diagram(&self.position, last) };
        if self.is_veiled() { veiled(diagram) } else { diagram }
    }

    fn position(&self) -> String {
        let line = self.secret();
        if self.is_veiled() { veiled_line(&line) } else { line }
    }

    fn secret(&self) -> String {
        self.position.to_string()
    }

    fn perft(&self, depth: u32) -> u64 {
        self.rules.perft(&self.position, depth)
    }

    fn legal_moves(&self) -> Vec<String> {
        if self.repeated || self.is_veiled() {
            return Vec::new();
        }
        let mut moves: Vec<String> = self.rules.legal_moves(&self.position).iter().map(ToString::to_string).collect();
        moves.sort_unstable();
        moves
    }

    fn turns(&self, limit: usize) -> (Vec<String>, bool) {
        if self.repeated || self.is_veiled() {
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

    fn complete(&self, typed: &str, limit: usize) -> Vec<Choice> {
        if self.has_veil() {
            return Vec::new();
        }
        let typed = typed.chars().take(200).collect::<String>().to_lowercase();
        let (begun, rest) = self.rules.split_turn(&typed);
        if begun.is_empty() {
            return self.complete_step(rest, limit);
        }
        let mut next = self.clone();
        if next.play_text(begun).is_err() {
            return Vec::new();
        }
        let mut choices = Vec::new();
        let so_far = next.last.as_ref().map(|(_, steps)| steps.clone()).unwrap_or_default();
        let joint = next.rules.joint();
        let whole = |choice: &Choice| {
            let step = choice.notation.strip_suffix(joint).unwrap_or(&choice.notation);
            let mut steps = so_far.clone();
            steps.push(next.rules.read_move(&next.position, step).ok()?);
            let rest = if step == choice.notation { "" } else { joint };
            Some(Choice { notation: next.rules.write_turn(&steps) + rest, tags: choice.tags.clone() })
        };
        if next.begun().is_none() || next.may_stop() {
            choices.push(Choice { notation: next.rules.write_turn(&so_far), tags: Vec::new() });
        }
        if next.begun().is_some() {
            choices.extend(next.complete_step(rest, limit).iter().filter_map(whole));
        }
        let mut seen = std::collections::HashSet::new();
        choices.retain(|choice| seen.insert(choice.notation.clone()));
        choices.truncate(limit);
        choices
    }
}

impl<R: Ruleset + Clone + Send + Sync + 'static> Match<R> {
    /// Ends the turn that is begun, where it may end.
    fn stop(&mut self) -> Result<(), Refusal> {
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

    fn complete_step(&self, typed: &str, limit: usize) -> Vec<Choice> {
        let words: Vec<&str> = typed.split_whitespace().collect();
        // `a1 - b2` and `c3>d4` are one spelling with separators in it.
        let joined: String = typed.chars().filter(|&letter| !is_separator(letter)).collect();
        let choices = self.choices();
        let fitting = if words.is_empty() {
            spread(choices, limit)
        } else {
            let rank = |choice: &Candidate| {
                let whole = if joined.is_empty() { None } else { choice.fit(&joined) };
                let parts = || words.iter().map(|word| choice.fit(word)).try_fold(1, |sum, fit| Some(sum + fit?));
                whole.or_else(parts)
            };
            let mut ranked: Vec<(u8, Candidate)> =
                choices.into_iter().filter_map(|choice| Some((rank(&choice)?, choice))).collect();
            ranked.sort_by_key(|(rank, _)| *rank);
            ranked.into_iter().take(limit).map(|(_, choice)| choice).collect()
        };
        let offer = |choice: Candidate| Choice { notation: self.with_joint(choice.notation), tags: choice.tags };
        fitting.into_iter().map(offer).collect()
    }

    /// A step that leaves the turn unfinished asks for the next one.
    fn with_joint(&self, step: String) -> String {
        let after = self.rules.read_move(&self.position, &step).and_then(|mv| self.rules.play(&self.position, &mv));
        match after {
            Ok(next) if self.rules.is_mid_turn(&next) && !self.rules.may_stop(&next) => step + self.rules.joint(),
            _ => step,
        }
    }
}

fn unfinished(text: &str) -> Refusal {
    Refusal {
        code: "turn-unfinished",
        args: vec![("text", text.to_owned())],
        text: format!("the turn is not finished after `{text}`: write the next move behind it"),
    }
}

/// The same diagram with every player's marble alike.
fn veiled(mut diagram: Diagram) -> Diagram {
    for board in &mut diagram.boards {
        let Board::Hex(board) = board else { continue };
        let hide = |stone: &mut Stone| {
            if matches!(stone, Stone::Owned(_)) {
                *stone = Stone::Veiled;
            }
        };
        board.stones.iter_mut().for_each(|(_, stone)| hide(stone));
        for (_, color) in &mut board.crowns {
            *color = None;
        }
        for last in &mut board.last {
            if let Some((_, stone)) = &mut last.ejected {
                hide(stone);
            }
        }
    }
    diagram
}

/// The rows of a position line with `m` for every player's marble, and without the crowns and the half of a turn that is made; the rest of
/// the line stays.
fn veiled_line(line: &str) -> String {
    line.split(BETWEEN).map(veiled_board).collect::<Vec<_>>().join(BETWEEN)
}

fn veiled_board(line: &str) -> String {
    let (rows, rest) = line.split_once(' ').unwrap_or((line, ""));
    let hide = |letter: char| if crate::Color::from_letter(letter).is_some() { 'm' } else { letter };
    let rest: Vec<&str> =
        rest.split(' ').filter(|word| !word.starts_with("crown=") && !word.starts_with("half=")).collect();
    format!("{} {}", rows.chars().map(hide).collect::<String>(), rest.join(" "))
}
