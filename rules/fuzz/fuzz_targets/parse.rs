//! Setups, positions and moves from arbitrary text. Accepted text round-trips; refused text changes nothing.
//! `rules::conformance` tests random moves.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::record::fen;

/// Games in which the text is tried as a move.
const GAMES: [(&str, &str); 6] = [
    ("abalone", "1wwww/wwwwww/1wwww2/8/9/8/2bbbb1/bbbbbb/bbbb1 b 0-0 10"),
    ("notalone", "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 0 placing"),
    ("notalone", "1www1/www3/2nwb2/4b3/7bb/2ww2wb/1b4b/bbb1bw/bb1wn w 1-2 37 sis=a5:e,g5:nw"),
    ("fliporona", "9/9/9/9/9 w 0"),
    ("fliporona", "w1www1www/bw2w1w2/wwb2w2w/bww2w2w/b1wwwwwww b 61"),
    ("fliporona", "4b4/9/2b1ww3/9/8b w 60 chain=e3:e"),
];

fuzz_target!(|text: &str| {
    if let Ok(game) = rules::open(text) {
        let line = game.setup();
        assert_eq!(rules::open(&line).expect("our own line").setup(), line);
    }
    for setup in ["abalone", "notalone", "fliporona"] {
        if let Ok(game) = rules::open_at(setup, text) {
            let line = game.position();
            assert_eq!(rules::open_at(setup, &line).expect("our own line").position(), line);
            assert_eq!(game.outcome().is_some(), game.legal_moves().is_empty());
            let _ = game.turns(100);
        }
    }
    if let Ok(position) = fen::read(text) {
        assert_eq!(fen::read(&fen::write(&position)).map(|again| fen::write(&again)), Ok(fen::write(&position)));
    }
    for (setup, position) in GAMES {
        let mut game = rules::open_at(setup, position).expect("a position");
        let (before, legal, ply) = (game.position(), game.legal_moves(), game.ply());
        let _ = game.complete(text, 25);
        if let Ok(begun) = game.after(text) {
            assert!(text.trim().is_empty() || begun.partial_turn().is_some() || begun.ply() == ply + 1);
        }
        match game.play(text) {
            Ok(notation) => {
                // A turn of Fliporona can have many moves.
                assert!(setup == "fliporona" || legal.contains(&notation), "{text} became {notation}");
                assert_eq!(game.ply(), ply + 1, "{notation}");
                let mut again = rules::open_at(setup, position).expect("a position");
                assert_eq!(again.play(&notation), Ok(notation));
                assert_eq!(again.position(), game.position());
            }
            Err(_) => assert_eq!(game.position(), before),
        }
    }
});
