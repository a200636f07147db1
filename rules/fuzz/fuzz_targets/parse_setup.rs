//! A setup line that is read prints as one that reads the same.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(game) = rules::open(text) {
        let line = game.setup();
        assert_eq!(rules::open(&line).expect("our own line").setup(), line);
    }
});
