//! The memory of themes between pictures stays small, however many kinds of marbles were drawn.

use render::{Replay, Theme};

mod scenes;

/// Limit for all themes with everything prepared, in millions of bytes.
const MOST: f64 = 20.0;

/// Games that together need every kind of marble, on one board and on two.
const SETUPS: [&str; 8] = [
    "abalone",
    "abalone colors=one",
    "abalone pivot=e5",
    "abalone seats=6",
    "fliporona",
    "abalone seats=2x2x2",
    "abalone seats=2x2x2 colors=one",
    "abalone seats=2x2x2 pivot=e5",
];

#[test]
fn all_themes_with_everything_they_can_show_fit_into_twenty_megabytes() {
    let mut all = 0.0;
    for theme in Theme::all() {
        assert_eq!(render::memory_size(theme), 0, "{theme}: prepared before it is wanted");
        let mut sizes = Vec::new();
        for setup in SETUPS {
            // Replay frames use the same assets as pictures.
            assert!(!render::replay(&Replay { theme, ..scenes::replay(setup, 1) }).is_empty());
            sizes.push(render::memory_size(theme));
        }
        println!("{theme}: {sizes:?}");
        assert!(sizes.windows(2).all(|pair| pair[0] < pair[1]), "{theme}: something is not counted: {sizes:?}");
        all += sizes.last().map_or(0.0, |size| *size as f64 / 1e6);
    }
    println!("{all:.1} MB");
    assert!(all <= MOST, "{all:.1} MB");
}
