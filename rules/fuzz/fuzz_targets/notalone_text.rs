//! Any text is a legal move of Notalone or refused, and a position line that is read prints as one that reads the same.
#![no_main]

use libfuzzer_sys::fuzz_target;

const MIDDLE: &str = "1www1/www3/2nwb2/4b3/7bb/2ww2wb/1b4b/bbb1bw/bb1wn w 1-2 37 sis=a5:e,g5:nw";

fuzz_target!(|text: &str| {
    let placing = rules::open("notalone").expect("a setup");
    let middle = rules::open_at("notalone", MIDDLE).expect("a position");
    for mut game in [placing, middle] {
        let (before, legal) = (game.position(), game.legal_moves());
        let _ = game.complete(text, 25);
        match game.play(text) {
            Ok(notation) => assert!(legal.contains(&notation), "{text} became {notation}"),
            Err(_) => assert_eq!(game.position(), before),
        }
    }
    if let Ok(game) = rules::open_at("notalone", text) {
        let line = game.position();
        assert_eq!(rules::open_at("notalone", &line).expect("our own line").position(), line);
        assert_eq!(game.outcome().is_some(), game.legal_moves().is_empty());
        assert_eq!(game.perft(1), game.legal_moves().len() as u64);
    }
});
