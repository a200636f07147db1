//! A board in few bytes: each line of a ball, a bowl or a bar is nearly a piece of a line above it, only further along. Where
//! the eye cannot tell the difference, exactly such a piece is taken, which deflate then finds in every picture.

use crate::palette::{Nearest, distance};
use crate::theme::Rgb;
use crate::tile::Finder;

/// How far off a color may be where a place becomes like its model: they do not lie side by side, and it is the grain of the board
/// that differs.
const ALIKE: i32 = 500;
/// Lines above in which a piece is looked for: deflate looks back 32,768 bytes, 31 lines of a picture.
pub const LINES: usize = 8;
/// How far along.
pub const ALONG: i32 = 14;
/// A shorter piece saves nothing.
const LEAST: usize = 4;

/// A line of a shape: where it begins, and its colors.
pub struct Stretch {
    /// The first column.
    pub from: i32,
    /// From there on.
    pub colors: Vec<Rgb>,
}

/// What shapes are settled in.
#[derive(Clone, Copy)]
pub struct Settler<'a> {
    /// The colors there are.
    pub palette: &'a [Rgb],
    /// The way to them.
    pub nearest: &'a Nearest,
    /// How far off a color may be.
    pub tolerance: i32,
}

/// Colors on their way to palette entries.
struct Line<'a> {
    colors: &'a [Rgb],
    /// The nearest entry for each.
    best: Vec<u8>,
    palette: &'a [Rgb],
    tolerance: i32,
    calm: &'a dyn Fn(Rgb) -> bool,
}

impl Line<'_> {
    /// May this entry stand at `x`, so far off at most?
    fn fits(&self, x: usize, entry: u8, tolerance: i32) -> bool {
        let color = self.colors[x];
        entry == self.best[x] || distance(self.palette[usize::from(entry)], color) <= tolerance && !(self.calm)(color)
    }

    /// As much of the beginning of `source` as may stand from `x` on.
    fn run<'b>(&self, x: usize, source: &'b [u8], tolerance: i32) -> &'b [u8] {
        let fit = source.iter().zip(x..self.best.len()).take_while(|(entry, x)| self.fits(*x, **entry, tolerance));
        &source[..fit.count()]
    }

    /// May `source` be a longer piece from `x` on than so many pixels? Then it fits behind them.
    fn may_beat(&self, length: usize, x: usize, source: &[u8]) -> bool {
        source.len() > length && x + length < self.best.len() && self.fits(x + length, source[length], self.tolerance)
    }
}

impl Settler<'_> {
    /// The palette entries of a shape, line by line. Colors that are `calm` get the nearest entry, as they lie in wide places
    /// where the least step shows. What fits of `like`, the same shape at another place, is taken before anything else.
    /// Costs some milliseconds for a place, some tens for all that is around them.
    pub fn settle(self, shape: &[Stretch], calm: &dyn Fn(Rgb) -> bool, like: Option<&[Vec<u8>]>) -> Vec<Vec<u8>> {
        let mut finder = Finder::new(self.nearest);
        let mut settled: Vec<Vec<u8>> = Vec::with_capacity(shape.len());
        for (y, Stretch { from, colors }) in shape.iter().enumerate() {
            let best = colors.iter().map(|color| finder.find(*color)).collect();
            let line = Line { colors, best, palette: self.palette, tolerance: self.tolerance, calm };
            let same = like.and_then(|like| like.get(y)).map_or(&[] as &[u8], Vec::as_slice);
            let mut entries: Vec<u8> = Vec::with_capacity(colors.len());
            while entries.len() < colors.len() {
                let x = entries.len();
                let mut piece = line.run(x, same.get(x..).unwrap_or_default(), ALIKE);
                if piece.len() < LEAST {
                    let above = (y.saturating_sub(LINES)..y).rev().flat_map(|above| {
                        let middle = x as i32 + from - shape[above].from;
                        let starts =
                            (0..=ALONG).chain(-ALONG..0).filter_map(move |along| usize::try_from(middle + along).ok());
                        let line = &settled[above];
                        starts.map(move |start| line.get(start..).unwrap_or_default())
                    });
                    for source in above {
                        if line.may_beat(piece.len(), x, source) {
                            let other = line.run(x, source, self.tolerance);
                            piece = if other.len() > piece.len() { other } else { piece };
                        }
                    }
                }
                if piece.len() >= LEAST {
                    entries.extend_from_slice(piece);
                } else {
                    entries.push(line.best[x]);
                }
            }
            settled.push(entries);
        }
        settled
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_pieces_of_those_above_and_no_color_is_far_off() {
        let palette: Vec<Rgb> = (0..=255).map(|v| [v; 3]).collect();
        let nearest = Nearest::new(&palette);
        let shade = |x: i32, y: i32| [(90.0 + 2.3 * f64::from(x) + 1.7 * f64::from(y)) as u8; 3];
        let line = |y: i32| Stretch { from: -y, colors: (-y..30).map(|x| shade(x, y)).collect() };
        let shape: Vec<Stretch> = (0..20).map(line).collect();
        let settled = Settler { palette: &palette, nearest: &nearest, tolerance: 140 }.settle(&shape, &|_| false, None);
        let mut literal = 0;
        for (line, entries) in shape.iter().zip(&settled) {
            assert_eq!(line.colors.len(), entries.len());
            for (color, entry) in line.colors.iter().zip(entries) {
                assert!(distance(palette[usize::from(*entry)], *color) <= 140);
            }
        }
        for pair in settled.windows(2) {
            literal += pair[1].windows(LEAST).filter(|piece| !pair[0].windows(LEAST).any(|own| own == *piece)).count();
        }
        assert!(literal < 20 * 8, "{literal} pieces are new");
    }
}
