//! Pictures of positions, games and figures, as PNG and GIF files. A [`rules::Diagram`] says what stands where, a [`Theme`] how it
//! looks. The art is procedural and made for a theme's first picture. After that a picture is a copy of the empty board with
//! marbles copied in and overlays and texts drawn over it.
//!
//! `imageproc` draws the masks that are prepared: overlays, cards, symbols (`raster::mask`). `raster::shapes` says why shading and the
//! lines of each picture are computed from distances instead.

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
pub use chart::plot::{DataPoint, Plot, Scale, Series};
pub use chart::strip::{Still, Strip, max_stills};
pub use chart::table::{Align, Column, Entry, Mark, Row, Table};
pub use geometry::Orientation;
pub use replay::replay;
pub use scene::{Frame, Label, MAX_FRAMES, Marked, Replay, Scene, Target};
pub use svg::{SvgStyle, css_colors, svg_board, svg_pieces};

/// The picture, with a palette: 896 × 872 pixels, higher once the game is over, 1024 × 832 for more than two players, 1024 × 768 for
/// Fanorona, 1508 × 1132 for two boards. Never fails, whatever the texts are.
pub fn png(scene: &Scene<'_>) -> Vec<u8> {
    draw(scene).png()
}

/// A picture that is drawn and not yet a file.
pub struct Drawn(scene::Picture);

/// Draws what [`png()`] makes a file of, so that each half of the work can be measured.
pub fn draw(scene: &Scene<'_>) -> Drawn {
    Drawn(scene::draw(scene))
}

impl Drawn {
    /// Its width and height.
    pub fn size(&self) -> [usize; 2] {
        [self.0.width, self.0.height]
    }

    /// The file.
    pub fn png(&self) -> Vec<u8> {
        encode::png(&self.0.pixels, self.0.width, &self.0.palette.colors)
    }
}

/// Takes the fonts of a folder and of those below it into use, for letters that the fonts in the program do not have; how many
/// serve. Only the first call counts: call it before the first picture.
pub fn use_fonts(folder: &std::path::Path) -> usize {
    raster::text::folder::install(folder)
}

/// A name as pictures write it: one that no font can write comes in Latin letters, and emoji alone as their English names. Empty where
/// nothing of it can be shown; pictures write the codes of its characters then, unless they are given another word.
pub fn legible(name: &str) -> String {
    assets::fonts::legible(name)
}

/// Bytes that a theme keeps until the program ends, after all that was drawn with it by now.
pub fn memory_size(theme: Theme) -> usize {
    assets::memory_size(theme)
}

/// The plot, 1024 × 640 pixels. Never fails, whatever the texts and numbers are.
pub fn plot(plot: &Plot) -> Vec<u8> {
    page(&chart::plot::draw(plot))
}

/// The table, 1024 pixels wide at most and as high as its rows are. Never fails, whatever the texts are.
pub fn table(table: &Table) -> Vec<u8> {
    page(&chart::table::draw(table))
}

/// The bracket, 1024 pixels wide at most and as high as its matches are. Never fails, whatever the texts are.
pub fn bracket(bracket: &Bracket) -> Vec<u8> {
    page(&chart::bracket::draw(bracket))
}

/// The last positions side by side, 1024 pixels wide. Never fails, whatever the texts are.
pub fn strip(strip: &Strip<'_>) -> Vec<u8> {
    page(&chart::strip::draw(strip))
}

fn page(page: &Page) -> Vec<u8> {
    let indexed = page.to_indexed();
    encode::png(&indexed.pixels, indexed.width, &indexed.colors)
}
