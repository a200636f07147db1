//! A game in `PlayStrategy`'s form: a position, and the turns after it in its spelling.

use super::fen;
use super::moves::playstrategy;
use crate::board::bitboard::Bitboard as _;
use crate::games::abalone::moves::judge::judge;
use crate::games::abalone::rules::Abalone;
use crate::games::abalone::variant::Variant;
use crate::ruleset::{PlayStrategy, Ruleset as _};

pub(in crate::games::abalone) const fn form<V: Variant>() -> PlayStrategy {
    PlayStrategy { rows: V::Bits::BOARD.rows() as usize, read: read::<V>, write: write::<V> }
}

fn read<V: Variant>(text: &str) -> Option<String> {
    Some(fen::read_as::<V>(text).ok()?.to_string())
}

fn write<V: Variant>(setup: &str, start: &str, turns: &[String]) -> Option<(String, Vec<String>)> {
    let rules: Abalone<V> = setup.parse().ok()?;
    if !rules.is_classic() || rules.seats().len() != 2 {
        return None;
    }
    let mut position = rules.read_position(start).ok()?;
    let start = fen::write(&position);
    let mut turn = |written: &String| {
        let mut spellings = Vec::with_capacity(2);
        for mv in rules.read_turn(&position, written).ok()? {
            spellings.push(playstrategy(mv, judge(&rules, &position, mv).ok()?)?);
            position = rules.play(&position, &mv).ok()?;
        }
        Some(spellings.join(rules.separator()))
    };
    let turns = turns.iter().map(&mut turn).collect::<Option<Vec<String>>>()?;
    Some((start, turns))
}
