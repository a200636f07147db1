//! The fonts in order of preference: Latin, Greek and Cyrillic; Hebrew, Arabic and symbols; Asian and Ethiopian
//! scripts; the fonts of the machine. Unifont covers nearly all remaining scripts that need no shaping.

use std::sync::OnceLock;

use crate::raster::text::{FontSet, Line};

pub use crate::raster::text::{NAME, SENTENCE, Weight};

fn fonts() -> &'static FontSet {
    static FONTS: OnceLock<FontSet> = OnceLock::new();
    FONTS.get_or_init(|| {
        FontSet::new([&[notosans::REGULAR_TTF, dejavu::sans::regular()], &[notosans::BOLD_TTF, dejavu::sans::bold()]])
            .expect("the fonts in our dependencies are whole")
    })
}

pub fn clean(text: &str, most: usize) -> String {
    fonts().clean(text, most)
}

pub fn legible(text: &str) -> String {
    fonts().legible(text)
}

pub fn name(text: &str) -> String {
    fonts().name(text)
}

pub fn line(text: &str, size: f32, weight: Weight) -> Line {
    fonts().line(text, size, weight)
}

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
    fn emoji_and_flags_are_left_out() {
        for text in ["🦀🎲", "👩🏽\u{200d}🚀\u{fe0f}", "🇫🇷", "⚔\u{fe0f}", "⭐ ⚽"] {
            assert_eq!(clean(text, NAME), "", "{text}");
        }
        // Without the selectors that the standard asks for.
        for text in ["👩\u{200d}⚕", "❤\u{200d}🔥", "👩\u{200d}❤\u{200d}👨", "🏴\u{200d}☠", "🧔🏽\u{200d}♂"]
        {
            assert_eq!(clean(&format!("Zoë {text} ♂"), NAME), "Zoë ♂", "{text}");
        }
        assert_eq!(clean("🇫🇷 Zoë ♥ 1\u{fe0f}\u{20e3}", NAME), "Zoë ♥ 1");
        for (text, clear) in
            [("Ada 🦀: a1", "Ada: a1"), ("Ada 🦀 : a1", "Ada : a1"), ("Ada 🦀Bo 🎲\u{fe0f}, 1", "Ada Bo, 1")]
        {
            assert_eq!(clean(text, NAME), clear, "{text}");
        }
        let caption = |name: &str| clean(&format!("2. {}: i5h5", crate::isolate(name)), SENTENCE);
        for name in ["🦀 Ada", "Ada 🦀", "🦀 Ada 🎲🎲"] {
            assert_eq!(caption(name), caption("Ada"), "{name}");
        }
    }

    #[test]
    fn a_script_without_a_font_leaves_no_boxes() {
        assert_eq!(clean("ދިވެހި", NAME), "");
        assert_eq!(clean("Ada ދިވެހި", NAME), "Ada");
    }

    #[test]
    fn a_name_that_no_font_can_write_is_written_in_latin_letters() {
        for (text, written) in [
            ("ދިވެހި", "dhivehi"),
            ("🦀🎲", "crab game die"),
            ("👩🏽\u{200d}🚀\u{fe0f}", "woman rocket"),
            ("🇫🇷", "FR"),
            ("\u{3164}\u{3164}", "U+3164×2"),
            ("\u{e123}\u{378}", "U+E123 U+0378"),
            ("Ada 🦀", "Ada"),
            ("東京", "東京"),
            ("", ""),
        ] {
            assert_eq!(name(text), written, "{text:?}");
        }
        assert_eq!(name(&"\u{200b}\u{200c}".repeat(10_000)).chars().count(), NAME);
    }

    #[test]
    fn a_name_of_any_character_shows_something_in_both_weights() {
        // A prime step, so that every block of characters is sampled at a different offset.
        let all = (1..=0x0010_ffff).step_by(97).filter_map(char::from_u32);
        let awkward = "\u{115f}\u{3164}\u{2800}\u{ad}\u{34f}\u{1d159}\u{1d173}\u{13430}\u{2061}\u{fffc}\u{a0}\u{301}\u{20e3}\u{e0041}";
        for c in all.chain(awkward.chars()) {
            for text in [c.to_string(), format!("{c}{c}")] {
                let name = name(&text);
                for weight in [Weight::Regular, Weight::Bold] {
                    let set = line(&name, 30.0, weight);
                    let ink = set.glyphs.iter().flat_map(|(_, mask)| mask.coverage.pixels());
                    assert!(ink.map(|(_, share)| u32::from(share)).sum::<u32>() > 255, "{text:?} is {name:?}");
                }
            }
        }
    }

    #[test]
    fn arabic_letters_are_joined_by_the_fonts_that_the_program_carries() {
        let joined = line("سلام", 34.0, Weight::Bold).width;
        let alone: f32 = "سلام".chars().map(|c| line(&c.to_string(), 34.0, Weight::Bold).width).sum();
        assert!(joined < 0.85 * alone, "{joined} of {alone}");
    }

    #[test]
    fn names_of_asia_and_ethiopia_are_written_without_a_font_of_the_machine() {
        let names = "मोहिनी_शर्मा সুচিত্রা_সেন ਗੁਰਪ੍ਰੀਤ_ਸਿੰਘ કૃષ્ણા_પટેલ ସୁଭଦ୍ରା தமிழ்ச்செல்வி శ్రీనివాస్ ಕೃಷ್ಣಮೂರ್ತಿ ശ്രീകുമാർ ප්‍රියංකා ปู่_น้ำทิพย์ ບຸນມີ \
            မြတ်နိုးဦး ሰላም_ተስፋዬ ស្រីពៅ_វិចិត្រ さくら_ユウタ 김민수 田中優翔 黃國龍 张伟诗涵";
        for text in names.split_whitespace().map(|name| name.replace('_', " ")) {
            assert_eq!(name(&text), text);
            for weight in [Weight::Regular, Weight::Bold] {
                let set = line(&text, 34.0, weight);
                let ink: usize = set.glyphs.iter().map(|(_, mask)| mask.coverage.pixels().count()).sum();
                let letters = text.chars().count();
                assert!(ink > 60 * letters && set.width > 5.0 * letters as f32, "{text}: {ink}, {}", set.width);
            }
        }
    }

    #[test]
    fn letters_of_asia_join_and_stack_without_a_font_of_the_machine() {
        let set = |text: &str| line(text, 34.0, Weight::Bold);
        // Two letters and the sign between them form one ligature.
        for text in ["क्ष", "ক্ষ", "ક્ષ", "ಕ್ಷ", "ക്ക"] {
            let (width, first) = (set(text).width, set(&text.chars().take(1).collect::<String>()).width);
            assert!(set(text).glyphs.len() < 3 && width < 2.0 * first, "{text}: {width}, {first}");
        }
        // Marks above, below or beneath a letter add no width.
        for (text, letter) in [("ที่", "ท"), ("ນີ້", "ນ"), ("ဂ္ဂ", "ဂ"), ("ស្ត្រ", "ស"), ("නි", "න")]
        {
            let (stack, letter) = (set(text), set(letter));
            assert!(stack.glyphs.len() > 1 || text == "නි", "{text}");
            let high = |line: &Line| line.glyphs.iter().map(|(pen, mask)| pen[1] + mask.offset[1]).min();
            let low = |line: &Line| {
                line.glyphs.iter().map(|(pen, mask)| pen[1] + mask.offset[1] + mask.coverage.size[1]).max()
            };
            assert!(high(&stack) < high(&letter) || low(&stack) > low(&letter), "{text} is as high as its letter");
            assert!(stack.width < 1.7 * letter.width, "{text}: {} of {}", stack.width, letter.width);
        }
    }

    #[test]
    fn scripts_of_single_letters_are_set() {
        for (text, clear) in [("東京", "東京"), ("한국", "한국"), ("ᄒ\u{1161}ᆫ", "한"), ("Ada 東京🦀", "Ada 東京")]
        {
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
        let text = clean("ab שלום cd", NAME);
        assert_eq!(text, "ab שלום cd");
        // The last letter of the word is the leftmost glyph.
        let last = line("ם", 34.0, Weight::Bold);
        let set = line(&text, 34.0, Weight::Bold);
        let places: Vec<i32> = set.glyphs.iter().map(|(pen, _)| pen[0]).collect();
        assert!(places.windows(2).all(|pair| pair[0] <= pair[1]), "{places:?}");
        let widest =
            |glyphs: &[([i32; 2], std::sync::Arc<crate::raster::text::GlyphMask>)], i: usize| glyphs[i].1.coverage.size;
        assert_eq!(widest(&set.glyphs, 3)[1], widest(&last.glyphs, 0)[1]);
    }

    #[test]
    fn an_isolated_name_leaves_its_sentence_from_left_to_right() {
        let first_glyphs = |text: &str| {
            let set = line(&clean(text, SENTENCE), 26.0, Weight::Bold);
            set.glyphs.iter().map(|(_, mask)| mask.coverage.size).collect::<Vec<_>>()
        };
        let number = first_glyphs("2.");
        let caption = |name: &str| first_glyphs(&format!("2. {name}: i5h5"));
        assert_ne!(caption("שלום")[..2], number[..], "the name turns it around");
        for name in ["שלום", "سلام", "\u{2069}שלום", "\u{202e}שלום"] {
            let set = caption(&crate::isolate(name));
            assert_eq!(set[..2], number[..], "{name}");
            assert_eq!(set[set.len() - 4..], first_glyphs("i5h5")[..], "{name}");
        }
        assert_eq!(caption(&crate::isolate("Ada")), caption("Ada"));
        assert_eq!(clean(&crate::isolate("\u{200b}"), NAME), "");
    }

    #[test]
    fn letters_beside_a_word_that_is_shaped_are_set_as_they_are_alone() {
        let width = |text: &str| line(text, 34.0, Weight::Bold).width;
        // Han needs no shaping, Arabic does.
        let [tokyo, hello] = ["東京", "سلام"].map(width);
        for text in ["東京 سلام", "سلام 東京"] {
            assert_eq!(clean(text, NAME), text);
            // Each font has a space of its own width.
            let space = width(text) - tokyo - hello;
            assert!((4.0..16.0).contains(&space), "{text}: {} of {tokyo} + {hello}", width(text));
        }
        // In a right-to-left text they come last, and still read from left to right.
        for (text, first) in [("東京 سلام", 0), ("سلام 東京", 0), ("ab 東京 سلام", 3)] {
            let set = line(text, 34.0, Weight::Bold);
            for (glyph, c) in set.glyphs[first..].iter().zip(["東", "京"]) {
                let alone = &line(c, 34.0, Weight::Bold).glyphs[0].1;
                let ink = |mask: &crate::raster::text::GlyphMask| -> u32 {
                    mask.coverage.pixels().map(|(_, share)| u32::from(share)).sum()
                };
                assert!(ink(&glyph.1).abs_diff(ink(alone)) * 20 < ink(alone), "{text}: {c}");
            }
        }
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
