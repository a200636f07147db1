//! Terrain: obstacles, and holes through the board.

use crate::geometry::hex::SIDE_5;
use crate::raster::shapes::{coverage, polygon, smooth};

use super::paint::Paint;
use super::shading::{LAMP, Light, Shaded, add, dot, grain, linear, mix, scale, unit};

/// The outward normals of a hexagon that stands on a corner.
const NORMALS: [[f32; 2]; 6] =
    [[1.0, 0.0], [0.5, 0.866_025], [-0.5, 0.866_025], [-1.0, 0.0], [-0.5, -0.866_025], [0.5, -0.866_025]];
const BLOCK: f32 = 36.5;
const ROUND: f32 = 8.0;
const EDGE: f32 = 7.0;

/// The corners of such a hexagon, clockwise on a screen.
fn standing(apothem: f32) -> [[f32; 2]; 6] {
    let (side, half) = (apothem / 0.866_025, apothem / 1.732_05);
    [[0.0, -side], [apothem, -half], [apothem, half], [0.0, side], [-apothem, half], [-apothem, -half]]
}

/// A dark block that fills the cell around the origin.
pub fn obstacle(paint: &Paint, x: f32, y: f32) -> Shaded {
    let corners = standing(BLOCK - ROUND);
    let distance = polygon([x, y], &corners) - ROUND;
    let below = polygon([x - 2.0, y - 5.0], &corners) - ROUND;
    let shadow = 0.55 * smooth(4.0, -4.0, below);
    let covered = coverage(distance);
    if covered == 0.0 {
        return Shaded { shadow, ..Shaded::default() };
    }
    let reach = |normal: &[f32; 2]| x * normal[0] + y * normal[1];
    let normal = NORMALS.iter().max_by(|a, b| reach(a).total_cmp(&reach(b))).unwrap_or(&NORMALS[0]);
    let tilt = 1.25 * smooth(-EDGE, -1.0, distance) * smooth(-EDGE - 1.5, -EDGE + 1.5, distance);
    // A groove along the edge separates it from the flat top.
    let groove = (-((distance + EDGE + 4.0) / 1.1).powi(2)).exp();
    let n = unit([normal[0] * tilt, normal[1] * tilt, 1.0]);
    let lit = 0.34 + 0.86 * dot(n, LAMP).max(0.0) / LAMP[2];
    let [light, dark] = paint.block.map(linear);
    let wood = mix(dark, light, 0.35 + 0.65 * grain(paint, x * 1.3 + 9.0, SIDE_5.pitch));
    let color = scale(wood, lit * (1.0 - 0.45 * groove));
    Shaded { color, coverage: covered, shadow }
}

/// A hole through the board, in a metal ring.
pub fn hole(paint: &Paint, x: f32, y: f32) -> Shaded {
    let radius = x.hypot(y);
    let covered = coverage(radius - SIDE_5.bowl);
    if covered == 0.0 {
        return Shaded::default();
    }
    let facing = (x * LAMP[0] + y * LAMP[1]) / radius.max(1.0);
    let metal: Light = mix(linear([0x9a, 0x9c, 0xa2]), linear(paint.frame[0]), 0.25);
    // Rounded: bright outside where it faces the lamp, bright inside where it faces away.
    let across = (radius - 33.8) / 3.4;
    let lit = 0.34 - 0.42 * across * -facing + 0.30 * (1.0 - across.abs()).max(0.0);
    let shine = (1.0 - (across - 0.35 * facing.signum()).abs() * 2.2).max(0.0) * facing.abs().powi(3) * 0.5;
    let ring = add(scale(metal, lit.max(0.06)), [1.0; 3], shine * 0.6);
    // The wall of the hole shows where the lamp reaches it.
    let depth = smooth(17.0, 31.0, radius) * (-facing).max(0.0).powi(2);
    let inside = add([0.003, 0.003, 0.004], linear(paint.inlay[1]), 0.16 * depth);
    Shaded { color: mix(inside, ring, coverage(30.6 - radius)), coverage: covered, shadow: 0.0 }
}
