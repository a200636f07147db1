//! Overlays for boards and player cards in any theme: rings, arrows, symbols, small marbles.

use std::f32::consts::{PI, TAU};
use std::sync::OnceLock;

use image::imageops::{flip_horizontal, flip_vertical};
use imageproc::filter::gaussian_blur_f32;
use rules::board::hex::Direction;

use crate::geometry::CENTER;
use crate::geometry::fanorona::PIECE;
use crate::geometry::hex::{HexGeometry, OUTER, SIDE_5};
use crate::raster::canvas::Sprite;
use crate::raster::coverage::{Coverage, Outlined};
use crate::raster::mask::{self, Mask, Pen};

use super::marble::small_marble;
use super::paint::Paint;
use super::pieces::Piece;
use super::shading::linear;
use super::theme::Theme;

/// Overlays of a board whose places have one size.
pub struct BoardOverlays {
    /// A ring around a marble, and the dark line that separates it from a bright one.
    pub ring: Outlined,
    pub dashes: Coverage,
    /// The tick from a column toward its number.
    pub tick: Outlined,
    /// A small arrow between two cells for each direction, in the order of [`Direction::ALL`].
    pub hints: [Outlined; 6],
    pub crown_shadow: Coverage,
    pub crown_symbol: Outlined,
    pub fallen_ring: Coverage,
    /// The soft shadow under a marble on the frame.
    pub fallen_shadow: Coverage,
    pub piece_ring: Outlined,
    pub flipped: Outlined,
    pub removed: Outlined,
}

pub struct CardOverlays {
    /// The card of a player and the line around it: upper left, upper right, lower left, lower right.
    pub cards: [[Coverage; 2]; 4],
    /// The line around a large captured marble.
    pub large_ring: Coverage,
    /// The line around the smaller marble: a black marble on a dark card has no visible edge.
    pub seat_ring: Coverage,
    pub moves: Coverage,
    /// The line around a captured marble outside of a tray.
    pub captured_ring: Coverage,
    pub slot: Coverage,
    pub large_slot: Coverage,
    /// A place for a captured marble in a corner with many of them.
    pub dot: Coverage,
    pub crown: Coverage,
    pub large_crown: Coverage,
}

/// Small marbles of a theme, for boards whose places have one size.
pub struct SmallMarbles {
    pub seat: [Sprite; Piece::MARBLES],
    pub large: [Sprite; Piece::MARBLES],
    pub captured: [Sprite; Piece::MARBLES],
    pub crown: Sprite,
    pub fallen: [Sprite; Piece::MARBLES],
}

pub const SEAT: f32 = 19.0;
pub const LARGE: f32 = 26.0;
pub const CAPTURED: f32 = 10.5;
pub const CROWN: f32 = 25.0;
pub const FALLEN: f32 = 25.0;
/// Offset of the crown's shadow to the right and down.
pub const CROWN_SHADOW: [f32; 2] = [2.0, 6.0];
/// Offset to the right and down of the shadow of a marble pushed over the rim.
pub const FALLEN_SHADOW: [f32; 2] = [2.0, 5.0];
pub const CARD: [u16; 2] = [304, 176];
/// Half the length of the tick from a column toward its number.
const TICK: f32 = 9.0;
/// Half the size of an overlay on one place.
const REACH: f32 = 46.0;

/// The overlays of boards with this geometry, scaled from the board of 61 cells. The first call draws them.
pub fn board_overlays(geometry: &HexGeometry) -> &'static BoardOverlays {
    static OVERLAYS: [OnceLock<BoardOverlays>; 2] = [const { OnceLock::new() }; 2];
    let which = usize::from(geometry.side != SIDE_5.side);
    OVERLAYS[which].get_or_init(|| BoardOverlays::new(geometry.scale()))
}

pub fn card_overlays() -> &'static CardOverlays {
    static OVERLAYS: OnceLock<CardOverlays> = OnceLock::new();
    OVERLAYS.get_or_init(CardOverlays::new)
}

pub fn small_marbles(theme: Theme, geometry: &HexGeometry) -> &'static SmallMarbles {
    static MARBLES: [[OnceLock<SmallMarbles>; 2]; Theme::COUNT] =
        [const { [const { OnceLock::new() }; 2] }; Theme::COUNT];
    let which = usize::from(geometry.side != SIDE_5.side);
    MARBLES[theme.index()][which].get_or_init(|| SmallMarbles::new(theme.paint(), geometry.scale()))
}

impl BoardOverlays {
    fn new(scale: f32) -> Self {
        let pen = Pen { scale };
        Self {
            ring: pen.ring(SIDE_5.marble),
            dashes: pen.mask(REACH, |mask| {
                let twelfth = TAU / 12.0;
                for middle in (0..12).map(|i| i as f32 * twelfth) {
                    mask.arc(27.0, 2.6, [middle - 0.27 * twelfth, middle + 0.27 * twelfth]);
                }
            }),
            tick: pen.tick(),
            hints: Direction::ALL.map(|direction| pen.arrow(direction, 14.0, 10.0, 3.6)),
            crown_shadow: pen.shadow(42.0, CROWN, 4.0, CROWN, CROWN_SHADOW),
            crown_symbol: pen.crown(),
            fallen_ring: pen.mask(34.0, |mask| mask.ring(FALLEN + 1.6, 2.0)),
            fallen_shadow: pen.shadow(42.0, FALLEN + 2.0, 3.5, FALLEN, FALLEN_SHADOW),
            piece_ring: pen.ring(PIECE),
            flipped: pen.outlined(REACH, 1.9, flipped),
            removed: pen.outlined(REACH, 1.9, removed),
        }
    }

    pub fn memory_size(&self) -> usize {
        let outlined = [&self.ring, &self.tick, &self.piece_ring, &self.crown_symbol, &self.flipped, &self.removed];
        let masks =
            [&self.dashes, &self.crown_shadow, &self.fallen_ring, &self.fallen_shadow].map(Coverage::memory_size);
        outlined.into_iter().chain(&self.hints).map(Outlined::memory_size).chain(masks).sum()
    }
}

impl CardOverlays {
    fn new() -> Self {
        let pen = Pen { scale: 1.0 };
        let ring = |radius: f32, half: f32| pen.mask((radius + half).ceil() + 1.0, |mask| mask.ring(radius, half));
        let disc = |radius: f32| pen.mask(radius.ceil() + 1.0, |mask| mask.disc([0.0; 2], radius));
        Self {
            cards: cards(),
            large_ring: ring(LARGE + 0.6, 1.2),
            seat_ring: ring(SEAT + 0.6, 1.0),
            moves: pen.arrow(Direction::E, 10.0, 8.0, 2.3).symbol,
            captured_ring: ring(CAPTURED + 0.4, 0.8),
            slot: disc(CAPTURED - 1.5),
            large_slot: disc(LARGE - 2.5),
            crown: pen.crown().symbol,
            large_crown: Pen { scale: 2.2 }.crown().symbol,
            dot: disc(3.2),
        }
    }

    pub fn memory_size(&self) -> usize {
        let masks = [
            &self.large_ring,
            &self.seat_ring,
            &self.moves,
            &self.captured_ring,
            &self.slot,
            &self.large_slot,
            &self.dot,
            &self.crown,
            &self.large_crown,
        ]
        .into_iter();
        masks.chain(self.cards.iter().flatten()).map(Coverage::memory_size).sum()
    }
}

impl SmallMarbles {
    fn new(paint: &Paint, scale: f32) -> Self {
        let floor = linear(paint.inlay[1]);
        let all = |radius: f32| paint.materials.map(|material| small_marble(&material, floor, radius));
        let crown = small_marble(&paint.materials[Piece::Crown.index()], floor, CROWN * scale);
        Self { crown, seat: all(SEAT), large: all(LARGE), captured: all(CAPTURED), fallen: all(FALLEN * scale) }
    }

    pub fn memory_size(&self) -> usize {
        let all = [&self.seat, &self.large, &self.captured, &self.fallen].into_iter().flatten();
        all.chain([&self.crown]).map(Sprite::memory_size).sum()
    }
}

/// Sizes are those on the board of 61 cells.
impl Pen {
    /// The soft shadow of a disc, without the part hidden by the small marble that casts it.
    fn shadow(&self, reach: f32, disc: f32, sigma: f32, marble: f32, [right, down]: [f32; 2]) -> Coverage {
        let shadow = self.shares(reach, |mask| mask.disc([0.0; 2], disc));
        let hidden = self.shares(reach, |mask| mask.disc([-right, -down], marble));
        Outlined::new(&hidden, gaussian_blur_f32(&shadow, sigma * self.scale)).outline
    }

    fn ring(&self, radius: f32) -> Outlined {
        let around = self.shares(REACH, |mask| mask.ring(radius + 0.4, 2.6));
        Outlined::new(&around, self.shares(REACH, |mask| mask.ring(radius - 2.7, 1.2)))
    }

    fn tick(&self) -> Outlined {
        let [dx, dy] = SIDE_5.step(Direction::Se).map(|v| v * TICK / SIDE_5.pitch);
        self.outlined(16.0, 1.4, |mask, more| mask.stroke([-dx, -dy], [dx, dy], 1.7 + more))
    }

    fn arrow(&self, direction: Direction, half: f32, wing: f32, thick: f32) -> Outlined {
        let [dx, dy] = SIDE_5.step(direction);
        let by = half / dx.hypot(dy);
        let tip = [dx * by, dy * by];
        self.outlined(REACH, 1.9, |mask, more| mask.arrow(tip.map(|v| -v), tip, wing, thick + more))
    }

    fn crown(&self) -> Outlined {
        self.outlined(24.0, 1.8, |mask, more| {
            mask.polygon(&[[0.0, -10.0], [7.5, 10.0], [-7.5, 10.0]], 0.6 + more);
            mask.disc([0.0, -11.5], 3.0 + more);
            for side in [-1.0, 1.0] {
                mask.polygon(&[[14.0 * side, -6.0], [11.0 * side, 10.0], [2.0 * side, 10.0]], 0.6 + more);
                mask.disc([14.0 * side, -7.5], 3.0 + more);
            }
        })
    }
}

fn cards() -> [[Coverage; 2]; 4] {
    let (round, line) = (12.0, 2.6);
    let slant = |y: f32| {
        let reach = OUTER + 15.0 + round;
        CENTER[0] - (reach - 0.5 * (CENTER[1] - y)) / 0.866_025
    };
    let (top, low, left) = (8.0 + round, f32::from(CARD[1]) - 8.0 - round, 8.0 + round);
    let corners = [[left, top], [slant(top), top], [slant(low), low], [left, low]];
    let shares = |add: &dyn Fn(&mut Mask)| mask::draw(CARD.map(u32::from), [0.0; 2], 1.0, add);
    let both = [shares(&|mask| mask.polygon(&corners, round)), shares(&|mask| mask.border(&corners, round, line))];
    let across = both.each_ref().map(flip_horizontal);
    let [below, below_across] = [&both, &across].map(|both| both.each_ref().map(flip_vertical));
    [both, across, below, below_across].map(|both| both.each_ref().map(Coverage::from))
}

/// The x coordinate where a line on a card ends, `y` away from the upper or lower edge of the picture.
pub fn card_end(y: f32) -> f32 {
    CENTER[0] - (OUTER + 15.0 - 0.5 * (CENTER[1] - y)) / 0.866_025 - 14.0
}

/// The symbol on a flipped piece: two arrows in a circle.
fn flipped(mask: &mut Mask, more: f32) {
    const RADIUS: f32 = 14.5;
    let half = 2.3 + more;
    for turn in [0.0, PI] {
        let on_circle = |angle: f32| [RADIUS * (angle + turn).cos(), RADIUS * (angle + turn).sin()];
        let (tail, tip) = (on_circle(-2.75), on_circle(-0.55));
        mask.arc(RADIUS, half, [turn - 2.75, turn - 0.85]);
        mask.disc(tail, half);
        // The head lies along the circle.
        for [across, down] in [[-9.6, -2.2], [1.4, -9.8]] {
            let wing = [tip[0] + across * turn.cos(), tip[1] + down * turn.cos()];
            mask.stroke(tip, wing, half);
        }
    }
}

fn removed(mask: &mut Mask, more: f32) {
    mask.ring(27.0, 2.4 + more);
    for side in [-1.0, 1.0] {
        mask.stroke([-10.5, -10.5 * side], [10.5, 10.5 * side], 3.6 + more);
    }
}
