//! Bytes choose steps of Fliporona; whatever they choose, the promises of a game hold.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::diagram::Board;

fuzz_target!(|bytes: &[u8]| {
    let mut game = rules::open("fliporona").expect("a setup");
    let mut begun = game.after("").expect("no step");
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
            begun = game.after(&text).expect("a legal step");
        }
        if step == "stop" || begun.partial_turn().is_none() {
            assert_eq!(game.play(&text).as_ref(), Ok(&text));
            text.clear();
            begun = game.after("").expect("no step");
            taken_off += match &game.diagram().boards[..] {
                [Board::Fanorona(board)] => u32::from(board.removed),
                boards => panic!("{boards:?}"),
            };
        }
    }
});
