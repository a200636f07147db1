//! Procedural art: marbles.

use crate::geometry::hex::SIDE_5;
use crate::raster::canvas::Sprite;
use crate::raster::shapes::{coverage, smooth};

use super::paint::Material;
use super::patterns;
use super::shading::{LAMP, Light, Shaded, add, dot, linear, mix, rounded, scale};

/// A marble of this radius around the origin. Its shadow stays within the lattice cell.
pub fn marble(material: &Material, floor: Light, radius: f32, x: f32, y: f32) -> Shaded {
    let r = x.hypot(y);
    let zoom = SIDE_5.marble / radius;
    let blur = (x - 2.5 / zoom).hypot(y - 5.0 / zoom) * zoom;
    let shadow = 0.74 * (1.0 - smooth(SIDE_5.marble - 7.0, SIDE_5.marble + 5.5, blur));
    let shadow = shadow * (1.0 - smooth(0.90, 1.0, SIDE_5.cell_share(x * zoom, y * zoom)));
    let share = coverage(r - radius);
    if share == 0.0 {
        return Shaded { coverage: share, shadow, ..Shaded::default() };
    }
    let squeeze = if r > radius * 0.995 { radius * 0.995 / r } else { 1.0 };
    let (nx, ny) = (x * squeeze / radius, y * squeeze / radius);
    let rho = nx.hypot(ny);
    let nz = (1.0 - rho * rho).max(0.0).sqrt();
    Shaded { color: glass(material, floor, [nx, ny, nz], rho), coverage: share, shadow }
}

/// The color of a polished ball where its surface normal is `n`.
fn glass(material: &Material, floor: Light, n: [f32; 3], rho: f32) -> Light {
    let (body, deep, ink) = (linear(material.body), linear(material.deep), linear(material.ink));
    let patterned = patterns::coverage(material.pattern, n);
    let (body, deep) = (mix(body, ink, patterned), mix(deep, scale(ink, 0.22), patterned));
    let wrap = ((dot(n, LAMP) + 0.50) / 1.42).clamp(0.0, 1.0);
    let mut color = mix(deep, body, wrap.powf(1.05));
    // The tray reflects light into the lower half.
    let up = (0.25 * n[0] + 0.85 * n[1]).max(0.0);
    let bounce = up * up * (1.0 - n[2]) * 0.42;
    color = std::array::from_fn(|i| color[i] + floor[i] * bounce * (0.25 + body[i]));
    // Reflection of the room: brighter above, stronger toward the edge.
    let fresnel = material.mirror + (1.0 - material.mirror) * (1.0 - n[2]).powi(4) * 0.42;
    let above = smooth(0.55, -0.95, 2.0 * n[2] * n[1]);
    let room = mix(scale(floor, 0.22), [0.50, 0.53, 0.58], above);
    color = mix(color, room, fresnel);
    color = scale(color, 1.0 - material.rim * smooth(0.86, 1.0, rho));
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

pub fn small_marble(material: &Material, floor: Light, radius: f32) -> Sprite {
    let reach = radius.ceil() as i32 + 1;
    let pixels = (0..4 * reach * reach)
        .map(|i| {
            let (x, y) = (i % (2 * reach) - reach, i / (2 * reach) - reach);
            let point = marble(material, floor, radius, x as f32 + 0.5, y as f32 + 0.5);
            (rounded(point.color), (point.coverage * 255.0).round() as u8)
        })
        .collect();
    Sprite { reach, pixels }
}
