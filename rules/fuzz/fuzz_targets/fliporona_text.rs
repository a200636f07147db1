//! Any text is a legal turn of Fliporona, or the beginning of one, or refused; any position line reads back or is refused.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(game) = rules::open_at("fliporona", text) {
        let line = game.position();
        assert_eq!(rules::open_at("fliporona", &line).expect("our own line").position(), line);
        assert_eq!(game.outcome().is_some(), game.legal_moves().is_empty());
        let _ = game.turns(100);
    }
    for position in [
        "9/9/9/9/9 w 0",
        "w1www1www/bw2w1w2/wwb2w2w/bww2w2w/b1wwwwwww b 61",
        "4b4/9/2b1ww3/9/8b w 60 chain=e3:e",
    ] {
        let mut game = rules::open_at("fliporona", position).expect("a position");
        let _ = game.complete(text, 25);
        if let Ok(begun) = game.after(text) {
            assert!(text.trim().is_empty() || begun.partial_turn().is_some() || begun.ply() == game.ply() + 1);
        }
        let ply = game.ply();
        match game.play(text) {
            Ok(notation) => {
                assert_eq!(game.ply(), ply + 1, "{notation}");
                let mut again = rules::open_at("fliporona", position).expect("a position");
                assert_eq!(again.play(&notation), Ok(notation));
                assert_eq!(again.position(), game.position());
            }
            Err(_) => assert_eq!(game.position(), position),
        }
    }
});
