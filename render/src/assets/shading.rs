//! Light and shading for the procedural art.

use crate::raster::color::Rgb;
use crate::raster::shapes::smooth;

use super::paint::Paint;

/// A color in linear light, 0 to 1.
pub type Light = [f32; 3];

/// The direction of the lamp: up, left, in front.
pub const LAMP: [f32; 3] = [-0.43, -0.66, 0.616];

pub fn linear(color: Rgb) -> Light {
    color.map(|byte| {
        let x = f32::from(byte) / 255.0;
        if x <= 0.040_45 { x / 12.92 } else { ((x + 0.055) / 1.055).powf(2.4) }
    })
}

/// Converts linear light to sRGB, 0 to 255 with fractions.
pub fn screen(light: Light) -> [f32; 3] {
    light.map(|x| {
        let x = x.clamp(0.0, 1.0);
        255.0 * if x <= 0.003_130_8 { x * 12.92 } else { 1.055 * x.powf(1.0 / 2.4) - 0.055 }
    })
}

pub fn mix(a: Light, b: Light, share: f32) -> Light {
    std::array::from_fn(|i| a[i] + (b[i] - a[i]) * share)
}

pub fn scale(a: Light, by: f32) -> Light {
    a.map(|x| x * by)
}

pub fn add(a: Light, b: Light, by: f32) -> Light {
    std::array::from_fn(|i| a[i] + b[i] * by)
}

pub fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub fn unit(a: [f32; 3]) -> [f32; 3] {
    let length = dot(a, a).sqrt().max(1e-6);
    a.map(|x| x / length)
}

fn hash(x: i32, y: i32) -> f32 {
    let mut h = (x as u32).wrapping_mul(0x8da6_b343) ^ (y as u32).wrapping_mul(0xd816_3841);
    h = (h ^ (h >> 13)).wrapping_mul(0x5bd1_e995);
    ((h ^ (h >> 15)) & 0xffff) as f32 / 65_535.0
}

/// Smooth noise between 0 and 1 that repeats after 1, with `cells` random values in it.
fn wave(x: f32, cells: i32, seed: i32) -> f32 {
    let x = x * cells as f32;
    let (from, t) = (x.floor() as i32, smooth(0.0, 1.0, x - x.floor()));
    let at = |i: i32| hash(i.rem_euclid(cells), seed);
    at(from) + (at(from + 1) - at(from)) * t
}

/// The grain of the material, 0 to 1, at `across` its fibers. It is constant along them: each line of pixels then
/// nearly repeats the one above it, and compresses well. It repeats after `period`; with the pitch of the board's
/// places, all places are the same pixels.
pub fn grain(paint: &Paint, across: f32, period: f32) -> f32 {
    let across = across.rem_euclid(period) / period;
    if paint.fibers {
        0.46 * wave(across, 5, 11) + 0.34 * wave(across, 16, 5) + 0.20 * wave(across, 40, 7)
    } else {
        0.6 * wave(across, 3, 2) + 0.4 * wave(across, 11, 9)
    }
}

pub fn rounded(light: Light) -> Rgb {
    screen(light).map(|x| x.round().clamp(0.0, 255.0) as u8)
}

/// A point of the picture of a piece or of terrain.
#[derive(Debug, Clone, Copy, Default)]
pub struct Shaded {
    pub color: Light,
    pub coverage: f32,
    /// How much light its shadow takes from the board.
    pub shadow: f32,
}
