//! What is drawn over boards and player cards in any theme: rings, arrows, symbols, small marbles.

use std::sync::OnceLock;

use image::imageops::{flip_horizontal, flip_vertical};
use image::{GrayImage, Luma};
use imageproc::filter::gaussian_blur_f32;
use rules::board::hex::Direction;

use crate::geometry::CENTER;
use crate::geometry::fanorona::PIECE;
use crate::geometry::hex::{HexGeometry, OUTER, SIDE_5};
use crate::raster::canvas::Sprite;
use crate::raster::coverage::{Coverage, Outlined};
use crate::raster::shapes::{coverage_byte, polygon, segment};

use super::marble::small_marble;
use super::pieces::Piece;
use super::shading::linear;
use super::theme::{Paint, Theme};

/// Overlays on a board, for places of one size.
pub struct BoardOverlays {
    /// A ring around a marble, and the dark line that sets it off from a bright one.
    pub ring: Outlined,
    /// A dashed ring in an empty bowl.
    pub dashes: Coverage,
    /// An arrow on a marble for each direction, in the order of [`Direction::ALL`].
    pub arrows: [Outlined; 6],
    /// A small arrow between two cells, likewise.
    pub hints: [Outlined; 6],
    /// The shadow of a crown on the marbles that carry it.
    pub crown_shadow: Coverage,
    /// The symbol on a crown.
    pub crown_symbol: Outlined,
    /// A ring around a marble that went over the rim.
    pub fallen_ring: Coverage,
    /// The soft shadow under it: it lies on the frame, not in a bowl.
    pub fallen_shadow: Coverage,
    /// A ring around a piece of Fanorona.
    pub piece_ring: Outlined,
    /// The symbol on a piece that was flipped.
    pub flipped: Outlined,
    /// The symbol where a piece was taken off.
    pub removed: Outlined,
}

/// Shapes on player cards.
pub struct CardOverlays {
    /// The card of a player, and the line around it: at the upper left, the upper right, the lower left and the lower right.
    pub cards: [[Coverage; 2]; 4],
    /// A line around the marble of a player where there are two boards.
    pub large_ring: Coverage,
    /// A line around the smaller one: a black marble on a dark card has no edge of its own.
    pub seat_ring: Coverage,
    /// The arrow before the number of moves left.
    pub moves: Coverage,
    /// A line around a captured marble outside of a tray.
    pub captured_ring: Coverage,
    /// A place in a tray.
    pub slot: Coverage,
    /// A place for a captured marble in a corner.
    pub large_slot: Coverage,
    /// The same where there are many.
    pub dot: Coverage,
    /// The mark of a winner.
    pub crown: Coverage,
    /// The same beside the headline.
    pub large_crown: Coverage,
}

/// Small marbles of a theme, for boards whose places have one size.
pub struct SmallMarbles {
    /// Beside a name.
    pub seat: [Sprite; Piece::MARBLES],
    /// Beside a name where there are two boards.
    pub large: [Sprite; Piece::MARBLES],
    /// Captured.
    pub captured: [Sprite; Piece::MARBLES],
    /// The crown on the three marbles that carry it.
    pub crown: Sprite,
    /// Gone over the rim.
    pub fallen: [Sprite; Piece::MARBLES],
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
pub const FALLEN: f32 = 25.0;
/// How far to the right of the crown and below it its shadow lies.
pub const CROWN_SHADOW: [f32; 2] = [2.0, 6.0];
/// The same for the marble that went over the rim.
pub const FALLEN_SHADOW: [f32; 2] = [2.0, 5.0];
/// Size of the mask of a player card.
pub const CARD: [u16; 2] = [304, 176];
/// Half the size of what lies on one place.
const REACH: i32 = 46;

/// The overlays of boards whose places have this size, compared with the board of 61 cells; the first call draws them.
pub fn board_overlays(geometry: &HexGeometry) -> &'static BoardOverlays {
    static OVERLAYS: [OnceLock<BoardOverlays>; 2] = [const { OnceLock::new() }; 2];
    let which = usize::from(geometry.side != SIDE_5.side);
    OVERLAYS[which].get_or_init(|| BoardOverlays::new(geometry.scale()))
}

/// The shapes on player cards; the first call draws them.
pub fn card_overlays() -> &'static CardOverlays {
    static OVERLAYS: OnceLock<CardOverlays> = OnceLock::new();
    OVERLAYS.get_or_init(CardOverlays::new)
}

/// The small marbles of a theme; the first call draws them.
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
            dashes: cut(&pen.shares(REACH, |x, y| {
                let turn = y.atan2(x) / std::f32::consts::TAU * 12.0;
                let gap = ((turn - turn.round()).abs() - 0.27) * std::f32::consts::TAU / 12.0 * 27.0;
                ((x.hypot(y) - 27.0).abs() - 2.6).max(gap)
            })),
            arrows: Direction::ALL.map(|direction| pen.arrow(direction, 17.0, 11.5, 3.7)),
            hints: Direction::ALL.map(|direction| pen.arrow(direction, 14.0, 10.0, 3.6)),
            crown_shadow: pen.shadow(42, CROWN, 4.0, CROWN, CROWN_SHADOW),
            crown_symbol: pen.crown(),
            fallen_ring: cut(&pen.shares(34, |x, y| (x.hypot(y) - FALLEN - 1.6).abs() - 2.0)),
            fallen_shadow: pen.shadow(42, FALLEN + 2.0, 3.5, FALLEN, FALLEN_SHADOW),
            piece_ring: pen.ring(PIECE),
            flipped: pen.outlined(REACH, 1.9, flipped),
            removed: pen.outlined(REACH, 1.9, removed),
        }
    }

    /// Bytes that they keep.
    pub fn held(&self) -> usize {
        let outlined = [&self.ring, &self.piece_ring, &self.crown_symbol, &self.flipped, &self.removed].into_iter();
        let masks = [&self.dashes, &self.crown_shadow, &self.fallen_ring, &self.fallen_shadow].map(Coverage::held);
        outlined.chain(&self.arrows).chain(&self.hints).map(Outlined::held).chain(masks).sum()
    }
}

impl CardOverlays {
    fn new() -> Self {
        let pen = Pen { scale: 1.0 };
        let mask = |reach: i32, distance: &dyn Fn(f32, f32) -> f32| cut(&pen.shares(reach, distance));
        Self {
            cards: cards(),
            large_ring: mask(34, &|x, y| (x.hypot(y) - LARGE - 0.6).abs() - 1.2),
            seat_ring: mask(26, &|x, y| (x.hypot(y) - SEAT - 0.6).abs() - 1.0),
            moves: pen.arrow(Direction::E, 10.0, 8.0, 2.3).symbol,
            captured_ring: mask(16, &|x, y| (x.hypot(y) - CAPTURED - 0.4).abs() - 0.8),
            slot: mask(16, &|x, y| x.hypot(y) - CAPTURED + 1.5),
            large_slot: mask(24, &|x, y| x.hypot(y) - SEAT + 2.0),
            crown: pen.crown().symbol,
            large_crown: Pen { scale: 2.2 }.crown().symbol,
            dot: mask(8, &|x, y| x.hypot(y) - 3.2),
        }
    }

    /// Bytes that they keep.
    pub fn held(&self) -> usize {
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
        masks.chain(self.cards.iter().flatten()).map(Coverage::held).sum()
    }
}

impl SmallMarbles {
    fn new(paint: &Paint, scale: f32) -> Self {
        let floor = linear(paint.inlay[1]);
        let all = |radius: f32| paint.materials.map(|material| small_marble(&material, floor, radius));
        let crown = small_marble(&paint.materials[Piece::Crown.index()], floor, CROWN * scale);
        Self { crown, seat: all(SEAT), large: all(LARGE), captured: all(CAPTURED), fallen: all(FALLEN * scale) }
    }

    /// Bytes that they keep.
    pub fn held(&self) -> usize {
        let all = [&self.seat, &self.large, &self.captured, &self.fallen].into_iter().flatten();
        all.chain([&self.crown]).map(Sprite::held).sum()
    }
}

/// Draws masks from signed distances, which are given in the size of the board of 61 cells.
struct Pen {
    scale: f32,
}

impl Pen {
    fn shares(&self, reach: i32, distance: impl Fn(f32, f32) -> f32) -> GrayImage {
        let reach = (reach as f32 * self.scale).ceil();
        let middle = reach - 0.5;
        let size = 2 * reach as u32;
        GrayImage::from_fn(size, size, |x, y| {
            let [x, y] = [x, y].map(|v| (v as f32 - middle) / self.scale);
            Luma([coverage_byte(distance(x, y) * self.scale)])
        })
    }

    /// The soft shadow of a disc, as far as the small marble whose shadow it is does not hide it.
    fn shadow(&self, reach: i32, disc: f32, sigma: f32, marble: f32, [right, down]: [f32; 2]) -> Coverage {
        let shadow = gaussian_blur_f32(&self.shares(reach, |x, y| x.hypot(y) - disc), sigma * self.scale);
        both(&self.shares(reach, |x, y| (x + right).hypot(y + down) - marble), shadow).outline
    }

    /// A symbol and its outline, which is so wide.
    fn outlined(&self, reach: i32, wide: f32, distance: impl Fn(f32, f32) -> f32) -> Outlined {
        both(&self.shares(reach, &distance), self.shares(reach, |x, y| distance(x, y) - wide))
    }

    /// A ring around something round.
    fn ring(&self, radius: f32) -> Outlined {
        let around = |x: f32, y: f32| (x.hypot(y) - radius - 0.4).abs() - 2.6;
        both(&self.shares(REACH, around), self.shares(REACH, |x, y| (x.hypot(y) - radius + 2.7).abs() - 1.2))
    }

    /// An arrow through the origin and its outline.
    fn arrow(&self, direction: Direction, half: f32, wing: f32, thick: f32) -> Outlined {
        let [dx, dy] = SIDE_5.step(direction);
        let length = dx.hypot(dy);
        let (dx, dy) = (dx / length, dy / length);
        let at = |ahead: f32, aside: f32| [dx * ahead - dy * aside, dy * ahead + dx * aside];
        let (tail, tip) = (at(-half, 0.0), at(half, 0.0));
        let wings = [at(half - wing, wing), at(half - wing, -wing)];
        self.outlined(REACH, 1.9, |x, y| {
            let p = [x, y];
            segment(p, tail, tip).min(segment(p, wings[0], tip)).min(segment(p, wings[1], tip)) - thick
        })
    }

    /// A crown with three points and its outline.
    fn crown(&self) -> Outlined {
        self.outlined(24, 1.8, |x, y| {
            let x = x.abs();
            let outer = polygon([x, y], &[[14.0, -6.0], [11.0, 10.0], [2.0, 10.0]]);
            let middle = polygon([x, y], &[[0.0, -10.0], [7.5, 10.0], [-7.5, 10.0]]);
            let pearls = (x - 14.0).hypot(y + 7.5).min(x.hypot(y + 11.5)) - 2.4;
            outer.min(middle).min(pearls) - 0.6
        })
    }
}

fn cut(shares: &GrayImage) -> Coverage {
    Coverage::new(shares.width() as usize, shares)
}

fn both(symbol: &GrayImage, outline: GrayImage) -> Outlined {
    Outlined::new(symbol.width() as usize, symbol, outline.into_raw())
}

/// The cards of players: the side towards the board runs along it.
fn cards() -> [[Coverage; 2]; 4] {
    let round = 12.0;
    let slant = |y: f32| {
        let reach = OUTER + 15.0 + round;
        CENTER[0] - (reach - 0.5 * (CENTER[1] - y)) / 0.866_025
    };
    let (top, low, left) = (8.0 + round, f32::from(CARD[1]) - 8.0 - round, 8.0 + round);
    let corners = [[left, top], [slant(top), top], [slant(low), low], [left, low]];
    let distance = |x: u32, y: u32| polygon([x as f32 + 0.5, y as f32 + 0.5], &corners) - round;
    let gray = |d: f32| Luma([coverage_byte(d)]);
    let [width, height] = CARD.map(u32::from);
    let both = [
        GrayImage::from_fn(width, height, |x, y| gray(distance(x, y))),
        GrayImage::from_fn(width, height, |x, y| gray((distance(x, y) + 1.3).abs() - 1.3)),
    ];
    let across = both.each_ref().map(flip_horizontal);
    let [below, below_across] = [&both, &across].map(|both| both.each_ref().map(flip_vertical));
    [both, across, below, below_across].map(|both| both.each_ref().map(cut))
}

/// The right end of a line on a card, `y` away from the upper or lower side of the picture.
pub fn card_end(y: f32) -> f32 {
    CENTER[0] - (OUTER + 15.0 - 0.5 * (CENTER[1] - y)) / 0.866_025 - 14.0
}

/// Signed distance to the symbol on a flipped piece: two arrows that chase each other.
fn flipped(x: f32, y: f32) -> f32 {
    const RADIUS: f32 = 14.5;
    let on_circle = |angle: f32| [RADIUS * angle.cos(), RADIUS * angle.sin()];
    let (tail, tip) = (on_circle(-2.75), on_circle(-0.55));
    // The head lies along the circle where it ends.
    let wings = [[tip[0] - 9.6, tip[1] - 2.2], [tip[0] + 1.4, tip[1] - 9.8]];
    let half = |x: f32, y: f32| {
        let is_between = (-2.75..=-0.85).contains(&y.atan2(x));
        let arc = if is_between { (x.hypot(y) - RADIUS).abs() } else { f32::MAX };
        let head = segment([x, y], tip, wings[0]).min(segment([x, y], tip, wings[1]));
        arc.min((x - tail[0]).hypot(y - tail[1])).min(head)
    };
    half(x, y).min(half(-x, -y)) - 2.3
}

/// Signed distance to the symbol where a piece was taken off.
fn removed(x: f32, y: f32) -> f32 {
    let (x, y) = (x.abs(), y.abs());
    let ring = (x.hypot(y) - 27.0).abs() - 2.4;
    ring.min(segment([x, y], [0.0, 0.0], [10.5, 10.5]) - 3.6)
}
