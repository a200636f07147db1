//! Text of unknown origin as small masks: cleaned, capped, set in the first font that has each glyph.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use ab_glyph::{Font, FontRef, GlyphId, PxScale, ScaleFont, point};
use epaint_default_fonts::NOTO_EMOJI_REGULAR;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::cover::Cover;

mod unifont;

/// Characters of a text that are looked at; a player's name has at most 32.
const LOOKED_AT: usize = 512;
/// Characters of a name or a note that are set.
pub const NAME: usize = 48;
/// Characters of a sentence that are set.
pub const SENTENCE: usize = 120;
/// Glyphs kept ready; more than any server's players need at a time.
const KEPT: usize = 1500;

/// The weight of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    /// For what matters less.
    Regular,
    /// For names and numbers.
    Bold,
}

/// A glyph, drawn.
#[derive(Default)]
pub struct Mark {
    /// Offset of the upper left corner from the pen.
    pub offset: [i32; 2],
    /// What it covers.
    pub cover: Cover,
}

/// A text ready to be put on a picture.
#[derive(Default)]
pub struct Line {
    /// Glyphs and where the pen is for each.
    pub marks: Vec<(i32, Arc<Mark>)>,
    /// How far the pen gets.
    pub width: f32,
}

type Glyphs = HashMap<(usize, Glyph, u32, u8), Arc<Mark>>;

/// A shape, in the first font that has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Glyph {
    /// An outline, and the number of its face.
    Outline(usize, GlyphId),
    /// Pixels.
    Pixels(char),
}

struct Fonts {
    /// Regular and bold, each followed by its fallbacks; what none of them has may still be in [`unifont`].
    faces: [Vec<FontRef<'static>>; 2],
    glyphs: Mutex<Glyphs>,
}

fn fonts() -> &'static Fonts {
    static FONTS: OnceLock<Fonts> = OnceLock::new();
    FONTS.get_or_init(|| {
        let face = |bytes| FontRef::try_from_slice(bytes).expect("the fonts in our dependencies are whole");
        Fonts {
            faces: [
                vec![face(notosans::REGULAR_TTF), face(dejavu::sans::regular()), face(NOTO_EMOJI_REGULAR)],
                vec![face(notosans::BOLD_TTF), face(dejavu::sans::bold()), face(NOTO_EMOJI_REGULAR)],
            ],
            glyphs: Mutex::default(),
        }
    })
}

/// Characters that would move, hide, turn or color their neighbors, or that are nothing but room.
fn unsettling(c: char) -> bool {
    c.is_control()
        || is_combining_mark(c)
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{2800}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffd}' | '\u{1f3fb}'..='\u{1f3ff}'
            | '\u{e0000}'..='\u{e0fff}')
}

/// Letters written from right to left.
fn leftward(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
}

/// A text as it can be set: composed, without what would disturb its surroundings, at most `most` characters of it, in
/// the order of the eye.
pub fn clean(text: &str, most: usize) -> String {
    let mut out: Vec<char> = Vec::with_capacity(most);
    for c in text.chars().take(LOOKED_AT).nfkc() {
        let c = if c.is_whitespace() { ' ' } else { c };
        if unsettling(c) || (c == ' ' && out.last().is_none_or(|last| *last == ' ')) {
            continue;
        }
        if c != ' ' && glyph_of(c, Weight::Bold).is_none() {
            continue;
        }
        if out.len() == most {
            out.pop();
            out.push('…');
            break;
        }
        out.push(c);
    }
    while out.last() == Some(&' ') {
        out.pop();
    }
    // Words from right to left are turned as a whole; there is no shaping.
    let mut from = 0;
    while let Some(start) = out[from..].iter().position(|c| leftward(*c)).map(|i| from + i) {
        let run = out[start..].iter().take_while(|c| leftward(**c) || **c == ' ').count();
        let run = run - out[start..start + run].iter().rev().take_while(|c| **c == ' ').count();
        out[start..start + run].reverse();
        from = start + run;
    }
    out.into_iter().collect()
}

/// The character in the first font that has it.
fn glyph_of(c: char, weight: Weight) -> Option<Glyph> {
    let faces = fonts().faces[weight as usize].iter().map(|face| face.glyph_id(c)).enumerate();
    let outline = { faces }.find(|(_, id)| id.0 != 0).map(|(which, id)| Glyph::Outline(which, id));
    outline.or_else(|| unifont::has(c).then_some(Glyph::Pixels(c)))
}

/// Sets a clean text.
pub fn line(text: &str, size: f32, weight: Weight) -> Line {
    let fonts = fonts();
    let scale = PxScale::from(size);
    let mut pen = 0.0f32;
    let mut marks = Vec::with_capacity(text.len());
    let mut last = None;
    for c in text.chars() {
        let Some(glyph) = glyph_of(c, weight) else { continue };
        let (kern, advance) = match glyph {
            Glyph::Outline(which, id) => {
                let face = fonts.faces[weight as usize][which].as_scaled(scale);
                let kern = last.filter(|(before, _)| *before == which).map_or(0.0, |(_, last)| face.kern(last, id));
                last = Some((which, id));
                (kern, face.h_advance(id))
            }
            Glyph::Pixels(c) => {
                last = None;
                (0.0, unifont::advance(c, size))
            }
        };
        pen += kern;
        // A quarter of a pixel is as fine as the eye asks for.
        let quarter = (pen.fract() * 4.0).floor() as u8;
        marks.push((pen.floor() as i32, mark(fonts, weight, glyph, size, quarter)));
        pen += advance;
    }
    Line { marks, width: pen }
}

/// One glyph, from memory when it was drawn before.
fn mark(fonts: &Fonts, weight: Weight, glyph: Glyph, size: f32, quarter: u8) -> Arc<Mark> {
    let key = (weight as usize, glyph, size.to_bits(), quarter);
    // A panic while the map was locked leaves at worst a glyph missing from it.
    let mut glyphs = fonts.glyphs.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(mark) = glyphs.get(&key) {
        return Arc::clone(mark);
    }
    if glyphs.len() >= KEPT {
        glyphs.clear();
    }
    let from = f32::from(quarter) / 4.0;
    let mark = Arc::new(match glyph {
        Glyph::Outline(which, id) => outline(&fonts.faces[weight as usize][which], id, size, from),
        Glyph::Pixels(c) => unifont::draw(c, size, from),
    });
    glyphs.insert(key, Arc::clone(&mark));
    mark
}

/// An outline, filled.
fn outline(face: &FontRef<'_>, id: GlyphId, size: f32, from: f32) -> Mark {
    let outline = face.outline_glyph(id.with_scale_and_position(PxScale::from(size), point(from, 0.0)));
    outline.map_or(Mark::default(), |outline| {
        let bounds = outline.px_bounds();
        let (width, height) = (bounds.width().ceil() as usize, bounds.height().ceil() as usize);
        let mut cover = vec![0; width * height];
        outline.draw(|x, y, share| {
            if let Some(pixel) = cover.get_mut(y as usize * width + x as usize) {
                *pixel = (share.clamp(0.0, 1.0) * 255.0).round() as u8;
            }
        });
        Mark { offset: [bounds.min.x as i32, bounds.min.y as i32], cover: Cover::new(width, &cover) }
    })
}

/// Sets a clean text within `width`: smaller down to `least`, then with an ellipsis.
pub fn fit(text: &str, size: f32, least: f32, weight: Weight, width: f32) -> Line {
    let mut now = size;
    loop {
        let set = line(text, now, weight);
        if set.width <= width {
            return set;
        }
        if now <= least {
            break;
        }
        now = (now - 2.0).max(least);
    }
    let chars: Vec<char> = text.chars().collect();
    (0..chars.len())
        .rev()
        .map(|kept| {
            let head: String = chars[..kept].iter().collect();
            line(&format!("{}…", head.trim_end()), least, weight)
        })
        .find(|set| set.width <= width)
        .unwrap_or_default()
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
                let ink: u32 =
                    set.marks.iter().flat_map(|(_, mark)| mark.cover.pixels()).map(|(_, share)| u32::from(share)).sum();
                assert!(ink > 255 * 20, "{c}: {ink}");
            }
        }
    }

    #[test]
    fn pixels_of_a_character_cover_as_much_as_they_are_large() {
        // A full block is 8 pixels wide and 16 high; nowhere may it be more than full.
        let scale = 34.0 * 0.8 / 16.0;
        let full: f32 = unifont::draw('█', 34.0, 0.25).cover.pixels().map(|(_, share)| f32::from(share) / 255.0).sum();
        assert!((full - 128.0 * scale * scale).abs() < 3.0, "{full}");
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
