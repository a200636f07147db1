//! Text of unknown origin as masks: cleaned, capped, set in the first font that has each glyph.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use ab_glyph::{Font, FontRef, GlyphId, InvalidFont, PxScale, ScaleFont, point};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::coverage::Coverage;

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
pub struct GlyphMask {
    /// Offset of the upper left corner from the pen.
    pub offset: [i32; 2],
    /// What it covers.
    pub coverage: Coverage,
}

/// A text ready to be put on a picture.
#[derive(Default)]
pub struct Line {
    /// Glyphs and where the pen is for each.
    pub glyphs: Vec<(i32, Arc<GlyphMask>)>,
    /// How far the pen gets.
    pub width: f32,
}

type Glyphs = HashMap<(usize, Glyph, u32, u8), Arc<GlyphMask>>;

/// A shape, in the first font that has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Glyph {
    /// An outline, and the number of its face.
    Outline(usize, GlyphId),
    /// Pixels.
    Pixels(char),
}

/// Fonts in both weights, with the glyphs that were drawn lately.
pub struct FontSet {
    /// Regular and bold, each followed by its fallbacks; what none of them has may still be in [`unifont`].
    faces: [Vec<FontRef<'static>>; 2],
    glyphs: Mutex<Glyphs>,
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

/// A text as it is read out: whole, in the order in which it is spoken, without what shows nothing or turns the reading direction; at
/// most `most` characters of it.
pub fn spoken(text: &str, most: usize) -> String {
    let mut out = String::new();
    let mut length = 0;
    for c in text.chars().take(LOOKED_AT) {
        let c = if c.is_whitespace() { ' ' } else { c };
        // Marks belong to their letters, and some scripts are written with joiners.
        let is_silent = unsettling(c) && !is_combining_mark(c) && !matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe0f}');
        if is_silent || (c == ' ' && (out.is_empty() || out.ends_with(' '))) {
            continue;
        }
        if length == most {
            out.pop();
            out.push('…');
            break;
        }
        out.push(c);
        length += 1;
    }
    out.truncate(out.trim_end().len());
    out
}

/// Letters written from right to left.
fn leftward(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
}

impl FontSet {
    /// From the files of the regular and of the bold fonts, each followed by its fallbacks.
    pub fn new(files: [&[&'static [u8]]; 2]) -> Result<Self, InvalidFont> {
        let faces =
            |files: &[&'static [u8]]| files.iter().map(|file| FontRef::try_from_slice(file)).collect::<Result<_, _>>();
        Ok(Self { faces: [faces(files[0])?, faces(files[1])?], glyphs: Mutex::default() })
    }

    /// A text as it can be set: composed, without what would disturb its surroundings, at most `most` characters of it, in
    /// the order of the eye.
    pub fn clean(&self, text: &str, most: usize) -> String {
        let mut out: Vec<char> = Vec::with_capacity(most);
        for c in text.chars().take(LOOKED_AT).nfkc() {
            let c = if c.is_whitespace() { ' ' } else { c };
            if unsettling(c) || (c == ' ' && out.last().is_none_or(|last| *last == ' ')) {
                continue;
            }
            if c != ' ' && self.glyph_of(c, Weight::Bold).is_none() {
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
    fn glyph_of(&self, c: char, weight: Weight) -> Option<Glyph> {
        let faces = self.faces[weight as usize].iter().map(|face| face.glyph_id(c)).enumerate();
        let outline = { faces }.find(|(_, id)| id.0 != 0).map(|(which, id)| Glyph::Outline(which, id));
        outline.or_else(|| unifont::has(c).then_some(Glyph::Pixels(c)))
    }

    /// Sets a clean text.
    pub fn line(&self, text: &str, size: f32, weight: Weight) -> Line {
        let scale = PxScale::from(size);
        let mut pen = 0.0f32;
        let mut glyphs = Vec::with_capacity(text.len());
        let mut last = None;
        for c in text.chars() {
            let Some(glyph) = self.glyph_of(c, weight) else { continue };
            let (kern, advance) = match glyph {
                Glyph::Outline(which, id) => {
                    let face = self.faces[weight as usize][which].as_scaled(scale);
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
            glyphs.push((pen.floor() as i32, self.mask(weight, glyph, size, quarter)));
            pen += advance;
        }
        Line { glyphs, width: pen }
    }

    /// One glyph, from memory when it was drawn before.
    fn mask(&self, weight: Weight, glyph: Glyph, size: f32, quarter: u8) -> Arc<GlyphMask> {
        let key = (weight as usize, glyph, size.to_bits(), quarter);
        // A panic while the map was locked leaves at worst a glyph missing from it.
        let mut glyphs = self.glyphs.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(mask) = glyphs.get(&key) {
            return Arc::clone(mask);
        }
        if glyphs.len() >= KEPT {
            glyphs.clear();
        }
        let from = f32::from(quarter) / 4.0;
        let mask = Arc::new(match glyph {
            Glyph::Outline(which, id) => outline(&self.faces[weight as usize][which], id, size, from),
            Glyph::Pixels(c) => unifont::draw(c, size, from),
        });
        glyphs.insert(key, Arc::clone(&mask));
        mask
    }

    /// Sets a clean text within `width`: smaller down to `least`, then with an ellipsis.
    pub fn fit(&self, text: &str, size: f32, least: f32, weight: Weight, width: f32) -> Line {
        let mut now = size;
        loop {
            let set = self.line(text, now, weight);
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
                self.line(&format!("{}…", head.trim_end()), least, weight)
            })
            .find(|set| set.width <= width)
            .unwrap_or_default()
    }
}

/// An outline, filled.
fn outline(face: &FontRef<'_>, id: GlyphId, size: f32, from: f32) -> GlyphMask {
    let outline = face.outline_glyph(id.with_scale_and_position(PxScale::from(size), point(from, 0.0)));
    outline.map_or(GlyphMask::default(), |outline| {
        let bounds = outline.px_bounds();
        let (width, height) = (bounds.width().ceil() as usize, bounds.height().ceil() as usize);
        let mut coverage = vec![0; width * height];
        outline.draw(|x, y, share| {
            if let Some(pixel) = coverage.get_mut(y as usize * width + x as usize) {
                *pixel = (share.clamp(0.0, 1.0) * 255.0).round() as u8;
            }
        });
        GlyphMask { offset: [bounds.min.x as i32, bounds.min.y as i32], coverage: Coverage::new(width, &coverage) }
    })
}
