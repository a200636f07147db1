//! A position line that is read prints as one that reads the same; so does a FEN.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::record::fen;

fuzz_target!(|text: &str| {
    if let Ok(table) = rules::open_at("abalone", text) {
        let line = table.position();
        assert_eq!(rules::open_at("abalone", &line).expect("our own line").position(), line);
        assert_eq!(table.outcome().is_some(), table.legal_moves().is_empty());
    }
    if let Ok(position) = fen::read(text) {
        assert_eq!(fen::read(&fen::write(&position)).map(|again| fen::write(&again)), Ok(fen::write(&position)));
    }
});
