//! A place on a board with something on it, before it is anywhere; and how it comes to all places.

use crate::art::{Bead, Light, linear, marble, mix, screen};
use crate::geometry::{CENTER, HEIGHT, REACH, WIDTH, cells, center, half_span};
use crate::palette::Nearest;
use crate::pieces::Lines;
use crate::points;
use crate::settle::Stretch;
use crate::theme::{Material, Rgb};

/// Where the places of a board are on the picture.
pub struct Lattice {
    /// The middle of each.
    pub middles: Vec<[f32; 2]>,
    /// Half the height of a place.
    pub reach: i32,
    /// Half the width of each of its lines.
    pub spans: Vec<i32>,
    /// Places that the others are made like: one for each way in which the bare board looks there.
    pub models: Vec<[f32; 2]>,
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Lattice {
    /// The 61 cells of the hexagon.
    pub fn cells() -> Self {
        let spans = (-REACH..REACH).map(half_span).collect();
        let middles = cells().map(center).collect();
        Self { middles, reach: REACH, spans, models: vec![CENTER], left: 152, top: 62, width: 720, height: 644 }
    }

    /// The 45 points of Fanorona.
    pub fn points() -> Self {
        let reach = points::GRID as i32 / 2;
        let (left, top) = (512 - 9 * reach as usize, 384 - 5 * reach as usize);
        let (width, height) = (18 * reach as usize, 10 * reach as usize);
        // Diagonals meet at every other point.
        let models = vec![CENTER, [CENTER[0] + points::GRID, CENTER[1]]];
        let spans = vec![reach; 2 * reach as usize];
        Self { middles: points::all(), reach, spans, models, left, top, width, height }
    }

    /// Which of the models the place around a middle is made like.
    pub fn model(&self, middle: [f32; 2]) -> usize {
        let far = |axis: usize| ((middle[axis] - self.models[0][axis]) / points::GRID).round() as i32;
        (far(0) + far(1)).rem_euclid(self.models.len() as i32) as usize
    }

    /// Where a pixel of a place is kept in a layer.
    pub const fn index(&self, pixel: usize) -> usize {
        (pixel / WIDTH - self.top) * self.width + pixel % WIDTH - self.left
    }

    /// The places of some layers, line by line: equal lines are kept once.
    pub fn pieces<'a>(&self, layers: impl Iterator<Item = &'a Vec<u8>>) -> Lines {
        let places = || self.middles.iter().flat_map(|middle| self.spans(*middle));
        Lines::new(layers.flat_map(|layer| places().map(|(from, width)| &layer[self.index(from)..][..width])))
    }

    /// The first line of the place around a middle on so many layers, counted from 0, of [`Self::pieces`].
    pub fn first(&self, layer: usize, middle: [f32; 2]) -> usize {
        let at = middle.map(|v| v as i32);
        let place = self.middles.iter().position(|own| own.map(|v| v as i32) == at).expect("only places are copied");
        (layer * self.middles.len() + place) * self.lines().count()
    }

    /// Bytes that it keeps.
    pub fn held(&self) -> usize {
        size_of_val(&*self.middles) + size_of_val(&*self.spans) + size_of_val(&*self.models)
    }

    /// An empty layer: the part of the picture that has places, no more.
    pub fn layer(&self) -> Vec<u8> {
        vec![0; self.width * self.height]
    }

    /// The lines of the place around a middle: their distance from it, and half of their width.
    pub fn lines(&self) -> impl Iterator<Item = (i32, i32)> {
        (-self.reach..).zip(self.spans.iter().copied()).filter(|(_, half)| *half > 0)
    }

    /// Which line of a place, counted from 0, is so far from its middle, and half of its width; `None` if there is none.
    pub fn line(&self, dy: i32) -> Option<(usize, i32)> {
        let half = *self.spans.get(usize::try_from(dy + self.reach).ok()?)?;
        let first = self.spans.iter().position(|half| *half > 0)?;
        (half > 0).then_some(((dy + self.reach) as usize - first, half))
    }

    /// Where on the picture the lines of the place around a middle begin, and how many pixels they have.
    pub fn spans(&self, at: [f32; 2]) -> impl Iterator<Item = (usize, usize)> {
        let [x, y] = at.map(|v| v as i32);
        self.lines().map(move |(dy, half)| ((y + dy) as usize * WIDTH + (x - half) as usize, 2 * half as usize))
    }

    /// The lines of the place around a middle, from what is at a distance from that, where that is on the picture.
    pub fn shape(&self, at: [f32; 2], color: impl Fn(i32, i32, usize) -> Rgb) -> Vec<Stretch> {
        let line = |((dy, half), (start, _)): ((i32, i32), (usize, usize))| {
            let colors = (-half..half).zip(start..).map(|(dx, i)| color(dx, dy, i)).collect();
            Stretch { from: -half, colors }
        };
        self.lines().zip(self.spans(at)).map(line).collect()
    }

    /// The lines of the picture before all places, and those behind them: what no place covers.
    pub fn around(&self, board: &[Rgb]) -> [Vec<Stretch>; 2] {
        let mut spans = vec![None::<[usize; 2]>; HEIGHT];
        for (from, width) in self.middles.iter().flat_map(|middle| self.spans(*middle)) {
            let (y, x) = (from / WIDTH, from % WIDTH);
            let [first, last] = spans[y].unwrap_or([x, x + width]);
            spans[y] = Some([first.min(x), last.max(x + width)]);
        }
        let line = |y: usize, from: usize, to: usize| Stretch {
            from: from as i32,
            colors: board[y * WIDTH + from..y * WIDTH + to].to_vec(),
        };
        let lines = |side: fn(Option<[usize; 2]>) -> [usize; 2]| {
            let ends = spans.iter().map(|span| side(*span)).enumerate();
            ends.map(|(y, [from, to])| line(y, from, to)).collect()
        };
        [
            lines(|span| [0, span.map_or(WIDTH, |span| span[0])]),
            lines(|span| [span.map_or(WIDTH, |span| span[1]), WIDTH]),
        ]
    }
}

/// A small picture with soft edges.
pub struct Sprite {
    /// Half the width and height.
    pub reach: i32,
    /// Color and cover of each pixel, row by row.
    pub pixels: Vec<(Rgb, u8)>,
}

impl Sprite {
    /// Bytes that it keeps.
    pub fn held(&self) -> usize {
        size_of_val(&*self.pixels)
    }
}

/// A marble with its shadow, before it lies anywhere; or what is on a cell instead.
pub struct Tile {
    beads: Vec<Bead>,
    /// Linear light for each byte of a screen color.
    light: [f32; 256],
}

impl Tile {
    /// From what is at each point, seen from the middle of the place.
    pub fn new(lattice: &Lattice, bead: impl Fn(f32, f32) -> Bead) -> Self {
        let reach = lattice.reach;
        let bead = |i: i32| bead((i % (2 * reach) - reach) as f32 + 0.5, (i / (2 * reach) - reach) as f32 + 0.5);
        let beads = (0..4 * reach * reach).map(bead).collect();
        Self { beads, light: std::array::from_fn(|i| linear([i as u8; 3])[0]) }
    }

    /// The lines of the place around `at` on a board, with this on it.
    pub fn laid(&self, lattice: &Lattice, board: &[Rgb], at: [f32; 2]) -> Vec<Stretch> {
        let reach = lattice.reach;
        lattice.shape(at, |dx, dy, i| {
            let bead = &self.beads[((dy + reach) * 2 * reach + dx + reach) as usize];
            let ground = board[i].map(|byte| self.light[usize::from(byte)]);
            rounded(mix(mix(ground, [0.0; 3], bead.shadow), bead.color, bead.cover))
        })
    }
}

/// Finds palette entries; most pixels repeat a color seen a moment ago.
pub struct Finder<'a> {
    nearest: &'a Nearest,
    seen: Vec<(u32, u8)>,
}

impl<'a> Finder<'a> {
    /// Has seen nothing yet.
    pub fn new(nearest: &'a Nearest) -> Self {
        Self { nearest, seen: vec![(u32::MAX, 0); 1 << 13] }
    }

    /// The entry nearest to a color.
    pub fn find(&mut self, color: Rgb) -> u8 {
        let key = u32::from_be_bytes([0, color[0], color[1], color[2]]);
        let place = &mut self.seen[(key.wrapping_mul(0x9e37_79b1) >> 19) as usize];
        if place.0 != key {
            *place = (key, self.nearest.find(color));
        }
        place.1
    }
}

/// A screen color.
pub fn rounded(light: Light) -> Rgb {
    screen(light).map(|x| x.round().clamp(0.0, 255.0) as u8)
}

/// A small marble without ground.
pub fn bead(material: &Material, floor: Light, radius: f32) -> Sprite {
    let reach = radius.ceil() as i32 + 1;
    let pixels = (0..4 * reach * reach)
        .map(|i| {
            let (x, y) = (i % (2 * reach) - reach, i / (2 * reach) - reach);
            let bead = marble(material, floor, radius, x as f32 + 0.5, y as f32 + 0.5);
            (rounded(bead.color), (bead.cover * 255.0).round() as u8)
        })
        .collect();
    Sprite { reach, pixels }
}
