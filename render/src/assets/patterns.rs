//! Patterns let into marbles.

use crate::raster::shapes::smooth;

use super::paint::Pattern;

type Point = [f32; 3];

fn dot(a: Point, b: Point) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

const SOFT: f32 = 0.035;

/// 1 inside, 0 outside, for a signed distance in radii.
fn within(distance: f32) -> f32 {
    smooth(SOFT, -SOFT, distance)
}

/// The share, 0 to 1, that the pattern covers where the surface normal is `n`. The viewer looks against `z`.
pub fn coverage(pattern: Pattern, n: Point) -> f32 {
    match pattern {
        Pattern::Plain => 0.0,
        Pattern::Stripe => within(dot(n, [0.42, 0.86, 0.29]).abs() - 0.105),
        Pattern::Ring => within((n[0].hypot(n[1]) - 0.50).abs() - 0.065),
        Pattern::Dots => {
            let far = |angle: f32| (n[0] - 0.37 * angle.sin()).hypot(n[1] + 0.37 * angle.cos()) - 0.145;
            let third = std::f32::consts::TAU / 3.0;
            within(far(0.0).min(far(third)).min(far(-third)))
        }
        Pattern::Cross => {
            let (a, b) = ((n[0] + n[1]) * 0.707, (n[0] - n[1]) * 0.707);
            within(a.abs().min(b.abs()) - 0.068)
        }
        Pattern::Pin => {
            let r = n[0].hypot(n[1]);
            within((r - 0.17).min((r - 0.44).abs() - 0.045).min((r - 0.72).abs() - 0.04))
        }
        Pattern::Football => football(n),
        Pattern::Flower => flower(n[0], n[1]),
    }
}

fn flower(x: f32, y: f32) -> f32 {
    let fifth = std::f32::consts::TAU / 5.0;
    let petal = |i: u8| {
        let angle = fifth * f32::from(i);
        let (ahead, aside) = (x * angle.sin() - y * angle.cos(), x * angle.cos() + y * angle.sin());
        ((ahead - 0.31) / 0.22).hypot(aside / 0.155) - 1.0
    };
    let petals = (0..5).map(petal).fold(f32::MAX, f32::min) * 0.17;
    within(petals.max(0.105 - x.hypot(y)))
}

/// Twelve dark patches, and the seams between the twenty light ones.
fn football(n: Point) -> f32 {
    // The dark patches are centered on the corners of an icosahedron, the light ones on those of a dodecahedron.
    // One patch faces the viewer, slightly aside.
    let n = turned(n);
    let (mut patch, mut light, mut second) = (f32::MIN, f32::MIN, f32::MIN);
    for corner in icosahedron() {
        patch = patch.max(dot(n, corner));
    }
    for corner in dodecahedron() {
        let near = dot(n, corner);
        if near > light {
            (second, light) = (light, near);
        } else if near > second {
            second = near;
        }
    }
    let angle = |cosine: f32| cosine.clamp(-1.0, 1.0).acos();
    // The border between a dark and a light patch is this much farther from the dark one's center.
    let edge = angle(patch) - angle(light) + 0.055;
    let seam = (angle(second) - angle(light)) * 0.5 - 0.035;
    within(edge).max(0.62 * within(seam))
}

/// Turns the ball so that no patch is exactly on top.
fn turned(n: Point) -> Point {
    let (sin, cos) = 0.20_f32.sin_cos();
    let (y, z) = (n[1] * cos - n[2] * sin, n[1] * sin + n[2] * cos);
    let (sin, cos) = 0.14_f32.sin_cos();
    [n[0] * cos - z * sin, y, n[0] * sin + z * cos]
}

/// Two caps of five corners around the poles.
fn icosahedron() -> impl Iterator<Item = Point> {
    let ring = (0..10).map(|i| {
        let up = if i % 2 == 0 { 1.0 } else { -1.0 };
        let angle = std::f32::consts::TAU / 10.0 * i as f32;
        [0.894_427 * angle.cos(), 0.894_427 * angle.sin(), 0.447_214 * up]
    });
    ring.chain([[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]])
}

/// Four rings of five corners around the same poles.
fn dodecahedron() -> impl Iterator<Item = Point> {
    (0..20).map(|i| {
        let (up, turn) = [(0.794_654, 0.5), (0.187_592, 0.5), (-0.187_592, 0.0), (-0.794_654, 0.0)][i / 5];
        let angle = std::f32::consts::TAU / 5.0 * ((i % 5) as f32 + turn);
        let flat = (1.0_f32 - up * up).sqrt();
        [flat * f32::cos(angle), flat * f32::sin(angle), up]
    })
}
