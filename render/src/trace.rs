//! Where the pixels of a board were before: its places are alike, and each line of a place is nearly put together from pieces
//! of the lines above it. The shortest way to say so is found once for a theme.

use std::ops::Range;

use crate::deflate::{LONGEST, SHORTEST};
use crate::geometry::WIDTH;
use crate::settle::{ALONG, LINES};

/// Bits of a byte that is written as it is, about.
const FRESH: u32 = 8;
/// Bits of a repetition without those that its length and distance take.
const REPEATED: u32 = 8;
/// Where pieces of a place are looked for.
const PLACE: Reach = Reach { along: ALONG, before: 120 };
/// The same for what is around: the frame goes on aslant, four columns further with each seven lines.
const AROUND: Reach = Reach { along: 5, before: 16 };
/// What goes on for so long as in the line above is not looked for elsewhere.
const PLAIN: usize = 24;

/// A part of a line, and where it was before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// Pixels.
    pub length: u16,
    /// So many lines above.
    up: u8,
    /// And so far along. If it is 0 in the same line, these pixels were nowhere; see also [`KIN`].
    along: i8,
}

/// How many bytes back the others of its row are that a place has parts in common with: the last marble of another kind – or,
/// where places are made like different models, the last place with the same on it but another model – and the last place
/// with nothing on it.
pub type Kin = [Option<usize>; 2];

/// What stands in [`Piece::along`], in the same line, for each [`Kin`].
const KIN: [i8; 2] = [i8::MIN, i8::MIN + 1];

impl Piece {
    /// Pixels that were nowhere.
    const fn new(length: u16) -> Self {
        Self { length, up: 0, along: 0 }
    }

    const fn is_new(self) -> bool {
        self.up == 0 && self.along == 0
    }

    /// How many bytes back it was, in lines of so many bytes; `None` if it was nowhere.
    pub fn distance(self, stride: usize, kin: Kin) -> Option<usize> {
        match KIN.iter().position(|along| self.up == 0 && *along == self.along) {
            Some(which) => kin[which],
            None if self.is_new() => None,
            None => (usize::from(self.up) * stride).checked_add_signed(-isize::from(self.along)),
        }
    }
}

/// What the lines of a shape are put together from.
#[derive(Default)]
pub struct Trace {
    /// Where the pieces of each line end.
    ends: Vec<u32>,
    pieces: Vec<Piece>,
}

impl FromIterator<Vec<Piece>> for Trace {
    fn from_iter<T: IntoIterator<Item = Vec<Piece>>>(lines: T) -> Self {
        let mut made = Self::default();
        for line in lines {
            made.pieces.extend_from_slice(&line);
            made.ends.push(made.pieces.len() as u32);
        }
        made.ends.shrink_to_fit();
        made.pieces.shrink_to_fit();
        made
    }
}

impl Trace {
    /// The pieces of a line, counted from 0; none of a line that there is not.
    pub fn line(&self, number: usize) -> &[Piece] {
        let end = self.ends.get(number).copied().unwrap_or_default() as usize;
        let start =
            number.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or_default() as usize;
        self.pieces.get(start..end).unwrap_or_default()
    }

    /// Bytes of memory that it takes.
    pub const fn held(&self) -> usize {
        size_of::<u32>() * self.ends.capacity() + size_of::<Piece>() * self.pieces.capacity()
    }
}

/// The same of a place, for each choice of [`Kin`] that it may have.
#[derive(Default)]
pub struct Ways([Trace; 4]);

impl Ways {
    /// The one for this kin.
    pub const fn of(&self, kin: Kin) -> &Trace {
        &self.0[kin[0].is_some() as usize + 2 * kin[1].is_some() as usize]
    }

    /// Bytes of memory that they take.
    pub fn held(&self) -> usize {
        self.0.iter().map(Trace::held).sum()
    }
}

/// Lines of palette entries, each from a column of its own on.
#[derive(Clone, Copy)]
pub struct Shape<'a> {
    /// The first column of each line.
    pub from: &'a [i32],
    /// The entries.
    pub lines: &'a [Vec<u8>],
}

/// How far pieces are looked for.
#[derive(Clone, Copy)]
struct Reach {
    /// Along the lines above.
    along: i32,
    /// In the line itself, in front.
    before: usize,
}

impl<'a> Shape<'a> {
    /// How to write it in few bits. Costs some ten milliseconds for all that is around a board.
    pub fn trace(self) -> Trace {
        (0..self.lines.len()).map(|y| self.whole(y)).collect()
    }

    /// The same of a place beside which others have these lines. Costs some ten milliseconds.
    pub fn place(self, kin: [Option<&[Vec<u8>]>; 2]) -> Ways {
        let mut ways = [const { Vec::new() }; 4];
        for (y, line) in self.lines.iter().enumerate() {
            let own = self.search(y, 0..line.len(), PLACE);
            for (which, ways) in ways.iter_mut().enumerate() {
                let mut search = own.clone();
                for (i, kin) in kin.iter().enumerate().filter(|(i, _)| which >> i & 1 == 1) {
                    if let Some(kin) = kin {
                        search.note(Class::ROW, 0, KIN[i], |x| kin[y][x] == line[x]);
                    }
                }
                ways.push(search.pieces());
            }
        }
        Ways(ways.map(|way| way.into_iter().collect()))
    }

    /// The pieces of a line. What goes on as in the line above for long is taken so at once.
    fn whole(self, y: usize) -> Vec<Piece> {
        let line = &self.lines[y];
        let mut pieces = Vec::new();
        let (mut start, mut x) = (0, 0);
        while x < line.len() {
            let above = y.checked_sub(1).map_or(&[] as &[u8], |above| self.at(above, self.from[y] + x as i32));
            let same = line[x..].iter().zip(above).take_while(|(own, above)| own == above).count();
            if same < PLAIN {
                x += same.max(1);
                continue;
            }
            pieces.extend(self.search(y, start..x, AROUND).pieces());
            pieces.push(Piece { length: same as u16, up: 1, along: 0 });
            x += same;
            start = x;
        }
        pieces.extend(self.search(y, start..x, AROUND).pieces());
        pieces
    }

    /// The rest of line `y` from a column on; nothing before its beginning and behind its end.
    fn at(self, y: usize, column: i32) -> &'a [u8] {
        usize::try_from(column - self.from[y]).ok().and_then(|x| self.lines[y].get(x..)).unwrap_or_default()
    }

    /// What of a part of line `y` is before it and in the lines above.
    fn search(self, y: usize, part: Range<usize>, reach: Reach) -> Search {
        let line = &self.lines[y];
        let mut search = Search::new(part.clone());
        for before in 1..=part.end.min(reach.before) {
            search.note(Class::of(before), 0, -(before as i8), |x| x >= before && line[x - before] == line[x]);
        }
        for up in 1..=y.min(LINES) {
            let source = &self.lines[y - up];
            for along in -reach.along..=reach.along {
                let class = Class::of((up * WIDTH).saturating_add_signed(-along as isize));
                let shift = self.from[y] - self.from[y - up] + along;
                search.note(class, up as u8, along as i8, |x| {
                    usize::try_from(x as i32 + shift).ok().and_then(|x| source.get(x)) == Some(&line[x])
                });
            }
        }
        search
    }
}

/// Distances that cost the same.
#[derive(Clone, Copy)]
struct Class(usize);

impl Class {
    /// The bits that follow the code of a distance, for each class.
    const BITS: [u32; 7] = [2, 4, 7, 9, 10, 11, 12];
    /// That of the distances to other places in a row.
    const ROW: Self = Self(2);

    const fn of(distance: usize) -> Self {
        Self(match distance {
            ..17 => 0,
            17..129 => 1,
            129..1025 => 2,
            1025..2049 => 3,
            2049..4097 => 4,
            4097..8193 => 5,
            _ => 6,
        })
    }
}

/// The bits that follow the code of a length.
const fn length_bits(length: usize) -> u32 {
    match length {
        ..11 => 0,
        11..19 => 1,
        19..35 => 2,
        35..67 => 3,
        67..131 => 4,
        _ => 5,
    }
}

/// The search for the way through a part of a line that takes the fewest bits.
#[derive(Clone)]
struct Search {
    part: Range<usize>,
    /// For each pixel and class of distances, the longest piece that may begin there.
    longest: Vec<[Piece; Class::BITS.len()]>,
}

impl Search {
    /// Nothing is known to repeat.
    fn new(part: Range<usize>) -> Self {
        let longest = vec![[Piece::new(0); Class::BITS.len()]; part.len()];
        Self { part, longest }
    }

    /// Notes which pixels are those so far above and along.
    fn note(&mut self, class: Class, up: u8, along: i8, same: impl Fn(usize) -> bool) {
        let mut run = 0;
        for (x, longest) in self.part.clone().zip(&mut self.longest).rev() {
            run = if same(x) { run + 1 } else { 0 };
            let best = &mut longest[class.0];
            if run > best.length {
                *best = Piece { length: run, up, along };
            }
        }
    }

    /// The pieces of the shortest way.
    fn pieces(&self) -> Vec<Piece> {
        // The bits from each pixel to the end of the part, and the piece that comes first.
        let mut bits = vec![0; self.part.len() + 1];
        let mut first = vec![Piece::new(1); self.part.len()];
        for (x, longest) in self.longest.iter().enumerate().rev() {
            bits[x] = FRESH + bits[x + 1];
            for (piece, class) in longest.iter().zip(Class::BITS) {
                for length in SHORTEST..=usize::from(piece.length).min(LONGEST) {
                    let all = REPEATED + class + length_bits(length) + bits[x + length];
                    if all < bits[x] {
                        bits[x] = all;
                        first[x] = Piece { length: length as u16, ..*piece };
                    }
                }
            }
        }
        let mut pieces: Vec<Piece> = Vec::new();
        let mut x = 0;
        while let Some(piece) = first.get(x) {
            x += usize::from(piece.length);
            match pieces.last_mut() {
                Some(last) if last.is_new() && piece.is_new() => last.length += 1,
                _ => pieces.push(*piece),
            }
        }
        pieces
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the pieces of a trace say that the lines are, in a picture of so many columns.
    fn told(trace: &Trace, shape: Shape<'_>, columns: usize, kin: Kin) -> Vec<u8> {
        let mut picture: Vec<u8> = Vec::new();
        for (y, line) in shape.lines.iter().enumerate() {
            let from = y * columns + shape.from[y] as usize;
            picture.resize(from, 0);
            for piece in trace.line(y) {
                for _ in 0..piece.length {
                    let x = picture.len();
                    picture.push(match piece.distance(columns, kin) {
                        Some(distance) => picture[x - distance],
                        None => line[x - from],
                    });
                }
            }
        }
        picture
    }

    /// Lines that go on slantwise and repeat themselves, with something odd here and there.
    fn lines(count: usize) -> Vec<Vec<u8>> {
        let entry = |x: usize, y: usize| if (x * 7 + y * 3).is_multiple_of(23) { x as u8 } else { ((x + y) / 5) as u8 };
        (0..count).map(|y| (0..40 + y).map(|x| entry(x, y)).collect()).collect()
    }

    #[test]
    fn pieces_tell_exactly_what_the_lines_are() {
        let lines = lines(30);
        let from: Vec<i32> = (0..30).map(|y| 30 - y).collect();
        let shape = Shape { from: &from, lines: &lines };
        let trace = shape.trace();
        let picture = told(&trace, shape, 200, [None; 2]);
        for (y, line) in lines.iter().enumerate() {
            assert_eq!(&picture[y * 200 + from[y] as usize..][..line.len()], line, "line {y}");
        }
        let new: u32 =
            (1..30).flat_map(|y| trace.line(y)).filter(|piece| piece.is_new()).map(|p| u32::from(p.length)).sum();
        assert!(new < 200, "{new} pixels of {} are new", lines.iter().map(Vec::len).sum::<usize>());
        assert!(trace.line(30).is_empty());
    }

    #[test]
    fn a_place_takes_from_its_kin_what_they_have_in_common() {
        let lines = lines(20);
        let from = vec![0; 20];
        let shape = Shape { from: &from, lines: &lines };
        // One that has the same beginnings, and one that has the same ends.
        let like = |same: fn(usize, usize) -> bool| -> Vec<Vec<u8>> {
            let other = |line: &Vec<u8>| {
                line.iter().enumerate().map(|(x, own)| if same(x, line.len()) { *own } else { 255 }).collect()
            };
            lines.iter().map(other).collect()
        };
        let (first, last) = (like(|x, _| x < 12), like(|x, length| x + 12 >= length));
        let ways = shape.place([Some(&first), Some(&last)]);
        for kin in [[None, None], [Some(100), None], [None, Some(200)], [Some(100), Some(200)]] {
            let taken = |i: usize| {
                let of = |y| ways.of(kin).line(y).iter().filter(|piece| piece.up == 0 && piece.along == KIN[i]).count();
                (0..20).map(of).sum::<usize>()
            };
            assert_eq!([0, 1].map(|i| taken(i) > 0), kin.map(|kin| kin.is_some()), "{kin:?}");
            for (y, line) in lines.iter().enumerate() {
                let length: u32 = ways.of(kin).line(y).iter().map(|piece| u32::from(piece.length)).sum();
                assert_eq!(length as usize, line.len(), "{kin:?}, line {y}");
            }
        }
        let bits = |kin| (0..20).map(|y| ways.of(kin).line(y).len()).sum::<usize>();
        assert!(bits([Some(100), Some(200)]) < bits([None, None]));
    }
}
