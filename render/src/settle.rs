//! Marbles in few bytes: each line of a ball is nearly a piece of a line above it, only further along. Where the eye
//! cannot tell the difference, exactly such a piece is taken, which deflate then finds in every picture.

use crate::palette::{Nearest, distance};
use crate::theme::Rgb;

/// How far off a color may be: three or four steps of 255 in each channel, seen beside each other by nobody.
const TOLERANCE: i32 = 140;
/// Lines above in which a piece is looked for: deflate looks back 32,768 bytes, 31 lines of a picture.
const LINES: usize = 8;
/// How far along.
const ALONG: i32 = 14;
/// A shorter piece saves nothing.
const LEAST: usize = 4;

/// A line of a shape: where it begins, and its colors.
pub struct Stretch {
    /// The first column.
    pub from: i32,
    /// From there on.
    pub colors: Vec<Rgb>,
}

/// The palette entries of a shape, line by line.
pub fn settle(shape: &[Stretch], palette: &[Rgb], nearest: &Nearest) -> Vec<Vec<u8>> {
    let mut settled: Vec<Vec<u8>> = Vec::with_capacity(shape.len());
    for (y, line) in shape.iter().enumerate() {
        let best: Vec<u8> = line.colors.iter().map(|color| nearest.find(*color)).collect();
        let fits = |x: usize, entry: u8| {
            entry == best[x] || distance(palette[usize::from(entry)], line.colors[x]) <= TOLERANCE
        };
        let mut entries: Vec<u8> = Vec::with_capacity(best.len());
        while entries.len() < best.len() {
            let x = entries.len();
            let mut piece: &[u8] = &[];
            for above in (y.saturating_sub(LINES)..y).rev() {
                for along in -ALONG..=ALONG {
                    let Ok(start) = usize::try_from(x as i32 + line.from + along - shape[above].from) else { continue };
                    let source = settled[above].get(start..).unwrap_or_default();
                    let length = source.iter().zip(x..best.len()).take_while(|(entry, x)| fits(*x, **entry)).count();
                    if length > piece.len() {
                        piece = &source[..length];
                    }
                }
            }
            if piece.len() >= LEAST {
                entries.extend_from_slice(piece);
            } else {
                entries.push(best[x]);
            }
        }
        settled.push(entries);
    }
    settled
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
        let settled = settle(&shape, &palette, &nearest);
        let mut literal = 0;
        for (line, entries) in shape.iter().zip(&settled) {
            assert_eq!(line.colors.len(), entries.len());
            for (color, entry) in line.colors.iter().zip(entries) {
                assert!(distance(palette[usize::from(*entry)], *color) <= TOLERANCE);
            }
        }
        for pair in settled.windows(2) {
            literal += pair[1].windows(LEAST).filter(|piece| !pair[0].windows(LEAST).any(|own| own == *piece)).count();
        }
        assert!(literal < 20 * 8, "{literal} pieces are new");
    }
}
