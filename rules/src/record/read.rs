//! Reading of one game: our own form, APGN, a position with moves after it, or moves alone.

use std::collections::HashMap;
use std::str::FromStr;
use std::sync::LazyLock;

use super::error::{RecordError, quote};
use super::rounds::{PASS, Passes};
use super::{GameResult, Record, apgn, playstrategy};
use crate::games::abalone::layouts;
use crate::registry::{on_playstrategy, open, open_at};

/// The longest text of one game, in bytes.
const LONGEST: usize = 1_000_000;
/// More moves than any game has.
pub(super) const MOST_MOVES: usize = 10_000;
/// More tags than any game needs.
pub(super) const MOST_TAGS: usize = 100;
/// The number of words of the longest FEN.
const FEN_WORDS: usize = 7;

impl FromStr for Record {
    type Err = RecordError;

    /// Reads one game: ours, APGN, `PlayStrategy`'s FEN with moves after it, or moves alone. Does not check whether
    /// they are legal.
    fn from_str(text: &str) -> Result<Self, RecordError> {
        Ok(read(text, 1, "abalone", false)?.record)
    }
}

#[derive(Debug)]
pub(super) struct Reading {
    pub(super) record: Record,
    pub(super) lines: Vec<usize>,
}

/// The parts of a game's text, not yet interpreted.
#[derive(Debug, Default)]
struct Parts {
    tags: Vec<(String, String)>,
    moves: Vec<String>,
    lines: Vec<usize>,
    passes: Passes,
    end: Option<GameResult>,
}

/// Reads one game that begins on this line of a longer text, with a setup for games that name none.
pub(super) fn read(
    text: &str,
    first_line: usize,
    setup: &str,
    ignores_repetition: bool,
) -> Result<Reading, RecordError> {
    if text.len() > LONGEST {
        return Err(RecordError::TooLong);
    }
    if text.contains('\0') {
        return Err(RecordError::Nul);
    }
    let mut parts = Parts::default();
    let mut skip = Skip::Nothing;
    for (line, content) in (first_line..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let mut content = content.trim();
        if skip == Skip::Nothing && parts.moves.is_empty() {
            if content.starts_with('[') {
                let (name, value) = read_tag(content).ok_or(RecordError::Tag { line })?;
                parts.put_tag(name, value)?;
                continue;
            }
            if let Some((position, rest)) = split_fen(content) {
                parts.put_tag("FEN".to_owned(), position)?;
                content = rest;
            }
        }
        if skip != Skip::Nothing || !content.starts_with(['%', '#']) {
            skip = read_moves(content, line, skip, &mut parts);
        }
        if parts.moves.len() > MOST_MOVES {
            return Err(RecordError::TooLong);
        }
    }
    match skip {
        Skip::Comment { line } => return Err(RecordError::Unclosed { what: "comment", line }),
        Skip::Variation { line, .. } => return Err(RecordError::Unclosed { what: "variation", line }),
        Skip::Nothing => {}
    }
    if parts.tags.is_empty() && parts.moves.is_empty() {
        return Err(RecordError::Nothing);
    }
    let begins_well = |text: &String| text.starts_with(|letter: char| letter.is_ascii_alphanumeric() || letter == '@');
    if let Some(at) = parts.moves.iter().position(|text| !begins_well(text)) {
        return Err(RecordError::Word { word: quote(&parts.moves[at]), line: parts.lines[at] });
    }
    let (lines, passes) = (std::mem::take(&mut parts.lines), std::mem::take(&mut parts.passes));
    let mut record = assemble(parts, setup)?;
    record.ignores_repetition = ignores_repetition;
    passes.check(&record)?;
    Ok(Reading { record, lines })
}

impl Parts {
    fn put_tag(&mut self, name: String, value: String) -> Result<(), RecordError> {
        if self.tags.iter().any(|(known, _)| known.eq_ignore_ascii_case(&name)) {
            return Err(RecordError::Twice { name: quote(&name) });
        }
        if self.tags.len() == MOST_TAGS {
            return Err(RecordError::TooManyTags { most: MOST_TAGS });
        }
        self.tags.push((name, value));
        Ok(())
    }
}

/// `position fen <FEN> moves …`, or the FEN or position line alone: the position, and the text after it.
pub(super) fn split_fen(line: &str) -> Option<(String, &str)> {
    let mut rest = line;
    for word in ["position", "fen"] {
        let (first, behind) = next_word(rest);
        if first.trim_end_matches(':').eq_ignore_ascii_case(word) {
            rest = behind;
        }
    }
    let count = rows(rest);
    if !on_playstrategy().any(|(_, form)| form.rows == count) {
        return None;
    }
    let mut position = Vec::new();
    loop {
        let (word, behind) = next_word(rest);
        let goes_on = match position.len() {
            0 => true,
            count => count < FEN_WORDS && is_of_fen(word) || word.contains('='),
        };
        if word.is_empty() || !goes_on {
            let rest = if word.eq_ignore_ascii_case("moves") { behind } else { rest };
            return Some((position.join(" "), rest));
        }
        position.push(word);
        rest = behind;
    }
}

/// Whether the word is a color, or a number, or two joined by `-`.
fn is_of_fen(word: &str) -> bool {
    ["b", "w"].contains(&word) || (!word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-'))
}

fn next_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()))
}

fn assemble(parts: Parts, default: &str) -> Result<Record, RecordError> {
    let Parts { tags, moves, end, .. } = parts;
    let tags = playstrategy::translate(tags);
    let tag = |name: &str| {
        let found = tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.trim()).filter(|value| !value.is_empty() && *value != "?")
    };
    if let Some(notation) = tag("Notation") {
        let plain: String = notation.to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect();
        // All notations have the same reader, because no text means two different moves.
        if !["abapro", "nacre", "uci", "playstrategy"].contains(&plain.as_str()) {
            return Err(RecordError::Value { name: "Notation", value: quote(notation) });
        }
    }
    // Chess programs write `SetUp "1"` beside a `FEN`, which has no meaning here.
    let setup_tag = tag("Setup").filter(|setup| *setup != "1" && *setup != "0");
    let setup = match (setup_tag, tag("Variant")) {
        (Some(setup), _) => setup.to_owned(),
        (None, Some(variant)) => apgn::read_variant(variant)?,
        (None, None) => default.to_owned(),
    };
    let is_left_open = setup_tag.is_none() && tag("Variant").is_none();
    let setup = match tag("Position").or(tag("FEN")).filter(|_| is_left_open) {
        Some(position) => of_its_size(setup, position),
        None => setup,
    };
    let position = match tag("Position").map(|value| ("Position", value)).or(tag("FEN").map(|value| ("FEN", value))) {
        None => None,
        Some((name, value)) => Some(read_position(&setup, name, value)?),
    };
    let is_custom = setup_tag.is_none() && tag("Variant").is_some_and(|v| v.eq_ignore_ascii_case("custom"));
    if is_custom && position.is_none() {
        return Err(RecordError::NoPosition);
    }
    let (setup, position) = own_start(setup, position, setup_tag.is_some());

    let (tags_of_record, ignores_repetition) = (Vec::new(), false);
    let mut record = Record { setup, position, tags: tags_of_record, moves, ignores_repetition };
    let ours = ["setup", "position", "variant", "notation", "fen", "plies"];
    for (name, value) in tags.iter().filter(|(name, _)| !ours.contains(&name.to_ascii_lowercase().as_str())) {
        record = record.with_tag(name, value);
    }
    let tagged = match tag("Result") {
        None => None,
        Some(text) => {
            let unknown = || RecordError::Value { name: "Result", value: quote(text) };
            Some(GameResult::from_text(text).ok_or_else(unknown)?)
        }
    };
    // If the moves end with no result, or with `*`, the tag decides.
    let (end, open_end) = (end.filter(|end| *end != GameResult::Open), end.filter(|end| *end == GameResult::Open));
    match (tagged, end) {
        (Some(tag), Some(end)) if tag != end => Err(RecordError::TwoResults { tag, moves: end }),
        // Moves without a result leave the record without one.
        (tagged, end) => Ok(match tagged.or(end).or(open_end) {
            Some(result) => record.with_result(result),
            None => record,
        }),
    }
}

/// The starts of all layouts for two, as position lines.
static STARTS: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    let setups = layouts().iter().filter(|layout| layout.seats == 2).rev();
    let setups = setups.map(|layout| format!("abalone layout={}", layout.name));
    setups.filter_map(|setup| open(&setup).ok()).map(|game| (game.full_position(), game.setup())).collect()
});

/// The setup and the position of a text. The position is omitted if it is the setup's own start or, where the text
/// leaves the setup open, that of a layout.
pub(super) fn own_start(setup: String, position: Option<String>, is_named: bool) -> (String, Option<String>) {
    let Some(position) = position else { return (setup, None) };
    if open(&setup).is_ok_and(|game| game.full_position() == position) {
        return (setup, None);
    }
    match STARTS.get(&position).filter(|_| !is_named && setup == "abalone") {
        Some(layout) => (layout.clone(), None),
        None => (setup, Some(position)),
    }
}

/// Reads a position line, APGN's position, or `PlayStrategy`'s FEN, and returns a position line.
pub(super) fn read_position(setup: &str, name: &'static str, text: &str) -> Result<String, RecordError> {
    let ours = open_at(setup, text).ok().map(|game| game.full_position());
    let apgn = || Some(apgn::read_position(text)?.to_string());
    let fen = || on_playstrategy().find_map(|(_, form)| (form.read)(text));
    ours.or_else(apgn).or_else(fen).ok_or_else(|| RecordError::Value { name, value: quote(text) })
}

/// The setup; if the position has a board of another size, a game on such a board.
fn of_its_size(setup: String, position: &str) -> String {
    let count = rows(position);
    match open(&setup) {
        Ok(game) if rows(&game.full_position()) != count => {
            on_playstrategy().find(|(_, form)| form.rows == count).map_or(setup, |(name, _)| name.to_owned())
        }
        _ => setup,
    }
}

fn rows(position: &str) -> usize {
    position.split_whitespace().next().map_or(0, |rows| rows.split('/').count())
}

/// `[Name "value"]`, with `\"` and `\\` in the value.
fn read_tag(line: &str) -> Option<(String, String)> {
    let inside = line.strip_prefix('[')?.trim_end().strip_suffix(']')?.trim();
    let (name, quoted) = inside.split_once(char::is_whitespace)?;
    let quoted = quoted.trim().strip_prefix('"')?;
    let mut value = String::new();
    let mut letters = quoted.chars();
    loop {
        match letters.next()? {
            '\\' => value.push(letters.next()?),
            '"' => break,
            letter => value.push(letter),
        }
    }
    (super::is_tag_name(name) && letters.as_str().is_empty()).then(|| (name.to_owned(), value))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Skip {
    Nothing,
    Comment { line: usize },
    Variation { line: usize, depth: usize },
}

/// Reads one line of moves. Returns what it leaves open for the next line.
fn read_moves(content: &str, line: usize, mut skip: Skip, parts: &mut Parts) -> Skip {
    let mut word = String::new();
    for letter in content.chars().chain([' ']) {
        skip = match (skip, letter) {
            (Skip::Comment { .. }, '}') | (Skip::Variation { depth: 1, .. }, ')') => Skip::Nothing,
            (Skip::Variation { line, depth }, ')') => Skip::Variation { line, depth: depth - 1 },
            (Skip::Variation { line, depth }, '(') => Skip::Variation { line, depth: depth + 1 },
            (Skip::Comment { .. } | Skip::Variation { .. }, _) => skip,
            (Skip::Nothing, '{' | '(' | ';') => {
                take_word(&mut word, line, parts);
                match letter {
                    '{' => Skip::Comment { line },
                    '(' => Skip::Variation { line, depth: 1 },
                    _ => return Skip::Nothing,
                }
            }
            (Skip::Nothing, letter) if letter.is_whitespace() => {
                take_word(&mut word, line, parts);
                skip
            }
            (Skip::Nothing, letter) => {
                word.push(letter);
                skip
            }
        };
    }
    skip
}

fn take_word(word: &mut String, line: usize, parts: &mut Parts) {
    let whole = std::mem::take(word);
    // `1.a1b2` has its number attached; `12...`, `12)` and `12` are a number alone; `$3` and `!?` are annotations.
    let mut text = whole.as_str();
    while let Some((number, after)) = text.split_once(['.', ')']) {
        if !is_number(number) {
            break;
        }
        text = after.trim_start_matches('.');
    }
    if let Some(result) = GameResult::from_text(text) {
        parts.end = Some(result);
        return;
    }
    let text = text.trim_end_matches(['!', '?', '*', ',']);
    if text == PASS {
        parts.passes.after.push(parts.moves.len());
    } else if !(text.is_empty() || text.starts_with('$') || is_number(text)) {
        parts.moves.push(text.to_owned());
        parts.lines.push(line);
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
