//! What lies on or beside a board and is the same on each: marks in any color, and small marbles without ground.

use std::sync::OnceLock;

use image::imageops::{flip_horizontal, flip_vertical};
use image::{GrayImage, Luma};
use imageproc::filter::gaussian_blur_f32;
use rules::board::hex::Direction;

use crate::art::{cover, linear};
use crate::cover::{Cover, Outlined};
use crate::geometry::{self, CENTER, MARBLE, OUTER, REACH, polygon, segment, step};
use crate::kind::Kind;
use crate::plank::PIECE;
use crate::points::{flip_sign, gone_sign};
use crate::theme::Theme;
use crate::tile::{Sprite, bead};

/// Marks, of any theme.
pub struct Signs {
    /// A ring around a marble, and the dark line that sets it off from a bright one.
    pub ring: Outlined,
    /// A dashed ring in an empty hole.
    pub dashes: Cover,
    /// An arrow on a marble, one per direction, and its dark outline.
    pub arrows: [Outlined; 6],
    /// The shadow that it throws on them.
    pub crown_shadow: Cover,
    /// The sign on it, and its outline.
    pub crown_sign: Outlined,
    /// The sign on a piece that was flipped, and its outline.
    pub flip: Outlined,
    /// The sign where a piece was taken off, and its outline.
    pub gone: Outlined,
    /// A ring around a piece, likewise.
    pub piece_ring: Outlined,
    /// A small arrow between two cells, likewise.
    pub hints: [Outlined; 6],
    /// Behind a player, and the line around it: at the upper left, the upper right, the lower left and the lower right.
    pub plates: [[Cover; 2]; 4],
    /// A line around it.
    pub large_ring: Cover,
    /// A line around the smaller one, since a black marble on a dark plate has no edge of its own.
    pub seat_ring: Cover,
    /// The arrow before the number of moves left.
    pub moves: Cover,
    /// A line around it where it lies on no rail.
    pub captured_ring: Cover,
    /// A place for a captured marble.
    pub slot: Cover,
    /// The same where there are many.
    pub dot: Cover,
    /// A ring around that marble.
    pub fallen_ring: Cover,
    /// The soft shadow under it: it lies on the frame, not in a hole.
    pub fallen_shadow: Cover,
}

/// Small marbles of a theme.
pub struct Beads {
    /// The marble on top of three.
    pub crown: Sprite,
    /// The marble beside a name.
    pub seat: [Sprite; Kind::MARBLES],
    /// The marble beside a name where there are two boards.
    pub large: [Sprite; Kind::MARBLES],
    /// A captured marble.
    pub captured: [Sprite; Kind::MARBLES],
    /// The marble that went over the rim.
    pub fallen: [Sprite; Kind::MARBLES],
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
/// How far to the right of the crown and below it its shadow lies.
pub const CROWN_SHADOW: [f32; 2] = [2.0, 6.0];
/// The same for the marble that went over the rim.
pub const FALLEN_SHADOW: [f32; 2] = [2.0, 5.0];
/// Size of a plate's mask.
pub const PLATE: [u16; 2] = [304, 176];

/// All marks; the first call draws them.
pub fn signs() -> &'static Signs {
    static SIGNS: OnceLock<Signs> = OnceLock::new();
    SIGNS.get_or_init(Signs::new)
}

/// The small marbles of a theme; the first call draws them.
pub fn beads(theme: Theme) -> &'static Beads {
    static BEADS: [OnceLock<Beads>; Theme::ALL.len()] = [const { OnceLock::new() }; Theme::ALL.len()];
    BEADS[theme.index()].get_or_init(|| Beads::new(theme))
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

impl Signs {
    fn new() -> Self {
        Self {
            ring: ring(MARBLE),
            dashes: mask(REACH, |x, y| {
                let turn = y.atan2(x) / std::f32::consts::TAU * 12.0;
                let gap = ((turn - turn.round()).abs() - 0.27) * std::f32::consts::TAU / 12.0 * 27.0;
                ((x.hypot(y) - 27.0).abs() - 2.6).max(gap)
            }),
            arrows: DIRECTIONS.map(|d| arrow(d, 17.0, 11.5, 3.7)),
            crown_shadow: shadow(42, CROWN, 4.0, CROWN, CROWN_SHADOW),
            crown_sign: crown(),
            flip: outlined(REACH, 1.9, flip_sign),
            gone: outlined(REACH, 1.9, gone_sign),
            piece_ring: ring(PIECE),
            hints: DIRECTIONS.map(|d| arrow(d, 14.0, 10.0, 3.6)),
            plates: plates(),
            large_ring: mask(34, |x, y| (x.hypot(y) - LARGE - 0.6).abs() - 1.2),
            seat_ring: mask(26, |x, y| (x.hypot(y) - SEAT - 0.6).abs() - 1.0),
            moves: arrow(Direction::E, 10.0, 8.0, 2.3).sign,
            captured_ring: mask(16, |x, y| (x.hypot(y) - CAPTURED - 0.4).abs() - 0.8),
            slot: mask(16, |x, y| x.hypot(y) - CAPTURED + 1.5),
            dot: mask(8, |x, y| x.hypot(y) - 3.2),
            fallen_ring: mask(26, |x, y| (x.hypot(y) - FALLEN - 1.6).abs() - 2.0),
            fallen_shadow: shadow(32, FALLEN + 2.0, 3.5, FALLEN, FALLEN_SHADOW),
        }
    }

    /// Bytes that they keep.
    pub fn held(&self) -> usize {
        let masks = [
            &self.dashes,
            &self.crown_shadow,
            &self.large_ring,
            &self.seat_ring,
            &self.moves,
            &self.captured_ring,
            &self.slot,
            &self.dot,
            &self.fallen_ring,
            &self.fallen_shadow,
        ];
        let outlined = [&self.ring, &self.piece_ring, &self.crown_sign, &self.flip, &self.gone].into_iter();
        let outlined = outlined.chain(&self.arrows).chain(&self.hints).map(Outlined::held);
        masks.into_iter().chain(self.plates.iter().flatten()).map(Cover::held).chain(outlined).sum()
    }
}

impl Beads {
    fn new(theme: Theme) -> Self {
        let paint = theme.paint();
        let floor = linear(paint.inlay[1]);
        Self {
            crown: bead(&paint.materials[Kind::Crown.index()], floor, CROWN),
            seat: paint.materials.map(|material| bead(&material, floor, SEAT)),
            large: paint.materials.map(|material| bead(&material, floor, LARGE)),
            captured: paint.materials.map(|material| bead(&material, floor, CAPTURED)),
            fallen: paint.materials.map(|material| bead(&material, floor, FALLEN)),
        }
    }

    /// Bytes that they keep.
    pub fn held(&self) -> usize {
        let all = [&self.seat, &self.large, &self.captured, &self.fallen].into_iter().flatten();
        all.chain([&self.crown]).map(Sprite::held).sum()
    }
}

/// A mask from a signed distance.
fn mask(reach: i32, distance: impl Fn(f32, f32) -> f32) -> Cover {
    cut(&shares(reach, distance))
}

/// The same, before it is cut into parts.
fn shares(reach: i32, distance: impl Fn(f32, f32) -> f32) -> GrayImage {
    let size = 2 * reach as u32;
    GrayImage::from_fn(size, size, |x, y| {
        let middle = reach as f32 - 0.5;
        Luma([(255.0 * cover(distance(x as f32 - middle, y as f32 - middle))).round() as u8])
    })
}

fn cut(shares: &GrayImage) -> Cover {
    Cover::new(shares.width() as usize, shares)
}

fn both(sign: &GrayImage, outline: GrayImage) -> Outlined {
    Outlined::new(sign.width() as usize, sign, outline.into_raw())
}

/// The soft shadow of a disc, as far as the small marble whose shadow it is does not hide it.
fn shadow(reach: i32, disc: f32, sigma: f32, marble: f32, [right, down]: [f32; 2]) -> Cover {
    let shadow = gaussian_blur_f32(&shares(reach, |x, y| x.hypot(y) - disc), sigma);
    both(&shares(reach, |x, y| (x + right).hypot(y + down) - marble), shadow).outline
}

/// A sign and its outline, which is so wide.
fn outlined(reach: i32, wide: f32, distance: impl Fn(f32, f32) -> f32) -> Outlined {
    both(&shares(reach, &distance), shares(reach, |x, y| distance(x, y) - wide))
}

/// A ring around something round.
fn ring(radius: f32) -> Outlined {
    let around = |x: f32, y: f32| (x.hypot(y) - radius - 0.4).abs() - 2.6;
    both(&shares(REACH, around), shares(REACH, |x, y| (x.hypot(y) - radius + 2.7).abs() - 1.2))
}

/// An arrow through the origin and its outline.
fn arrow(direction: Direction, half: f32, wing: f32, thick: f32) -> Outlined {
    let [dx, dy] = step(direction);
    let length = dx.hypot(dy);
    let (dx, dy) = (dx / length, dy / length);
    let at = |ahead: f32, aside: f32| [dx * ahead - dy * aside, dy * ahead + dx * aside];
    let (tail, tip) = (at(-half, 0.0), at(half, 0.0));
    let wings = [at(half - wing, wing), at(half - wing, -wing)];
    outlined(REACH, 1.9, |x, y| {
        let p = [x, y];
        segment(p, tail, tip).min(segment(p, wings[0], tip)).min(segment(p, wings[1], tip)) - thick
    })
}

/// A crown with three points and its outline.
fn crown() -> Outlined {
    outlined(24, 1.8, |x, y| {
        let x = x.abs();
        let outer = polygon([x, y], &[[14.0, -6.0], [11.0, 10.0], [2.0, 10.0]]);
        let middle = polygon([x, y], &[[0.0, -10.0], [7.5, 10.0], [-7.5, 10.0]]);
        let pearls = (x - 14.0).hypot(y + 7.5).min(x.hypot(y + 11.5)) - 2.4;
        outer.min(middle).min(pearls) - 0.6
    })
}

/// The places behind players: the side towards the board runs along it.
fn plates() -> [[Cover; 2]; 4] {
    let round = 12.0;
    let slant = |y: f32| {
        let reach = OUTER + 15.0 + round;
        CENTER[0] - (reach - 0.5 * (CENTER[1] - y)) / 0.866_025
    };
    let (top, low, left) = (8.0 + round, f32::from(PLATE[1]) - 8.0 - round, 8.0 + round);
    let corners = [[left, top], [slant(top), top], [slant(low), low], [left, low]];
    let distance = |x: u32, y: u32| polygon([x as f32 + 0.5, y as f32 + 0.5], &corners) - round;
    let gray = |d: f32| Luma([(255.0 * cover(d)).round() as u8]);
    let [width, height] = PLATE.map(u32::from);
    let both = [
        GrayImage::from_fn(width, height, |x, y| gray(distance(x, y))),
        GrayImage::from_fn(width, height, |x, y| gray((distance(x, y) + 1.3).abs() - 1.3)),
    ];
    let across = both.each_ref().map(flip_horizontal);
    let [below, below_across] = [&both, &across].map(|both| both.each_ref().map(flip_vertical));
    [both, across, below, below_across].map(|both| both.each_ref().map(cut))
}

/// The right end of the line of a plate at `y` from its edge of the picture.
pub fn plate_end(y: f32) -> f32 {
    CENTER[0] - (geometry::OUTER + 15.0 - 0.5 * (CENTER[1] - y)) / 0.866_025 - 14.0
}
