//! One playing of a ruleset: the latest position, the move that led there, and which positions have occurred how often.

use std::collections::HashMap;

use crate::diagram::Diagram;
use crate::notation::is_separator;
use crate::table::{Choice, EndReason, Outcome, Refusable, Refusal, Ruleset, Seat, Table};

/// A match in progress.
#[derive(Debug, Clone)]
pub struct Match<R: Ruleset> {
    rules: R,
    position: R::Position,
    last: Option<(R::Position, R::Move)>,
    /// How often each position has occurred, by [`Ruleset::repetition_key`].
    occurrences: HashMap<String, u8>,
    repeated: bool,
}

/// A position that occurs so often is a draw.
const OCCURRENCES: u8 = 3;
/// Plies without an ejection that allow to claim a draw.
const CALM_CLAIM: u32 = 200;

/// Words that players type, and the tag they stand for.
const WORDS: [(&str, &str); 22] = [
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
        let mut table = Self { rules, position, last: None, occurrences: HashMap::new(), repeated: false };
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

    /// Plays a move as a value. On error nothing has changed.
    pub fn play_move(&mut self, mv: &R::Move) -> Result<(), Refusal> {
        if self.repeated {
            return Err(over());
        }
        let next = self.rules.play(&self.position, mv).map_err(|error| error.refusal())?;
        let before = std::mem::replace(&mut self.position, next);
        self.last = Some((before, mv.clone()));
        self.note_occurrence();
        Ok(())
    }

    fn note_occurrence(&mut self) {
        if let Some(key) = self.rules.repetition_key(&self.position) {
            let count = self.occurrences.entry(key).or_insert(0);
            *count = count.saturating_add(1);
            self.repeated = *count >= OCCURRENCES;
        }
    }

    fn choices(&self) -> Vec<Candidate> {
        if self.repeated {
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

/// Ejections before pushes before the rest.
fn interest(tags: &[&str]) -> u8 {
    if tags.contains(&"eject") {
        0
    } else if tags.contains(&"push") {
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

impl<R: Ruleset + Send + Sync> Table for Match<R> {
    fn setup(&self) -> String {
        self.rules.setup()
    }

    fn seats(&self) -> u8 {
        self.rules.seats()
    }

    fn to_move(&self) -> Option<Seat> {
        if self.repeated { None } else { self.rules.to_move(&self.position) }
    }

    fn ply(&self) -> u32 {
        self.rules.ply(&self.position)
    }

    fn play(&mut self, text: &str) -> Result<String, Refusal> {
        let mv = self.rules.read_move(&self.position, text).map_err(|error| error.refusal())?;
        self.play_move(&mv)?;
        Ok(mv.to_string())
    }

    fn outcome(&self) -> Option<Outcome> {
        let repetition = || self.repeated.then_some(Outcome { winner: None, reason: EndReason::Repetition });
        self.rules.outcome(&self.position).or_else(repetition)
    }

    fn may_claim_draw(&self) -> bool {
        self.to_move().is_some() && self.rules.calm(&self.position) >= CALM_CLAIM
    }

    fn diagram(&self) -> Diagram {
        let last = self.last.as_ref().map(|(before, mv)| (before, mv));
        Diagram { to_move: self.to_move(), ..self.rules.diagram(&self.position, last) }
    }

    fn position(&self) -> String {
        self.position.to_string()
    }

    fn perft(&self, depth: u32) -> u64 {
        self.rules.perft(&self.position, depth)
    }

    fn legal_moves(&self) -> Vec<String> {
        if self.repeated {
            return Vec::new();
        }
        let mut moves: Vec<String> = self.rules.legal_moves(&self.position).iter().map(ToString::to_string).collect();
        moves.sort_unstable();
        moves
    }

    fn complete(&self, typed: &str, limit: usize) -> Vec<Choice> {
        let typed = typed.chars().take(60).collect::<String>().to_lowercase();
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
        fitting.into_iter().map(|choice| Choice { notation: choice.notation, tags: choice.tags }).collect()
    }
}
