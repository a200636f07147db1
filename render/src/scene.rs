//! A card on the canvas: marbles, marks, names, score.

use rules::diagram::Side;

use crate::canvas::Canvas;
use crate::geometry::{HEIGHT, WIDTH};
use crate::hexagon::{BLACK, Hexagon};
use crate::kind::Cast;
use crate::sheet::{PLATE, plate_end, rail, sheet};
use crate::text::{Line, NAME, SENTENCE, Weight, clean, fit, line};
use crate::{Card, Orientation};

/// Space between texts and the sides of the picture.
const MARGIN: f32 = 24.0;

/// Draws everything.
pub fn draw(card: &Card<'_>) -> Canvas {
    let mut canvas = Canvas::new(sheet(card.theme, Cast::of(card.diagram)));
    for board in card.diagram.boards.iter().filter_map(rules::diagram::Board::hex) {
        let hexagon = Hexagon { board, origin: [0, 0], orientation: card.orientation };
        hexagon.draw(&mut canvas, card.coordinates);
        hexagon.selection(&mut canvas, card);
    }
    plates(&mut canvas, card);
    corners(&mut canvas, card);
    canvas
}

/// The two players at the left: name, captured marbles, clock, moves left.
fn plates(canvas: &mut Canvas, card: &Card<'_>) {
    let upper = match card.orientation {
        Orientation::BlackAtBottom => 1,
        Orientation::WhiteAtBottom => 0,
    };
    for seat in [upper, 1 - upper] {
        if let Some(side) = card.diagram.sides.get(seat) {
            plate(canvas, card, seat, *side, seat == upper);
        }
    }
}

fn plate(canvas: &mut Canvas, card: &Card<'_>, seat: usize, side: Side, top: bool) {
    let (sheet, paint) = (canvas.sheet, canvas.sheet.paint);
    let lit = card.diagram.to_move.is_some_and(|mover| usize::from(mover.0) == seat);
    let bright = lit || card.diagram.to_move.is_none();
    let corner = [0, if top { 0 } else { HEIGHT as i32 - PLATE[1] as i32 }];
    canvas.mask_from(&sheet.plate.0, corner, if lit { paint.plate_lit } else { paint.plate }, 255, !top);
    if lit {
        canvas.mask_from(&sheet.plate.1, corner, paint.accent, 255, !top);
    }
    // Lines are counted from the edge of the picture; `base` is where letters stand.
    let base = |from_top: f32, from_bottom: f32| if top { from_top } else { HEIGHT as f32 - from_bottom };
    let name = clean(card.names.get(seat).map_or("", String::as_str), NAME);
    let name = if name.is_empty() { "—" } else { &name };
    let text = fit(name, 34.0, 25.0, Weight::Bold, plate_end(50.0) - MARGIN);
    canvas.text(&text, [MARGIN, base(51.0, 28.0)], if bright { paint.text } else { paint.dim });

    let middle = base(92.0, 92.0);
    canvas.sprite(&sheet.seat[seat.min(2)], [MARGIN + 20.0, middle], 255);
    canvas.mask(&sheet.seat_ring, [MARGIN + 20.0, middle], paint.dim, if lit { 230 } else { 150 });
    let score = line(&side.ejected.to_string(), 32.0, Weight::Bold);
    canvas.text(&score, [MARGIN + 48.0, middle + 11.5], if bright { paint.text } else { paint.dim });
    slots(canvas, side, 1 - seat.min(1), MARGIN + 48.0 + score.width + 24.0, plate_end(100.0) - 12.0, middle);

    let ink = if bright { paint.text } else { paint.dim };
    let low = base(146.0, 126.0);
    let mut left = MARGIN;
    let end = plate_end(146.0);
    if let Some(moves) = card.diagram.moves_left.as_ref().and_then(|moves| moves.get(seat)) {
        let number = line(&moves.to_string(), 28.0, Weight::Bold);
        let width = 44.0 + number.width + 14.0;
        canvas.pill([left, low - 28.0], [left + width, low + 8.0], if lit { paint.page } else { paint.plate_lit });
        canvas.mask(&sheet.moves, [left + 26.0, low - 10.0], if lit { paint.accent } else { paint.dim }, 255);
        canvas.text(&number, [left + 44.0, low], ink);
        left += width + 12.0;
    }
    let note = clean(card.notes.get(seat).map_or("", String::as_str), NAME);
    canvas.text(&fit(&note, 28.0, 22.0, Weight::Regular, end - left), [left, low], ink);
}

/// One place per ejection that is needed to win, the first of them filled.
fn slots(canvas: &mut Canvas, side: Side, captured: usize, left: f32, right: f32, y: f32) {
    let (sheet, paint) = (canvas.sheet, canvas.sheet.paint);
    let count = usize::from(side.target.unwrap_or(0).max(side.ejected));
    if count == 0 {
        return;
    }
    let pitch = ((right - left) / (count - 1).max(1) as f32).min(25.5);
    let end = left + pitch * (count - 1) as f32;
    canvas.pill([left - 15.0, y - 15.0], [end + 15.0, y + 15.0], rail(paint));
    for i in 0..count {
        let at = [left + pitch * i as f32, y];
        if i < usize::from(side.ejected) {
            canvas.sprite(&sheet.captured[captured], at, 255);
        } else {
            canvas.mask(&sheet.slot, at, BLACK, 70);
        }
    }
}

/// What the bot has to say, at the right: the headline above, the detail below.
fn corners(canvas: &mut Canvas, card: &Card<'_>) {
    let paint = canvas.sheet.paint;
    let right = |line: &Line| WIDTH as f32 - MARGIN - line.width;
    let headline = Words { size: 34.0, least: 27.0, weight: Weight::Bold, most: 2, step: -24.0 };
    for (i, text) in headline.set(&clean(&card.headline, SENTENCE)).iter().enumerate() {
        canvas.text(text, [right(text), 51.0 + 40.0 * i as f32], paint.text);
    }
    let detail = Words { size: 28.0, least: 23.0, weight: Weight::Regular, most: 3, step: 22.0 };
    for (i, text) in detail.set(&clean(&card.detail, SENTENCE)).iter().rev().enumerate() {
        canvas.text(text, [right(text), HEIGHT as f32 - 28.0 - 36.0 * i as f32], paint.dim);
    }
}

/// How a sentence in a corner is set.
struct Words {
    size: f32,
    least: f32,
    weight: Weight,
    /// Lines at most.
    most: usize,
    /// How much longer each line may be than the one above it; the board's sides are slanted.
    step: f32,
}

impl Words {
    /// One line if it fits, otherwise as many as it takes; what the last one cannot hold ends in an ellipsis.
    fn set(&self, text: &str) -> Vec<Line> {
        let edge = plate_end(50.0) - MARGIN;
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
