//! Procedural art for Fanorona: the board with its carved lines, and the two-sided pieces.

use crate::geometry::CENTER;
use crate::geometry::fanorona::{FRAME, GRID, INNER, PIECE};
use crate::geometry::hex::SIDE_5;
use crate::raster::shapes::{coverage, rectangle, segment, smooth};

use super::paint::{Material, Paint};
use super::shading::{LAMP, Light, Shaded, add, dot, grain, linear, mix, scale, unit};

/// Half the apparent thickness of a piece.
const THICK: f32 = 4.0;

/// The empty board and the page around it.
pub struct FanoronaTexture<'a> {
    paint: &'a Paint,
    page: Light,
    frame: [Light; 2],
    inlay: [Light; 2],
}

impl<'a> FanoronaTexture<'a> {
    pub fn new(paint: &'a Paint) -> Self {
        let (frame, inlay) = (paint.frame.map(linear), paint.inlay.map(linear));
        Self { paint, page: linear(paint.page), frame, inlay }
    }

    pub fn at(&self, x: usize, y: usize) -> Light {
        let p = [x as f32 + 0.5 - CENTER[0], y as f32 + 0.5 - CENTER[1]];
        let half = INNER.map(|half| half + FRAME);
        let outer = rectangle(p, half, 16.0);
        if outer > -1.0 {
            let below = rectangle([p[0], p[1] - 6.0], half, 16.0);
            let shade = rectangle([p[0] - 2.0, p[1] - 9.0], half, 16.0);
            let fade = smooth(30.0, 0.0, shade.max(0.0));
            let mut color = scale(self.page, 1.0 - self.paint.shade * fade * fade);
            color = mix(color, scale(self.frame[1], 0.38), coverage(below));
            return mix(color, self.rim(p), coverage(outer));
        }
        let inner = rectangle(p, INNER, 7.0);
        if inner > 1.0 { self.rim(p) } else { mix(self.rim(p), self.field(p), coverage(inner)) }
    }

    /// The frame: four mitered bars.
    fn rim(&self, p: [f32; 2]) -> Light {
        let (across, along) = (p[0].abs() - INNER[0], p[1].abs() - INNER[1]);
        let upright = across > along;
        let (first, second) = if upright { (across, along) } else { (along, across) };
        let normal = if upright { [p[0].signum(), 0.0] } else { [0.0, p[1].signum()] };
        let t = (first / FRAME).clamp(-0.05, 1.05);
        let tilt = 1.25 * smooth(0.70, 1.02, t) - 1.1 * (1.0 - smooth(-0.02, 0.17, t)) + 0.22 * (t - 0.45);
        let n = unit([normal[0] * tilt, normal[1] * tilt, 1.0]);
        let lit = 0.30 + 0.70 * dot(n, LAMP).max(0.0) / LAMP[2];
        let wood = mix(
            self.frame[1],
            self.frame[0],
            grain(self.paint, 1.7 * first + if upright { 0.0 } else { 31.0 }, SIDE_5.pitch),
        );
        let miter = 1.0 - 0.40 * (-(first - second).powi(2) / 2.6).exp();
        scale(wood, lit * miter)
    }

    fn field(&self, p: [f32; 2]) -> Light {
        let fibers = grain(self.paint, p[0], GRID);
        let wood = mix(self.inlay[1], self.inlay[0], 0.25 + 0.6 * fibers);
        let shade = rectangle([p[0] - 5.0, p[1] - 8.0], INNER, 7.0);
        let near = rectangle(p, INNER, 7.0);
        let shadow = 0.50 * smooth(-11.0, 5.0, shade) + 0.20 * smooth(-7.0, 0.0, near);
        let flat = scale(wood, 1.0 - shadow.min(0.6));
        // A line is a groove: dark, and bright where its lower edge faces the lamp.
        let groove_depth = |p: [f32; 2]| smooth(0.9, -0.9, carving(p));
        let (groove, edge) = (groove_depth(p), groove_depth([p[0] - 1.3, p[1] - 1.7]));
        let bright = scale(flat, 1.0 + 0.22 * edge * (1.0 - groove));
        mix(bright, scale(self.frame[1], 0.85), 0.80 * groove)
    }
}

/// Signed distance to the lines and the dots where they meet.
fn carving(p: [f32; 2]) -> f32 {
    let (x, y) = (p[0] / GRID + 4.0, p[1] / GRID + 2.0);
    let (column, row) = (x.floor().clamp(0.0, 7.0), y.floor().clamp(0.0, 3.0));
    let at = |columns: f32, rows: f32| [(column + columns - 4.0) * GRID, (row + rows - 2.0) * GRID];
    let corners = [at(0.0, 0.0), at(1.0, 0.0), at(1.0, 1.0), at(0.0, 1.0)];
    let sides = (0..4).map(|i| segment(p, corners[i], corners[(i + 1) % 4]) - 2.0);
    // Rule: diagonals meet at the points whose parity is that of the corners.
    let strong = (column + row) % 2.0 == 0.0;
    let (from, to) = if strong { (0, 2) } else { (1, 3) };
    let diagonal = segment(p, corners[from], corners[to]) - 1.6;
    let dots = corners.iter().map(|corner| (p[0] - corner[0]).hypot(p[1] - corner[1]) - 6.0);
    sides.chain(dots).fold(diagonal, f32::min)
}

/// A piece around the origin. `up` is its color; `down`, the color of its other side, shows at the rim and in a thin
/// ring.
pub fn disc(up: &Material, down: &Material, x: f32, y: f32) -> Shaded {
    let half = GRID / 2.0;
    let blur = stadium(x - 3.0, y - 7.0);
    let fade = 1.0 - smooth(0.90, 1.0, (x.abs().max(y.abs())) / half);
    let shadow = 0.72 * smooth(9.0, -8.0, blur) * fade;
    let top = x.hypot(y + THICK) - PIECE;
    let whole = coverage(stadium(x, y));
    if whole == 0.0 {
        return Shaded { shadow, ..Shaded::default() };
    }
    let color = mix(side(down, x, y), face(up, down, x, y + THICK), coverage(top));
    Shaded { color, coverage: whole, shadow }
}

/// Signed distance to the outline of the piece, its thickness included.
fn stadium(x: f32, y: f32) -> f32 {
    segment([x, y], [0.0, -THICK], [0.0, THICK]) - PIECE
}

/// The rim below the upper face, in the color of the lower face.
fn side(down: &Material, x: f32, y: f32) -> Light {
    let across = (x / PIECE).clamp(-1.0, 1.0);
    let n = [across, (1.0 - across * across).sqrt(), 0.25];
    let lit = 0.62 + 0.30 * (-0.35 * across) - 0.25 * across.abs().powi(3);
    let color = scale(mix(linear(down.deep), linear(down.body), 0.80), lit);
    let low = smooth(PIECE + THICK - 1.0, PIECE + THICK + 2.0, y.max(0.0) + (x * x / (2.0 * PIECE)));
    add(scale(color, 1.0 - 0.35 * low), [1.0; 3], 0.03 * n[1])
}

/// The upper face: nearly flat, with a rounded edge and a ring of the other color.
fn face(up: &Material, down: &Material, x: f32, y: f32) -> Light {
    let r = x.hypot(y);
    let (body, deep) = (linear(up.body), linear(up.deep));
    let out = [x / r.max(1.0), y / r.max(1.0)];
    let edge = smooth(PIECE - 6.5, PIECE, r);
    let tilt = 1.3 * edge - 0.10 * r / PIECE;
    let n = unit([out[0] * tilt, out[1] * tilt, 1.0]);
    let wrap = ((dot(n, LAMP) + 0.50) / 1.50).clamp(0.0, 1.0);
    let mut color = mix(deep, body, 0.15 + 0.85 * wrap);
    let ring = smooth(1.9, 0.9, (r - 26.5).abs());
    color = mix(color, mix(linear(down.deep), linear(down.body), 0.7), ring * 0.85);
    // A broad sheen from the upper left, and a line of light along the edge.
    let sheen = smooth(30.0, -46.0, x * 0.6 + y * 0.8);
    color = add(color, [1.0, 0.99, 0.96], 0.055 * sheen * up.gloss);
    let shine = dot(n, unit([LAMP[0], LAMP[1], LAMP[2] + 1.0])).max(0.0).powi(26);
    add(color, [1.0; 3], 0.34 * shine * edge * up.gloss)
}
