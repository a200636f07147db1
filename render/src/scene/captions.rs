//! The headline and the detail, set where they have room.

use crate::assets::fonts::{SENTENCE, Weight, clean, fit, line};
use crate::assets::overlays::card_end;
use crate::raster::text::Line;

use super::picture::{Picture, Scene};
use super::player_cards::MARGIN;

/// In the two corners at the right: the headline above, the detail below.
pub fn corners(canvas: &mut Picture, scene: &Scene<'_>) {
    let paint = canvas.assets.paint;
    let (width, height) = (canvas.width as f32, canvas.height as f32);
    let right = |line: &Line| width - MARGIN - line.width;
    let headline = Caption { size: 34.0, least: 27.0, weight: Weight::Bold, most: 2, step: -24.0 };
    for (i, text) in headline.set(&clean(&scene.headline, SENTENCE)).iter().enumerate() {
        canvas.text(text, [right(text), 51.0 + 40.0 * i as f32], paint.text);
    }
    let detail = Caption { size: 28.0, least: 23.0, weight: Weight::Regular, most: 3, step: 22.0 };
    for (i, text) in detail.set(&clean(&scene.detail, SENTENCE)).iter().rev().enumerate() {
        canvas.text(text, [right(text), height - 28.0 - 36.0 * i as f32], paint.dim);
    }
}

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

/// How a sentence in a corner is set.
struct Caption {
    size: f32,
    least: f32,
    weight: Weight,
    /// Lines at most.
    most: usize,
    /// How much longer each line may be than the one above it; the board's sides are slanted.
    step: f32,
}

impl Caption {
    /// One line if it fits, otherwise as many as it takes; what the last one cannot hold ends in an ellipsis.
    fn set(&self, text: &str) -> Vec<Line> {
        let edge = card_end(50.0) - MARGIN;
        if line(text, self.least, self.weight).width <= edge {
            return vec![fit(text, self.size, self.least, self.weight, edge)];
        }
        // A break after a comma reads best.
        let parts: Vec<Line> =
            text.split_inclusive(", ").map(|part| line(part.trim_end(), self.size, self.weight)).collect();
        let least = if self.step > 0.0 { edge - self.step * (self.most - 1) as f32 } else { edge };
        let width = |i: usize| least + self.step * i as f32;
        if parts.len() <= self.most && parts.iter().enumerate().all(|(i, part)| part.width <= width(i)) {
            return parts;
        }
        let mut lines: Vec<String> = Vec::new();
        for word in text.split(' ') {
            let count = lines.len();
            if let Some(last) = lines.last_mut() {
                let longer = format!("{last} {word}");
                if count == self.most || line(&longer, self.least, self.weight).width <= width(count - 1) {
                    *last = longer;
                    continue;
                }
            }
            lines.push(word.to_owned());
        }
        let set = |(i, text): (usize, &String)| fit(text, self.least, self.least, self.weight, width(i));
        lines.iter().enumerate().map(set).collect()
    }
}
