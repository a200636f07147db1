//! A game as a JSON document, `sumito-game/1`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::error::{RecordError, quote};
use super::read::{MOST_MOVES, MOST_TAGS, own_start, read_position};
use super::rounds::{PASS, Passes};
use super::{Document, GameResult, Moment, Record, is_tag_name, seat_tags, with_passes};
use crate::color::Color;
use crate::registry::open;
use crate::seat::SeatInfo;

/// The name and version of the format.
pub const FORMAT: &str = "sumito-game/1";
/// The longest document, in bytes.
const LONGEST: usize = 8_000_000;
/// Tags that are members of their own, besides those of the seats.
const MEMBERS: [&str; 5] = ["Result", "Termination", "Setup", "Position", "TimeControl"];

impl Document {
    /// The game as a JSON document.
    ///
    /// # Examples
    /// ```
    /// use rules::record::{Document, Moment, Record};
    /// let record = Record::new("abalone", None, vec!["A1-B2".to_owned()]).with_tag("Black", "Ada");
    /// let played: Option<Moment> = "2026-11-21T09:00:38Z".parse().ok();
    /// let text = Document::from(record.canonical()?).with_times(vec![played]).json()?;
    /// assert!(text.contains(r#"{"seat":0,"move":"a1b2","at":"2026-11-21T09:00:38Z"}"#));
    ///
    /// let again: Document = text.parse()?;
    /// assert_eq!((again.record().tag("Black"), again.times()), (Some("Ada"), &[played][..]));
    ///
    /// // A seat that cannot move passes.
    /// let moves = ["a1b2", "e8d7", "a4a3", "f8e7"].map(str::to_owned).to_vec();
    /// let record = Record::new("abalone seats=3 obstacles=c1+d2+e3+f4+g5+h6+i7", None, moves);
    /// assert!(Document::from(record).json()?.contains(r#"{"seat":1,"move":"--"}"#));
    /// # Ok::<(), rules::record::RecordError>(())
    /// ```
    pub fn json(&self) -> Result<String, RecordError> {
        self.write(false)
    }

    /// The document, with the position after each move.
    pub fn json_with_positions(&self) -> Result<String, RecordError> {
        self.write(true)
    }

    fn write(&self, with_positions: bool) -> Result<String, RecordError> {
        let (mut seats, mut turns, mut positions) = (Vec::new(), Vec::new(), Vec::new());
        let (game, moves) = self.record.play(|ply, game| {
            seats.extend(game.to_move().map(|seat| seat.0));
            turns.push(game.turn_index());
            if ply > 0 && with_positions {
                positions.push(game.full_position());
            }
            Ok(())
        })?;
        let seats_played = game.seats();
        let names = seat_tags(&seats_played);
        let is_member = |name: &str| {
            MEMBERS.iter().copied().chain(names.iter().map(String::as_str)).any(|own| own.eq_ignore_ascii_case(name))
        };
        let text = |name: &str| self.record.tag(name).map(str::to_owned);
        let mut ply = 0;
        let played = turns.into_iter().zip(moves.iter().map(String::as_str));
        let steps = with_passes(played).map(|(turn, text)| {
            if text == PASS {
                let seat = Some((turn % seats_played.len() as u32) as u8);
                return Move { seat, text: PASS.to_owned(), at: None, position: None };
            }
            let at = self.times[ply].map(|at| at.to_string());
            let (seat, position) = (seats.get(ply).copied(), positions.get(ply).cloned());
            ply += 1;
            Move { seat, text: text.to_owned(), at, position }
        });
        let tags: BTreeMap<&str, &str> = self.record.tags().filter(|(name, _)| !is_member(name)).collect();
        let mut json = Json::default();
        json.member("format", &FORMAT);
        json.member("setup", &self.record.setup());
        json.some_member("position", self.record.position());
        let seats = seats_played.iter().zip(&names).map(|(info, name)| Seat::of(*info, text(name)));
        json.lines("seats", seats);
        json.member("result", &self.record.result().to_string());
        json.some_member("termination", self.record.tag("Termination"));
        json.some_member("time_control", self.record.tag("TimeControl"));
        json.member("tags", &tags);
        json.lines("moves", steps);
        Ok(json.finish())
    }

    fn read(text: &str, first_line: usize, ignores_repetition: bool) -> Result<Self, RecordError> {
        if text.len() > LONGEST {
            return Err(RecordError::TooLong);
        }
        let unread = |error: serde_json::Error| {
            let whole = error.to_string();
            let problem = whole.rsplit_once(" at line ").map_or(whole.as_str(), |(problem, _)| problem);
            RecordError::Json { line: first_line + error.line().saturating_sub(1), problem: quote(problem) }
        };
        let written: WrittenDocument = match serde_json::from_str(text) {
            Ok(written) => written,
            // A document of a later version may not parse, so check the name of its format.
            Err(error) => match serde_json::from_str::<Named>(text) {
                Ok(Named { format }) if format != FORMAT => {
                    return Err(RecordError::Format { found: quote(&format), known: FORMAT });
                }
                _ => return Err(unread(error)),
            },
        };
        written.understood(ignores_repetition)
    }
}

impl std::str::FromStr for Document {
    type Err = RecordError;

    /// Reads one document and replays it: its moves must be legal, and its seats and positions correct.
    fn from_str(text: &str) -> Result<Self, RecordError> {
        Self::read(text, 1, false)
    }
}

#[derive(Deserialize)]
struct Named {
    format: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenDocument {
    format: String,
    setup: String,
    position: Option<String>,
    result: String,
    termination: Option<String>,
    time_control: Option<String>,
    #[serde(default)]
    tags: BTreeMap<String, String>,
    seats: Vec<Seat>,
    moves: Vec<Move>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Seat {
    color: Color,
    team: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
}

impl Seat {
    const fn of(info: SeatInfo, name: Option<String>) -> Self {
        Self { color: info.color, team: info.team.0, name }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Move {
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<u8>,
    #[serde(rename = "move")]
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
}

/// A document in progress: each member, seat and move is on a line of its own.
#[derive(Default)]
struct Json {
    text: String,
}

impl Json {
    fn name(&mut self, name: &str) {
        self.text.push_str(if self.text.is_empty() { "{\n  " } else { ",\n  " });
        write!(self.text, "\"{name}\": ").expect("a string takes all text");
    }
    fn value(&mut self, value: &impl Serialize) {
        self.text.push_str(&serde_json::to_string(value).expect("text and numbers"));
    }
    fn member(&mut self, name: &str, value: &impl Serialize) {
        self.name(name);
        self.value(value);
    }
    fn some_member(&mut self, name: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.member(name, &value);
        }
    }
    fn lines(&mut self, name: &str, values: impl Iterator<Item = impl Serialize>) {
        self.name(name);
        let mut before = "[\n    ";
        for value in values {
            self.text.push_str(before);
            self.value(&value);
            before = ",\n    ";
        }
        self.text.push_str(if before.starts_with('[') { "[]" } else { "\n  ]" });
    }
    fn finish(mut self) -> String {
        self.text.push_str("\n}\n");
        self.text
    }
}

impl WrittenDocument {
    /// Removes the passes from the moves: the number of moves before each pass, and its seat.
    fn take_passes(&mut self) -> Result<Vec<(usize, Option<u8>)>, RecordError> {
        let mut passes = Vec::new();
        let mut moves = Vec::with_capacity(self.moves.len());
        for step in std::mem::take(&mut self.moves) {
            if step.text != PASS {
                moves.push(step);
            } else if step.at.is_none() && step.position.is_none() {
                passes.push((moves.len(), step.seat));
            } else {
                return Err(RecordError::PassWithMore { number: moves.len() + 1 });
            }
        }
        self.moves = moves;
        Ok(passes)
    }

    fn understood(mut self, ignores_repetition: bool) -> Result<Document, RecordError> {
        if self.format != FORMAT {
            return Err(RecordError::Format { found: quote(&self.format), known: FORMAT });
        }
        if self.moves.len() > MOST_MOVES {
            return Err(RecordError::TooLong);
        }
        let passes = self.take_passes()?;
        let seats_played = open(&self.setup).map_err(RecordError::Start)?.seats();
        let position = self.position.as_deref().map(|line| read_position(&self.setup, "Position", line)).transpose()?;
        let (setup, position) = own_start(self.setup, position, true);
        let texts = self.moves.iter().map(|step| step.text.clone()).collect();
        let mut record = Record::new(&setup, position.as_deref(), texts);
        record.ignores_repetition = ignores_repetition;

        let seats_fit = self.seats.len() == seats_played.len()
            && self
                .seats
                .iter()
                .zip(&seats_played)
                .all(|(seat, info)| (seat.color, seat.team) == (info.color, info.team.0));
        if !seats_fit {
            let seat = |info: &SeatInfo| format!("{} of team {}", info.color.name(), info.team.0);
            return Err(RecordError::Seats { expected: seats_played.iter().map(seat).collect::<Vec<_>>().join(", ") });
        }
        let names = seat_tags(&seats_played);
        let seats = names.iter().zip(self.seats).filter_map(|(tag, seat)| Some((tag.clone(), seat.name?)));
        let own = [("Termination", self.termination), ("TimeControl", self.time_control)];
        let own = own.into_iter().filter_map(|(tag, value)| Some((tag.to_owned(), value?)));
        if self.tags.len() > MOST_TAGS {
            return Err(RecordError::TooManyTags { most: MOST_TAGS });
        }
        for (name, value) in seats.chain(own).chain(self.tags) {
            if !is_tag_name(&name) {
                return Err(RecordError::TagName { name: quote(&name) });
            }
            if record.tag(&name).is_some() || ["Setup", "Position"].iter().any(|own| own.eq_ignore_ascii_case(&name)) {
                return Err(RecordError::Twice { name: quote(&name) });
            }
            record = record.with_tag(&name, &value);
        }
        let unknown = || RecordError::Value { name: "Result", value: quote(&self.result) };
        let record = record.with_result(GameResult::from_text(&self.result).ok_or_else(unknown)?);

        let times = (1..).zip(&self.moves).map(|(number, step)| {
            let at = step.at.as_deref().map(str::parse).transpose();
            at.map_err(|_| RecordError::Time { number, text: quote(step.at.as_deref().unwrap_or_default()) })
        });
        let times = times.collect::<Result<Vec<Option<Moment>>, RecordError>>()?;
        Passes { after: passes.iter().map(|(after, _)| *after).collect() }.check(&record)?;
        let (_, moves) = record.play(|ply, game| {
            let passed: Vec<_> = passes.iter().filter(|(after, _)| *after == ply).collect();
            let seats = seats_played.len() as u32;
            for (turn, (_, written)) in (game.turn_index() - passed.len() as u32..).zip(passed) {
                let by_rules = (turn % seats) as u8;
                if let Some(written) = written.filter(|written| *written != by_rules) {
                    return Err(RecordError::Seat { number: ply + 1, written, by_rules });
                }
            }
            let stated = ply.checked_sub(1).and_then(|before| self.moves[before].position.as_ref());
            if stated.is_some_and(|stated| *stated != game.full_position()) {
                return Err(RecordError::Position { number: ply, by_rules: game.full_position() });
            }
            match (self.moves.get(ply).and_then(|step| step.seat), game.to_move()) {
                (Some(written), Some(by_rules)) if written != by_rules.0 => {
                    Err(RecordError::Seat { number: ply + 1, written, by_rules: by_rules.0 })
                }
                _ => Ok(()),
            }
        })?;
        Ok(Document { record: Record { moves, ..record }, times })
    }
}

/// Whether this text contains documents rather than records.
pub(super) fn begins(text: &str) -> bool {
    let inside = text.trim_start().strip_prefix('{').map(str::trim_start);
    inside.is_some_and(|inside| inside.starts_with(['"', '}']))
}

#[derive(Debug)]
pub(super) struct Documents<'a> {
    rest: &'a str,
    line: usize,
    ignores_repetition: bool,
}

impl<'a> Documents<'a> {
    pub(super) const fn of(text: &'a str, ignores_repetition: bool) -> Self {
        Self::from_line(text, 1, ignores_repetition)
    }

    /// The same for a text whose first line has this number.
    pub(super) const fn from_line(text: &'a str, line: usize, ignores_repetition: bool) -> Self {
        Self { rest: text, line, ignores_repetition }
    }

    fn pass(&mut self, bytes: usize) -> &'a str {
        let (passed, rest) = self.rest.split_at(bytes);
        self.line += passed.matches('\n').count();
        self.rest = rest;
        passed
    }
}

impl Iterator for Documents<'_> {
    /// The line on which the document begins, and the document.
    type Item = (usize, Result<Document, RecordError>);

    fn next(&mut self) -> Option<Self::Item> {
        self.pass(self.rest.len() - self.rest.trim_start().len());
        if self.rest.is_empty() {
            return None;
        }
        let line = self.line;
        let mut values = serde_json::Deserializer::from_str(self.rest).into_iter::<IgnoredAny>();
        let value = values.next()?;
        // After invalid JSON nothing can be read.
        let end = if value.is_ok() { values.byte_offset() } else { self.rest.len() };
        let text = self.pass(end);
        Some((line, Document::read(text, line, self.ignores_repetition)))
    }
}
