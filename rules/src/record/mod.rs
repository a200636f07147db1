//! Games as text: written and read as a PGN-like record, and read as the community's APGN.
//!
//! A [`Record`] is what a text says; [`Record::replay`] says whether it is true. Positions for other programs are in
//! [`fen`].

mod apgn;
pub mod fen;
mod read;

use std::fmt::{self, Write as _};

pub use read::{Failure, RecordError, Report, check};

use crate::setup::{open, open_at};
use crate::table::{Refusal, Table};

/// Tags in the order in which they are written; others follow.
const ORDER: [&str; 11] =
    ["Event", "Site", "Date", "Round", "Black", "White", "Result", "Termination", "Setup", "Position", "TimeControl"];
/// Where move text is wrapped.
const WIDTH: usize = 80;

/// One game as a text tells it: tag pairs and moves.
///
/// # Examples
/// ```
/// use rules::record::Record;
/// let moves = ["a1b2", "i5h5"].map(str::to_owned).to_vec();
/// let record = Record::new("abalone", None, moves).with_tag("Black", "Ada").with_tag("White", "Bruno");
/// let text = record.to_string();
/// assert_eq!(text.parse(), Ok(record.clone()));
/// assert_eq!(record.replay()?.ply(), 2);
/// # Ok::<(), rules::record::RecordError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    setup: String,
    /// A position line, when it is not the setup's own start.
    position: Option<String>,
    /// Without `Setup` and `Position`; sorted as they are written.
    tags: Vec<(String, String)>,
    moves: Vec<String>,
}

/// How a record says that the game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0`: the player who moved first won.
    First,
    /// `0-1`
    Second,
    /// `1/2-1/2`
    Draw,
    /// `*`: still going on, or not known.
    Open,
}

impl GameResult {
    /// As it is written.
    pub const fn text(self) -> &'static str {
        match self {
            Self::First => "1-0",
            Self::Second => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Open => "*",
        }
    }
    /// The inverse of [`text`](Self::text).
    pub fn from_text(text: &str) -> Option<Self> {
        [Self::First, Self::Second, Self::Draw, Self::Open].into_iter().find(|result| result.text() == text)
    }
}

impl Record {
    /// A record of these moves, with no tag but an open result.
    pub fn new(setup: &str, position: Option<&str>, moves: Vec<String>) -> Self {
        let tags = vec![("Result".to_owned(), GameResult::Open.text().to_owned())];
        Self { setup: setup.to_owned(), position: position.map(str::to_owned), tags, moves }
    }

    /// The same record with a tag set. Letters, digits and `_` make a name; line breaks in a value become spaces. The
    /// tags `Setup` and `Position` belong to the record itself and are left alone.
    #[must_use]
    pub fn with_tag(mut self, name: &str, value: &str) -> Self {
        let is_name = |name: &str| name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
        let own = ["setup", "position"].contains(&name.to_ascii_lowercase().as_str());
        if name.is_empty() || !is_name(name) || own {
            return self;
        }
        let value: String = value.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
        self.tags.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self.tags.push((name.to_owned(), value.trim().to_owned()));
        self.tags.sort_by_key(|(name, _)| place(name));
        self
    }

    /// The same record with its result.
    #[must_use]
    pub fn with_result(self, result: GameResult) -> Self {
        self.with_tag("Result", result.text())
    }

    /// The setup line.
    pub fn setup(&self) -> &str {
        &self.setup
    }
    /// The position line it begins at, when that is not the setup's own start.
    pub fn position(&self) -> Option<&str> {
        self.position.as_deref()
    }
    /// The moves, as the text has them.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }
    /// The value of a tag, its name in any case.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
    /// All tags but `Setup` and `Position`, in the order in which they are written.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
    /// What the tag `Result` says; [`GameResult::Open`] without one.
    pub fn result(&self) -> GameResult {
        self.tag("Result").and_then(GameResult::from_text).unwrap_or(GameResult::Open)
    }

    /// The table before the first move.
    pub fn open(&self) -> Result<Box<dyn Table>, Refusal> {
        match &self.position {
            Some(position) => open_at(&self.setup, position),
            None => open(&self.setup),
        }
    }

    /// Plays all moves.
    ///
    /// # Errors
    /// A setup, position or move that is refused, and a `Result` that the rules contradict.
    pub fn replay(&self) -> Result<Box<dyn Table>, RecordError> {
        let mut table = self.open().map_err(RecordError::Start)?;
        for (index, text) in self.moves.iter().enumerate() {
            table.play(text).map_err(|refusal| RecordError::Move { number: index + 1, text: text.clone(), refusal })?;
        }
        let by_rules = table.outcome().map(|outcome| match outcome.winner {
            None => GameResult::Draw,
            Some(seat) if seat.0 == 0 => GameResult::First,
            Some(_) => GameResult::Second,
        });
        let written = self.result();
        match by_rules {
            Some(result) if written != GameResult::Open && written != result => {
                Err(RecordError::Result { written: written.text(), by_rules: result.text() })
            }
            _ => Ok(table),
        }
    }

    /// The same record with every move in canonical notation, however it was written.
    pub fn canonical(&self) -> Result<Self, RecordError> {
        self.replay()?;
        let mut table = self.open().map_err(RecordError::Start)?;
        let moves = self.moves.iter().map(|text| table.play(text).unwrap_or_else(|_| text.clone())).collect();
        Ok(Self { moves, ..self.clone() })
    }
}

fn place(name: &str) -> usize {
    ORDER.iter().position(|known| *known == name).unwrap_or(ORDER.len())
}

fn write_tag(text: &mut String, name: &str, value: &str) {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(text, "[{name} \"{value}\"]").expect("a string takes all text");
}

/// Numbered moves, two per number, wrapped; the first number has three dots when the second player begins.
fn write_moves(text: &mut String, first_ply: u32, moves: &[String], result: GameResult) {
    let mut width = 0;
    let mut word = |word: &str| {
        if width > 0 {
            let wraps = width + 1 + word.len() > WIDTH;
            text.push(if wraps { '\n' } else { ' ' });
            width = if wraps { 0 } else { width + 1 };
        }
        text.push_str(word);
        width += word.len();
    };
    for (ply, mv) in (first_ply..).zip(moves) {
        if ply % 2 == 0 {
            word(&format!("{}.", ply / 2 + 1));
        } else if ply == first_ply {
            word(&format!("{}...", ply / 2 + 1));
        }
        word(mv);
    }
    word(result.text());
    text.push('\n');
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let setup = ("Setup".to_owned(), self.setup.clone());
        let position = self.position.clone().map(|position| ("Position".to_owned(), position));
        let mut tags: Vec<(String, String)> = self.tags.iter().cloned().chain([setup]).chain(position).collect();
        tags.sort_by_key(|(name, _)| place(name));
        let mut text = String::new();
        for (name, value) in &tags {
            write_tag(&mut text, name, value);
        }
        text.push('\n');
        // A position line that cannot be read is written as it is; its moves are then numbered from 1.
        let first_ply = self.open().map_or(0, |table| table.ply());
        write_moves(&mut text, first_ply, &self.moves, self.result());
        f.write_str(&text)
    }
}
