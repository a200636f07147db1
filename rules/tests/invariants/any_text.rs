//! Arbitrary text is refused without a panic, in any game.

use proptest::prelude::*;
use rules::{open, open_at};

const POSITIONS: [(&str, &str); 6] = [
    ("abalone", "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 0"),
    ("grand-abalone", "bb2ww/bbb1www/1bb2ww1/9/ww6bb/www5bbb/ww6bb/9/1bb2ww1/bbb1www/bb2ww b 0-0 2"),
    ("notalone", "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 0 placing"),
    ("notalone", "wwwww/wwwwww/1nwww2/8/9/8/2bbbn1/bbbbbb/bbbbb b 0-0 2 sis=c6:-,g4:-"),
    ("fliporona", "9/9/9/9/9 w 0"),
    ("fliporona", "w1www1www/bw2w1w2/wwb2w2w/bww2w2w/b1wwwwwww b 61"),
];

proptest! {
    #[test]
    fn no_move_text_panics(text in "\\PC{0,60}") {
        for (setup, position) in POSITIONS {
            let mut game = open_at(setup, position).expect(position);
            if game.play(&text).is_err() {
                prop_assert_eq!(game.position(), position);
            }
            let _ = game.complete(&text, 25);
        }
    }

    #[test]
    fn no_setup_line_panics(text in "((abalone|grand-abalone|notalone|fliporona) )?[a-z0-9= :+-]{0,60}") {
        if let Ok(game) = open(&text) {
            prop_assert_eq!(open(&game.setup()).expect("our own line").setup(), game.setup());
        }
    }
}
