//! Reading of any number of games in one text, each in any supported form.

use std::collections::VecDeque;
use std::fmt;

#[cfg(feature = "json")]
use super::json;
use super::{Document, RecordError, read};

/// The result of checking many games.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report {
    /// Games in the text.
    pub games: usize,
    /// Plies played in them.
    pub plies: usize,
    /// One failure per invalid game.
    pub failures: Vec<Failure>,
}

/// An invalid game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The number of the game, from 1.
    pub game: usize,
    /// The line of the whole text that fails, from 1; the game's first line if no line is to blame.
    pub line: usize,
    /// The problem. Lines in it are those of the whole text.
    pub problem: RecordError,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, line, problem } = self;
        // The problem's text may already contain the line.
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

/// Reads games, with a default setup for texts that imply none, and with options that a text cannot express.
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
    /// A reader with this default setup.
    pub fn new(setup: &str) -> Self {
        Self { setup: setup.to_owned(), ignores_repetition: false }
    }
    /// Accepts games that go on past the third occurrence of a position, as played on sites without that rule.
    #[must_use]
    pub const fn ignoring_repetition(mut self) -> Self {
        self.ignores_repetition = true;
        self
    }
    /// The games of a text in order, replayed, with every move in canonical notation.
    ///
    /// Each may be a record, APGN, a JSON document (with the feature `json`), a position line or `PlayStrategy`'s FEN
    /// with moves after it, or moves alone. A new game begins at a tag, at a position or move number 1 after moves,
    /// and at a new document.
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

    /// The games of lines, each line with its line break, read like a text by [`Self::games`]. Only one game is in
    /// memory at a time, so there may be any number.
    ///
    /// Reading ends at a line that cannot be read, and at a game of more than `largest` bytes, whose error
    /// `too_large` makes from the number of its first line.
    pub fn games_of_lines<'a, E: 'a>(
        &'a self,
        lines: impl IntoIterator<Item = Result<String, E>> + 'a,
        largest: usize,
        too_large: impl Fn(usize) -> E + 'a,
    ) -> impl Iterator<Item = Result<Result<Document, Failure>, E>> + 'a {
        let Self { setup, ignores_repetition } = self;
        let mut texts =
            LineTexts { lines: lines.into_iter(), held: None, read: 0, is_json: None, ahead: None, is_over: false };
        let mut ready = VecDeque::new();
        let mut game = 0;
        std::iter::from_fn(move || {
            loop {
                if let Some(found) = ready.pop_front() {
                    game += 1;
                    let place = |(line, problem)| Failure { game, line, problem };
                    return Some(Ok(Result::map_err(found, place)));
                }
                let (line, text) = match texts.next(largest, &too_large)? {
                    Ok(found) => found,
                    Err(problem) => return Some(Err(problem)),
                };
                #[cfg(feature = "json")]
                if texts.is_json == Some(true) {
                    let documents = json::Documents::from_line(&text, line, *ignores_repetition);
                    ready.extend(documents.map(|(line, document)| {
                        document.map_err(|problem: RecordError| (problem.line().unwrap_or(line), problem))
                    }));
                    continue;
                }
                ready.push_back(one(&text, line, setup, *ignores_repetition));
            }
        })
    }
}

/// The texts of single games, from consecutive lines.
struct LineTexts<I, E> {
    lines: I,
    /// A line that begins the next game.
    held: Option<String>,
    /// Number of lines so far.
    read: usize,
    /// Whether these are JSON documents; `None` before the first line.
    is_json: Option<bool>,
    /// A line read ahead.
    ahead: Option<Result<String, E>>,
    is_over: bool,
}

impl<I: Iterator<Item = Result<String, E>>, E> LineTexts<I, E> {
    /// The next text with the number of its first line.
    fn next(&mut self, largest: usize, too_large: &impl Fn(usize) -> E) -> Option<Result<(usize, String), E>> {
        let (mut at, mut depth) = (Inside::default(), Depth::default());
        let (mut first, mut text) = (self.read + 1, String::new());
        while !self.is_over {
            let line = match self.held.take() {
                Some(line) => line,
                None => match self.ahead.take().or_else(|| self.lines.next()) {
                    None => {
                        self.is_over = true;
                        break;
                    }
                    Some(Err(problem)) => {
                        self.is_over = true;
                        return Some(Err(problem));
                    }
                    Some(Ok(line)) => {
                        self.read += 1;
                        line
                    }
                },
            };
            if text.is_empty() && line.trim().is_empty() {
                continue;
            }
            if self.is_json.is_none() {
                self.is_json = Some(self.begins_json(&line));
            }
            if self.is_json == Some(false) && at.is_new_game(&line) {
                self.held = Some(line);
                break;
            }
            if text.is_empty() {
                first = self.read;
            }
            text.push_str(&line);
            if text.len() > largest {
                self.is_over = true;
                return Some(Err(too_large(first)));
            }
            if self.is_json == Some(false) {
                at.pass(&line);
            } else if depth.is_closed_by(&line) {
                break;
            }
        }
        (!text.is_empty()).then_some(Ok((first, text)))
    }

    /// Whether this first line begins a JSON document. A brace alone also begins a comment.
    fn begins_json(&mut self, line: &str) -> bool {
        #[cfg(feature = "json")]
        {
            if line.trim() != "{" {
                return json::begins(line);
            }
            self.ahead = self.lines.next();
            self.ahead
                .as_ref()
                .is_some_and(|next| next.as_ref().is_ok_and(|next| json::begins(&format!("{line}{next}"))))
        }
        #[cfg(not(feature = "json"))]
        {
            let _ = (&self.ahead, line);
            false
        }
    }
}

/// The number of open braces and brackets of a JSON document.
#[derive(Debug, Default)]
struct Depth {
    open: usize,
    is_in_string: bool,
    is_escaped: bool,
}

impl Depth {
    /// Reads another line and returns whether no document is open after it.
    fn is_closed_by(&mut self, line: &str) -> bool {
        for letter in line.bytes() {
            match letter {
                _ if self.is_escaped => self.is_escaped = false,
                b'\\' if self.is_in_string => self.is_escaped = true,
                b'"' => self.is_in_string = !self.is_in_string,
                _ if self.is_in_string => {}
                b'{' | b'[' => self.open += 1,
                b'}' | b']' => self.open = self.open.saturating_sub(1),
                _ => {}
            }
        }
        self.open == 0
    }
}

/// One game that begins on this line, or the failing line and its problem.
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
        // Tags end an unclosed variation, because variations contain none.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn written(games: impl Iterator<Item = Result<Document, Failure>>) -> Vec<String> {
        let write = |game: Result<Document, Failure>| {
            game.map_or_else(|failure| failure.to_string(), |game| game.record().to_string())
        };
        games.map(write).collect()
    }

    #[test]
    fn lines_give_the_same_games_as_the_whole_text() {
        let reader = Reader::new("abalone");
        for text in [
            "",
            "\n\n",
            "1. a1b2 i9h8\n1. a1b2 i9h8\n\n1. a1b2 nonsense\n",
            "[Setup \"abalone\"]\n\n1. a1b2 i9h8\n[Setup \"abalone\"]\n1. a1b2",
            "{\n  \"setup\": \"abalone\", \"moves\": [\"a1b2\"]\n}\n{\"setup\": \"abalone\", \"moves\": []}\n{\"no\n",
            "{\"moves\": [\"a1b2\"]} {\"moves\": [\"}\"]}\n\n{\"moves\": 1}\n",
            "{ a comment }\n1. a1b2\n",
            "{\na comment }\n1. a1b2\n",
        ] {
            let lines = text.split_inclusive('\n').map(|line| Ok::<_, String>(line.to_owned()));
            let by_line: Result<Vec<_>, String> = reader.games_of_lines(lines, 1_000, |_| String::new()).collect();
            let by_line = by_line.expect("no game is too large");
            assert_eq!(written(by_line.into_iter()), written(reader.games(text)), "{text}");
        }
    }

    #[test]
    fn a_game_that_is_too_large_and_a_line_that_cannot_be_read_end_it() {
        let reader = Reader::new("abalone");
        let lines = ["1. a1b2\n", "\n", "1. a1b2 i9h8\n", "1. a1b2\n"].map(|line| Ok(line.to_owned()));
        let read: Vec<_> = reader.games_of_lines(lines, 10, |line| format!("line {line}")).collect();
        assert!(matches!(&read[..], [Ok(Ok(_)), Err(problem)] if problem == "line 3"), "{read:?}");
        let lines = [Ok("1. a1b2\n".to_owned()), Err("unreadable".to_owned()), Ok("1. a1b2\n".to_owned())];
        let read: Vec<_> = reader.games_of_lines(lines, 10, |_| String::new()).collect();
        assert!(matches!(&read[..], [Err(problem)] if problem == "unreadable"), "{read:?}");
    }
}
