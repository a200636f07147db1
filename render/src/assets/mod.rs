//! Everything of a theme that does not depend on the position, prepared once: the empty board, each piece on each
//! place, palette, overlays and fonts.

mod fanorona_texture;
pub mod fonts;
mod hex_texture;
pub mod marble;
pub mod overlays;
pub mod paint;
mod patterns;
pub mod pieces;
pub mod shading;
mod terrain;
pub mod theme;
mod tiles;

use std::sync::OnceLock;

use rules::Color;

use crate::geometry::hex::{HexGeometry, SIDE_5, SIDE_6};
use crate::geometry::{BETWEEN, CENTER, HEIGHT, WIDTH};
use crate::raster::blocks::Blocks;
use crate::raster::canvas::Canvas;
use crate::raster::color::{Rgb, blend};
use crate::raster::downscale::Means;
use crate::raster::palette::{Finder, Palette};
use crate::raster::quantize::Histogram;

use fanorona_texture::{FanoronaTexture, disc};
use hex_texture::HexTexture;
use marble::marble;
use overlays::{BoardOverlays, CardOverlays, SmallMarbles, board_overlays, card_overlays, small_marbles};
use paint::Paint;
use pieces::{Piece, PieceSet};
use shading::{Light, linear, rounded};
use theme::Theme;
use tiles::{Artwork, Places, Tiles};

/// Block size in pixels of the deduplicated empty board.
const BLOCK: usize = 32;
/// Colors of a replay: with fewer, marbles show bands. One more entry marks unchanged pixels.
const ANIMATION_COLORS: usize = 144;

#[derive(Debug, Clone, Copy)]
pub enum Surface {
    Hex(&'static HexGeometry),
    Fanorona,
}

impl Surface {
    const COUNT: usize = 3;

    fn index(self) -> usize {
        match self {
            Self::Hex(geometry) => usize::from(geometry.side == SIDE_6.side),
            Self::Fanorona => 2,
        }
    }
}

/// Size of the page around a board, relative to a picture of the board alone.
#[derive(Debug, Clone, Copy)]
pub struct Page {
    /// Columns cut off at the left, and as many at the right.
    pub cut: usize,
    pub above: usize,
    pub below: usize,
}

/// The prepared parts of a theme, for one kind of board and one set of pieces.
pub struct ThemeAssets {
    pub paint: &'static Paint,
    pub palette: Palette,
    pub geometry: &'static HexGeometry,
    pub overlays: &'static BoardOverlays,
    pub cards: &'static CardOverlays,
    pub marbles: &'static SmallMarbles,
    places: Places,
    empty: Blocks<BLOCK>,
    tiles: Vec<(Piece, Tiles)>,
    /// The rows between two boards, with the shadow of the upper one; prepared on first use.
    between: OnceLock<Blocks<BLOCK>>,
    /// The palette of replays, prepared on first use.
    animation: OnceLock<Palette>,
}

/// Prepared assets; they stay until the program ends.
static ASSETS: [[[OnceLock<ThemeAssets>; PieceSet::ALL.len()]; Surface::COUNT]; Theme::COUNT] =
    [const { [const { [const { OnceLock::new() }; PieceSet::ALL.len()] }; Surface::COUNT] }; Theme::COUNT];

/// The assets of a theme for these pieces on this board. The first call prepares them.
pub fn assets(theme: Theme, surface: Surface, set: PieceSet) -> &'static ThemeAssets {
    ASSETS[theme.index()][surface.index()][set as usize].get_or_init(|| ThemeAssets::new(theme, surface, set))
}

pub fn memory_size(theme: Theme) -> usize {
    let prepared = ASSETS[theme.index()].iter().flatten().filter_map(OnceLock::get);
    // All themes share the overlays.
    let overlays = |assets: &ThemeAssets| (assets.overlays.memory_size() + assets.cards.memory_size()) / Theme::COUNT;
    let shared = |assets: &ThemeAssets| assets.marbles.memory_size() + overlays(assets);
    let first = prepared.clone().next().map_or(0, shared);
    first + prepared.map(ThemeAssets::memory_size).sum::<usize>()
}

impl ThemeAssets {
    fn new(theme: Theme, surface: Surface, set: PieceSet) -> Self {
        let paint = theme.paint();
        let (board, places, geometry) = match surface {
            Surface::Hex(geometry) => {
                let texture = HexTexture::new(paint, geometry);
                (paint_pixels(|x, y| texture.at(x, y)), Places::hex(geometry), geometry)
            }
            Surface::Fanorona => {
                let texture = FanoronaTexture::new(paint);
                (paint_pixels(|x, y| texture.at(x, y)), Places::fanorona(), &SIDE_5)
            }
        };
        let marbles = small_marbles(theme, geometry);
        let artworks = artworks(paint, surface, set, &places);
        let mut histogram = Histogram::new();
        for (i, color) in board.iter().enumerate() {
            // Every second pixel is enough.
            if (i + i / WIDTH).is_multiple_of(2) {
                histogram.count(*color, 1);
            }
        }
        // A piece looks alike on all places, so one stands for all. Bands show most on white, so white weighs most.
        // With many kinds of pieces, the board itself needs a minimum weight.
        let usual = match set {
            PieceSet::Two => 28,
            PieceSet::Hidden | PieceSet::Neutral => 12,
            PieceSet::All => 9,
        };
        let middle = CENTER.map(|v| v as i32);
        for (piece, artwork) in &artworks {
            let weight = if *piece == Piece::Owned(Color::White) { usual * 5 / 2 } else { usual };
            artwork.on(&places, &board, middle).for_each(|color| histogram.count(color, weight));
        }
        if set.has(Piece::Crown) {
            for (color, share) in &marbles.crown.pixels {
                histogram.count(*color, u32::from(*share) * usual / 255);
            }
        }
        let inks = inks(paint);
        let palette = Palette::new(histogram.colors(&inks, set.colors()), &inks);
        let mut finder = Finder::new(&palette.colors);
        let empty: Vec<u8> = board.iter().map(|color| finder.find(*color)).collect();
        let tiles = std::thread::scope(|scope| {
            let draw = |(piece, artwork)| {
                let (places, board, colors) = (&places, &board, &palette.colors);
                scope.spawn(move || (piece, Tiles::new(&artwork, places, board, colors)))
            };
            let tiles: Vec<_> = artworks.into_iter().map(draw).collect();
            tiles.into_iter().map(|tiles| tiles.join().expect("tiles are made of sums")).collect()
        });
        Self {
            paint,
            palette,
            geometry,
            overlays: board_overlays(geometry),
            cards: card_overlays(),
            marbles,
            places,
            empty: Blocks::new(&empty),
            tiles,
            between: OnceLock::new(),
            animation: OnceLock::new(),
        }
    }

    /// Empty boards one below the other, `rows` rows below the top of the page.
    pub fn boards(&'static self, rows: usize, count: usize) -> Canvas {
        let mut pixels = Vec::with_capacity((rows + count * HEIGHT) * WIDTH + BLOCK);
        pixels.resize(rows * WIDTH, self.empty.byte(0));
        for number in 0..count {
            if number > 0 {
                self.between().append_all(&mut pixels);
            }
            self.empty.append_all(&mut pixels);
        }
        Canvas::new(&self.palette, WIDTH, pixels)
    }

    fn between(&self) -> &Blocks<BLOCK> {
        self.between.get_or_init(|| {
            let texture = HexTexture::new(self.paint, self.geometry);
            let shadow = |y: usize, x: usize| {
                texture.shadow([x as f32 + 0.5 - CENTER[0], (HEIGHT + y) as f32 + 0.5 - CENTER[1]])
            };
            let pixels = (0..BETWEEN).flat_map(|y| (0..WIDTH).map(move |x| (y, x)));
            let entries: Vec<u8> = pixels.map(|(y, x)| self.palette.near(rounded(shadow(y, x)))).collect();
            Blocks::new(&entries)
        })
    }

    pub fn on_page(&'static self, page: Page) -> Canvas {
        let whole = self.boards(0, 1);
        // The corner of the board's own page: the entry nearest to its color could be another one.
        let (width, color) = (WIDTH - 2 * page.cut, whole.pixels[0]);
        let mut pixels = vec![color; page.above * width];
        for row in whole.pixels.chunks_exact(WIDTH) {
            pixels.extend_from_slice(&row[page.cut..WIDTH - page.cut]);
        }
        pixels.resize(pixels.len() + page.below * width, color);
        Canvas::new(&self.palette, width, pixels)
    }

    /// Copies the place around `middle`, with this piece on it, to a board whose corner is at `origin`.
    pub fn draw_piece(&self, canvas: &mut Canvas, piece: Piece, middle: [f32; 2], origin: [i32; 2]) {
        let [x, y] = middle.map(|v| v as i32);
        let Some(number) = self.places.middles.iter().position(|own| *own == [x, y]) else { return };
        let Some((_, tiles)) = self.tiles.iter().find(|(own, _)| *own == piece) else { return };
        let entries = tiles.place(&self.places, number);
        let mut rest = entries.as_slice();
        for (dy, half) in self.places.lines() {
            let (line, others) = rest.split_at(2 * half as usize);
            canvas.copy([x - half + origin[0], y + dy + origin[1]], line);
            rest = others;
        }
    }

    /// The palette of replays, from the board at half the size, empty and full of each piece.
    pub fn animation_palette(&'static self) -> &'static Palette {
        self.animation.get_or_init(|| {
            let mut histogram = Histogram::new();
            let means = Means::new(&self.palette);
            let mut canvas = self.boards(0, 1);
            let mut count = |canvas: &Canvas, times: u32| {
                for (x, y) in (0..HEIGHT / 2).flat_map(|y| (0..WIDTH / 2).map(move |x| (x, y))) {
                    histogram.count(means.mean(&canvas.pixels, WIDTH, [x, y]), times);
                }
            };
            count(&canvas, 2);
            for (piece, _) in &self.tiles {
                for middle in &self.places.middles {
                    self.draw_piece(&mut canvas, *piece, middle.map(|v| v as f32), [0, 0]);
                }
                count(&canvas, 1);
            }
            let paint = self.paint;
            let mut inks = vec![
                paint.page,
                paint.card,
                paint.card_active,
                paint.lead,
                paint.accent,
                paint.label,
                paint.text,
                paint.dim,
            ];
            for (background, ink) in [
                (paint.page, paint.text),
                (paint.page, paint.dim),
                (paint.card, paint.text),
                (paint.card_active, paint.text),
                (paint.page, paint.lead),
            ] {
                inks.extend([64, 128, 192].map(|share| blend(background, ink, share)));
            }
            Palette::new(histogram.colors(&inks, ANIMATION_COLORS), &inks)
        })
    }

    fn memory_size(&self) -> usize {
        size_of::<Self>()
            + self.palette.memory_size()
            + self.places.memory_size()
            + self.empty.memory_size()
            + self.tiles.iter().map(|(_, tiles)| tiles.memory_size()).sum::<usize>()
            + self.between.get().map_or(0, Blocks::memory_size)
            + self.animation.get().map_or(0, Palette::memory_size)
    }
}

fn artworks(paint: &Paint, surface: Surface, set: PieceSet, places: &Places) -> Vec<(Piece, Artwork)> {
    let floor = linear(paint.inlay[1]);
    let material = |piece: Piece| &paint.materials[piece.index()];
    let artwork = |piece: Piece| {
        let Surface::Hex(geometry) = surface else {
            let other = Piece::Owned(if piece == Piece::Owned(Color::White) { Color::Black } else { Color::White });
            return Artwork::new(places, |x, y| disc(material(piece), material(other), x, y));
        };
        // Terrain is computed at the size it has on the board of 61 cells.
        let scale = geometry.scale();
        match piece {
            Piece::Obstacle => Artwork::new(places, |x, y| terrain::obstacle(paint, x / scale, y / scale)),
            Piece::Hole => Artwork::new(places, |x, y| terrain::hole(paint, x / scale, y / scale)),
            _ => Artwork::new(places, |x, y| marble(material(piece), floor, geometry.marble, x, y)),
        }
    };
    let pieces = Piece::ALL.into_iter().filter(|piece| set.has(*piece) && *piece != Piece::Crown);
    pieces.map(|piece| (piece, artwork(piece))).collect()
}

/// The empty board, painted on all cores.
fn paint_pixels(light: impl Fn(usize, usize) -> Light + Sync) -> Vec<Rgb> {
    let mut colors = vec![[0; 3]; WIDTH * HEIGHT];
    let rows = HEIGHT / 12;
    std::thread::scope(|scope| {
        for (part, chunk) in colors.chunks_mut(WIDTH * rows).enumerate() {
            let light = &light;
            scope.spawn(move || {
                for (i, pixel) in chunk.iter_mut().enumerate() {
                    *pixel = rounded(light(i % WIDTH, part * rows + i / WIDTH));
                }
            });
        }
    });
    colors
}

/// Colors that must be exact, and the steps between ink and background that make text smooth.
fn inks(paint: &Paint) -> Vec<Rgb> {
    let mut inks = vec![paint.accent, paint.lead, paint.select, paint.label, paint.page, paint.card, paint.card_active];
    let mut ramp = |background: Rgb, ink: Rgb, steps: u16| {
        for k in 1..=steps {
            inks.push(blend(background, ink, (255 * k / steps) as u8));
        }
    };
    // The board's shadow is so wide that a missing step would be visible.
    ramp(paint.page, blend(paint.page, [0; 3], 170), 16);
    ramp(paint.page, paint.text, 7);
    ramp(paint.card_active, paint.text, 7);
    ramp(paint.page, paint.dim, 4);
    ramp(paint.card, paint.dim, 5);
    ramp(paint.page, paint.lead, 5);
    ramp(paint.card_active, paint.lead, 4);
    ramp(paint.edge, paint.accent, 4);
    ramp(paint.edge, paint.select, 4);
    ramp(paint.inlay[1], paint.accent, 3);
    ramp(paint.inlay[1], paint.select, 3);
    ramp(paint.frame[0], paint.label, 4);
    inks.push(tray(paint));
    inks
}

/// The color of the tray of captured marbles, between black and white marbles.
pub fn tray(paint: &Paint) -> Rgb {
    blend(paint.inlay[1], [0; 3], 55)
}
