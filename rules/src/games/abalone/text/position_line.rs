//! Position lines, read by the rules of a game.

use crate::board::bitboard::Bitboard;
use crate::color::Color;
use crate::games::abalone::position::Position;
use crate::games::abalone::rules::Abalone;
use crate::games::abalone::setup::values::Half;
use crate::games::abalone::variant::Variant;
use crate::notation::position_line::{PositionError, Words, read_rows, small};

/// Reads a position line by these rules; the inverse of `Display`.
pub(in crate::games::abalone) fn read<V: Variant>(
    rules: &Abalone<V>,
    text: &str,
) -> Result<Position<V>, PositionError> {
    let mut words = Words::of(text);
    let bad = PositionError::bad;
    let colors = rules.start.colors;
    let mut position = Position::<V>::bare(colors);
    let mut neutral = V::Bits::EMPTY;
    read_rows(V::Bits::BOARD, words.next("rows")?, |cell, letter| {
        let bit = V::Bits::of(cell);
        match letter.to_ascii_lowercase() {
            '#' => position.walls |= bit,
            'o' => position.holes |= bit,
            'n' if rules.pivot.is_some() || rules.ball.is_some() => neutral |= bit,
            letter => match Color::from_letter(letter).filter(|color| (*color as u8) < colors) {
                Some(color) => position.marbles[color as usize] |= bit,
                None => return false,
            },
        }
        true
    })?;
    if (position.walls, position.holes) != (rules.start.walls, rules.start.holes) {
        return Err(PositionError::Terrain);
    }

    position.to_move = words.color(colors)?;
    let counts = |part: &'static str, text: &str| {
        let numbers: Option<Vec<u8>> = text
            .split('-')
            .map(|count| {
                small(count).filter(|&count| count as usize <= V::Bits::BOARD.count()).map(|count| count as u8)
            })
            .collect();
        let numbers = numbers.filter(|numbers| numbers.len() == usize::from(colors)).ok_or_else(|| bad(part, text))?;
        let mut all = [0; 6];
        all[..numbers.len()].copy_from_slice(&numbers);
        Ok(all)
    };
    position.lost = counts("lost marbles", words.next("lost marbles")?)?;
    position.ply = words.number("ply")?;

    let mut seen: Vec<&'static str> = Vec::new();
    let mut ball_at = None;
    for word in words.rest() {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        let key = key.to_ascii_lowercase();
        let unknown = || PositionError::Word { word: word.to_owned() };
        let name = ["half", "placing", "crown", "ball", "won", "passed", "calm"].into_iter().find(|name| *name == key);
        let name = name.ok_or_else(unknown)?;
        if seen.contains(&name) {
            return Err(PositionError::Twice { word: name });
        }
        seen.push(name);
        match name {
            "half" if rules.turn_has_two_moves(&position) => {
                let half = Half::from_name(&value.to_ascii_lowercase()).ok_or_else(|| bad("half", value))?;
                position.half = Some(half).filter(|half| rules.turn.may_begin_with(*half));
                if position.half.is_none() {
                    return Err(bad("half", value));
                }
            }
            "placing" if rules.placement && value.is_empty() => position.placing = true,
            "crown" if rules.crown.is_some() => position.crowns = read_crowns(&position, value)?,
            "ball" if rules.ball.is_some() => match value.chars().next().and_then(Color::from_letter) {
                Some(color) if value.len() == 1 && (color as u8) < colors => position.ball_by = Some(color),
                _ => {
                    let cell = V::Bits::BOARD.parse(value).map_err(|_| bad("ball", value))?;
                    ball_at = Some(V::Bits::of(cell));
                }
            },
            "won" if colors > 2 => position.won = counts("won marbles", value)?,
            "passed" if colors > 2 && rules.sprint.is_some() => position.passed = counts("passed turns", value)?,
            "calm" => position.plies_since_ejection = small(value).ok_or_else(|| bad("calm", value))?,
            _ => return Err(unknown()),
        }
    }

    // Both kinds of neutral marbles have the same letter; the word `ball` distinguishes them.
    let ball = match ball_at {
        Some(bit) => bit,
        None if rules.ball.is_some() && rules.pivot.is_none() => neutral,
        None => V::Bits::EMPTY,
    };
    position.ball = ball;
    position.pivot = neutral & !ball;
    let most = |set: V::Bits, there: bool| set.count() <= u32::from(there);
    let ball_fits = (ball & !neutral).is_empty() && most(ball, rules.ball.is_some() && position.ball_by.is_none());
    if !ball_fits || !most(position.pivot, rules.pivot.is_some()) {
        return Err(PositionError::Neutral);
    }
    if rules.ball.is_some() && position.ball.is_empty() && position.ball_by.is_none() {
        return Err(PositionError::Missing { part: "ball" });
    }
    check_fate(rules, &position)?;
    rules.pass_over(&mut position);
    Ok(position)
}

/// Refuses impossible claims of a line: a completed placing, or a finished half turn.
fn check_fate<V: Variant>(rules: &Abalone<V>, position: &Position<V>) -> Result<(), PositionError> {
    if position.placing && rules.in_hand(position, position.to_move) == 0 {
        return Err(PositionError::NothingToPlace);
    }
    if position.half.is_some() && (rules.decision(position).is_some() || !rules.may_go_on(position)) {
        return Err(PositionError::HalfOver);
    }
    Ok(())
}

fn read_crowns<V: Variant>(position: &Position<V>, text: &str) -> Result<[V::Bits; 2], PositionError> {
    let bad = |why: String| PositionError::Untrue { part: "crown", found: text.to_owned(), why };
    let mut crowns = [V::Bits::EMPTY; 2];
    for three in text.split(',') {
        let set = (0..3)
            .map(|at| V::Bits::BOARD.parse(three.get(2 * at..2 * at + 2)?).ok())
            .try_fold(V::Bits::EMPTY, |set, cell| Some(set | V::Bits::of(cell?)))
            .filter(|set| three.len() == 6 && set.count() == 3);
        let set = set.ok_or_else(|| bad(format!("`{three}` is not three cells, such as b3b4c4")))?;
        let color = Color::TWO.into_iter().find(|&color| (set & !position.marbles[color as usize]).is_empty());
        let color =
            color.ok_or_else(|| bad(format!("on {} there are not three marbles of one color", set.join(" "))))?;
        if !crowns[color as usize].is_empty() {
            return Err(bad(format!("{} has one crown", color.name())));
        }
        crowns[color as usize] = set;
    }
    Ok(crowns)
}
