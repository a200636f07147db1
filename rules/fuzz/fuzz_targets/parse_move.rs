//! Any text is a legal move or refused, and a refused one changes nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut game = rules::open("abalone layout=belgian-daisy").expect("a setup");
    let (before, legal) = (game.position(), game.legal_moves());
    let _ = game.complete(text, 25);
    match game.play(text) {
        Ok(notation) => assert!(legal.contains(&notation), "{text} became {notation}"),
        Err(_) => assert_eq!(game.position(), before),
    }
});
