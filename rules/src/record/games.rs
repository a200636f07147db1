//! Any number of games in one text, each in any form that is read.

use std::fmt;

#[cfg(feature = "json")]
use super::json;
use super::{Document, RecordError, read};

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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// Counted from 1.
    pub game: usize,
    /// The line of the whole text where it fails, counted from 1; where that is nowhere, the line where the game begins.
    pub line: usize,
    /// Why it fails; lines that it names are those of the whole text.
    pub problem: RecordError,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, line, problem } = self;
        // The sentence may have the line in it.
        match problem.line() {
            Some(_) => write!(f, "game {game}: {problem}"),
            None => write!(f, "game {game} (line {line}): {problem}"),
        }
    }
}

impl std::error::Error for Failure {}

/// Reads and replays every game of a text.
pub fn check(text: &str) -> Report {
    let mut report = Report::default();
    for game in Reader::new("abalone").games(text) {
        report.games += 1;
        match game {
            Ok(game) => report.plies += game.record().moves().len(),
            Err(failure) => report.failures.push(failure),
        }
    }
    report
}

/// Reads games: by a setup where their text names no setup, no variant and no layout's own start, and by rules that it does not tell.
///
/// # Examples
/// ```
/// use rules::record::Reader;
/// let text = "1. c5c6 g5g4 2. c6c5 g4g5 3. c5c6 g5g4 4. c6c5 g4g5 5. c5c6 *";
/// let refused = Reader::new("abalone").games(text).next().expect("a game").unwrap_err().to_string();
/// assert_eq!(refused, "game 1 (line 1): move 9 `c5c6` comes after the end: drawn by repetition at move 8");
/// let played = Reader::new("abalone").ignoring_repetition().games(text).next().expect("a game")?;
/// assert_eq!(played.record().moves().len(), 9);
/// # Ok::<(), rules::record::Failure>(())
/// ```
#[derive(Debug, Clone)]
pub struct Reader {
    setup: String,
    ignores_repetition: bool,
}

impl Reader {
    /// With the setup of games that name none.
    pub fn new(setup: &str) -> Self {
        Self { setup: setup.to_owned(), ignores_repetition: false }
    }
    /// Lets games go on past the third occurrence of a position, as sites do that do not have that rule.
    #[must_use]
    pub const fn ignoring_repetition(mut self) -> Self {
        self.ignores_repetition = true;
        self
    }
    /// The games of a text one after the other, replayed, with every move in canonical notation.
    ///
    /// Each may be a record, APGN, a JSON document (with the feature `json`), a position line or `PlayStrategy`'s FEN with moves
    /// behind it, or moves alone. A new game begins at a tag, a position or a move number 1 behind moves, and at a new document.
    pub fn games<'a>(&'a self, text: &'a str) -> impl Iterator<Item = Result<Document, Failure>> + 'a {
        let Self { setup, ignores_repetition } = self;
        let text = text.trim_start_matches('\u{feff}');
        let mut texts = Texts { rest: text, line: 1 };
        #[cfg(feature = "json")]
        let mut documents = json::begins(text).then(|| json::Documents::of(text, *ignores_repetition));
        (1..).map_while(move |game| {
            #[cfg(feature = "json")]
            if let Some(documents) = &mut documents {
                let (line, document) = documents.next()?;
                return Some(document.map_err(|problem| Failure {
                    game,
                    line: problem.line().unwrap_or(line),
                    problem,
                }));
            }
            let (line, text) = texts.next()?;
            Some(one(text, line, setup, *ignores_repetition).map_err(|(line, problem)| Failure { game, line, problem }))
        })
    }
}

/// One game that begins on this line, or why not and where.
fn one(text: &str, line: usize, setup: &str, ignores_repetition: bool) -> Result<Document, (usize, RecordError)> {
    let place = |problem: &RecordError| match problem {
        RecordError::Word { line, .. } => *line,
        problem => problem.line().unwrap_or(line),
    };
    let reading = read::read(text, line, setup, ignores_repetition).map_err(|problem| (place(&problem), problem))?;
    let record = reading.record.canonical().map_err(|problem| match problem {
        RecordError::Move { number, .. } | RecordError::Over { number, .. } => {
            (reading.lines.get(number - 1).copied().unwrap_or(line), problem)
        }
        problem => (line, problem),
    })?;
    Ok(Document::from(record))
}

/// The texts of single games, each with the number of its first line.
#[derive(Debug, Default)]
struct Texts<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Iterator for Texts<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let mut at = Inside::default();
        let (mut end, mut lines) = (0, 0);
        for line in self.rest.split_inclusive('\n') {
            let is_blank = line.trim().is_empty();
            if end == 0 && is_blank {
                self.rest = &self.rest[line.len()..];
                self.line += 1;
                continue;
            }
            if at.is_new_game(line) {
                break;
            }
            at.pass(line);
            end += line.len();
            lines += 1;
        }
        let (text, rest) = self.rest.split_at(end);
        let first = self.line;
        (self.rest, self.line) = (rest, self.line + lines);
        (end > 0).then_some((first, text))
    }
}

#[derive(Debug, Default)]
struct Inside {
    has_moves: bool,
    comment: bool,
    variations: usize,
}

impl Inside {
    fn is_new_game(&self, line: &str) -> bool {
        let line = line.trim_start();
        if !self.has_moves || self.comment {
            return false;
        }
        // No variation has a tag in it: one that is never closed ends here.
        line.starts_with('[') || self.variations == 0 && (read::split_fen(line).is_some() || is_first_move(line))
    }

    fn pass(&mut self, line: &str) {
        let line = line.trim();
        let is_classic = !self.comment && self.variations == 0;
        if line.is_empty() || is_classic && (line.starts_with(['%', '#']) || !self.has_moves && line.starts_with('[')) {
            return;
        }
        let text = if is_classic { read::split_fen(line).map_or(line, |(_, rest)| rest) } else { line };
        self.has_moves |= !text.trim().is_empty();
        for letter in text.chars() {
            match letter {
                '}' => self.comment = false,
                _ if self.comment => {}
                '{' => self.comment = true,
                '(' => self.variations += 1,
                ')' => self.variations = self.variations.saturating_sub(1),
                ';' if self.variations == 0 => break,
                _ => {}
            }
        }
    }
}

/// `1.`, `1)` or `1`, but not `1...`, which may be the second half of a first move.
fn is_first_move(line: &str) -> bool {
    let behind = line.strip_prefix('1').unwrap_or_default();
    behind.starts_with(['.', ')', ' ']) && !behind.starts_with("..")
}
