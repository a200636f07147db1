//! Pictures of positions, games and figures, as PNG and GIF files. A [`rules::Diagram`] holds the position, a
//! [`Theme`] the look. The art is procedural and rendered for a theme's first picture. After that a picture is a copy
//! of the empty board with marbles copied in, and overlays and texts drawn over it.
//!
//! `imageproc` draws the prepared masks: overlays, cards, symbols (`raster::mask`). Shading and the lines of each
//! picture are computed from distances instead, for the reasons in `raster::shapes`.

#![warn(missing_docs)]

mod assets;
mod chart;
mod encode;
mod geometry;
mod raster;
mod replay;
mod scene;
mod svg;

use raster::page::Page;

pub use assets::theme::{BoardStyle, MarbleSet, Theme, UnknownTheme};
pub use chart::bracket::{Bracket, BracketRound, MAX_BRACKET_ROUNDS, Match, Side};
pub use chart::plot::{DataPoint, DateFormats, Plot, Scale, Series};
pub use chart::strip::{Still, Strip, max_stills};
pub use chart::table::{Align, Column, Entry, Mark, Row, Table};
pub use geometry::Orientation;
pub use replay::replay;
pub use scene::{Frame, Label, MAX_FRAMES, Marked, Replay, Scene, Target};
pub use svg::{SvgStyle, css_colors, svg_board, svg_grounds, svg_pieces, svg_small_board};

/// The picture as a PNG file with a palette: 896 × 872 pixels, higher once the game is over, 1024 × 832 for more than
/// two players, 1024 × 768 for Fanorona, 1024 × 1636 for two boards. Never fails, whatever the texts are.
pub fn png(scene: &Scene<'_>) -> Vec<u8> {
    draw(scene).png()
}

/// A picture that is drawn but not yet encoded.
pub struct Drawn(scene::Picture);

/// Draws a picture without encoding it, so that benchmarks can measure each half of [`png()`].
pub fn draw(scene: &Scene<'_>) -> Drawn {
    Drawn(scene::draw(scene))
}

impl Drawn {
    /// Width and height in pixels.
    pub fn size(&self) -> [usize; 2] {
        [self.0.width, self.0.height]
    }

    /// Encodes the picture as a PNG file.
    pub fn png(&self) -> Vec<u8> {
        encode::png(&self.0.pixels, self.0.width, &self.0.palette.colors)
    }
}

/// Registers the fonts of a folder and its subfolders, for letters that the built-in fonts lack, and returns how many
/// are usable. Only the first call has an effect; call it before the first picture.
pub fn use_fonts(folder: &std::path::Path) -> usize {
    raster::text::folder::install(folder)
}

/// A name for a sentence in a picture, whose direction it does not change: isolated, and without marks of its own.
pub fn isolate(name: &str) -> String {
    let is_mark =
        |c| matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    format!("\u{2068}{}\u{2069}", name.replace(is_mark, ""))
}

/// A name as pictures write it: one that no font can write is transliterated to Latin letters, and emoji alone become
/// their English names. Empty if nothing of it can be shown; pictures then write the codes of its characters, unless
/// they are given another text.
pub fn legible(name: &str) -> String {
    assets::fonts::legible(name)
}

/// Bytes that a theme keeps until the program ends, after all pictures drawn with it so far.
pub fn memory_size(theme: Theme) -> usize {
    assets::memory_size(theme)
}

/// The plot as a PNG file, 1024 × 640 pixels. Never fails, whatever the texts and numbers are.
pub fn plot(plot: &Plot) -> Vec<u8> {
    page(&chart::plot::draw(plot))
}

/// The table as a PNG file, at most 1024 pixels wide and as high as its rows. Never fails, whatever the texts are.
pub fn table(table: &Table) -> Vec<u8> {
    page(&chart::table::draw(table))
}

/// The bracket as a PNG file, at most 1024 pixels wide and as high as its matches. Never fails, whatever the texts
/// are.
pub fn bracket(bracket: &Bracket) -> Vec<u8> {
    page(&chart::bracket::draw(bracket))
}

/// The positions side by side as a PNG file, 1024 pixels wide. Never fails, whatever the texts are.
pub fn strip(strip: &Strip<'_>) -> Vec<u8> {
    page(&chart::strip::draw(strip))
}

fn page(page: &Page) -> Vec<u8> {
    let indexed = page.to_indexed();
    encode::png(&indexed.pixels, indexed.width, &indexed.colors)
}
