//! Bytes choose steps of Fliporona; whatever they choose, the promises of a match hold.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::diagram::Board;

fuzz_target!(|bytes: &[u8]| {
    let mut table = rules::open("fliporona").expect("a setup");
    let mut begun = table.after("").expect("no step");
    let mut text = String::new();
    let mut taken_off = 0;
    for &choice in bytes {
        let steps = begun.legal_moves();
        assert_eq!(steps.is_empty(), begun.outcome().is_some());
        assert_eq!(steps.is_empty(), begun.to_move().is_none());
        let pieces: u32 = begun.diagram().sides.iter().map(|side| u32::from(side.on_board + side.in_hand)).sum();
        assert_eq!(pieces + taken_off, 44);
        if steps.is_empty() {
            return;
        }
        let step = &steps[usize::from(choice) % steps.len()];
        if step != "stop" {
            text += step;
            begun = table.after(&text).expect("a legal step");
        }
        if step == "stop" || begun.begun().is_none() {
            assert_eq!(table.play(&text).as_ref(), Ok(&text));
            text.clear();
            begun = table.after("").expect("no step");
            taken_off += match &table.diagram().boards[..] {
                [Board::Fanorona(board)] => u32::from(board.removed),
                boards => panic!("{boards:?}"),
            };
        }
    }
});
