//! Untrusted text as masks: cleaned, shortened, laid out in the first font that has each glyph.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use ab_glyph::{Font, FontRef, GlyphId, PxScale, ScaleFont, point};
use deunicode::deunicode_with_tofu;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{decompose_compatible, is_combining_mark};

use super::coverage::Coverage;

mod carried;
pub mod folder;
mod scripts;
mod shaping;
mod unifont;

use scripts::{emoji_parts, is_isolate, is_joiner, is_shaped};
use shaping::{Face, Shape};

/// Characters of a text that are examined; a player's name has at most 32.
const LOOKED_AT: usize = 512;
/// Maximum length of a name or a note, in characters.
pub const NAME: usize = 48;
/// Maximum length of a sentence, in characters.
pub const SENTENCE: usize = 120;
/// Cached glyphs: more than the players of any server need at a time.
const KEPT: usize = 1500;
/// Cached shaped lines.
const KEPT_LINES: usize = 400;
/// Maximum number of marks on one letter; no language has more.
const MOST_MARKS: usize = 4;
/// Built-in fonts have numbers from here on.
const CARRIED: usize = 10;
/// Fonts of the folder have numbers from here on.
const FOLDER: usize = 100;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    Regular,
    Bold,
}

#[derive(Default)]
pub struct GlyphMask {
    /// Offset of the upper left corner from the pen.
    pub offset: [i32; 2],
    pub coverage: Coverage,
}

/// A text ready to be drawn.
#[derive(Clone, Default)]
pub struct Line {
    /// Glyphs with their pen positions, relative to the left end of the baseline.
    pub glyphs: Vec<([i32; 2], Arc<GlyphMask>)>,
    pub width: f32,
}

type Glyphs = HashMap<(usize, Glyph, u32, u8), Arc<GlyphMask>>;

/// A glyph of the first font that has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Glyph {
    Outline(usize, GlyphId),
    Pixels(char),
}

/// Fonts in both weights, with a cache of glyphs.
pub struct FontSet {
    /// Regular and bold, each followed by its fallbacks. Further fallbacks are the fonts of the machine and
    /// [`unifont`].
    faces: [Vec<Face>; 2],
    glyphs: Mutex<Glyphs>,
    lines: Mutex<HashMap<(String, u32, usize), Line>>,
}

/// Whether a character would move, hide, reorder or color its neighbors, or is blank.
fn unsettling(c: char) -> bool {
    c.is_control()
        || is_combining_mark(c)
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{2800}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffd}' | '\u{1f3fb}'..='\u{1f3ff}'
            | '\u{e0000}'..='\u{e0fff}')
}

/// A text for screen readers: at most `most` characters in logical order, without invisible characters and direction
/// overrides.
pub fn read_aloud(text: &str, most: usize) -> String {
    let mut out = String::new();
    let mut length = 0;
    for c in text.chars().take(LOOKED_AT) {
        let c = if c.is_whitespace() { ' ' } else { c };
        // Marks belong to their letters, and some scripts need joiners.
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

impl FontSet {
    /// Takes the files of the regular and of the bold fonts, each followed by its fallbacks. `None` if a file is
    /// damaged.
    pub fn new(files: [&[&'static [u8]]; 2]) -> Option<Self> {
        let faces = |files: &[&'static [u8]]| files.iter().map(|file| Face::of(file)).collect::<Option<_>>();
        Some(Self { faces: [faces(files[0])?, faces(files[1])?], glyphs: Mutex::default(), lines: Mutex::default() })
    }

    /// A text that can be laid out: composed, at most `most` characters, without emoji and characters that disturb
    /// their surroundings. Empty where no font has any of its letters.
    pub fn clean(&self, text: &str, most: usize) -> String {
        let mut out: Vec<char> = Vec::with_capacity(most);
        let mut plain = String::new();
        for c in text.chars().take(LOOKED_AT) {
            // Thai and Lao vowels and Lao digraphs stay composed, because fonts cannot put a tone above their parts.
            // Fractions stay composed, because 4½ would become 41⁄2.
            if matches!(c, 'ำ' | 'ຳ' | 'ໜ' | 'ໝ' | '¼' | '½' | '¾') {
                plain.push(c);
            } else {
                decompose_compatible(c, |part| plain.push(part));
            }
        }
        let chars: Vec<char> = plain.nfc().collect();
        let mut marks = 0;
        let mut is_after_picture = false;
        for (c, is_picture) in chars.iter().copied().zip(emoji_parts(&chars)) {
            let c = if c.is_whitespace() { ' ' } else { c };
            // An emoji is left out with the space before it, unless a word or another space follows.
            let is_dropped = is_picture || (unsettling(c) && !is_isolate(c));
            if is_after_picture && !is_dropped && !c.is_alphanumeric() && out.last() == Some(&' ') {
                out.pop();
            }
            is_after_picture = is_picture || (is_after_picture && is_dropped);
            if is_isolate(c) {
                out.push(c);
                continue;
            }
            let is_within = out.last().is_some_and(|last| is_shaped(*last) || is_joiner(*last));
            let is_mark = is_combining_mark(c);
            let is_part = is_within && (is_joiner(c) || (is_mark && is_shaped(c) && marks < MOST_MARKS));
            if is_picture
                || (unsettling(c) && !is_part)
                || (c == ' ' && out.last().is_none_or(|last| matches!(last, ' ' | '\u{2068}')))
                || !(c == ' ' || is_joiner(c) || self.has(c))
            {
                continue;
            }
            marks = if is_mark { marks + 1 } else { 0 };
            if out.len() == most {
                out.pop();
                out.push('…');
                break;
            }
            out.push(c);
        }
        while out.last().is_some_and(|last| *last == ' ' || is_joiner(*last)) {
            out.pop();
        }
        if out.iter().all(|c| is_isolate(*c)) {
            out.clear();
        }
        out.into_iter().collect()
    }

    /// A name as [`Self::clean`] leaves it. If nothing visible is left, its transliteration to Latin letters, with
    /// the English names of emoji. Empty if that is empty too.
    pub fn legible(&self, text: &str) -> String {
        let own = self.clean(text, NAME);
        if self.has_ink(&own) {
            return own;
        }
        let text: String = text.chars().take(LOOKED_AT).collect();
        let latin = self.clean(&deunicode_with_tofu(&text, ""), NAME);
        if self.has_ink(&latin) { latin } else { String::new() }
    }

    /// A legible name, or else the codes of its characters. Empty only for an empty text.
    pub fn name(&self, text: &str) -> String {
        let legible = self.legible(text);
        if !legible.is_empty() {
            return legible;
        }
        let chars: Vec<char> = text.chars().take(LOOKED_AT).collect();
        let code = |run: &[char]| match run {
            [c] => format!("U+{:04X}", u32::from(*c)),
            _ => format!("U+{:04X}×{}", u32::from(run[0]), run.len()),
        };
        let codes: Vec<String> = chars.chunk_by(|a, b| a == b).map(code).collect();
        self.clean(&codes.join(" "), NAME)
    }

    /// Whether a clean text shows anything: fonts have blank characters.
    fn has_ink(&self, text: &str) -> bool {
        let weights = [Weight::Regular, Weight::Bold];
        weights.iter().all(|weight| text.chars().any(|c| self.shows(c, *weight)))
    }

    fn shows(&self, c: char, weight: Weight) -> bool {
        let has_outline = |face: &Face| face.outlines.outline(face.outlines.glyph_id(c)).is_some();
        if is_shaped(c) {
            return self.shaped_face(c, weight).is_some_and(|(_, face)| has_outline(face));
        }
        match self.glyph_of(c, weight) {
            Some(Glyph::Outline(which, _)) => self.face(weight, which, 1.0).is_some_and(|(face, _)| has_outline(face)),
            Some(Glyph::Pixels(_)) => true,
            None => false,
        }
    }

    /// Whether the character can be drawn correctly.
    fn has(&self, c: char) -> bool {
        if is_shaped(c) {
            self.shaped_face(c, Weight::Bold).is_some()
        } else {
            self.glyph_of(c, Weight::Bold).is_some()
        }
    }

    /// The font for a letter that needs shaping, or for its neighbors: built-in or of the machine.
    fn shaped_face(&self, c: char, weight: Weight) -> Option<(usize, &Face)> {
        let has = |face: &&Face| face.outlines.glyph_id(c).0 != 0;
        let own = || self.faces[weight as usize].iter().enumerate().find(|(_, face)| has(face));
        if is_shaped(c) { other_face(c).or_else(own) } else { own().or_else(|| other_face(c)) }
    }

    /// The glyph of the first font that has the character.
    fn glyph_of(&self, c: char, weight: Weight) -> Option<Glyph> {
        let faces = self.faces[weight as usize].iter().map(|face| face.outlines.glyph_id(c)).enumerate();
        let outline = { faces }.find(|(_, id)| id.0 != 0).map(|(which, id)| Glyph::Outline(which, id));
        let other = || other_face(c).map(|(which, face)| Glyph::Outline(which, face.outlines.glyph_id(c)));
        outline.or_else(other).or_else(|| unifont::has(c).then_some(Glyph::Pixels(c)))
    }

    /// A font by its number, and the size at which its letters match the other fonts.
    fn face(&self, weight: Weight, which: usize, size: f32) -> Option<(&Face, f32)> {
        let other = match which {
            FOLDER.. => folder::installed_fonts().get(which - FOLDER)?.face(),
            CARRIED.. => carried::get(which - CARRIED),
            _ => return self.faces[weight as usize].get(which).map(|face| (face, size)),
        };
        other.map(|face| (face, face.size(size)))
    }

    pub fn line(&self, text: &str, size: f32, weight: Weight) -> Line {
        if text.chars().any(is_shaped) {
            return self.shape(text, size, weight);
        }
        let mut pen = 0.0f32;
        let mut glyphs = Vec::with_capacity(text.len());
        let mut last = None;
        for c in text.chars().filter(|c| !is_isolate(*c)) {
            let Some(glyph) = self.glyph_of(c, weight) else { continue };
            let (kern, advance) = match glyph {
                Glyph::Outline(which, id) => {
                    let Some((face, own_size)) = self.face(weight, which, size) else { continue };
                    let face = face.outlines.as_scaled(PxScale::from(own_size));
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
            // A quarter of a pixel is fine enough.
            let quarter = (pen.fract() * 4.0).floor() as u8;
            glyphs.push(([pen.floor() as i32, 0], self.mask(weight, glyph, size, quarter)));
            pen += advance;
        }
        Line { glyphs, width: pen }
    }

    /// Shapes a text, with a cache.
    fn shape(&self, text: &str, size: f32, weight: Weight) -> Line {
        let key = (text.to_owned(), size.to_bits(), weight as usize);
        if let Some(line) = self.lines.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return line.clone();
        }
        let (placed, width) = shaping::set(text, size, |c| self.shaped_face(c, weight));
        let glyph = |placed: shaping::Placed<'_>| {
            let [x, y] = placed.at;
            let quarter = ((x - x.floor()) * 4.0).floor() as u8;
            let (glyph, own_size) = match placed.shape {
                Shape::Outline((which, face), id) => (Glyph::Outline(which, id), face.size(size)),
                Shape::Pixels(c) => (Glyph::Pixels(c), size),
            };
            ([x.floor() as i32, y.round() as i32], self.outlined(weight, glyph, own_size, size, quarter))
        };
        let line = Line { glyphs: placed.into_iter().map(glyph).collect(), width };
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() >= KEPT_LINES {
            lines.clear();
        }
        lines.insert(key, line.clone());
        line
    }

    fn mask(&self, weight: Weight, glyph: Glyph, size: f32, quarter: u8) -> Arc<GlyphMask> {
        let own_size = match glyph {
            Glyph::Outline(which, _) => self.face(weight, which, size).map_or(size, |(_, own_size)| own_size),
            Glyph::Pixels(_) => size,
        };
        self.outlined(weight, glyph, own_size, size, quarter)
    }

    /// One glyph, cached; `own_size` is the font's scale.
    fn outlined(&self, weight: Weight, glyph: Glyph, own_size: f32, size: f32, quarter: u8) -> Arc<GlyphMask> {
        let key = (weight as usize, glyph, own_size.to_bits(), quarter);
        // After a panic under the lock, at worst a glyph is missing from the map.
        let mut glyphs = self.glyphs.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(mask) = glyphs.get(&key) {
            return Arc::clone(mask);
        }
        if glyphs.len() >= KEPT {
            glyphs.clear();
        }
        let from = f32::from(quarter) / 4.0;
        let mask = Arc::new(match glyph {
            Glyph::Outline(which, id) => self
                .face(weight, which, size)
                .map_or_else(GlyphMask::default, |(face, _)| outline(&face.outlines, id, own_size, from)),
            Glyph::Pixels(c) => unifont::draw(c, size, from),
        });
        glyphs.insert(key, Arc::clone(&mask));
        mask
    }

    /// Lays out a clean text within `width`: reduced to no less than `least`, then with an ellipsis.
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

/// The font of a script that has a character, and its number: a built-in font, or else one of the machine.
fn other_face(c: char) -> Option<(usize, &'static Face)> {
    let carried = carried::find(c).map(|(number, face)| (CARRIED + number, face));
    carried.or_else(|| {
        let mut fonts = folder::installed_fonts().iter().enumerate();
        fonts.find_map(|(number, font)| Some((FOLDER + number, font.has(c).then(|| font.face())??)))
    })
}

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
