//! Bytes choose legal moves of Notalone; whatever they choose, the promises of a game hold.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::Ruleset;
use rules::games::notalone::{Move, Notalone, judge};

fuzz_target!(|bytes: &[u8]| {
    let Some((&layout, choices)) = bytes.split_first() else { return };
    let layouts = rules::games::abalone::layouts();
    let setup = format!("notalone layout={}", layouts[usize::from(layout) % layouts.len()].name);
    let Ok(rules) = setup.parse::<Notalone>() else { return };
    let mut position = rules.start();
    for &choice in choices {
        let legal = rules.legal_moves(&position);
        assert_eq!(legal.is_empty(), rules.outcome(&position).is_some());
        assert_eq!(legal.is_empty(), rules.to_move(&position).is_none());
        assert_eq!(rules.perft(&position, 1), legal.len() as u64);
        assert_eq!(rules.read_position(&position.to_string()), Ok(position));
        let is_legal = |mv: &Move| judge(&position, *mv).is_ok() && rules.read_move(&position, &mv.to_string()) == Ok(*mv);
        assert!(legal.iter().all(is_legal), "{position}");
        let Some(mv) = legal.get(usize::from(choice) % legal.len().max(1)) else { return };
        position = rules.play(&position, mv).expect("legal");
    }
});
