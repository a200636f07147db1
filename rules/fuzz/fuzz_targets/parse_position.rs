//! A position line that is read prints as one that reads the same; so does a FEN.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::record::fen;

fuzz_target!(|text: &str| {
    if let Ok(game) = rules::open_at("abalone", text) {
        let line = game.position();
        assert_eq!(rules::open_at("abalone", &line).expect("our own line").position(), line);
        assert_eq!(game.outcome().is_some(), game.legal_moves().is_empty());
    }
    if let Ok(position) = fen::read(text) {
        assert_eq!(fen::read(&fen::write(&position)).map(|again| fen::write(&again)), Ok(fen::write(&position)));
    }
});
