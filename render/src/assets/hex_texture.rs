//! Procedural art: the empty hexagonal board.

use crate::geometry::CENTER;
use crate::geometry::hex::{HexGeometry, INNER, NORMALS, OUTER, SIDE_5, hexagon};
use crate::raster::shapes::{coverage, polygon, smooth};

use super::paint::Paint;
use super::shading::{LAMP, Light, add, dot, grain, linear, mix, scale, unit};

/// The empty board and the page around it.
pub struct HexTexture<'a> {
    geometry: &'static HexGeometry,
    paint: &'a Paint,
    page: Light,
    frame: [Light; 2],
    inlay: [Light; 2],
    outer: [[f32; 2]; 6],
    inner: [[f32; 2]; 6],
}

impl<'a> HexTexture<'a> {
    pub fn new(paint: &'a Paint, geometry: &'static HexGeometry) -> Self {
        Self {
            geometry,
            paint,
            page: linear(paint.page),
            frame: paint.frame.map(linear),
            inlay: paint.inlay.map(linear),
            outer: hexagon(OUTER - 18.0),
            inner: hexagon(INNER - 8.0),
        }
    }

    pub fn at(&self, x: usize, y: usize) -> Light {
        let p = [x as f32 + 0.5 - CENTER[0], y as f32 + 0.5 - CENTER[1]];
        let outer = polygon(p, &self.outer) - 18.0;
        if outer > 60.0 {
            return self.page;
        }
        if outer > -1.0 {
            let below = polygon([p[0], p[1] - 7.0], &self.outer) - 18.0;
            let color = mix(self.shadow(p), scale(self.frame[1], 0.38), coverage(below));
            return mix(color, self.rim(p), coverage(outer));
        }
        let inner = polygon(p, &self.inner) - 8.0;
        if inner > 1.0 {
            return self.rim(p);
        }
        mix(self.rim(p), self.tray(p), coverage(inner))
    }

    /// The page in the shadow of the board. `p` is relative to the middle of the board.
    pub fn shadow(&self, p: [f32; 2]) -> Light {
        let shade = polygon([p[0] - 2.0, p[1] - 11.0], &self.outer) - 18.0;
        let fade = smooth(42.0, 0.0, shade.max(0.0));
        scale(self.page, 1.0 - self.paint.shade * fade * fade)
    }

    /// The frame: six mitered bars, rounded outside, beveled inside.
    fn rim(&self, p: [f32; 2]) -> Light {
        let (mut side, mut first, mut second) = (0, f32::MIN, f32::MIN);
        for (i, normal) in NORMALS.iter().enumerate() {
            let reach = p[0] * normal[0] + p[1] * normal[1];
            if reach > first {
                (side, second, first) = (i, first, reach);
            } else if reach > second {
                second = reach;
            }
        }
        let normal = NORMALS[side];
        let t = ((first - INNER) / (OUTER - INNER)).clamp(-0.05, 1.05);
        let tilt = 1.25 * smooth(0.70, 1.02, t) - 1.1 * (1.0 - smooth(-0.02, 0.17, t)) + 0.22 * (t - 0.45);
        let n = unit([normal[0] * tilt, normal[1] * tilt, 1.0]);
        let lit = 0.30 + 0.70 * dot(n, LAMP).max(0.0) / LAMP[2];
        let shine = dot(n, unit([LAMP[0], LAMP[1], LAMP[2] + 1.0])).max(0.0).powi(30);
        let g = grain(self.paint, 1.7 * first + 23.0 * side as f32, SIDE_5.pitch);
        let wood = mix(self.frame[1], self.frame[0], g);
        let miter = 1.0 - 0.40 * (-(first - second).powi(2) / 2.6).exp();
        let shine = if tilt.abs() > 0.3 { shine * 0.07 } else { shine * 0.012 };
        add(scale(wood, lit * miter), [1.0, 0.96, 0.9], shine * miter)
    }

    fn tray(&self, p: [f32; 2]) -> Light {
        let fibers = grain(self.paint, p[0], self.geometry.pitch);
        let wood = mix(self.inlay[1], self.inlay[0], 0.25 + 0.6 * fibers);
        // The frame stands higher than the inlay and throws a shadow on it.
        let shade = polygon([p[0] - 5.0, p[1] - 8.0], &self.inner) - 8.0;
        let near = polygon(p, &self.inner) - 8.0;
        let shadow = 0.50 * smooth(-11.0, 5.0, shade) + 0.20 * smooth(-7.0, 0.0, near);
        let flat = scale(wood, 1.0 - shadow.min(0.6));
        // Bowls are computed at the size they have on the board of 61 cells.
        match self.geometry.within_cell(p).map(|at| at.map(|v| v * SIDE_5.bowl / self.geometry.bowl)) {
            Some([x, y]) if x.hypot(y) < SIDE_5.bowl + 5.0 => {
                bowl(scale(wood, self.paint.bowl), self.paint.relief, flat, x, y)
            }
            _ => flat,
        }
    }
}

/// Brightness of a bowl without light and shadow.
const FLAT: f32 = 0.68;

/// A bowl and its lip. `x` and `y` are relative to its middle.
fn bowl(wood: Light, relief: f32, flat: Light, x: f32, y: f32) -> Light {
    let radius = x.hypot(y);
    let (u, v) = (x / SIDE_5.bowl, y / SIDE_5.bowl);
    let normal = unit([-u * 0.95, -v * 0.95, 1.0]);
    let lit = 0.36 + 0.47 * dot(normal, LAMP).max(0.0) / LAMP[2];
    let throw = (x - 5.5).hypot(y - 9.0);
    let shadow = 0.52 * smooth(SIDE_5.bowl - 14.0, SIDE_5.bowl + 5.0, throw);
    let warm = 0.10 * smooth(0.35, 1.0, radius / SIDE_5.bowl) * (u * 0.45 + v * 0.8).max(0.0);
    let bright = lit * (1.0 - shadow) + warm;
    let hollow = scale(wood, FLAT + (bright - FLAT) * relief);
    // The lip: dark where it turns from the lamp, bright where it faces the lamp.
    let facing = (x * LAMP[0] + y * LAMP[1]) / radius.max(1.0);
    let lip = (-((radius - SIDE_5.bowl - 0.9) / 1.15).powi(2)).exp() * facing;
    let around = scale(flat, if lip > 0.0 { 1.0 - 0.34 * lip } else { 1.0 - 0.46 * lip });
    mix(around, hollow, coverage(radius - SIDE_5.bowl))
}
