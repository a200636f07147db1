//! Fields of a line, and the entry of a player for one round.

use super::{TrfProblem, columns};
use crate::{Bye, Color, Score, StartNumber};

type Result<T> = std::result::Result<T, TrfProblem>;

/// The greatest number of a round that fits into a report.
const LAST_ROUND: u16 = 999;

/// A line's entry for one round.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Entry {
    Empty,
    Bye(Bye),
    Game { opponent: StartNumber, color: Option<Color>, mark: Mark },
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    Win,
    Draw,
    Loss,
    ForfeitWin,
    ForfeitLoss,
}

/// The text of some columns, which may be missing.
pub(super) fn field(chars: &[char], range: std::ops::Range<usize>) -> String {
    let end = range.end.min(chars.len());
    chars[range.start.min(end)..end].iter().collect::<String>().trim().to_owned()
}

pub(super) fn round_number(text: &str) -> Result<u16> {
    let round = number(text, "the round", "a number from 1")?;
    if round > LAST_ROUND { Err(wrong("the round", text, "a number up to 999")) } else { Ok(round) }
}

/// The opponent in four characters, a blank, the color, a blank, the result. The first of them is in the column `at`,
/// from 0.
pub(super) fn read_entry(chars: &[char], round: u16, at: usize) -> Result<Entry> {
    if chars.iter().all(|c| *c == ' ') {
        return Ok(Entry::Empty);
    }
    let has_opponent = !matches!(field(chars, 0..4).as_str(), "" | "0000" | "0");
    let color = chars.get(5).copied().unwrap_or(' ');
    if !has_opponent && chars.get(4) == Some(&' ') && !matches!(color, '-' | ' ') {
        return Err(TrfProblem::ColorWithoutOpponent { round, column: at + 6, color });
    }
    if chars.len() < columns::ROUND_WIDTH {
        // A game without a result yet ends after its color.
        return Err(if has_opponent && chars.len() >= 6 { TrfProblem::NoResult(round) } else { TrfProblem::CutOff });
    }
    let entry: String = chars.iter().collect();
    if chars[4] != ' ' || chars[6] != ' ' || chars[columns::ROUND_WIDTH..].iter().any(|c| *c != ' ') {
        return Err(wrong("a round", entry.trim(), "as `  12 w 1`"));
    }
    let color = match color.to_ascii_lowercase() {
        'w' => Some(Color::White),
        'b' => Some(Color::Black),
        '-' | ' ' => None,
        other => return Err(wrong("a color", &other.to_string(), "`w`, `b` or `-`")),
    };
    let mark = chars[7].to_ascii_uppercase();
    if !has_opponent {
        return match (mark, color) {
            ('Z' | '-' | ' ', None) => Ok(Entry::Bye(Bye::ZeroPoint)),
            ('H' | '=', None) => Ok(Entry::Bye(Bye::HalfPoint)),
            ('F', None) => Ok(Entry::Bye(Bye::FullPoint)),
            ('U' | '+', None) => Ok(Entry::Bye(Bye::PairingAllocated)),
            _ => Err(wrong("a round without opponent", entry.trim(), "`U`, `F`, `H` or `Z` without a color")),
        };
    }
    let opponent = StartNumber(number(&field(chars, 0..4), "an opponent", "a start number")?);
    let mark = match mark {
        '1' | 'W' => Mark::Win,
        '=' | 'D' => Mark::Draw,
        '0' | 'L' => Mark::Loss,
        '+' => Mark::ForfeitWin,
        '-' => Mark::ForfeitLoss,
        ' ' | '*' => return Err(TrfProblem::NoResult(round)),
        other => return Err(wrong("a result", &other.to_string(), "`1`, `=`, `0`, `+` or `-`")),
    };
    if color.is_none() && !matches!(mark, Mark::ForfeitWin | Mark::ForfeitLoss) {
        return Err(wrong("a color", "-", "`w` or `b`, as the game was played"));
    }
    Ok(Entry::Game { opponent, color, mark })
}

pub(super) fn wrong(field: &'static str, found: &str, wanted: &'static str) -> TrfProblem {
    TrfProblem::Field { field, found: found.to_owned(), wanted }
}

pub(super) fn number(text: &str, field: &'static str, wanted: &'static str) -> Result<u16> {
    text.parse().ok().filter(|number| *number > 0).ok_or_else(|| wrong(field, text, wanted))
}

pub(super) fn numbers(text: &str) -> Result<Vec<StartNumber>> {
    text.split_whitespace().map(|word| number(word, "a player", "a start number").map(StartNumber)).collect()
}

/// `2.5`, `2,5` or `2`: whole or half points.
pub(super) fn points(text: &str) -> Result<Score> {
    let fail = || wrong("the number of points", text, "a number such as 2.5");
    let (whole, half) = match text.split_once(['.', ',']) {
        None => (text, 0),
        Some((whole, "0")) => (whole, 0),
        Some((whole, "5")) => (whole, 1),
        Some(_) => return Err(fail()),
    };
    let whole: u16 = whole.parse().map_err(|_| fail())?;
    // Larger numbers do not fit into a report.
    if whole > 999 { Err(fail()) } else { Ok(Score(u32::from(whole) * 2 + half)) }
}
