//! The places of a board: one prepared picture for each piece on each place.

use std::collections::HashMap;

use rules::board::fanorona::Point;

use crate::geometry::fanorona::{self, GRID};
use crate::geometry::hex::HexGeometry;
use crate::geometry::{Orientation, WIDTH};
use crate::raster::blocks::Blocks;
use crate::raster::color::Rgb;
use crate::raster::palette::Finder;

use super::shading::{Light, Shaded, linear, mix, rounded};

/// Block size in pixels of deduplicated tiles.
const BLOCK: usize = 16;

/// The places of a board: areas of equal shape around their middles.
pub struct Places {
    /// The middle of each place, on a picture with one board.
    pub middles: Vec<[i32; 2]>,
    pub reach: i32,
    half_widths: Vec<i32>,
}

impl Places {
    pub fn hex(geometry: &HexGeometry) -> Self {
        let middles = geometry.cells().map(|cell| geometry.middle(cell).map(|v| v as i32)).collect();
        let reach = geometry.reach;
        Self { middles, reach, half_widths: (-reach..reach).map(|dy| geometry.half_width(dy)).collect() }
    }

    pub fn fanorona() -> Self {
        let reach = GRID as i32 / 2;
        let middle = |point| fanorona::center(point, Orientation::BlackAtBottom).map(|v| v as i32);
        Self { middles: Point::all().map(middle).collect(), reach, half_widths: vec![reach; 2 * reach as usize] }
    }

    /// The lines of a place: their distance from its middle, and half their width.
    pub fn lines(&self) -> impl Iterator<Item = (i32, i32)> {
        (-self.reach..).zip(self.half_widths.iter().copied()).filter(|(_, half)| *half > 0)
    }

    fn area(&self) -> usize {
        self.half_widths.iter().map(|half| 2 * *half as usize).sum()
    }

    pub fn memory_size(&self) -> usize {
        size_of_val(&*self.middles) + size_of_val(&*self.half_widths)
    }
}

/// A piece with its shadow, without a background.
pub struct Artwork {
    reach: i32,
    points: Vec<Shaded>,
    /// Linear light for each byte of a screen color.
    light: [f32; 256],
}

impl Artwork {
    /// `shaded` gives each point relative to the middle of the place.
    pub fn new(places: &Places, shaded: impl Fn(f32, f32) -> Shaded) -> Self {
        let reach = places.reach;
        let point = |i: i32| shaded((i % (2 * reach) - reach) as f32 + 0.5, (i / (2 * reach) - reach) as f32 + 0.5);
        let points = (0..4 * reach * reach).map(point).collect();
        Self { reach, points, light: std::array::from_fn(|i| linear([i as u8; 3])[0]) }
    }

    /// The colors of the place of the board with this piece on it, line by line.
    pub fn on(&self, places: &Places, board: &[Rgb], [x, y]: [i32; 2]) -> impl Iterator<Item = Rgb> {
        places.lines().flat_map(move |(dy, half)| {
            (-half..half).map(move |dx| {
                let point = &self.points[((dy + self.reach) * 2 * self.reach + dx + self.reach) as usize];
                let background: Light =
                    board[(y + dy) as usize * WIDTH + (x + dx) as usize].map(|byte| self.light[usize::from(byte)]);
                rounded(mix(mix(background, [0.0; 3], point.shadow), point.color, point.coverage))
            })
        })
    }
}

/// A piece on each place of a board, as palette entries.
pub struct Tiles {
    /// The index of each place's tile; most places share one.
    which: Vec<u8>,
    kept: Blocks<BLOCK>,
}

impl Tiles {
    pub fn new(artwork: &Artwork, places: &Places, board: &[Rgb], colors: &[Rgb]) -> Self {
        let mut finder = Finder::new(colors);
        let (mut known, mut kept) = (HashMap::new(), Vec::new());
        let mut which = Vec::new();
        for middle in &places.middles {
            let tile: Vec<u8> = artwork.on(places, board, *middle).map(|color| finder.find(color)).collect();
            let next = known.len() as u8;
            which.push(*known.entry(tile).or_insert_with_key(|tile| {
                kept.extend_from_slice(tile);
                // Each tile begins at a block boundary, so that equal lines give equal blocks.
                kept.resize(kept.len().next_multiple_of(BLOCK), 0);
                next
            }));
        }
        Self { which, kept: Blocks::new(&kept) }
    }

    /// The pixels of the place with this number, line by line.
    pub fn place(&self, places: &Places, number: usize) -> Vec<u8> {
        let blocks = places.area().div_ceil(BLOCK);
        let first = usize::from(self.which[number]) * blocks;
        let mut entries = Vec::new();
        self.kept.append(first..first + blocks, &mut entries);
        entries
    }

    pub const fn memory_size(&self) -> usize {
        self.which.capacity() + self.kept.memory_size()
    }
}
