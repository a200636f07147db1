//! Everything of a theme that does not depend on the position, made once: the empty board, the board full of each
//! kind of marble, masks for marks, small marbles, the palette.

use std::sync::OnceLock;

use image::{GrayImage, Luma};
use imageproc::filter::gaussian_blur_f32;

use crate::art::{Board, Light, cover, linear, marble, mix, screen};
use crate::geometry::{
    self, CENTER, HEIGHT, MARBLE, OUTER, REACH, WIDTH, cells, center, half_span, polygon, segment, step,
};
use crate::palette::{Census, Nearest, Palette};
use crate::theme::{Paint, Rgb, Theme};
use rules::hex::Direction;

/// A small picture with soft edges.
pub struct Sprite {
    /// Half the width and height.
    pub reach: i32,
    /// Color and cover of each pixel, row by row.
    pub pixels: Vec<(Rgb, u8)>,
}

/// The finished parts of a theme.
pub struct Sheet {
    /// The colors it was made from.
    pub paint: &'static Paint,
    /// The 256 colors.
    pub palette: Palette,
    /// The empty board, as palette entries.
    pub empty: Vec<u8>,
    /// The board with a marble of each kind on every cell.
    pub full: [Vec<u8>; 3],
    /// A ring around a marble.
    pub ring: GrayImage,
    /// The dark line that sets the ring off from a bright marble.
    pub seam: GrayImage,
    /// A dashed ring in an empty hole.
    pub dashes: GrayImage,
    /// An arrow on a marble, one per direction, and its dark outline.
    pub arrows: [(GrayImage, GrayImage); 6],
    /// A small arrow between two cells, likewise.
    pub hints: [(GrayImage, GrayImage); 6],
    /// Behind the upper player, and its outline.
    pub plate: (GrayImage, GrayImage),
    /// The marble beside a name.
    pub seat: [Sprite; 3],
    /// A line around it, since a black marble on a dark plate has no edge of its own.
    pub seat_ring: GrayImage,
    /// The arrow before the number of moves left.
    pub moves: GrayImage,
    /// A captured marble.
    pub captured: [Sprite; 3],
    /// A place for a captured marble.
    pub slot: GrayImage,
    /// The marble that went over the rim.
    pub fallen: [Sprite; 3],
    /// A ring around that marble.
    pub fallen_ring: GrayImage,
    /// The soft shadow under it: it lies on the frame, not in a hole.
    pub fallen_shadow: GrayImage,
}

/// Radius of the marble beside a name.
pub const SEAT: f32 = 19.0;
/// Radius of a captured marble.
pub const CAPTURED: f32 = 10.5;
/// Radius of the marble that went over the rim.
pub const FALLEN: f32 = 17.0;
/// Size of a plate's mask.
pub const PLATE: [u32; 2] = [304, 176];

/// The prepared theme; the first call does the work.
pub fn sheet(theme: Theme) -> &'static Sheet {
    static SHEETS: [OnceLock<Sheet>; Theme::ALL.len()] = [const { OnceLock::new() }; Theme::ALL.len()];
    SHEETS[theme.index()].get_or_init(|| Sheet::new(theme.paint()))
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

/// A palette entry ahead of time: where the marble lies over the board, per kind.
struct Tile {
    beads: Vec<crate::art::Bead>,
}

impl Sheet {
    fn new(paint: &'static Paint) -> Self {
        let board = bare(paint);
        let floor = linear(paint.inlay[1]);
        let side = (2 * REACH) as usize;
        let tiles: Vec<Tile> = paint
            .marbles
            .iter()
            .map(|material| Tile {
                beads: (0..side * side)
                    .map(|i| {
                        let (x, y) = ((i % side) as i32 - REACH, (i / side) as i32 - REACH);
                        marble(material, floor, MARBLE, x as f32 + 0.5, y as f32 + 0.5)
                    })
                    .collect(),
            })
            .collect();
        let layers = paint_layers(&board, &tiles);
        drop(board);
        let mut census = Census::new();
        for (i, color) in layers[0].iter().enumerate() {
            // Every second pixel tells enough.
            if (i + i / WIDTH).is_multiple_of(2) {
                census.count(*color, 1);
            }
        }
        // All marbles of a kind are alike: one row of cells stands for all, and weighs more than the wood.
        for (kind, layer) in layers.iter().enumerate().skip(1) {
            for y in (CENTER[1] as i32 - REACH)..(CENTER[1] as i32 + REACH) {
                for x in (CENTER[0] as i32 - 40)..(CENTER[0] as i32 + 40) {
                    census.count(layer[y as usize * WIDTH + x as usize], if kind == 2 { 70 } else { 28 });
                }
            }
        }
        let palette = census.palette(&inks(paint));
        let mut indexed = reduce(&layers, &palette).into_iter();
        drop(layers);
        let mut next = || indexed.next().unwrap_or_default();
        let (empty, full) = (next(), [next(), next(), next()]);
        Self {
            paint,
            empty,
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
            plate: plate(),
            seat: paint.marbles.map(|material| bead(&material, floor, SEAT)),
            seat_ring: mask(26, |x, y| (x.hypot(y) - SEAT - 0.6).abs() - 1.0),
            moves: arrow(Direction::E, 10.0, 8.0, 2.3).0,
            captured: paint.marbles.map(|material| bead(&material, floor, CAPTURED)),
            slot: mask(16, |x, y| x.hypot(y) - CAPTURED + 1.5),
            fallen: paint.marbles.map(|material| bead(&material, floor, FALLEN)),
            fallen_shadow: gaussian_blur_f32(&mask(32, |x, y| x.hypot(y) - FALLEN - 2.0), 3.5),
            fallen_ring: mask(26, |x, y| (x.hypot(y) - FALLEN - 1.6).abs() - 2.0),
        }
    }
}

/// The empty board in linear light, painted by all cores.
fn bare(paint: &Paint) -> Vec<Light> {
    let board = Board::new(paint);
    let mut light = vec![[0.0; 3]; WIDTH * HEIGHT];
    let rows = HEIGHT / 12;
    std::thread::scope(|scope| {
        for (part, chunk) in light.chunks_mut(WIDTH * rows).enumerate() {
            let board = &board;
            scope.spawn(move || {
                for (i, pixel) in chunk.iter_mut().enumerate() {
                    *pixel = board.at(i % WIDTH, part * rows + i / WIDTH);
                }
            });
        }
    });
    light
}

/// A fixed pattern that looks like noise; it breaks up bands where a color changes slowly.
fn speckle(x: i32, y: i32) -> f32 {
    let wave = 52.982_918 * (0.067_110_56 * x as f32 + 0.005_837_15 * y as f32).rem_euclid(1.0);
    wave.fract() - 0.5
}

/// A screen color, dithered.
fn dithered(light: Light, noise: f32) -> Rgb {
    screen(light).map(|x| (x + noise).round().clamp(0.0, 255.0) as u8)
}

/// The empty board and the three full ones in screen colors.
fn paint_layers(board: &[Light], tiles: &[Tile]) -> [Vec<Rgb>; 4] {
    let empty = |out: &mut Vec<Rgb>| *out = board.iter().map(|light| dithered(*light, 0.0)).collect();
    let mut layers: [Vec<Rgb>; 4] = std::array::from_fn(|_| Vec::new());
    let [first, rest @ ..] = &mut layers;
    std::thread::scope(|scope| {
        scope.spawn(|| empty(first));
        for (layer, tile) in rest.iter_mut().zip(tiles) {
            scope.spawn(move || {
                layer.resize(WIDTH * HEIGHT, [0; 3]);
                for cell in cells() {
                    let at = center(cell);
                    for dy in -REACH..REACH {
                        let half = half_span(dy);
                        for dx in -half..half {
                            let bead = &tile.beads[((dy + REACH) * 2 * REACH + dx + REACH) as usize];
                            let i = (at[1] as i32 + dy) as usize * WIDTH + (at[0] as i32 + dx) as usize;
                            let ground = mix(board[i], [0.0; 3], bead.shadow);
                            let light = mix(ground, bead.color, bead.cover);
                            layer[i] = dithered(light, bead.cover * 3.4 * speckle(dx, dy));
                        }
                    }
                }
            });
        }
    });
    layers
}

/// Turns colors into palette entries, with all cores.
fn reduce(layers: &[Vec<Rgb>; 4], palette: &Palette) -> Vec<Vec<u8>> {
    let nearest = Nearest::new(&palette.colors);
    let rows = HEIGHT / 4;
    layers
        .iter()
        .map(|layer| {
            let mut out = vec![0u8; layer.len()];
            std::thread::scope(|scope| {
                for (from, to) in layer.chunks(WIDTH * rows).zip(out.chunks_mut(WIDTH * rows)) {
                    let nearest = &nearest;
                    scope.spawn(move || {
                        // Most pixels repeat a color seen a moment ago.
                        let mut seen = vec![(u32::MAX, 0u8); 1 << 13];
                        for (color, entry) in from.iter().zip(to) {
                            let key = u32::from_be_bytes([0, color[0], color[1], color[2]]);
                            let place = (key.wrapping_mul(0x9e37_79b1) >> 19) as usize;
                            if seen[place].0 != key {
                                seen[place] = (key, nearest.find(*color));
                            }
                            *entry = seen[place].1;
                        }
                    });
                }
            });
            out
        })
        .collect()
}

/// Colors that must be exact, and the steps between ink and ground that make text smooth.
fn inks(paint: &Paint) -> Vec<Rgb> {
    let mut inks = vec![paint.accent, paint.select, paint.label, paint.page, paint.plate, paint.plate_lit];
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
    ramp(paint.page, paint.accent, 5);
    ramp(paint.plate_lit, paint.accent, 4);
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

/// A small marble without ground.
fn bead(material: &crate::theme::Material, floor: Light, radius: f32) -> Sprite {
    let reach = radius.ceil() as i32 + 1;
    let pixels = (0..4 * reach * reach)
        .map(|i| {
            let (x, y) = (i % (2 * reach) - reach, i / (2 * reach) - reach);
            let bead = marble(material, floor, radius, x as f32 + 0.5, y as f32 + 0.5);
            (dithered(bead.color, 0.0), (bead.cover * 255.0).round() as u8)
        })
        .collect();
    Sprite { reach, pixels }
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
