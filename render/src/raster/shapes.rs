//! Signed distances to shapes (negative inside), and the resulting coverage of pixels.
//!
//! Shading needs the distance itself, to a fraction of a pixel; `imageproc` counts whole ones. Lines and bars differ
//! in each picture. As masks, lines take three to eight times as long, and at their own size `imageproc` rounds
//! corners to whole pixels.

/// The covered share of a pixel at this signed distance, 0 to 1.
pub fn coverage(distance: f32) -> f32 {
    (0.5 - distance).clamp(0.0, 1.0)
}

/// The covered share of a pixel at this signed distance, 0 to 255.
pub fn coverage_byte(distance: f32) -> u8 {
    (255.0 * coverage(distance) + 0.5) as u8
}

/// Signed distance to a convex polygon with clockwise corners (on a screen).
pub fn polygon(point: [f32; 2], corners: &[[f32; 2]]) -> f32 {
    let (mut nearest, mut inside) = (f32::MAX, true);
    for (i, a) in corners.iter().enumerate() {
        let b = corners[(i + 1) % corners.len()];
        let (ex, ey) = (b[0] - a[0], b[1] - a[1]);
        let (px, py) = (point[0] - a[0], point[1] - a[1]);
        let t = ((px * ex + py * ey) / (ex * ex + ey * ey)).clamp(0.0, 1.0);
        let (dx, dy) = (px - ex * t, py - ey * t);
        nearest = nearest.min(dx * dx + dy * dy);
        inside &= ex * py - ey * px >= 0.0;
    }
    if inside { -nearest.sqrt() } else { nearest.sqrt() }
}

/// Distance to a segment. Lengths in pixels are moderate, so the slower `hypot` is not needed.
pub fn segment(p: [f32; 2], a: [f32; 2], b: [f32; 2]) -> f32 {
    let (ex, ey, px, py) = (b[0] - a[0], b[1] - a[1], p[0] - a[0], p[1] - a[1]);
    let t = ((px * ex + py * ey) / (ex * ex + ey * ey).max(1e-6)).clamp(0.0, 1.0);
    let (dx, dy) = (px - ex * t, py - ey * t);
    (dx * dx + dy * dy).sqrt()
}

/// Signed distance to a rectangle around the origin with rounded corners.
pub fn rectangle(p: [f32; 2], half: [f32; 2], round: f32) -> f32 {
    let (x, y) = (p[0].abs() - half[0] + round, p[1].abs() - half[1] + round);
    x.max(0.0).hypot(y.max(0.0)) + x.max(y).min(0.0) - round
}

/// 0 below `from`, 1 above `to`, smooth between.
pub fn smooth(from: f32, to: f32, x: f32) -> f32 {
    let t = ((x - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}
