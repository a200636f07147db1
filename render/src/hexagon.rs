//! A hexagon on the canvas: marbles, terrain, crowns, coordinates, what the last turn did, what is being entered.

use rules::board::hex::{Cell, Direction};
use rules::diagram::{HexBoard, LastMove};

use crate::canvas::Canvas;
use crate::geometry::{TO_FRAME, center, step, turned, turned_direction};
use crate::kind::Kind;
use crate::signs::{CROWN_SHADOW, FALLEN, FALLEN_SHADOW, index};
use crate::text::{Weight, line};
use crate::theme::Rgb;
use crate::{Card, Marked, Orientation, Target};

/// For shadows and outlines.
pub const BLACK: Rgb = [12, 12, 14];

/// A board, and where it is on the picture.
pub struct Hexagon<'a> {
    /// What stands there.
    pub board: &'a HexBoard,
    /// Where the corner of a picture with this board alone would be.
    pub origin: [i32; 2],
    /// Which way it is turned.
    pub orientation: Orientation,
}

impl Hexagon<'_> {
    /// Draws what stands there and what happened.
    pub fn draw(&self, canvas: &mut Canvas, coordinates: bool) {
        if coordinates {
            self.labels(canvas);
        }
        self.stones(canvas);
    }

    /// The same on a board that carries its letters and numbers already, or shall have none.
    pub fn stones(&self, canvas: &mut Canvas) {
        for &(cell, stone) in &self.board.stones {
            self.lay(canvas, cell, Kind::from(stone));
        }
        for &cell in &self.board.obstacles {
            self.lay(canvas, cell, Kind::Wall);
        }
        for &cell in &self.board.holes {
            self.lay(canvas, cell, Kind::Pit);
        }
        for (number, last) in self.board.last.iter().enumerate() {
            self.last_move(canvas, number, last);
        }
        self.crowns(canvas);
    }

    /// The middle of a cell.
    fn at(&self, cell: Cell) -> [f32; 2] {
        self.moved(center(turned(cell, self.orientation)))
    }

    fn moved(&self, at: [f32; 2]) -> [f32; 2] {
        [at[0] + self.origin[0] as f32, at[1] + self.origin[1] as f32]
    }

    fn lay(&self, canvas: &mut Canvas, cell: Cell, kind: Kind) {
        canvas.copy(kind, center(turned(cell, self.orientation)), self.origin);
    }

    /// Letters and numbers.
    pub fn labels(&self, canvas: &mut Canvas) {
        let labels = canvas.sheet.labels(self.orientation, |canvas| labels(canvas, self.orientation));
        canvas.patch(labels, self.origin);
    }

    /// What one move of the last turn did; of what a later one undid, nothing is shown.
    fn last_move(&self, canvas: &mut Canvas, number: usize, last: &LastMove) {
        let (sheet, accent) = (canvas.sheet, canvas.sheet.paint.accent);
        let later = self.board.last.get(number + 1..).unwrap_or_default();
        let direction = last.direction.map(|direction| turned_direction(direction, self.orientation));
        for &cell in &last.vacated {
            if later.iter().any(|later| later.arrived.contains(&cell) || later.vacated.contains(&cell)) {
                continue;
            }
            let at = self.at(cell);
            canvas.mask(&sheet.signs.dashes, at, accent, 235);
            if self.board.last.len() > 1 {
                let text = line(&(number + 1).to_string(), 30.0, Weight::Bold);
                let left = at[0] - text.width / 2.0;
                for (dx, dy) in [(-1.5, 0.0), (1.5, 0.0), (0.0, -1.5), (0.0, 1.5), (1.0, 1.0), (-1.0, -1.0)] {
                    canvas.text(&text, [left + dx, at[1] + 11.0 + dy], sheet.paint.edge);
                }
                canvas.text(&text, [left, at[1] + 11.0], accent);
            }
        }
        for &cell in &last.arrived {
            if later.iter().any(|later| later.arrived.contains(&cell) || later.vacated.contains(&cell)) {
                continue;
            }
            let at = self.at(cell);
            canvas.outlined(&sheet.signs.ring, at, accent, 190);
            // A marble that was placed came from nowhere.
            if let Some(direction) = direction {
                canvas.outlined(&sheet.signs.arrows[index(direction)], at, accent, 200);
            }
        }
        if let (Some((cell, stone)), Some(towards)) = (last.ejected, last.direction) {
            self.fallen(canvas, number, Kind::from(stone), cell, towards);
        }
    }

    /// The marble that went over the rim, on the frame; or into a hole, in the hole.
    fn fallen(&self, canvas: &mut Canvas, number: usize, kind: Kind, cell: Cell, towards: Direction) {
        let sheet = canvas.sheet;
        let hole = cell.step(towards).filter(|cell| self.board.holes.contains(cell));
        let mut at = match hole {
            Some(hole) => self.at(hole),
            None => self.moved(beyond(turned(cell, self.orientation), turned_direction(towards, self.orientation))),
        };
        // A second marble out at the same place lies beside the first.
        let same =
            |last: &LastMove| last.ejected.map(|(cell, _)| cell) == Some(cell) && last.direction == Some(towards);
        if self.board.last.iter().take(number).any(same) {
            at[0] += 2.2 * FALLEN;
        }
        canvas.mask(&sheet.signs.fallen_shadow, beside(at, FALLEN_SHADOW), BLACK, 200);
        canvas.sprite(&sheet.beads.fallen[kind.index()], at);
        canvas.mask(&sheet.signs.fallen_ring, at, sheet.paint.accent, 255);
    }

    /// Crowns lie on top of marbles, so they come last.
    fn crowns(&self, canvas: &mut Canvas) {
        let sheet = canvas.sheet;
        for (cells, color) in &self.board.crowns {
            let middles = cells.map(|cell| self.at(cell));
            let at = [0, 1].map(|axis| middles.iter().map(|middle| middle[axis]).sum::<f32>() / 3.0);
            canvas.mask(&sheet.signs.crown_shadow, beside(at, CROWN_SHADOW), BLACK, 215);
            canvas.sprite(&sheet.beads.crown, at);
            // Where nobody may be told whose it is, it looks like the marbles.
            let carrier = color.map_or(Kind::Veiled, Kind::Owned);
            canvas.outlined(&sheet.signs.crown_sign, at, sheet.paint.materials[carrier.index()].body, 225);
        }
    }

    /// Marbles marked and arrows offered while a move is entered.
    pub fn selection(&self, canvas: &mut Canvas, card: &Card<'_>) {
        let (sheet, select) = (canvas.sheet, canvas.sheet.paint.select);
        for &marked in &card.marked {
            let Marked::Cell(cell) = marked else { continue };
            let at = self.at(cell);
            canvas.outlined(&sheet.signs.ring, at, select, 220);
        }
        for &target in &card.targets {
            let Target::Cell(cell, direction) = target else { continue };
            let direction = turned_direction(direction, self.orientation);
            let (at, by) = (self.at(cell), step(direction));
            let at = beside(at, by.map(|v| v / 2.0));
            canvas.outlined(&sheet.signs.hints[index(direction)], at, select, 225);
        }
    }
}

/// Letters at the left ends of rows, numbers at the lower ends of columns, whichever way the board is turned.
fn labels(canvas: &mut Canvas, orientation: Orientation) {
    let ink = canvas.sheet.paint.label;
    for i in 0..9u8 {
        let named = match orientation {
            Orientation::BlackAtBottom => i,
            Orientation::WhiteAtBottom => 8 - i,
        };
        let ends = [
            (Cell::new(i, i.saturating_sub(4)), Direction::W, char::from(b'A' + named)),
            (Cell::new(i.saturating_sub(4), i), Direction::Se, char::from(b'1' + named)),
        ];
        for (cell, direction, letter) in ends {
            let Some(cell) = cell else { continue };
            let at = beyond(cell, direction);
            let text = line(letter.encode_utf8(&mut [0; 4]), 30.0, Weight::Bold);
            let left = at[0] - text.width / 2.0;
            canvas.text(&text, [left + 1.0, at[1] + 11.5], canvas.sheet.paint.edge);
            canvas.text(&text, [left, at[1] + 10.0], ink);
        }
    }
}

/// A place so far to the right and below.
fn beside(at: [f32; 2], by: [f32; 2]) -> [f32; 2] {
    [at[0] + by[0], at[1] + by[1]]
}

/// The middle of the frame beyond a cell at the rim, on an unturned board.
fn beyond(cell: Cell, direction: Direction) -> [f32; 2] {
    let (at, by) = (center(cell), step(direction));
    [at[0] + by[0] * TO_FRAME, at[1] + by[1] * TO_FRAME]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::double::ORIGINS;
    use crate::kind::Cast;
    use crate::sheet::sheet;
    use crate::theme::Theme;

    #[test]
    fn letters_and_numbers_lie_on_the_same_ground_wherever_the_board_is() {
        for (theme, orientation) in Theme::ALL.map(|theme| (theme, Orientation::WhiteAtBottom)) {
            let sheet = sheet(theme, Cast::Two);
            let (single, mut plain) = (Canvas::new(sheet), Canvas::new(sheet));
            labels(&mut plain, orientation);
            let patch = sheet.labels(orientation, |canvas| labels(canvas, orientation));
            let mut canvas = single.clone();
            canvas.patch(patch, [0, 0]);
            assert!(canvas.pixels == plain.pixels && canvas.pixels != single.pixels, "{theme}");
            let [first, second] = ORIGINS.map(|origin| (Canvas::double(sheet), origin));
            for (other, [x, y]) in [(Canvas::below(sheet, 64), [0, 64]), first, second] {
                for ([left, top], entries) in patch.parts() {
                    let own = &single.pixels[top as usize * single.width + left as usize..][..entries.len()];
                    let there = (top + y) as usize * other.width + (left + x) as usize;
                    assert!(other.pixels[there..].starts_with(own), "{theme}: ({left}, {top}) from ({x}, {y})");
                }
            }
        }
    }
}
