//! The fonts: Latin, Greek and Cyrillic first, then the Near East, then pictograms. Unifont has nearly everything else.

use std::sync::OnceLock;

use epaint_default_fonts::NOTO_EMOJI_REGULAR;

use crate::raster::text::{FontSet, Line};

pub use crate::raster::text::{NAME, SENTENCE, Weight};

fn fonts() -> &'static FontSet {
    static FONTS: OnceLock<FontSet> = OnceLock::new();
    FONTS.get_or_init(|| {
        FontSet::new([
            &[notosans::REGULAR_TTF, dejavu::sans::regular(), NOTO_EMOJI_REGULAR],
            &[notosans::BOLD_TTF, dejavu::sans::bold(), NOTO_EMOJI_REGULAR],
        ])
        .expect("the fonts in our dependencies are whole")
    })
}

/// See [`FontSet::clean`].
pub fn clean(text: &str, most: usize) -> String {
    fonts().clean(text, most)
}

/// See [`FontSet::line`].
pub fn line(text: &str, size: f32, weight: Weight) -> Line {
    fonts().line(text, size, weight)
}

/// See [`FontSet::fit`].
pub fn fit(text: &str, size: f32, least: f32, weight: Weight, width: f32) -> Line {
    fonts().fit(text, size, least, weight, width)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_disturb_the_neighbors_is_dropped() {
        assert_eq!(clean("a\u{202e}b\u{200b}c\u{0}d\u{feff}", NAME), "abcd");
        assert_eq!(clean("Z\u{351}\u{310}\u{343}o", NAME), "Zo");
        assert_eq!(clean("  two \t\n words  ", NAME), "two words");
    }

    #[test]
    fn fancy_letters_become_plain_and_accents_stay() {
        assert_eq!(clean("𝓕𝓪𝓷𝓬𝔂 Ａｂａ", NAME), "Fancy Aba");
        assert_eq!(clean("e\u{301}a\u{308}", NAME), "éä");
    }

    #[test]
    fn characters_without_a_glyph_are_dropped() {
        assert_eq!(clean("a\u{378}\u{e123}\u{10fffe}\u{f0000}b\u{2800}", NAME), "ab");
    }

    #[test]
    fn every_script_is_set_and_so_are_pictograms() {
        for (text, clear) in [
            ("東京", "東京"),
            ("한국", "한국"),
            ("ᄒ\u{1161}ᆫ", "한"),
            ("มานา", "มานา"),
            ("🦀🎲", "🦀🎲"),
            ("👩🏽\u{200d}🚀\u{fe0f}", "👩🚀"),
            ("Ada 東京🦀", "Ada 東京🦀"),
        ] {
            assert_eq!(clean(text, NAME), clear);
            for c in clear.chars().filter(|c| *c != ' ') {
                let set = line(&c.to_string(), 34.0, Weight::Bold);
                assert!(set.width > 8.0 && set.width < 50.0, "{c}: {}", set.width);
                let ink: u32 = set
                    .glyphs
                    .iter()
                    .flat_map(|(_, mask)| mask.coverage.pixels())
                    .map(|(_, share)| u32::from(share))
                    .sum();
                assert!(ink > 255 * 20, "{c}: {ink}");
            }
        }
    }

    #[test]
    fn words_from_right_to_left_are_in_the_order_of_the_eye() {
        assert_eq!(clean("ab שלום cd", NAME), "ab םולש cd");
    }

    #[test]
    fn length_is_bounded_before_anything_is_set() {
        assert_eq!(clean(&"W".repeat(10_000), NAME).chars().count(), NAME);
        assert_eq!(clean(&"\u{fdfa}".repeat(10_000), NAME).chars().count().max(NAME), NAME);
        assert_eq!(clean(&"\u{301}".repeat(10_000), NAME), "");
    }

    #[test]
    fn a_text_never_leaves_its_place() {
        for text in ["short", "a rather long name indeed it is", "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW"] {
            for width in [20.0, 90.0, 240.0] {
                assert!(fit(text, 34.0, 24.0, Weight::Bold, width).width <= width, "{text} in {width}");
            }
        }
    }
}
