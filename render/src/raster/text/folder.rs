//! Fonts of the machine, for scripts that the fonts in our dependencies lack. Character tables are read at start, the
//! outlines when a name needs them.

use std::ffi::OsStr;
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use ab_glyph::{Font as _, FontRef};

use super::shaping::Face;

/// Maximum depth of subfolders.
const DEEP: usize = 4;
/// Maximum size of a font file in bytes. The largest font for all of Chinese, Japanese and Korean has 20 MB.
const LARGEST: u64 = 64 << 20;
/// Words in names of font files that do not match Noto Sans Bold in style.
const OTHERS: [&str; 16] = [
    "Italic",
    "Oblique",
    "Mono",
    "Serif",
    "Display",
    "Condensed",
    "Light",
    "Thin",
    "Medium",
    "Black",
    "Semi",
    "Extra",
    "UI",
    "Kufi",
    "Nastaliq",
    "Emoji",
];

pub struct FolderFont {
    path: PathBuf,
    /// The characters that the font has, ascending.
    has: Vec<RangeInclusive<u32>>,
    face: OnceLock<Option<Face>>,
}

impl FolderFont {
    pub fn has(&self, c: char) -> bool {
        let after = self.has.partition_point(|range| *range.start() <= u32::from(c));
        after.checked_sub(1).is_some_and(|last| self.has[last].contains(&u32::from(c)))
    }

    /// The font, read from the file on first use. `None` if the file has been deleted.
    pub fn face(&self) -> Option<&Face> {
        self.face.get_or_init(|| Face::new(read(&self.path)?)).as_ref()
    }
}

static INSTALLED: OnceLock<Vec<FolderFont>> = OnceLock::new();

/// Registers the fonts of a folder, once only, and returns how many there are.
pub fn install(folder: &Path) -> usize {
    INSTALLED.get_or_init(|| fonts(folder)).len()
}

/// The registered fonts, the best first.
pub fn installed_fonts() -> &'static [FolderFont] {
    INSTALLED.get().map_or(&[], Vec::as_slice)
}

/// All usable fonts of a folder and its subfolders.
fn fonts(folder: &Path) -> Vec<FolderFont> {
    let mut files = Vec::new();
    collect(folder, DEEP, &mut files);
    let stem = |path: &Path| path.file_stem().and_then(OsStr::to_str).unwrap_or_default().to_owned();
    files.retain(|path| !OTHERS.iter().any(|word| stem(path).contains(word)));
    // Names are bold. Of a family with both weights, only the bold file is kept.
    let family = |path: &Path| stem(path).replace("-Bold", "").replace("-Regular", "");
    files.sort_by_key(|path| {
        (!stem(path).starts_with("Noto"), family(path), !stem(path).contains("Bold"), path.clone())
    });
    files.dedup_by_key(|path| family(path));
    let font = |path: PathBuf| {
        let bytes = read(&path)?;
        let has = ranges(&FontRef::try_from_slice(&bytes).ok()?);
        (!has.is_empty()).then_some(FolderFont { path, has, face: OnceLock::new() })
    };
    files.into_iter().filter_map(font).collect()
}

fn collect(folder: &Path, deep: usize, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        match path.extension().and_then(OsStr::to_str) {
            Some("ttf" | "otf" | "ttc") => files.push(path),
            _ if deep > 0 && path.is_dir() => collect(&path, deep - 1, files),
            _ => {}
        }
    }
}

fn read(path: &Path) -> Option<Vec<u8>> {
    fs::metadata(path).ok().filter(|file| file.len() <= LARGEST)?;
    fs::read(path).ok()
}

fn ranges(font: &FontRef<'_>) -> Vec<RangeInclusive<u32>> {
    let mut codes: Vec<u32> = font.codepoint_ids().map(|(_, c)| u32::from(c)).collect();
    codes.sort_unstable();
    codes.dedup();
    codes.chunk_by(|a, b| a + 1 == *b).filter_map(|run| Some(*run.first()?..=*run.last()?)).collect()
}
