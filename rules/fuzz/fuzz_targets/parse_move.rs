//! Any text is a legal move or refused, and a refused one changes nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut table = rules::open("abalone layout=belgian-daisy").expect("a setup");
    let (before, legal) = (table.position(), table.legal_moves());
    let _ = table.complete(text, 25);
    match table.play(text) {
        Ok(notation) => assert!(legal.contains(&notation), "{text} became {notation}"),
        Err(_) => assert_eq!(table.position(), before),
    }
});
