//! The notation of turns of Fliporona: parsing, and interpretation on a position step by step.

use std::str::FromStr;

use super::bitboard::Step;
use super::moves::{self, Capture, Move, MoveError};
use super::position::Position;
use crate::board::fanorona::Point;
use crate::refusal::refusals;

/// The longest text that is parsed, in bytes. The longest chain flips 43 pieces one by one.
const LONGEST: usize = 300;

/// A turn, or a part of it, as a player wrote it, not yet interpreted on a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TurnText {
    /// `@d3`
    Placing(Point),
    /// `d3e3+f4-`: points in order, each with the sign after it, and the ending.
    Path(Vec<(Point, Option<Capture>)>, Ending),
}

/// The end of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// After its last point.
    Open,
    /// After the word `stop`.
    Stop,
}

refusals! {
    /// The reason why a text is no notation of a turn.
    #[non_exhaustive]
    pub enum ParseTurnError {
        Empty = "empty-text", "no move is written";
        TextTooLong = "text-too-long", "that is too long for a move";
        NoPoint { point: String } = "no-point",
            "`{point}` is not on the board: columns go from a to i, rows from 1 to 5";
        NotNotation { text: String } = "not-a-path", "`{text}` is not a move: write for example @d3, d3e3 or d3e3+f4-";
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token {
    Point(Point),
    Sign(Capture),
    At,
    Stop,
}

/// Reads the first token of a lower-case text after skipping separators. Returns it and the rest; `None` at the end.
fn token(text: &str) -> Option<Result<(Token, &str), ParseTurnError>> {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches([' ', '\t', '>', '→', ':', 'x', '×', '\u{200b}']);
        // `d3->e3`: a two-character arrow also separates.
        match rest.strip_prefix(['-', '–', '−']).filter(|after| after.starts_with('>')) {
            Some(after) => rest = after,
            None => break,
        }
    }
    let mut letters = rest.chars();
    let letter = letters.next()?;
    let after = letters.as_str();
    let sign = |takes| Some(Ok((Token::Sign(takes), after)));
    match letter {
        '+' => sign(Capture::Approach),
        '-' | '–' | '−' => sign(Capture::Withdrawal),
        '@' => Some(Ok((Token::At, after))),
        letter if letter.is_ascii_lowercase() && after.starts_with(|next: char| next.is_ascii_digit()) => {
            // `a12` is one name of no point rather than `a1` and a stray digit.
            let digits = after.chars().take_while(char::is_ascii_digit).count();
            let (name, after) = rest.split_at(1 + digits);
            let point = name.parse().map_err(|_| ParseTurnError::NoPoint { point: name.to_owned() });
            Some(point.map(|point| (Token::Point(point), after)))
        }
        _ => Some(match rest.strip_prefix("stop") {
            Some(after) => Ok((Token::Stop, after)),
            None => Err(ParseTurnError::NotNotation { text: rest.to_owned() }),
        }),
    }
}

impl FromStr for TurnText {
    type Err = ParseTurnError;

    fn from_str(text: &str) -> Result<Self, ParseTurnError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(ParseTurnError::Empty);
        }
        if text.len() > LONGEST {
            return Err(ParseTurnError::TextTooLong);
        }
        let not_notation = || ParseTurnError::NotNotation { text: text.to_owned() };
        let lower = text.to_lowercase();
        let mut rest = lower.as_str();
        let mut placing = false;
        let mut ending = Ending::Open;
        let mut path: Vec<(Point, Option<Capture>)> = Vec::new();
        while let Some(read) = token(rest) {
            let (token, after) = read.map_err(|error| match error {
                ParseTurnError::NotNotation { .. } => not_notation(),
                error => error,
            })?;
            rest = after;
            let is_first = path.is_empty();
            match token {
                _ if ending == Ending::Stop => return Err(not_notation()),
                Token::At if is_first && !placing => placing = true,
                Token::Point(point) => path.push((point, None)),
                Token::Sign(takes) => match path.last_mut() {
                    Some((_, sign @ None)) => *sign = Some(takes),
                    _ => return Err(not_notation()),
                },
                Token::Stop => ending = Ending::Stop,
                Token::At => return Err(not_notation()),
            }
        }
        match (placing, path.as_slice()) {
            (true, &[(point, None)]) if ending == Ending::Open => Ok(Self::Placing(point)),
            (true, _) => Err(not_notation()),
            (false, []) if ending == Ending::Open => Err(not_notation()),
            (false, _) => Ok(Self::Path(path, ending)),
        }
    }
}

/// The steps that a text means on this position, each legal after the previous ones, or the reason why there are
/// none.
pub(super) fn resolve(position: &Position, written: &TurnText, text: &str) -> Result<Vec<Move>, MoveError> {
    let not_notation = || MoveError::from(ParseTurnError::NotNotation { text: text.trim().to_owned() });
    let mut turn = Turn { position: *position, steps: Vec::new() };
    let (path, ending) = match written {
        TurnText::Placing(point) => return turn.play(Move::Place(*point)).map(|()| turn.steps),
        TurnText::Path(path, ending) => (path.as_slice(), *ending),
    };
    let rest = match (position.chain(), path) {
        // A single point can only be a placing.
        (None, &[(point, None)]) if position.is_placing() && ending == Ending::Open => {
            turn.play(Move::Place(point))?;
            &[]
        }
        (None, []) => return Err(MoveError::NothingBegun),
        (None, [_] | [(_, Some(Capture::Approach)), ..]) => return Err(not_notation()),
        // A dash after the piece's own point is only a separator.
        (None, &[(from, _), (to, takes), ref rest @ ..]) => {
            turn.first(from, to, takes)?;
            rest
        }
        // The piece's own point may be repeated.
        (Some(chain), [(from, None | Some(Capture::Withdrawal)), rest @ ..])
            if *from == chain.at && !rest.is_empty() =>
        {
            rest
        }
        (Some(chain), [(from, _), _, ..]) if position.at(*from) == Some(position.turn()) => {
            return Err(MoveError::TurnGoesOn { cell: chain.at });
        }
        (Some(_), path) => path,
    };
    for &(to, takes) in rest {
        turn.go_on(to, takes)?;
    }
    if ending == Ending::Stop {
        turn.stop()?;
    }
    Ok(turn.steps)
}

/// A turn while it is read. It stays open after a step that flips, so that the following text is judged as a step.
struct Turn {
    position: Position,
    steps: Vec<Move>,
}

impl Turn {
    fn play(&mut self, mv: Move) -> Result<(), MoveError> {
        let flipped = moves::judge(&self.position, mv)?;
        self.position = moves::advance(&self.position, mv, flipped);
        self.steps.push(mv);
        Ok(())
    }

    fn first(&mut self, from: Point, to: Point, takes: Option<Capture>) -> Result<(), MoveError> {
        let step = moves::first_step(&self.position, from, to)?;
        let takes = match takes {
            None => self.only(step, &format!("{from}{to}"))?,
            takes => takes,
        };
        self.play(takes.map_or(Move::Slide { from, to }, |takes| Move::Hop { from, to, takes }))
    }

    fn go_on(&mut self, to: Point, takes: Option<Capture>) -> Result<(), MoveError> {
        if self.position.chain().is_none() {
            return Err(self.over());
        }
        let (chain, step) = moves::next_step(&self.position, to)?;
        let takes = match takes {
            None => self.only(step, &to.to_string())?,
            takes => takes,
        };
        let takes = takes.ok_or(MoveError::FlipsNothing { from: chain.at, to })?;
        self.play(Move::Continue { to, takes })
    }

    fn stop(&mut self) -> Result<(), MoveError> {
        if self.position.chain().is_none() {
            return Err(self.over());
        }
        // A turn that cannot go on ends without `stop`.
        if self.position.can_go_on() { self.play(Move::Stop) } else { Ok(()) }
    }

    fn over(&self) -> MoveError {
        MoveError::TurnOver { text: write_turn(&self.steps) }
    }

    /// The row flipped by a step without a sign, if it is unambiguous.
    fn only(&self, step: Step, written: &str) -> Result<Option<Capture>, MoveError> {
        match (step.ahead != 0, step.behind != 0) {
            (true, true) => {
                let text = write_turn(&self.steps) + written;
                let suggestions = format!("{text}+ or {text}-");
                Err(MoveError::Ambiguous { text, suggestions })
            }
            (true, false) => Ok(Some(Capture::Approach)),
            (false, true) => Ok(Some(Capture::Withdrawal)),
            (false, false) => Ok(None),
        }
    }
}

/// The turn in canonical notation. The stop is written only if there is nothing else.
pub(super) fn write_turn(steps: &[Move]) -> String {
    match steps {
        [Move::Stop] => Move::Stop.to_string(),
        steps => steps.iter().filter(|mv| **mv != Move::Stop).map(ToString::to_string).collect(),
    }
}

/// Splits a lower-case text that is still being typed into the complete steps and the rest.
pub(super) fn split_turn(text: &str) -> (&str, &str) {
    let (mut points, mut whole, mut rest) = (0, 0, text);
    while let Some(Ok((token, after))) = token(rest) {
        match token {
            // Anything after a point without a sign completes its step.
            Token::Point(_) => {
                if points >= 2 {
                    whole = text.len() - rest.len();
                }
                points += 1;
            }
            Token::Sign(_) if points >= 2 => whole = text.len() - after.len(),
            Token::Sign(_) => {}
            Token::Stop if points >= 2 => {
                whole = text.len() - rest.len();
                break;
            }
            Token::At | Token::Stop => break,
        }
        rest = after;
    }
    // A letter after a point begins the next one.
    if points >= 2 && rest.trim_start().starts_with(|letter: char| letter.is_ascii_lowercase()) {
        whole = text.len() - rest.len();
    }
    text.split_at(whole)
}

/// Every accepted spelling of a legal step in lower case and without separators, the canonical one first.
pub(super) fn spellings(position: &Position, mv: Move) -> Vec<String> {
    let mut all = vec![mv.to_string()];
    match mv {
        Move::Place(point) => all.push(point.to_string()),
        Move::Hop { from, to, .. } => {
            let step = moves::first_step(position, from, to);
            if step.is_ok_and(|step| step.ahead == 0 || step.behind == 0) {
                all.push(format!("{from}{to}"));
            }
        }
        Move::Continue { to, .. } => {
            if let Ok((chain, step)) = moves::next_step(position, to) {
                all.push(format!("{}{mv}", chain.at));
                if step.ahead == 0 || step.behind == 0 {
                    all.push(to.to_string());
                    all.push(format!("{}{to}", chain.at));
                }
            }
        }
        Move::Slide { .. } | Move::Stop => {}
    }
    all
}
