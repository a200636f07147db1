//! Procedural art: what color the board and the marbles have at a point, in linear light. Runs once per theme.

use crate::geometry::{CENTER, HOLE, INNER, MARBLE, NORMALS, OUTER, PITCH, ROW, cell_share, hexagon, polygon, smooth};
use crate::marks;
use crate::theme::{Material, Paint, Rgb};

/// A color in linear light, 0 to 1.
pub type Light = [f32; 3];

/// Where the lamp is: up, to the left, in front.
pub const LAMP: [f32; 3] = [-0.43, -0.66, 0.616];

/// From a screen's color to linear light.
pub fn linear(color: Rgb) -> Light {
    color.map(|byte| {
        let x = f32::from(byte) / 255.0;
        if x <= 0.040_45 { x / 12.92 } else { ((x + 0.055) / 1.055).powf(2.4) }
    })
}

/// From linear light to a screen's color, 0 to 255 with fractions.
pub fn screen(light: Light) -> [f32; 3] {
    light.map(|x| {
        let x = x.clamp(0.0, 1.0);
        255.0 * if x <= 0.003_130_8 { x * 12.92 } else { 1.055 * x.powf(1.0 / 2.4) - 0.055 }
    })
}

/// `share` of `b` in `a`.
pub fn mix(a: Light, b: Light, share: f32) -> Light {
    std::array::from_fn(|i| a[i] + (b[i] - a[i]) * share)
}

/// `by` times as bright.
pub fn scale(a: Light, by: f32) -> Light {
    a.map(|x| x * by)
}

/// `by` times `b` on top of `a`.
pub fn add(a: Light, b: Light, by: f32) -> Light {
    std::array::from_fn(|i| a[i] + b[i] * by)
}

/// The product of two vectors.
pub fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The vector at length 1.
pub fn unit(a: [f32; 3]) -> [f32; 3] {
    let length = dot(a, a).sqrt().max(1e-6);
    a.map(|x| x / length)
}

fn hash(x: i32, y: i32) -> f32 {
    let mut h = (x as u32).wrapping_mul(0x8da6_b343) ^ (y as u32).wrapping_mul(0xd816_3841);
    h = (h ^ (h >> 13)).wrapping_mul(0x5bd1_e995);
    ((h ^ (h >> 15)) & 0xffff) as f32 / 65_535.0
}

/// How far the grain goes before it repeats: what lies on one place of a row then is, pixel for pixel, what lies on the next.
const PERIOD: i32 = PITCH as i32;

/// Smooth random values between 0 and 1 that repeat, with `cells` of them in a period.
fn wave(x: f32, cells: i32, seed: i32) -> f32 {
    let x = x / PERIOD as f32 * cells as f32;
    let (from, t) = (x.floor() as i32, smooth(0.0, 1.0, x - x.floor()));
    let at = |i: i32| hash(i.rem_euclid(cells), seed);
    at(from) + (at(from + 1) - at(from)) * t
}

/// The grain of the material, 0 to 1, at `across` its fibers. Along them nothing changes: each line of pixels then is nearly
/// the one above it, and costs next to nothing in a file.
pub fn grain(paint: &Paint, across: f32) -> f32 {
    if paint.fibers {
        0.46 * wave(across, 5, 11) + 0.34 * wave(across, 16, 5) + 0.20 * wave(across, 40, 7)
    } else {
        0.6 * wave(across, 3, 2) + 0.4 * wave(across, 11, 9)
    }
}

/// The board without marbles and the page around it.
pub struct Board<'a> {
    paint: &'a Paint,
    page: Light,
    frame: [Light; 2],
    inlay: [Light; 2],
    outer: [[f32; 2]; 6],
    inner: [[f32; 2]; 6],
}

impl<'a> Board<'a> {
    /// Gets the colors ready.
    pub fn new(paint: &'a Paint) -> Self {
        Self {
            paint,
            page: linear(paint.page),
            frame: paint.frame.map(linear),
            inlay: paint.inlay.map(linear),
            outer: hexagon(OUTER - 18.0),
            inner: hexagon(INNER - 8.0),
        }
    }

    /// The color in the middle of a pixel.
    pub fn at(&self, x: usize, y: usize) -> Light {
        let p = [x as f32 + 0.5 - CENTER[0], y as f32 + 0.5 - CENTER[1]];
        let outer = polygon(p, &self.outer) - 18.0;
        if outer > 60.0 {
            return self.page;
        }
        if outer > -1.0 {
            let below = polygon([p[0], p[1] - 7.0], &self.outer) - 18.0;
            let color = mix(self.shadow(p), scale(self.frame[1], 0.38), cover(below));
            return mix(color, self.rim(p), cover(outer));
        }
        let inner = polygon(p, &self.inner) - 8.0;
        if inner > 1.0 {
            return self.rim(p);
        }
        mix(self.rim(p), self.tray(p), cover(inner))
    }

    /// The page in the shadow of the board, at a point relative to its middle.
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
        let g = grain(self.paint, 1.7 * first + 23.0 * side as f32);
        let wood = mix(self.frame[1], self.frame[0], g);
        let miter = 1.0 - 0.40 * (-(first - second).powi(2) / 2.6).exp();
        let shine = if tilt.abs() > 0.3 { shine * 0.07 } else { shine * 0.012 };
        add(scale(wood, lit * miter), [1.0, 0.96, 0.9], shine * miter)
    }

    /// The inlay with its holes.
    fn tray(&self, p: [f32; 2]) -> Light {
        let fibers = grain(self.paint, p[0]);
        let wood = mix(self.inlay[1], self.inlay[0], 0.25 + 0.6 * fibers);
        // The frame stands higher and throws a shadow on the inlay.
        let shade = polygon([p[0] - 5.0, p[1] - 8.0], &self.inner) - 8.0;
        let near = polygon(p, &self.inner) - 8.0;
        let shadow = 0.50 * smooth(-11.0, 5.0, shade) + 0.20 * smooth(-7.0, 0.0, near);
        let flat = scale(wood, 1.0 - shadow.min(0.6));
        match hole_near(p) {
            Some([x, y]) if x.hypot(y) < HOLE + 5.0 => Self::hole(scale(wood, self.paint.bowl), flat, x, y),
            _ => flat,
        }
    }

    /// A hole and its lip, at a point relative to its middle.
    fn hole(wood: Light, flat: Light, x: f32, y: f32) -> Light {
        let radius = x.hypot(y);
        let (u, v) = (x / HOLE, y / HOLE);
        let bowl = unit([-u * 0.95, -v * 0.95, 1.0]);
        let lit = 0.36 + 0.47 * dot(bowl, LAMP).max(0.0) / LAMP[2];
        let throw = (x - 5.5).hypot(y - 9.0);
        let shadow = 0.52 * smooth(HOLE - 14.0, HOLE + 5.0, throw);
        let warm = 0.10 * smooth(0.35, 1.0, radius / HOLE) * (u * 0.45 + v * 0.8).max(0.0);
        let hole = scale(wood, lit * (1.0 - shadow) + warm);
        // The lip: dark where it turns from the lamp, bright where it faces the lamp.
        let facing = (x * LAMP[0] + y * LAMP[1]) / radius.max(1.0);
        let lip = (-((radius - HOLE - 0.9) / 1.15).powi(2)).exp() * facing;
        let around = scale(flat, if lip > 0.0 { 1.0 - 0.34 * lip } else { 1.0 - 0.46 * lip });
        mix(around, hole, cover(radius - HOLE))
    }
}

/// How much of a pixel at this signed distance lies inside.
pub fn cover(distance: f32) -> f32 {
    (0.5 - distance).clamp(0.0, 1.0)
}

/// The same as a byte.
pub fn share(distance: f32) -> u8 {
    (255.0 * cover(distance) + 0.5) as u8
}

/// Where `p` lies within the lattice cell around it, if that cell is on the board.
fn hole_near(p: [f32; 2]) -> Option<[f32; 2]> {
    let middle = (p[1] / ROW).round();
    let mut best: Option<[f32; 2]> = None;
    for row in [middle - 1.0, middle, middle + 1.0] {
        if row.abs() > 4.0 {
            continue;
        }
        let half = 8.0 - row.abs();
        let first = -half * PITCH / 2.0;
        let place = ((p[0] - first) / PITCH).round().clamp(0.0, half);
        let at = [p[0] - first - place * PITCH, p[1] - row * ROW];
        if best.is_none_or(|b| at[0].hypot(at[1]) < b[0].hypot(b[1])) {
            best = Some(at);
        }
    }
    best
}

/// A point of a marble's picture: its color, how much it covers, and how much light its shadow takes.
#[derive(Debug, Clone, Copy, Default)]
pub struct Bead {
    /// The marble's own color.
    pub color: Light,
    /// How much of the pixel the marble covers.
    pub cover: f32,
    /// How dark the ground beside it is.
    pub shadow: f32,
}

/// The marble around the origin with this radius; its shadow stays within the lattice cell.
pub fn marble(material: &Material, floor: Light, radius: f32, x: f32, y: f32) -> Bead {
    let r = x.hypot(y);
    let zoom = MARBLE / radius;
    let blur = (x - 2.5 / zoom).hypot(y - 5.0 / zoom) * zoom;
    let shadow = 0.74 * (1.0 - smooth(MARBLE - 7.0, MARBLE + 5.5, blur));
    let shadow = shadow * (1.0 - smooth(0.90, 1.0, cell_share(x * zoom, y * zoom)));
    let cover = cover(r - radius);
    if cover == 0.0 {
        return Bead { cover, shadow, ..Bead::default() };
    }
    let squeeze = if r > radius * 0.995 { radius * 0.995 / r } else { 1.0 };
    let (nx, ny) = (x * squeeze / radius, y * squeeze / radius);
    let rho = nx.hypot(ny);
    let nz = (1.0 - rho * rho).max(0.0).sqrt();
    Bead { color: glass(material, floor, [nx, ny, nz], rho), cover, shadow }
}

/// The color of a polished ball where its surface looks along `n`.
fn glass(material: &Material, floor: Light, n: [f32; 3], rho: f32) -> Light {
    let (body, deep, ink) = (linear(material.body), linear(material.deep), linear(material.ink));
    let marked = marks::cover(material.mark, n);
    let (body, deep) = (mix(body, ink, marked), mix(deep, scale(ink, 0.22), marked));
    let wrap = ((dot(n, LAMP) + 0.50) / 1.42).clamp(0.0, 1.0);
    let mut color = mix(deep, body, wrap.powf(1.05));
    // The tray throws light back into the lower half.
    let up = (0.25 * n[0] + 0.85 * n[1]).max(0.0);
    let bounce = up * up * (1.0 - n[2]) * 0.42;
    color = std::array::from_fn(|i| color[i] + floor[i] * bounce * (0.25 + body[i]));
    // The room, brighter above; more of it toward the edge.
    let fresnel = material.mirror + (1.0 - material.mirror) * (1.0 - n[2]).powi(4) * 0.42;
    let above = smooth(0.55, -0.95, 2.0 * n[2] * n[1]);
    let room = mix(scale(floor, 0.22), [0.50, 0.53, 0.58], above);
    color = mix(color, room, fresnel);
    color = scale(color, 1.0 - 0.34 * smooth(0.86, 1.0, rho));
    // A soft glow around the window's reflection, then the window itself, bent along the ball.
    let axis = (-0.50_f32).atan2(-0.42);
    let angle = {
        let mut a = n[1].atan2(n[0]) - axis;
        while a > std::f32::consts::PI {
            a -= std::f32::consts::TAU;
        }
        while a < -std::f32::consts::PI {
            a += std::f32::consts::TAU;
        }
        a
    };
    let (glow_x, glow_y) = (n[0] + 0.34, n[1] + 0.44);
    let glow = (-(glow_x * glow_x + glow_y * glow_y) / 0.14).exp();
    color = add(color, [1.0, 1.0, 1.0], 0.10 * glow * material.gloss);
    let (u, v) = (angle * rho / 0.37, (rho - 0.615) / 0.135);
    let window = smooth(1.0, 0.55, (u.powi(4) + v.powi(4)).powf(0.25));
    let window = window * (0.62 + 0.38 * smooth(-0.9, 0.9, v)) * material.gloss;
    color = mix(color, [1.0, 0.995, 0.98], window);
    // A faint second light behind the ball.
    let back = smooth(0.72, 0.93, rho) * smooth(1.0, 0.95, rho);
    let behind = (0.62 * n[0] + 0.72 * n[1]).max(0.0).powi(3);
    add(color, [0.95, 0.97, 1.0], 0.16 * back * behind * material.gloss)
}
