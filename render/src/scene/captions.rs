//! The headline and the detail in one line.

use crate::assets::fonts::{SENTENCE, Weight, clean, fit, line};

use super::picture::{Picture, Scene};

/// In one line with its base at `base`: the headline at the left, the detail at the right, each cut where the other needs
/// the room.
pub fn one_line(canvas: &mut Picture, scene: &Scene<'_>, from: f32, to: f32, base: f32, size: f32) {
    let paint = canvas.assets.paint;
    let (headline, detail) = (clean(&scene.headline, SENTENCE), clean(&scene.detail, SENTENCE));
    let room = to - from - size;
    let wanted = line(&detail, size * 0.82, Weight::Regular).width.min(room * 0.45);
    let text = fit(&headline, size, size * 0.74, Weight::Bold, room - wanted);
    canvas.text(&text, [from, base], paint.text);
    let text = fit(&detail, size * 0.82, size * 0.68, Weight::Regular, room - text.width);
    canvas.text(&text, [to - text.width, base], paint.dim);
}
