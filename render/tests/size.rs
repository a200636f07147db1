//! Size limits of picture files.

use std::error::Error;
use std::io::Cursor;

use image::ImageReader;
use render::{BoardStyle, Replay, Theme};

use crate::scenes;

/// Limits in thousands of bytes per million pixels: for one picture, and on average. A grain that varies along its
/// fibers, noise on the marbles or places that differ would double the size. The bowls of the theme `paper` show more
/// steps.
const fn picture_may_have(theme: Theme) -> [f64; 2] {
    match theme.board {
        BoardStyle::Wood => [114.0, 92.0],
        BoardStyle::Paper => [126.0, 102.0],
        _ => [116.0, 92.0],
    }
}

#[test]
fn no_theme_needs_more_bytes_than_it_may() -> Result<(), Box<dyn Error>> {
    for theme in Theme::all() {
        let ([most, usual], mut sum) = (picture_may_have(theme), (0.0, 0.0));
        // One theme: the others have the same boards.
        for (name, board) in scenes::all().into_iter().filter(|(name, _)| !name.contains('-')) {
            let file = render::png(&scenes::Board { theme, ..board }.scene());
            let (width, height) = ImageReader::new(Cursor::new(&file)).with_guessed_format()?.into_dimensions()?;
            let (bytes, pixels) = (file.len() as f64 / 1e3, f64::from(width * height) / 1e6);
            assert!(bytes / pixels <= most, "{theme}, {name}: {:.1} KB per megapixel", bytes / pixels);
            sum = (sum.0 + bytes, sum.1 + pixels);
        }
        println!("{theme}: {:.1} KB per megapixel on average", sum.0 / sum.1);
        assert!(sum.0 / sum.1 <= usual, "{theme}: {:.1} KB per megapixel on average", sum.0 / sum.1);
    }
    Ok(())
}

/// Limit for a replay of fifty turns, in thousands of bytes.
const REPLAY_MAY_HAVE: f64 = 450.0;

#[test]
fn a_replay_of_fifty_turns_loads_at_once() {
    for theme in Theme::all() {
        let gif = render::replay(&Replay { theme, ..scenes::replay("abalone", 50) });
        let kilobytes = gif.len() as f64 / 1e3;
        println!("{theme}: {kilobytes:.1} KB");
        assert!(kilobytes <= REPLAY_MAY_HAVE, "{theme}: {kilobytes:.1} KB");
    }
}
