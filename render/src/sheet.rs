//! Everything of a theme that does not depend on the position, made once: the empty board, the board full of each
//! kind of marble, masks for marks, small marbles, the palette.

use std::sync::OnceLock;

use image::{GrayImage, Luma};
use imageproc::filter::gaussian_blur_f32;

use crate::art::{Board, Light, cover, linear, marble};
use crate::double::Ground;
use crate::geometry::{self, CENTER, HEIGHT, MARBLE, OUTER, REACH, WIDTH, polygon, segment, step};
use crate::kind::{Cast, Kind};
use crate::layers::Layers;
use crate::palette::{Census, Palette};
use crate::plank::{PIECE, Plank, disc};
use crate::points::{flip_sign, gone_sign};
use crate::replay;
use crate::terrain::{pit, wall};
use crate::theme::{Paint, Rgb, Theme};
use crate::tile::{Lattice, Sprite, Tile, bead, rounded};
use rules::Color;
use rules::hex::Direction;

/// The finished parts of a theme.
pub struct Sheet {
    /// The colors it was made from.
    pub paint: &'static Paint,
    /// The 256 colors.
    pub palette: Palette,
    /// The empty board, as palette entries.
    pub empty: Vec<u8>,
    /// Where its places are.
    pub lattice: Lattice,
    /// The lattice with one kind on every cell: the part of the picture that has cells, no more. Empty for kinds that the
    /// cast lacks, and for the crown, which lies on no cell.
    pub full: [Vec<u8>; Kind::COUNT],
    /// A ring around a marble.
    pub ring: GrayImage,
    /// The dark line that sets the ring off from a bright marble.
    pub seam: GrayImage,
    /// A dashed ring in an empty hole.
    pub dashes: GrayImage,
    /// An arrow on a marble, one per direction, and its dark outline.
    pub arrows: [(GrayImage, GrayImage); 6],
    /// The marble on top of three.
    pub crown: Sprite,
    /// The shadow that it throws on them.
    pub crown_shadow: GrayImage,
    /// The sign on it, and its outline.
    pub crown_sign: (GrayImage, GrayImage),
    /// The sign on a piece that was flipped, and its outline.
    pub flip: (GrayImage, GrayImage),
    /// The sign where a piece was taken off, and its outline.
    pub gone: (GrayImage, GrayImage),
    /// A ring around a piece.
    pub piece_ring: GrayImage,
    /// The dark line that sets it off.
    pub piece_seam: GrayImage,
    /// A small arrow between two cells, likewise.
    pub hints: [(GrayImage, GrayImage); 6],
    /// Behind the upper player, and its outline.
    pub plate: (GrayImage, GrayImage),
    /// The marble beside a name.
    pub seat: [Sprite; Kind::MARBLES],
    /// The marble beside a name where there are two boards.
    pub large: [Sprite; Kind::MARBLES],
    /// A line around it.
    pub large_ring: GrayImage,
    /// A line around the smaller one, since a black marble on a dark plate has no edge of its own.
    pub seat_ring: GrayImage,
    /// The arrow before the number of moves left.
    pub moves: GrayImage,
    /// A captured marble.
    pub captured: [Sprite; Kind::MARBLES],
    /// A line around it where it lies on no rail.
    pub captured_ring: GrayImage,
    /// A place for a captured marble.
    pub slot: GrayImage,
    /// The same where there are many.
    pub dot: GrayImage,
    /// The marble that went over the rim.
    pub fallen: [Sprite; Kind::MARBLES],
    /// Two empty boards, once they are needed.
    ground: OnceLock<Ground>,
    /// The colors of replays, once they are needed.
    film: OnceLock<Palette>,
    /// A ring around that marble.
    pub fallen_ring: GrayImage,
    /// The soft shadow under it: it lies on the frame, not in a hole.
    pub fallen_shadow: GrayImage,
}

/// Radius of the marble beside a name.
pub const SEAT: f32 = 19.0;
/// Radius of the marble beside a name where there are two boards.
pub const LARGE: f32 = 26.0;
/// Radius of a captured marble.
pub const CAPTURED: f32 = 10.5;
/// Radius of the crown on its three marbles.
pub const CROWN: f32 = 25.0;
/// Radius of the marble that went over the rim.
pub const FALLEN: f32 = 17.0;
/// Size of a plate's mask.
pub const PLATE: [u32; 2] = [304, 176];

/// All that was ever prepared.
static SHEETS: [[OnceLock<Sheet>; Cast::ALL.len()]; Theme::ALL.len()] =
    [const { [const { OnceLock::new() }; Cast::ALL.len()] }; Theme::ALL.len()];

/// The prepared theme; the first call does the work.
pub fn sheet(theme: Theme, cast: Cast) -> &'static Sheet {
    SHEETS[theme.index()][cast as usize].get_or_init(|| Sheet::new(theme.paint(), cast))
}

/// Bytes of what is prepared of a theme.
pub fn held(theme: Theme) -> usize {
    SHEETS[theme.index()].iter().filter_map(OnceLock::get).map(Sheet::held).sum()
}

/// Where a direction is kept in an array.
pub const fn index(direction: Direction) -> usize {
    match direction {
        Direction::E => 0,
        Direction::Ne => 1,
        Direction::Nw => 2,
        Direction::W => 3,
        Direction::Sw => 4,
        Direction::Se => 5,
    }
}

const DIRECTIONS: [Direction; 6] =
    [Direction::E, Direction::Ne, Direction::Nw, Direction::W, Direction::Sw, Direction::Se];

impl Sheet {
    fn new(paint: &'static Paint, cast: Cast) -> Self {
        let (hexagon, plank) = (Board::new(paint), Plank::new(paint));
        let (board, lattice) = if cast == Cast::Points {
            (painted(|x, y| plank.at(x, y)), Lattice::points())
        } else {
            (painted(|x, y| hexagon.at(x, y)), Lattice::cells())
        };
        let floor = linear(paint.inlay[1]);
        let tiles = tiles(paint, cast, &lattice);
        let mut census = Census::new();
        for (i, color) in board.iter().enumerate() {
            // Every second pixel tells enough.
            if (i + i / WIDTH).is_multiple_of(2) {
                census.count(*color, 1);
            }
        }
        // All marbles of a kind are alike: one stands for all. Bands show most on white, so white weighs most.
        // Where there are many kinds, the board itself must not be forgotten.
        let usual = match cast {
            Cast::Two | Cast::Points => 28,
            Cast::Veiled | Cast::Neutral => 12,
            Cast::All => 9,
        };
        for (kind, tile) in &tiles {
            let weight = if *kind == Kind::Owned(Color::White) { usual * 5 / 2 } else { usual };
            for line in tile.laid(&lattice, &board, CENTER) {
                line.colors.into_iter().for_each(|color| census.count(color, weight));
            }
        }
        if cast.has(Kind::Crown) {
            for (color, share) in bead(&paint.materials[Kind::Crown.index()], floor, CROWN).pixels {
                census.count(color, u32::from(share) * usual / 255);
            }
        }
        let palette = census.palette(&inks(paint), cast.colors());
        let Layers { empty, full } = Layers::new(paint, &lattice, &board, &tiles, &palette);
        drop(board);
        Self {
            paint,
            empty,
            lattice,
            full,
            palette,
            ring: mask(REACH, |x, y| (x.hypot(y) - MARBLE - 0.4).abs() - 2.6),
            seam: mask(REACH, |x, y| (x.hypot(y) - MARBLE + 2.7).abs() - 1.2),
            dashes: mask(REACH, |x, y| {
                let turn = y.atan2(x) / std::f32::consts::TAU * 12.0;
                let gap = ((turn - turn.round()).abs() - 0.27) * std::f32::consts::TAU / 12.0 * 27.0;
                ((x.hypot(y) - 27.0).abs() - 2.6).max(gap)
            }),
            arrows: DIRECTIONS.map(|d| arrow(d, 17.0, 11.5, 3.7)),
            hints: DIRECTIONS.map(|d| arrow(d, 14.0, 10.0, 3.6)),
            crown: bead(&paint.materials[Kind::Crown.index()], floor, CROWN),
            crown_shadow: gaussian_blur_f32(&mask(42, |x, y| x.hypot(y) - CROWN), 4.0),
            crown_sign: crown(),
            flip: (mask(REACH, flip_sign), mask(REACH, |x, y| flip_sign(x, y) - 1.9)),
            gone: (mask(REACH, gone_sign), mask(REACH, |x, y| gone_sign(x, y) - 1.9)),
            piece_ring: mask(REACH, |x, y| (x.hypot(y) - PIECE - 0.4).abs() - 2.6),
            piece_seam: mask(REACH, |x, y| (x.hypot(y) - PIECE + 2.7).abs() - 1.2),
            plate: plate(),
            seat: paint.materials.map(|material| bead(&material, floor, SEAT)),
            large: paint.materials.map(|material| bead(&material, floor, LARGE)),
            large_ring: mask(34, |x, y| (x.hypot(y) - LARGE - 0.6).abs() - 1.2),
            seat_ring: mask(26, |x, y| (x.hypot(y) - SEAT - 0.6).abs() - 1.0),
            moves: arrow(Direction::E, 10.0, 8.0, 2.3).0,
            captured: paint.materials.map(|material| bead(&material, floor, CAPTURED)),
            captured_ring: mask(16, |x, y| (x.hypot(y) - CAPTURED - 0.4).abs() - 0.8),
            dot: mask(8, |x, y| x.hypot(y) - 3.2),
            slot: mask(16, |x, y| x.hypot(y) - CAPTURED + 1.5),
            fallen: paint.materials.map(|material| bead(&material, floor, FALLEN)),
            ground: OnceLock::new(),
            film: OnceLock::new(),
            fallen_shadow: gaussian_blur_f32(&mask(32, |x, y| x.hypot(y) - FALLEN - 2.0), 3.5),
            fallen_ring: mask(26, |x, y| (x.hypot(y) - FALLEN - 1.6).abs() - 2.0),
        }
    }
}

impl Sheet {
    /// The colors of replays.
    pub fn film(&'static self) -> &'static Palette {
        self.film.get_or_init(|| replay::palette(self))
    }

    /// Bytes that it keeps.
    fn held(&self) -> usize {
        let pair = |(mask, outline): &(GrayImage, GrayImage)| mask.len() + outline.len();
        let masks = [
            &self.ring,
            &self.seam,
            &self.dashes,
            &self.crown_shadow,
            &self.piece_ring,
            &self.piece_seam,
            &self.large_ring,
            &self.seat_ring,
            &self.moves,
            &self.captured_ring,
            &self.slot,
            &self.dot,
            &self.fallen_ring,
            &self.fallen_shadow,
        ];
        let pairs = [&self.crown_sign, &self.flip, &self.gone, &self.plate].into_iter();
        let beads = [&self.seat, &self.large, &self.captured, &self.fallen].into_iter().flatten();
        size_of::<Self>()
            + self.palette.held()
            + self.film.get().map_or(0, Palette::held)
            + self.ground.get().map_or(0, Ground::held)
            + self.empty.len()
            + self.full.iter().map(Vec::len).sum::<usize>()
            + self.lattice.held()
            + masks.map(|mask| mask.len()).iter().sum::<usize>()
            + pairs.chain(&self.arrows).chain(&self.hints).map(pair).sum::<usize>()
            + beads.chain([&self.crown]).map(Sprite::held).sum::<usize>()
    }

    /// Two empty boards on one picture.
    pub fn ground(&self) -> &Ground {
        self.ground.get_or_init(|| Ground::new(self))
    }
}

/// The tiles of a cast.
fn tiles(paint: &Paint, cast: Cast, lattice: &Lattice) -> Vec<(Kind, Tile)> {
    let floor = linear(paint.inlay[1]);
    let material = |kind: Kind| &paint.materials[kind.index()];
    let tile = |kind: Kind| match (cast, kind) {
        (Cast::Points, _) => {
            let other = Kind::Owned(if kind == Kind::Owned(Color::White) { Color::Black } else { Color::White });
            Tile::new(lattice, |x, y| disc(material(kind), material(other), x, y))
        }
        (_, Kind::Wall) => Tile::new(lattice, |x, y| wall(paint, x, y)),
        (_, Kind::Pit) => Tile::new(lattice, |x, y| pit(paint, x, y)),
        _ => Tile::new(lattice, |x, y| marble(material(kind), floor, MARBLE, x, y)),
    };
    let kinds = Kind::ALL.into_iter().filter(|kind| cast.has(*kind) && *kind != Kind::Crown);
    kinds.map(|kind| (kind, tile(kind))).collect()
}

/// The empty board, painted by all cores.
fn painted(light: impl Fn(usize, usize) -> Light + Sync) -> Vec<Rgb> {
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

/// Colors that must be exact, and the steps between ink and ground that make text smooth.
fn inks(paint: &Paint) -> Vec<Rgb> {
    let mut inks = vec![paint.accent, paint.lead, paint.select, paint.label, paint.page, paint.plate, paint.plate_lit];
    let mut ramp = |ground: Rgb, ink: Rgb, steps: u16| {
        for k in 1..=steps {
            inks.push(blend(ground, ink, (255 * k / steps) as u8));
        }
    };
    // The board's shadow is so wide that the eye would see each missing step.
    ramp(paint.page, blend(paint.page, [0; 3], 170), 16);
    ramp(paint.page, paint.text, 7);
    ramp(paint.plate_lit, paint.text, 7);
    ramp(paint.page, paint.dim, 4);
    ramp(paint.plate, paint.dim, 5);
    ramp(paint.page, paint.lead, 5);
    ramp(paint.plate_lit, paint.lead, 4);
    ramp([12, 12, 14], paint.accent, 4);
    ramp([12, 12, 14], paint.select, 4);
    ramp(paint.inlay[1], paint.accent, 3);
    ramp(paint.inlay[1], paint.select, 3);
    ramp(paint.frame[0], paint.label, 4);
    inks.push(rail(paint));
    inks
}

/// The color of the rail that captured marbles lie on: between black and white marbles.
pub fn rail(paint: &Paint) -> Rgb {
    blend(paint.inlay[1], [0; 3], 55)
}

/// `share`/255 of `ink` on `ground`.
pub fn blend(ground: Rgb, ink: Rgb, share: u8) -> Rgb {
    std::array::from_fn(|i| {
        let (a, b, s) = (i32::from(ground[i]), i32::from(ink[i]), i32::from(share));
        (a + ((b - a) * s + if b > a { 127 } else { -127 }) / 255) as u8
    })
}

/// A mask from a signed distance.
fn mask(reach: i32, distance: impl Fn(f32, f32) -> f32) -> GrayImage {
    let size = 2 * reach as u32;
    GrayImage::from_fn(size, size, |x, y| {
        let middle = reach as f32 - 0.5;
        Luma([(255.0 * cover(distance(x as f32 - middle, y as f32 - middle))).round() as u8])
    })
}

/// An arrow through the origin and its outline.
fn arrow(direction: Direction, half: f32, wing: f32, thick: f32) -> (GrayImage, GrayImage) {
    let [dx, dy] = step(direction);
    let length = dx.hypot(dy);
    let (dx, dy) = (dx / length, dy / length);
    let at = |ahead: f32, aside: f32| [dx * ahead - dy * aside, dy * ahead + dx * aside];
    let (tail, tip) = (at(-half, 0.0), at(half, 0.0));
    let wings = [at(half - wing, wing), at(half - wing, -wing)];
    let distance = move |x: f32, y: f32| {
        let p = [x, y];
        segment(p, tail, tip).min(segment(p, wings[0], tip)).min(segment(p, wings[1], tip)) - thick
    };
    (mask(REACH, distance), mask(REACH, |x, y| distance(x, y) - 1.9))
}

/// A crown with three points and its outline.
fn crown() -> (GrayImage, GrayImage) {
    let distance = |x: f32, y: f32| {
        let x = x.abs();
        let outer = polygon([x, y], &[[14.0, -6.0], [11.0, 10.0], [2.0, 10.0]]);
        let middle = polygon([x, y], &[[0.0, -10.0], [7.5, 10.0], [-7.5, 10.0]]);
        let pearls = (x - 14.0).hypot(y + 7.5).min(x.hypot(y + 11.5)) - 2.4;
        outer.min(middle).min(pearls) - 0.6
    };
    (mask(24, distance), mask(24, |x, y| distance(x, y) - 1.8))
}

/// The place behind the upper player: its right side runs along the board.
fn plate() -> (GrayImage, GrayImage) {
    let round = 12.0;
    let slant = |y: f32| {
        let reach = OUTER + 15.0 + round;
        CENTER[0] - (reach - 0.5 * (CENTER[1] - y)) / 0.866_025
    };
    let (top, low, left) = (8.0 + round, PLATE[1] as f32 - 8.0 - round, 8.0 + round);
    let corners = [[left, top], [slant(top), top], [slant(low), low], [left, low]];
    let distance = |x: u32, y: u32| polygon([x as f32 + 0.5, y as f32 + 0.5], &corners) - round;
    let gray = |d: f32| Luma([(255.0 * cover(d)).round() as u8]);
    (
        GrayImage::from_fn(PLATE[0], PLATE[1], |x, y| gray(distance(x, y))),
        GrayImage::from_fn(PLATE[0], PLATE[1], |x, y| gray((distance(x, y) + 1.3).abs() - 1.3)),
    )
}

/// The right end of the line of a plate at `y` from its edge of the picture.
pub fn plate_end(y: f32) -> f32 {
    CENTER[0] - (geometry::OUTER + 15.0 - 0.5 * (CENTER[1] - y)) / 0.866_025 - 14.0
}
