//! Built-in fonts for scripts that the fonts in our dependencies lack: one of Noto for each, subset and compressed by
//! `render/assets/fonts/make.py`. Each is unpacked once, when a name first needs it.

use std::sync::OnceLock;

use ab_glyph::Font as _;
use libdeflater::Decompressor;

use super::shaping::Face;

struct CarriedFont {
    /// Unicode blocks, compare `make.py`.
    blocks: &'static [(char, char)],
    packed: &'static [u8],
    face: OnceLock<Option<Face>>,
}

macro_rules! fonts {
    ($($name:literal: $($first:literal..=$last:literal)|+,)*) => {
        [$(CarriedFont {
            blocks: &[$(($first, $last)),+],
            packed: include_bytes!(concat!("../../../assets/fonts/", $name, ".gz")),
            face: OnceLock::new(),
        }),*]
    };
}

static FONTS: [CarriedFont; 18] = fonts! {
    "devanagari": '\u{900}'..='\u{97f}' | '\u{a8e0}'..='\u{a8ff}',
    "bengali": '\u{980}'..='\u{9ff}',
    "gurmukhi": '\u{a00}'..='\u{a7f}',
    "gujarati": '\u{a80}'..='\u{aff}',
    "oriya": '\u{b00}'..='\u{b7f}',
    "tamil": '\u{b80}'..='\u{bff}',
    "telugu": '\u{c00}'..='\u{c7f}',
    "kannada": '\u{c80}'..='\u{cff}',
    "malayalam": '\u{d00}'..='\u{d7f}',
    "sinhala": '\u{d80}'..='\u{dff}',
    "thai": '\u{e00}'..='\u{e7f}',
    "lao": '\u{e80}'..='\u{eff}',
    "myanmar": '\u{1000}'..='\u{109f}' | '\u{a9e0}'..='\u{a9ff}' | '\u{aa60}'..='\u{aa7f}',
    "ethiopic": '\u{1200}'..='\u{139f}' | '\u{2d80}'..='\u{2ddf}' | '\u{ab00}'..='\u{ab2f}',
    "khmer": '\u{1780}'..='\u{17ff}' | '\u{19e0}'..='\u{19ff}',
    "kana": '\u{3000}'..='\u{301f}' | '\u{3040}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}',
    "hangul": '\u{ac00}'..='\u{d7a3}',
    "han": '\u{4e00}'..='\u{9fff}',
};

/// The compressed file ends with the unpacked length.
fn unpack(packed: &[u8]) -> Option<Vec<u8>> {
    let mut file = vec![0; u32::from_le_bytes(*packed.last_chunk()?) as usize];
    Decompressor::new().gzip_decompress(packed, &mut file).ok()?;
    Some(file)
}

/// The font that has a character, and its number.
pub fn find(c: char) -> Option<(usize, &'static Face)> {
    let number = FONTS.iter().position(|font| font.blocks.iter().any(|(first, last)| (*first..=*last).contains(&c)))?;
    Some((number, get(number).filter(|face| face.outlines.glyph_id(c).0 != 0)?))
}

pub fn get(number: usize) -> Option<&'static Face> {
    let font = FONTS.get(number)?;
    font.face.get_or_init(|| Face::new(unpack(font.packed)?)).as_ref()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_font_has_the_letters_of_its_script_and_none_of_others() {
        for (number, c) in "कকਕકକகకಕകකกກကአកあ한中".chars().enumerate() {
            assert_eq!(find(c).map(|(which, _)| which), Some(number), "{c}");
        }
        for c in "aé♥ЖλשлسԱ".chars() {
            assert!(find(c).is_none(), "{c}");
        }
    }
}
