//! Games from arbitrary text. Accepted games round-trip in every form.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::record::{Document, Reader, Record, check};

fuzz_target!(|text: &str| {
    let report = check(text);
    assert!(report.failures.len() <= report.games);
    if let Ok(record) = text.parse::<Record>() {
        assert_eq!(record.to_string().parse(), Ok(record));
    }
    for document in Reader::new("abalone layout=belgian-daisy").games(text).flatten() {
        let record = document.record();
        assert_eq!(record.to_string().parse().as_ref(), Ok(record));
        for json in [document.json(), document.json_with_positions()] {
            assert_eq!(json.expect("a true game").parse().as_ref(), Ok(&document));
        }
        // The other forms have no place for a target: a game with a higher one goes on where theirs is over.
        let others = [record.apgn(), record.playstrategy()].into_iter().flatten();
        for text in others.filter(|_| !record.setup().contains("target")) {
            let again = text.parse::<Record>().and_then(|record| record.canonical());
            assert_eq!(again.expect("our own form").moves(), record.moves());
        }
    }
    let _ = text.parse::<Document>();
});
