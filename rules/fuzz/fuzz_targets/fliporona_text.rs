//! Any text is a legal turn of Fliporona, or the beginning of one, or refused; any position line reads back or is refused.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(table) = rules::open_at("fliporona", text) {
        let line = table.position();
        assert_eq!(rules::open_at("fliporona", &line).expect("our own line").position(), line);
        assert_eq!(table.outcome().is_some(), table.legal_moves().is_empty());
        let _ = table.turns(100);
    }
    for position in [
        "9/9/9/9/9 w 0",
        "w1www1www/bw2w1w2/wwb2w2w/bww2w2w/b1wwwwwww b 61",
        "4b4/9/2b1ww3/9/8b w 60 chain=e3:e",
    ] {
        let mut table = rules::open_at("fliporona", position).expect("a position");
        let _ = table.complete(text, 25);
        if let Ok(begun) = table.after(text) {
            assert!(text.trim().is_empty() || begun.begun().is_some() || begun.ply() == table.ply() + 1);
        }
        let ply = table.ply();
        match table.play(text) {
            Ok(notation) => {
                assert_eq!(table.ply(), ply + 1, "{notation}");
                let mut again = rules::open_at("fliporona", position).expect("a position");
                assert_eq!(again.play(&notation), Ok(notation));
                assert_eq!(again.position(), table.position());
            }
            Err(_) => assert_eq!(table.position(), position),
        }
    }
});
