//! Completion: legal moves that match the text typed so far.

use std::collections::HashMap;

use super::any_game::{AnyGame as _, Choice};
use super::game::Game;
use super::rules::Ruleset;
use super::synonyms::{Synonyms, is_prefix};
use crate::notation::moves::is_separator;

impl<R: Ruleset + Clone + Send + Sync + 'static> Game<R> {
    pub(super) fn completions(&self, typed: &str, limit: usize, synonyms: &Synonyms) -> Vec<Choice> {
        if self.hides_colors_now() {
            return Vec::new();
        }
        let text = typed.chars().take(200).collect::<String>().to_lowercase();
        let (partial, rest) = self.rules.split_turn(&text);
        if partial.is_empty() {
            return self.complete_step(rest, limit, synonyms);
        }
        let mut next = self.clone();
        if next.play_text(partial).is_err() {
            return Vec::new();
        }
        let mut choices = Vec::new();
        let so_far = next.last.as_ref().map(|(_, steps)| steps.clone()).unwrap_or_default();
        let separator = next.rules.separator();
        let whole = |choice: &Choice| {
            let step = choice.notation.strip_suffix(separator).unwrap_or(&choice.notation);
            let mut steps = so_far.clone();
            steps.push(next.rules.read_move(&next.position, step).ok()?);
            let rest = if step == choice.notation { "" } else { separator };
            Some(Choice { notation: next.rules.write_turn(&steps) + rest, tags: choice.tags.clone() })
        };
        if next.partial_turn().is_none() || next.may_end_turn() {
            choices.push(Choice { notation: next.rules.write_turn(&so_far), tags: Vec::new() });
        }
        if next.partial_turn().is_some() {
            choices.extend(next.complete_step(rest, limit, synonyms).iter().filter_map(whole));
        }
        let mut seen = std::collections::HashSet::new();
        choices.retain(|choice| seen.insert(choice.notation.clone()));
        choices.truncate(limit);
        choices
    }

    fn complete_step(&self, typed: &str, limit: usize, synonyms: &Synonyms) -> Vec<Choice> {
        let words: Vec<&str> = typed.split_whitespace().collect();
        // `a1 - b2` and `c3>d4` are one spelling with separators in it.
        let joined: String = typed.chars().filter(|&letter| !is_separator(letter)).collect();
        let choices = self.choices();
        let fitting = if words.is_empty() {
            spread(choices, limit)
        } else {
            let rank = |choice: &Candidate| {
                let whole = if joined.is_empty() { None } else { choice.fit(&joined, synonyms) };
                let parts =
                    || words.iter().map(|word| choice.fit(word, synonyms)).try_fold(1, |sum, fit| Some(sum + fit?));
                whole.or_else(parts)
            };
            let mut ranked: Vec<(u8, Candidate)> =
                choices.into_iter().filter_map(|choice| Some((rank(&choice)?, choice))).collect();
            ranked.sort_by_key(|(rank, _)| *rank);
            ranked.into_iter().take(limit).map(|(_, choice)| choice).collect()
        };
        let offer = |choice: Candidate| Choice { notation: self.with_separator(choice.notation), tags: choice.tags };
        fitting.into_iter().map(offer).collect()
    }

    /// Appends the separator to a step that leaves the turn unfinished.
    fn with_separator(&self, step: String) -> String {
        let after = self.rules.read_move(&self.position, &step).and_then(|mv| self.rules.play(&self.position, &mv));
        match after {
            Ok(next) if self.rules.is_mid_turn(&next) && !self.rules.may_end_turn(&next) => {
                step + self.rules.separator()
            }
            _ => step,
        }
    }

    fn choices(&self) -> Vec<Candidate> {
        if self.repeated || self.hides_colors_now() {
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

/// A legal move that may become a [`Choice`].
struct Candidate {
    notation: String,
    tags: Vec<&'static str>,
    spellings: Vec<String>,
    interest: u8,
}

/// The sort key: ejections before pushes and flips before the rest.
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
    /// The quality of a word's match, 0 best; `None` without a match.
    fn fit(&self, word: &str, synonyms: &Synonyms) -> Option<u8> {
        if self.notation.starts_with(word) {
            return Some(0);
        }
        if self.spellings.iter().any(|spelling| spelling.starts_with(word)) {
            return Some(1);
        }
        if self.tags.iter().any(|tag| is_prefix(word, tag) || synonyms.mean(word, tag)) {
            return Some(2);
        }
        // A cell anywhere in the move.
        (word.len() == 2 && self.notation.contains(word)).then_some(3)
    }
}

/// Takes moves with different first cells in turn, so that a short list covers the whole board.
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
