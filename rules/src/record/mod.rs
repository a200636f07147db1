//! Games as text: a PGN-like record, the community's APGN, a JSON document, and `PlayStrategy`'s position with its
//! moves. All four are written and read.
//!
//! A [`Record`] is what a text states; [`Record::replay`] verifies it. A [`Document`] also has the times of the
//! moves; the feature `json` reads and writes it. [`Reader`] reads any number of games in any of these forms, and
//! [`check`] counts the valid ones. Positions for other programs are in [`fen`].

mod apgn;
mod document;
mod error;
mod games;
#[cfg(feature = "json")]
mod json;
mod moment;
mod playstrategy;
mod read;
mod result;
mod rounds;

use std::borrow::Cow;
use std::fmt::{self, Write as _};

pub use document::Document;
pub use error::RecordError;
pub use games::{Failure, Reader, Report, check};
#[cfg(feature = "json")]
pub use json::FORMAT;
pub use moment::{Moment, ParseMomentError};
pub use result::{Colors, GameResult};
pub use rounds::{PASS, with_passes};

use crate::color::Color;
pub use crate::games::abalone::fen;
use crate::refusal::Refusal;
use crate::registry::{open, open_at};
use crate::ruleset::{AnyGame, EndReason, Outcome};
use crate::seat::{SeatInfo, team_name};

/// Tags in the order of writing. Seats come between the fourth and the fifth; other tags follow by name.
const ORDER: [&str; 9] =
    ["Event", "Site", "Date", "Round", "Result", "Termination", "Setup", "Position", "TimeControl"];
/// The number of tags before the seats.
const BEFORE_SEATS: usize = 4;
const WIDTH: usize = 80;

/// One game as its text states it: tag pairs and moves.
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
    /// A position line, unless the game begins at the setup's own start.
    position: Option<String>,
    /// Without `Setup` and `Position`; in the order of writing.
    tags: Vec<(String, String)>,
    moves: Vec<String>,
    ignores_repetition: bool,
}

impl Record {
    /// A record of these moves, with no tag but an open result.
    pub fn new(setup: &str, position: Option<&str>, moves: Vec<String>) -> Self {
        let tags = vec![("Result".to_owned(), GameResult::Open.to_string())];
        let (setup, position) = (setup.to_owned(), position.map(str::to_owned));
        Self { setup, position, tags, moves, ignores_repetition: false }
    }

    /// The same record, of a game played without the draw by repetition. The text does not express this: its reader
    /// has to know, see [`Reader::ignoring_repetition`].
    #[must_use]
    pub const fn ignoring_repetition(mut self) -> Self {
        self.ignores_repetition = true;
        self
    }

    /// The same record with a tag set. Names consist of letters, digits and `_`; line breaks in a value become
    /// spaces. The tags `Setup` and `Position` cannot be set, because they belong to the record itself.
    #[must_use]
    pub fn with_tag(mut self, name: &str, value: &str) -> Self {
        let own = ["setup", "position"].iter().any(|own| own.eq_ignore_ascii_case(name));
        if !is_tag_name(name) || own {
            return self;
        }
        let breaks = |letter: char| letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}');
        let value: String = value.chars().map(|letter| if breaks(letter) { ' ' } else { letter }).collect();
        let name = known_name(name);
        self.tags.retain(|(known, _)| !known.eq_ignore_ascii_case(&name));
        let at = self.tags.partition_point(|(known, _)| tag_order(known) < tag_order(&name));
        self.tags.insert(at, (name, value.trim().to_owned()));
        self
    }

    /// The same record with its result.
    #[must_use]
    pub fn with_result(self, result: GameResult) -> Self {
        self.with_tag("Result", &result.to_string())
    }

    /// The setup line.
    pub fn setup(&self) -> &str {
        &self.setup
    }
    /// The position line of its beginning, unless that is the setup's own start.
    pub fn position(&self) -> Option<&str> {
        self.position.as_deref()
    }
    /// The moves, as written.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }
    /// The value of a tag; its name may be in any case.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
    /// All tags but `Setup` and `Position`, in the order of writing.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
    /// The value of the tag `Result`; [`GameResult::Open`] without one.
    pub fn result(&self) -> GameResult {
        self.tag("Result").and_then(GameResult::from_text).unwrap_or(GameResult::Open)
    }

    /// The game before the first move.
    pub fn open(&self) -> Result<Box<dyn AnyGame>, Refusal> {
        let mut game = match &self.position {
            Some(position) => open_at(&self.setup, position),
            None => open(&self.setup),
        }?;
        if self.ignores_repetition {
            game.ignore_repetition();
        }
        Ok(game)
    }

    /// Plays all moves.
    ///
    /// # Errors
    /// A refused setup, position or move, and a `Result` that contradicts the rules, including `*` for a decided
    /// game.
    pub fn replay(&self) -> Result<Box<dyn AnyGame>, RecordError> {
        self.play(|_, _| Ok(())).map(|(game, _)| game)
    }

    /// The same record with every move in canonical notation and, if it had no result, the one that the rules give.
    pub fn canonical(&self) -> Result<Self, RecordError> {
        let (game, moves) = self.play(|_, _| Ok(()))?;
        let mut record = Self { moves, ..self.clone() };
        if self.tag("Result").is_none() {
            let result = game.outcome().map(|outcome| GameResult::of(outcome.winner, &game.seats()));
            record = record.with_result(result.unwrap_or(GameResult::Open));
        }
        Ok(record)
    }

    /// Plays all moves. Returns the game after them, and each in canonical notation. `before` gets the game before
    /// each move, with the number of moves played, and at last the game after all of them.
    fn play(
        &self,
        mut before: impl FnMut(usize, &dyn AnyGame) -> Result<(), RecordError>,
    ) -> Result<(Box<dyn AnyGame>, Vec<String>), RecordError> {
        let mut game = self.open().map_err(RecordError::Start)?;
        let mut moves = Vec::with_capacity(self.moves.len());
        for (index, text) in self.moves.iter().enumerate() {
            before(index, game.as_ref())?;
            let played = game.play(text).map_err(|refusal| {
                let (number, text) = (index + 1, error::quote(text));
                match game.outcome() {
                    Some(outcome) => RecordError::Over { number, text, end: end(outcome, game.as_ref(), index) },
                    None => RecordError::Move { number, text, refusal },
                }
            });
            moves.push(played?);
        }
        before(self.moves.len(), game.as_ref())?;
        let (seats, written) = (game.seats(), self.result());
        if !written.is_of(&seats) {
            return Err(RecordError::OtherResult { written, expected: GameResult::all_of(&seats) });
        }
        if let Some(outcome) = game.outcome() {
            let by_rules = GameResult::of(outcome.winner, &seats);
            if written != by_rules && self.tag("Result").is_some() {
                return Err(RecordError::Result { written, by_rules });
            }
        }
        Ok((game, moves))
    }

    /// The [`turn_index`](AnyGame::turn_index) of each move and of the turn after the last one, as far as the moves
    /// are legal.
    fn turns(&self) -> Vec<u32> {
        let Ok(mut game) = self.open() else { return Vec::new() };
        let mut turns = vec![game.turn_index()];
        turns.extend(self.moves.iter().map_while(|text| game.play(text).is_ok().then(|| game.turn_index())));
        turns
    }
}

/// The tags of the players, in seat order: `Black`, `White`, `Red` …; seats that share a color are numbered,
/// `Black1`, `White1`, `Black2`, `White2`.
///
/// # Examples
/// ```
/// use rules::{open, record::seat_tags};
/// assert_eq!(seat_tags(&open("abalone")?.seats()), ["Black", "White"]);
/// assert_eq!(seat_tags(&open("abalone seats=3")?.seats()), ["Black", "White", "Red"]);
/// assert_eq!(seat_tags(&open("abalone seats=2x2")?.seats()), ["Black1", "White1", "Black2", "White2"]);
/// # Ok::<(), rules::Refusal>(())
/// ```
pub fn seat_tags(seats: &[SeatInfo]) -> Vec<String> {
    let of = |color: Color| move |seat: &&SeatInfo| seat.color == color;
    let tag = |(index, seat): (usize, &SeatInfo)| {
        let name = capital(seat.color.name());
        match seats.iter().filter(of(seat.color)).count() {
            1 => name,
            _ => format!("{name}{}", seats[..=index].iter().filter(of(seat.color)).count()),
        }
    };
    seats.iter().enumerate().map(tag).collect()
}

/// The end of a game and its last move, as text for an error.
fn end(outcome: Outcome, game: &dyn AnyGame, last_move: usize) -> String {
    let seats = game.seats();
    let how = match (outcome.winner, outcome.reason) {
        (Some(team), _) => format!("won by {}", team_name(&seats, team)),
        (None, EndReason::Repetition) => "drawn by repetition".to_owned(),
        (None, EndReason::NoEjection) => "drawn for want of an ejection".to_owned(),
        (None, _) => "drawn".to_owned(),
    };
    match last_move {
        0 => format!("{how} before the first move"),
        number => format!("{how} at move {number}"),
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn is_tag_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

/// The name in its usual capitalization, if it is known.
fn known_name(name: &str) -> String {
    let (color, number) = split_number(name);
    let color = Color::from_name(&color.to_ascii_lowercase()).map(|color| capital(color.name()) + number);
    let standard =
        ORDER.iter().find(|standard| standard.eq_ignore_ascii_case(name)).map(|standard| (*standard).to_owned());
    color.or(standard).unwrap_or_else(|| name.to_owned())
}

fn split_number(name: &str) -> (&str, &str) {
    name.split_at(name.trim_end_matches(|letter: char| letter.is_ascii_digit()).len())
}

/// The sort key of a tag: seats by their number, then by color.
fn tag_order(name: &str) -> (usize, usize, &str) {
    let (color, number) = split_number(name);
    let seat = Color::ALL.iter().position(|known| known.name().eq_ignore_ascii_case(color));
    if let (Some(seat), Ok(number)) = (seat, format!("0{number}").parse::<u8>()) {
        return (BEFORE_SEATS, usize::from(number) * Color::ALL.len() + seat, name);
    }
    match ORDER.iter().position(|known| *known == name) {
        Some(at) => (if at < BEFORE_SEATS { at } else { at + 1 }, 0, name),
        None => (ORDER.len() + 1, 0, name),
    }
}

fn write_tag(text: &mut String, name: &str, value: &str) {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(text, "[{name} \"{value}\"]").expect("a string takes all text");
}

/// Writes moves with their numbers, and passes without; each comes with its turn.
fn write_moves<'a>(text: &mut String, moves: impl Iterator<Item = (u32, &'a str)>, result: Option<GameResult>) {
    let (mut words, mut number) = (Vec::new(), 0);
    for (_, mv) in with_passes(moves) {
        if mv != PASS {
            number += 1;
            words.push(Cow::Owned(format!("{number}.")));
        }
        words.push(Cow::Borrowed(mv));
    }
    words.extend(result.map(|result| Cow::Owned(result.to_string())));
    write_words(text, words.iter().map(Cow::as_ref));
}

fn write_words<'a>(text: &mut String, words: impl Iterator<Item = &'a str>) {
    let mut width = 0;
    for word in words {
        if width > 0 {
            let wraps = width + 1 + word.len() > WIDTH;
            text.push(if wraps { '\n' } else { ' ' });
            width = if wraps { 0 } else { width + 1 };
        }
        text.push_str(word);
        width += word.len();
    }
    text.push('\n');
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.position().map(|position| ("Position", position));
        let mut tags: Vec<(&str, &str)> = self.tags().chain([("Setup", self.setup())]).chain(position).collect();
        tags.sort_by(|(a, _), (b, _)| tag_order(a).cmp(&tag_order(b)));
        let mut text = String::new();
        for (name, value) in tags {
            write_tag(&mut text, name, value);
        }
        text.push('\n');
        let may_pass = self.open().is_ok_and(|game| game.may_pass());
        let mut turns = if may_pass { self.turns() } else { Vec::new() };
        // After a refused move no one passes.
        let next = turns.last().map_or(0, |last| last + 1);
        turns.extend((next..).take(self.moves.len().saturating_sub(turns.len())));
        let moves = turns.into_iter().zip(self.moves.iter().map(String::as_str));
        let is_told = self.tag("Result").is_some();
        write_moves(&mut text, moves, is_told.then(|| self.result()));
        f.write_str(&text)
    }
}
