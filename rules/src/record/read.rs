//! Reading records: our own form and APGN, one game or many in a text.

use std::str::FromStr;

use super::{GameResult, Record, apgn, fen};
use crate::setup::{open, open_at};
use crate::table::{Refusable, Refusal};

/// The longest text of one game, in bytes.
const LONGEST: usize = 200_000;
/// More moves than any game can have before it is a draw.
const MOST_MOVES: usize = 10_000;

/// Why a record is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// There is no tag and no move in the text.
    #[error("there is no game in this text")]
    Nothing,
    /// Longer than any game.
    #[error("that is too long for one game")]
    TooLong,
    /// A line that begins with `[` and is no tag pair.
    #[error("line {line} is no tag such as [Black \"Ada\"]")]
    Tag {
        /// Counted from 1.
        line: usize,
    },
    /// The same tag two times.
    #[error("the tag {name} is given twice")]
    Twice {
        /// Its name.
        name: String,
    },
    /// Something among the moves that is none.
    #[error("`{word}` is no move")]
    Word {
        /// As written.
        word: String,
    },
    /// A comment or variation that never ends.
    #[error("the {what} that begins on line {line} never ends")]
    Unclosed {
        /// What it is.
        what: &'static str,
        /// Counted from 1.
        line: usize,
    },
    /// The value of a tag that nobody understands.
    #[error("the tag {name} says `{value}`, which I do not know")]
    Value {
        /// Its name.
        name: &'static str,
        /// Its value.
        value: String,
    },
    /// APGN's variant `custom` without a position.
    #[error("the variant is custom, and there is no tag Position")]
    NoPosition,
    /// A game that APGN has no place for.
    #[error("APGN knows only the game of two colors without further options: use the record")]
    NoApgn,
    /// The end of the moves and the tag name different results.
    #[error("the tag Result says {tag}, the moves end with {moves}")]
    TwoResults {
        /// In the tag.
        tag: &'static str,
        /// After the moves.
        moves: &'static str,
    },
    /// The start is refused.
    #[error(transparent)]
    Start(Refusal),
    /// A move is refused.
    #[error("move {number} `{text}`: {refusal}")]
    Move {
        /// Counted from 1, every ply.
        number: usize,
        /// As written.
        text: String,
        /// Why.
        refusal: Refusal,
    },
    /// The rules contradict the result.
    #[error("the record says {written}, by the rules it is {by_rules}")]
    Result {
        /// In the record.
        written: &'static str,
        /// By the rules.
        by_rules: &'static str,
    },
}

impl Refusable for RecordError {
    /// The refusal of a start or move as it is; everything else is `bad-record` with the problem in English.
    fn refusal(&self) -> Refusal {
        match self {
            Self::Start(refusal) => refusal.clone(),
            problem => {
                let text = problem.to_string();
                Refusal { code: "bad-record", args: vec![("problem", text.clone())], text }
            }
        }
    }
}

impl FromStr for Record {
    type Err = RecordError;

    /// Reads one game, ours or APGN. Whether its moves are legal is not asked here.
    fn from_str(text: &str) -> Result<Self, RecordError> {
        if text.len() > LONGEST {
            return Err(RecordError::TooLong);
        }
        let mut tags: Vec<(String, String)> = Vec::new();
        let mut moves = Vec::new();
        let mut end = None;
        let mut skip = Skip::Nothing;
        for (line, content) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
            let content = content.trim();
            if skip == Skip::Nothing && moves.is_empty() && content.starts_with('[') {
                let (name, value) = read_tag(content).ok_or(RecordError::Tag { line })?;
                if tags.iter().any(|(known, _)| known.eq_ignore_ascii_case(&name)) {
                    return Err(RecordError::Twice { name });
                }
                tags.push((name, value));
            } else if !content.starts_with('%') {
                skip = read_moves(content, line, skip, &mut moves, &mut end);
            }
        }
        match skip {
            Skip::Comment { line } => return Err(RecordError::Unclosed { what: "comment", line }),
            Skip::Variation { line, .. } => return Err(RecordError::Unclosed { what: "variation", line }),
            Skip::Nothing => {}
        }
        if tags.is_empty() && moves.is_empty() {
            return Err(RecordError::Nothing);
        }
        let begins_well =
            |text: &String| text.starts_with(|letter: char| letter.is_ascii_alphanumeric() || letter == '@');
        if let Some(word) = moves.iter().find(|text| !begins_well(text)) {
            return Err(RecordError::Word { word: word.clone() });
        }
        if moves.len() > MOST_MOVES {
            return Err(RecordError::TooLong);
        }
        assemble(&tags, moves, end)
    }
}

fn assemble(tags: &[(String, String)], moves: Vec<String>, end: Option<GameResult>) -> Result<Record, RecordError> {
    let tag = |name: &str| {
        let found = tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.trim()).filter(|value| !value.is_empty() && *value != "?")
    };
    if let Some(notation) = tag("Notation") {
        let plain: String = notation.to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect();
        // One reader understands all of them: no text means two different moves.
        if !["abapro", "nacre", "uci", "playstrategy"].contains(&plain.as_str()) {
            return Err(RecordError::Value { name: "Notation", value: notation.to_owned() });
        }
    }
    // Chess programs write `SetUp "1"` beside a `FEN`, which says nothing here.
    let setup = match (tag("Setup").filter(|setup| *setup != "1" && *setup != "0"), tag("Variant")) {
        (Some(setup), _) => setup.to_owned(),
        (None, Some(variant)) => apgn::read_variant(variant)?,
        (None, None) => "abalone".to_owned(),
    };
    let position = match tag("Position").map(|value| ("Position", value)).or(tag("FEN").map(|value| ("FEN", value))) {
        None => None,
        Some((name, value)) => Some(read_position(&setup, name, value)?),
    };
    let is_custom = tag("Setup").is_none_or(|setup| setup == "1")
        && tag("Variant").is_some_and(|v| v.eq_ignore_ascii_case("custom"));
    if is_custom && position.is_none() {
        return Err(RecordError::NoPosition);
    }
    // A position that is the setup's own start needs no saying. Its ply may be a guess of the reader.
    let own_start = open(&setup).ok().map(|table| table.secret());
    let position = position.filter(|position| Some(position) != own_start.as_ref());

    let mut record = Record::new(&setup, position.as_deref(), moves);
    let ours = ["setup", "position", "variant", "notation", "fen", "plies"];
    for (name, value) in tags.iter().filter(|(name, _)| !ours.contains(&name.to_ascii_lowercase().as_str())) {
        record = record.with_tag(name, value);
    }
    let tagged = match tag("Result") {
        None => None,
        Some(text) => {
            let unknown = || RecordError::Value { name: "Result", value: text.to_owned() };
            Some(GameResult::from_text(text).ok_or_else(unknown)?)
        }
    };
    // Moves that end with no result, or with `*`, leave the tag its word.
    let end = end.filter(|end| *end != GameResult::Open);
    match (tagged, end) {
        (Some(tag), Some(end)) if tag != end => Err(RecordError::TwoResults { tag: tag.text(), moves: end.text() }),
        (tagged, end) => Ok(record.with_result(tagged.or(end).unwrap_or(GameResult::Open))),
    }
}

/// A position line, APGN's position, or `PlayStrategy`'s FEN; gives a position line.
fn read_position(setup: &str, name: &'static str, text: &str) -> Result<String, RecordError> {
    let ours = open_at(setup, text).ok().map(|table| table.secret());
    let others = || Some(apgn::read_position(text).or_else(|| fen::read(text).ok())?.to_string());
    ours.or_else(others).ok_or_else(|| RecordError::Value { name, value: text.to_owned() })
}

/// `[Name "value"]`, with `\"` and `\\` in the value.
fn read_tag(line: &str) -> Option<(String, String)> {
    let inside = line.strip_prefix('[')?.trim_end().strip_suffix(']')?.trim();
    let (name, quoted) = inside.split_once(char::is_whitespace)?;
    let quoted = quoted.trim().strip_prefix('"')?;
    let is_name = name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    let mut value = String::new();
    let mut letters = quoted.chars();
    loop {
        match letters.next()? {
            '\\' => value.push(letters.next()?),
            '"' => break,
            letter => value.push(letter),
        }
    }
    (is_name && !name.is_empty() && letters.as_str().is_empty()).then(|| (name.to_owned(), value))
}

/// What of the move text is being left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Skip {
    Nothing,
    Comment { line: usize },
    Variation { line: usize, depth: usize },
}

/// Reads one line of move text; gives what the next line begins inside of.
fn read_moves(
    content: &str,
    line: usize,
    mut skip: Skip,
    moves: &mut Vec<String>,
    end: &mut Option<GameResult>,
) -> Skip {
    let mut word = String::new();
    for letter in content.chars().chain([' ']) {
        skip = match (skip, letter) {
            (Skip::Comment { .. }, '}') | (Skip::Variation { depth: 1, .. }, ')') => Skip::Nothing,
            (Skip::Variation { line, depth }, ')') => Skip::Variation { line, depth: depth - 1 },
            (Skip::Variation { line, depth }, '(') => Skip::Variation { line, depth: depth + 1 },
            (Skip::Comment { .. } | Skip::Variation { .. }, _) => skip,
            (Skip::Nothing, '{' | '(' | ';') => {
                take_word(&mut word, moves, end);
                match letter {
                    '{' => Skip::Comment { line },
                    '(' => Skip::Variation { line, depth: 1 },
                    _ => return Skip::Nothing,
                }
            }
            (Skip::Nothing, letter) if letter.is_whitespace() => {
                take_word(&mut word, moves, end);
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

fn take_word(word: &mut String, moves: &mut Vec<String>, end: &mut Option<GameResult>) {
    let whole = std::mem::take(word);
    // `1.a1b2` has its number attached; `12...` is one alone; `$3` and `!?` are remarks.
    let mut text = whole.as_str();
    while let Some((number, after)) = text.split_once('.') {
        if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            break;
        }
        text = after.trim_start_matches('.');
    }
    let text = text.trim_end_matches(['!', '?']);
    if let Some(result) = GameResult::from_text(text) {
        *end = Some(result);
    } else if !text.is_empty() && !text.starts_with('$') {
        moves.push(text.to_owned());
    }
}

/// What checking many games found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report {
    /// Games in the text.
    pub games: usize,
    /// Plies played in them.
    pub plies: usize,
    /// One per game that fails.
    pub failures: Vec<Failure>,
}

/// A game that fails.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("game {game} (line {line}): {problem}")]
pub struct Failure {
    /// Counted from 1.
    pub game: usize,
    /// Where it begins in the whole text, counted from 1.
    pub line: usize,
    /// Why it fails; lines named in it are counted from the game's first line.
    pub problem: RecordError,
}

/// Reads and replays every game of a text.
pub fn check(text: &str) -> Report {
    let mut report = Report::default();
    for (line, game) in split(text) {
        report.games += 1;
        let played = game.parse::<Record>().and_then(|record| {
            record.replay()?;
            Ok(record.moves().len())
        });
        match played {
            Ok(plies) => report.plies += plies,
            Err(problem) => report.failures.push(Failure { game: report.games, line, problem }),
        }
    }
    report
}

/// The games of a text, each with the number of its first line: a tag after move text begins the next one.
fn split(text: &str) -> Vec<(usize, String)> {
    let mut games: Vec<(usize, String)> = Vec::new();
    let mut has_moves = false;
    let mut in_comment = false;
    for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let begins_tag = !in_comment && line.trim_start().starts_with('[');
        if begins_tag && has_moves {
            has_moves = false;
            games.push((number, String::new()));
        }
        if line.trim().is_empty() && games.is_empty() {
            continue;
        }
        if games.is_empty() {
            games.push((number, String::new()));
        }
        if !begins_tag {
            has_moves |= !line.trim().is_empty();
            for letter in line.chars() {
                match letter {
                    '{' => in_comment = true,
                    '}' => in_comment = false,
                    ';' if !in_comment => break,
                    _ => {}
                }
            }
        }
        if let Some((_, game)) = games.last_mut() {
            game.push_str(line);
            game.push('\n');
        }
    }
    games
}
