//! Bytes choose legal moves; whatever they choose, the promises of a match hold.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((&layout, choices)) = bytes.split_first() else { return };
    let layouts = rules::abalone::layouts();
    let layout = &layouts[usize::from(layout) % layouts.len()];
    let Ok(mut table) = rules::open(&format!("abalone layout={}", layout.name)) else { return };
    let marbles = |table: &dyn rules::Table| {
        table.diagram().sides.iter().map(|side| u32::from(side.on_board) + u32::from(side.ejected)).sum::<u32>()
    };
    let at_start = marbles(table.as_ref());
    for &choice in choices {
        let legal = table.legal_moves();
        assert_eq!(legal.is_empty(), table.outcome().is_some());
        assert_eq!(legal.is_empty(), table.to_move().is_none());
        assert_eq!(marbles(table.as_ref()), at_start);
        if legal.is_empty() {
            return;
        }
        let text = &legal[usize::from(choice) % legal.len()];
        assert_eq!(table.play(text).as_ref(), Ok(text));
    }
});
