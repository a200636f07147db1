//! A record that is read prints as one that reads the same, and replaying it never panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::record::{Record, check};

fuzz_target!(|text: &str| {
    let _ = check(text);
    if let Ok(record) = text.parse::<Record>() {
        assert_eq!(record.to_string().parse(), Ok(record.clone()));
        let _ = record.apgn();
    }
});
