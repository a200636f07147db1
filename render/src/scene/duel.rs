//! The surroundings of the hexagonal board of two players: their bars, captured marbles at the right, captions at the
//! left.

use rules::Seat;

use crate::assets::fonts::{SENTENCE, Weight, clean, fit, line};
use crate::assets::overlays::{CAPTURED, LARGE};
use crate::geometry::WIDTH;
use crate::geometry::hex::OUTER;
use crate::raster::color::blend;
use crate::raster::text::Line;

use super::picture::{Picture, Scene};
use super::player_bars::{self, Bar};
use super::player_cards::Player;

/// Columns of the page cut off at the left of the board, and at the right.
pub const CUT: usize = 64;
/// Rows of the page above a picture of a board alone, and below it.
pub const ABOVE: usize = 50;
pub const BELOW: usize = 54;

/// Height of the result's headline above all else.
const BANNER: usize = 136;

/// From the side of the picture to the contents of a corner.
const EDGE: f32 = 24.0;
/// Half the height of a bar, and its distance from the edge of the picture.
const HALF: f32 = 27.0;
const GAP: f32 = 8.0;
const LEADING: f32 = 1.16;
/// From the edge of the picture to the first line of a corner.
const CORNER: f32 = 2.0 * HALF + GAP + 12.0;

/// Height of the headline above the board of a finished game.
pub fn banner(scene: &Scene<'_>) -> usize {
    if is_over(scene) && !scene.headline.is_empty() { BANNER } else { 0 }
}

fn is_over(scene: &Scene<'_>) -> bool {
    scene.diagram.to_move.is_none() && !scene.diagram.sides.is_empty()
}

pub fn players(canvas: &mut Picture, scene: &Scene<'_>, lit: Option<Seat>) {
    let (width, top) = (canvas.width as f32, banner(scene) as f32);
    for (player, low) in player_bars::two(scene) {
        let y = from_edge(canvas, top, low, GAP + HALF);
        let bar = Bar { span: [10.0, width - 10.0], y, half: HALF };
        if lit.is_some_and(|lit| usize::from(lit.0) == player.seat) {
            bar.light(canvas);
        }
        bar.draw(canvas, &player);
        draw_captured(canvas, &player, top, low);
    }
}

/// The y coordinate at the distance `by` from the lower edge, or from the banner.
fn from_edge(canvas: &Picture, top: f32, low: bool, by: f32) -> f32 {
    if low { canvas.height as f32 - by } else { top + by }
}

/// The width of a corner, `from_edge` away from the upper or lower edge of the picture.
fn room(from_edge: f32) -> f32 {
    let middle = [(WIDTH / 2 - CUT) as f32, 384.0 + ABOVE as f32];
    let board = (OUTER + 15.0 - 0.496_139 * (middle[1] - from_edge)) / 0.868_243;
    middle[0] - board - EDGE - 6.0
}

/// Draws one place per ejection needed to win, the first of them filled, in rows that narrow as the board widens.
fn draw_captured(canvas: &mut Picture, player: &Player<'_>, top: f32, low: bool) {
    let (assets, paint) = (canvas.assets, canvas.assets.paint);
    let own = usize::from(player.side.ejected);
    let count = usize::from(player.side.target.unwrap_or(0)).max(own);
    let is_large = count <= 7;
    let (radius, pitch) = if is_large { (LARGE, 54.0) } else { (CAPTURED, 25.5) };
    let (marbles, slot, ring) = if is_large {
        (&assets.marbles.large, &assets.cards.large_slot, &assets.cards.large_ring)
    } else {
        (&assets.marbles.captured, &assets.cards.slot, &assets.cards.captured_ring)
    };
    let empty = blend(paint.page, paint.text, 34);
    let (mut row, mut column) = (0, 0);
    for i in 0..count {
        let outer = CORNER + radius + pitch * row as f32;
        let at = |column: i32| canvas.width as f32 - EDGE - radius - pitch * column as f32;
        let at = [at(column), from_edge(canvas, top, low, outer)];
        match player.captured_piece() {
            Some(piece) if i < own => {
                canvas.sprite(&marbles[piece.index()], at);
                // A black marble on a dark page has no visible edge.
                canvas.mask(ring, at, paint.dim, 130);
            }
            None if i < own => canvas.mask(slot, at, paint.label, 255),
            _ => canvas.mask(slot, at, empty, 255),
        }
        column += 1;
        let inner = outer + radius;
        if pitch * (column + 1) as f32 - (pitch - 2.0 * radius) > room(inner) {
            (row, column) = (row + 1, 0);
        }
    }
}

/// Draws the headline above and the detail below. After the end of the game, both are large and above all else.
pub fn captions(canvas: &mut Picture, scene: &Scene<'_>) {
    let paint = canvas.assets.paint;
    if banner(scene) > 0 {
        return result(canvas, scene);
    }
    let headline = Corner { sizes: [42.0, 30.0], weight: Weight::Bold, most: 3, low: false };
    let (lines, size) = headline.set(&clean(&scene.headline, SENTENCE));
    for (i, text) in lines.iter().enumerate() {
        canvas.text(text, [EDGE, CORNER + size * (0.8 + LEADING * i as f32)], paint.text);
    }
    let detail = Corner { sizes: [40.0, 24.0], weight: Weight::Regular, most: 4, low: true };
    let (lines, size) = detail.set(&clean(&scene.detail, SENTENCE));
    for (i, text) in lines.iter().rev().enumerate() {
        let from_edge = CORNER + size * (0.2 + LEADING * i as f32);
        canvas.text(text, [EDGE, canvas.height as f32 - from_edge], paint.dim);
    }
}

fn result(canvas: &mut Picture, scene: &Scene<'_>) {
    let (assets, paint) = (canvas.assets, canvas.assets.paint);
    let (width, middle) = (canvas.width as f32, canvas.width as f32 / 2.0);
    let has_winner = !scene.winners.is_empty();
    let reason = fit(&clean(&scene.detail, SENTENCE), 32.0, 24.0, Weight::Regular, width - 2.0 * EDGE);
    let crown = if has_winner { 84.0 } else { 0.0 };
    let headline = fit(&clean(&scene.headline, SENTENCE), 80.0, 40.0, Weight::Bold, width - 2.0 * (EDGE + crown));
    let base = if reason.width > 0.0 { 78.0 } else { 96.0 };
    canvas.text(&headline, [middle - headline.width / 2.0, base], paint.text);
    if has_winner {
        let away = headline.width / 2.0 + 48.0;
        for side in [-1.0, 1.0] {
            canvas.mask(&assets.cards.large_crown, [middle + side * away, base - 26.0], paint.lead, 255);
        }
    }
    canvas.text(&reason, [middle - reason.width / 2.0, 124.0], paint.dim);
}

struct Corner {
    sizes: [f32; 2],
    weight: Weight,
    most: usize,
    /// The lower corner, where the last line is the longest.
    low: bool,
}

impl Corner {
    /// The lines and their size: the largest that fits. At the least size, the rest ends in an ellipsis.
    fn set(&self, text: &str) -> (Vec<Line>, f32) {
        let [mut size, least] = self.sizes;
        loop {
            for count in 1..=self.most {
                let widths = self.widths(size, count);
                let lines = break_lines(text, size, self.weight, &widths);
                let is_last = count == self.most && size - 2.0 < least;
                let fits = |(text, width): (&String, &f32)| line(text, size, self.weight).width <= *width;
                if is_last || lines.iter().zip(&widths).all(fits) {
                    // If lines are left over, the text is at the outer edge.
                    let widths = if self.low { &widths[count - lines.len()..] } else { &widths[..] };
                    let set = |(text, width): (&String, &f32)| fit(text, size, size, self.weight, *width);
                    return (lines.iter().zip(widths).map(set).collect(), size);
                }
            }
            size -= 2.0;
        }
    }

    /// The widths of this number of lines. The board widens toward its middle.
    fn widths(&self, size: f32, count: usize) -> Vec<f32> {
        let mut widths: Vec<f32> = (0..count).map(|i| room(CORNER + size * (1.1 + LEADING * i as f32))).collect();
        if self.low {
            widths.reverse();
        }
        widths
    }
}

/// Breaks the text at spaces; the last line takes the rest.
fn break_lines(text: &str, size: f32, weight: Weight, widths: &[f32]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let count = lines.len();
        if let Some(last) = lines.last_mut() {
            let longer = format!("{last} {word}");
            if count == widths.len() || line(&longer, size, weight).width <= widths[count - 1] {
                *last = longer;
                continue;
            }
        }
        lines.push(word.to_owned());
    }
    lines
}
