//! Shaping of letters that join, stack, reorder or run from right to left, in runs of one direction and one font.

use ab_glyph::{Font as _, FontRef, GlyphId};
use harfrust::{Buffer, BufferFlags, Direction, Font, ShapeOptions, ShaperFont, shape};
use unicode_bidi::BidiInfo;

use super::scripts::{is_isolate, is_joiner, is_shaped};
use super::unifont;

/// Height of Noto Sans from its highest to its lowest letter, in em. Text in other fonts is scaled to match Noto
/// Sans.
const HEIGHT: f32 = 1.362;

/// A font that can be shaped and drawn.
pub struct Face {
    pub outlines: FontRef<'static>,
    shapes: Font,
}

impl Face {
    /// Keeps the file until the program ends, since its names are likely to recur.
    pub fn new(file: Vec<u8>) -> Option<Self> {
        Self::of(Vec::leak(file))
    }

    /// A built-in font.
    pub fn of(file: &'static [u8]) -> Option<Self> {
        Some(Self { outlines: FontRef::try_from_slice(file).ok()?, shapes: Font::new(file, 0)? })
    }

    /// Converts our text size to that of `ab_glyph`, which measures from the highest to the lowest letter.
    pub fn size(&self, size: f32) -> f32 {
        let units = self.outlines.units_per_em().unwrap_or(1000.0);
        size / HEIGHT * self.outlines.height_unscaled() / units
    }
}

type Numbered<'a> = (usize, &'a Face);

/// A glyph of a font, or pixels of [`unifont`].
pub enum Shape<'a> {
    Outline(Numbered<'a>, GlyphId),
    Pixels(char),
}

/// A shape and its position, in pixels from the beginning of the text.
pub struct Placed<'a> {
    pub shape: Shape<'a>,
    pub at: [f32; 2],
}

/// Lays out a text in visual order and returns its width, too. `face` finds the font of a character.
pub fn set<'a>(text: &str, size: f32, face: impl Fn(char) -> Option<Numbered<'a>>) -> (Vec<Placed<'a>>, f32) {
    let bidi = BidiInfo::new(text, None);
    let (mut placed, mut pen) = (Vec::new(), 0.0);
    for paragraph in &bidi.paragraphs {
        let (levels, runs) = bidi.visual_runs(paragraph, paragraph.range.clone());
        for run in runs {
            let Some(level) = levels.get(run.start) else { continue };
            let is_leftward = level.is_rtl();
            let mut parts = segments(&text[run], &face);
            if is_leftward {
                parts.reverse();
            }
            for (part, face) in parts {
                let Some(face) = face else {
                    let mut chars: Vec<char> = part.chars().collect();
                    if is_leftward {
                        chars.reverse();
                    }
                    for c in chars {
                        placed.push(Placed { shape: Shape::Pixels(c), at: [pen, 0.0] });
                        pen += unifont::advance(c, size);
                    }
                    continue;
                };
                let em = size / HEIGHT / face.1.outlines.units_per_em().unwrap_or(1000.0);
                let mut buffer = Buffer::new();
                buffer.push_str(&part);
                buffer.set_direction(if is_leftward { Direction::RightToLeft } else { Direction::LeftToRight });
                buffer.set_flags(BufferFlags::REMOVE_DEFAULT_IGNORABLES | BufferFlags::DO_NOT_INSERT_DOTTED_CIRCLE);
                buffer.guess_segment_properties();
                if shape(&ShaperFont::new(&face.1.shapes), &mut buffer, ShapeOptions::new()).is_err() {
                    continue;
                }
                for (info, position) in buffer.glyph_infos().iter().zip(buffer.glyph_positions()) {
                    let [x, y, advance] =
                        [position.x_offset, position.y_offset, position.x_advance].map(|units| units as f32 * em);
                    // A glyph that the font lacks is skipped instead of drawn as a box.
                    if let Some(glyph) = u16::try_from(info.glyph_id).ok().filter(|glyph| *glyph > 0) {
                        placed.push(Placed { shape: Shape::Outline(face, GlyphId(glyph)), at: [pen + x, -y] });
                        pen += advance;
                    }
                }
            }
        }
    }
    (placed, pen)
}

/// Runs of one font, or of [`unifont`], in logical order. Marks, joiners and spaces belong to the letters before
/// them.
fn segments<'a>(text: &str, face: impl Fn(char) -> Option<Numbered<'a>>) -> Vec<(String, Option<Numbered<'a>>)> {
    let mut segments: Vec<(String, Option<Numbered<'a>>)> = Vec::new();
    for c in text.chars().filter(|c| !is_isolate(*c)) {
        let has = |face: &Face| face.outlines.glyph_id(c).0 != 0;
        if let Some((last, Some(own))) = segments.last_mut()
            && (is_joiner(c) || has(own.1))
            && (c == ' ' || !c.is_ascii())
        {
            last.push(c);
            continue;
        }
        let found = face(c);
        // Letters that need shaping are illegible side by side.
        if found.is_none() && (is_shaped(c) || is_joiner(c) || !unifont::has(c)) {
            continue;
        }
        match segments.last_mut() {
            Some((last, own)) if own.map(|own| own.0) == found.map(|found| found.0) => last.push(c),
            _ => segments.push((c.to_string(), found)),
        }
    }
    segments
}
