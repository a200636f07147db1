//! A board as the repetitions that deflate writes. What was copied to the canvas tells where nearly everything was before, so
//! that only what was laid over it has to be searched for. What it tells is believed where the pixels agree, and nowhere else.

use crate::canvas::{Canvas, Laid};
use crate::deflate::{Deflate, LONGEST, SHORTEST, WINDOW};
use crate::sheet::Sheet;
use crate::trace::{Kin, Piece};

/// The shortest repetition worth taking from further away than [`NEAR`] if nothing speaks for it.
const SHORTEST_FAR: usize = 4;
/// In bytes.
const NEAR: usize = 512;
/// Of a longer piece no more bytes are noted for later.
const NOTED: usize = 16;
/// Bits of a hash.
const HASH: u32 = 13;

/// What is kept from one picture to the next.
#[derive(Default)]
pub struct Composer {
    /// Behind the last two places with each hash; 0 for none.
    seen: Vec<[u32; 2]>,
    /// For each column, how far back the piece was that was found there last; 0 for none.
    above: Vec<u16>,
}

impl Composer {
    /// Writes the lines of a canvas: `data` is its pixels, in front of each row another byte. The same bytes come out whatever
    /// the canvas says of itself, only more or fewer bits.
    pub fn compose(&mut self, canvas: &Canvas, data: &[u8], deflate: &mut Deflate) {
        let sheet = canvas.sheet;
        let stride = canvas.width + 1;
        self.seen.clear();
        self.seen.resize(1 << HASH, [0; 2]);
        self.above.clear();
        self.above.resize(stride, 0);
        let places = placed(canvas);
        let mut way = Way { data, stride, at: 0, last: stride, composer: self, deflate };
        for y in 0..canvas.height {
            let row = y * stride + 1;
            // The byte in front, and as much of the page as one repetition has.
            way.again(row, stride);
            let board = canvas.top.and_then(|top| y.checked_sub(top));
            let sides = [0, 1].map(|which| board.and_then(|line| sheet.side(which, line)));
            if let Some((from, pieces)) = sides[0] {
                way.follow(row + from, pieces, [None; 2]);
            }
            for placed in &places {
                placed.line(sheet, y, row, &mut way);
            }
            if let Some((from, pieces)) = sides[1] {
                way.follow(row + from, pieces, [None; 2]);
            }
            way.search(row + canvas.width);
            way.deflate.pause();
        }
    }
}

/// A place, and what is before it in its row.
struct Placed {
    laid: Laid,
    /// How many bytes back the last one is with the same on it, made like the same model.
    before: Option<usize>,
    kin: Kin,
}

impl Placed {
    /// Goes on through the line that it has in row `y` of pixels, which begins at byte `row`, if it has one there.
    fn line(&self, sheet: &Sheet, y: usize, row: usize, way: &mut Way<'_>) {
        let dy = y as i32 - self.laid.at[1];
        let Some((line, half)) = sheet.lattice.line(dy) else { return };
        // A place that is not wholly on the picture is none.
        let [Ok(from), Ok(end)] = [-half, half].map(|x| usize::try_from(self.laid.at[0] + x)) else { return };
        if end >= way.stride {
            return;
        }
        let [from, end] = [row + from, row + end];
        if let Some(distance) = self.before {
            way.search(from);
            way.again(end, distance);
        } else if let Some(ways) = sheet.ways.get(self.laid.layer * sheet.lattice.models.len() + self.laid.model) {
            way.follow(from, ways.of(self.kin).line(line), self.kin);
        }
    }
}

/// The places of a canvas from the left: in this order each row of pixels comes upon them.
fn placed(canvas: &Canvas) -> Vec<Placed> {
    let mut all = canvas.places.clone();
    all.sort_unstable_by_key(|laid| (laid.at[1], laid.at[0]));
    let empty = canvas.sheet.kinds.len();
    let is_varied = canvas.sheet.lattice.models.len() > 1;
    let mut placed: Vec<Placed> = all
        .iter()
        .enumerate()
        .map(|(i, &laid)| {
            let last = |fits: &dyn Fn(&Laid) -> bool| {
                let mut row = all[..i].iter().rev().take_while(|other| other.at[1] == laid.at[1]);
                let distance = usize::try_from(laid.at[0] - row.find(|other| fits(other))?.at[0]).ok()?;
                (distance > 0).then_some(distance)
            };
            let before = last(&|other| (other.layer, other.model) == (laid.layer, laid.model));
            let next = if is_varied {
                last(&|other| other.layer == laid.layer && other.model != laid.model)
            } else {
                last(&|other| other.layer != laid.layer && other.layer != empty)
            };
            let bare = last(&|other| laid.layer != empty && (other.layer, other.model) == (empty, laid.model));
            let kin = [next, bare];
            Placed { laid, before, kin }
        })
        .collect();
    placed.sort_by_key(|placed| placed.laid.at[0]);
    placed
}

/// A picture under work.
struct Way<'a> {
    data: &'a [u8],
    stride: usize,
    /// All before it is written.
    at: usize,
    /// How far back the last piece was.
    last: usize,
    composer: &'a mut Composer,
    deflate: &'a mut Deflate,
}

impl Way<'_> {
    /// Goes on to `end`; all of it should have been so far back.
    fn again(&mut self, end: usize, distance: usize) {
        let end = end.min(self.data.len());
        while self.at < end {
            if !self.take(distance) {
                self.found();
            }
        }
    }

    /// Goes on to `end`, of which nothing is known.
    fn search(&mut self, end: usize) {
        let end = end.min(self.data.len());
        while self.at < end {
            self.found();
        }
    }

    /// Goes on to `from`, and through the pieces that begin there.
    fn follow(&mut self, from: usize, pieces: &[Piece], kin: Kin) {
        self.search(from);
        let mut end = from;
        // Where the pieces so far were as they should be, what is new was not changed either.
        let mut is_sure = true;
        for piece in pieces {
            end = (end + usize::from(piece.length)).min(self.data.len());
            match piece.distance(self.stride, kin) {
                Some(distance) => {
                    while self.at < end {
                        is_sure = self.take(distance);
                        if !is_sure {
                            self.found();
                        }
                    }
                }
                None if is_sure && self.at < end => {
                    self.deflate.fresh(&self.data[self.at..end]);
                    self.at = end;
                }
                None => self.search(end),
            }
        }
    }

    /// Repeats what was so far back, as long as it is the same; `false` if that is too short.
    fn take(&mut self, distance: usize) -> bool {
        if distance > self.at || distance > WINDOW {
            return false;
        }
        let length = common(self.data, self.at, distance);
        if length < SHORTEST {
            return false;
        }
        self.repeat(length, distance);
        true
    }

    fn repeat(&mut self, length: usize, distance: usize) {
        self.deflate.repeat(length, distance);
        self.at += length;
        self.last = distance;
    }

    /// Notes the next bytes, and tells how far back they were the last two times; 0 for never.
    fn note(&mut self, at: usize) -> [usize; 2] {
        self.data.get(at..at + 4).map_or([0; 2], |bytes| {
            let word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
            let seen = &mut self.composer.seen[(word.wrapping_mul(0x9e37_79b1) >> (32 - HASH)) as usize];
            let before = *seen;
            *seen = [at as u32 + 1, before[0]];
            before.map(|behind| if behind == 0 { 0 } else { at + 1 - behind as usize })
        })
    }

    /// Writes one piece, or one byte, of what nobody has told: a piece from where the one above came from, or the one
    /// before, or from the line above, or from where the next bytes were last.
    fn found(&mut self) {
        let (at, data) = (self.at, self.data);
        let column = at % self.stride;
        let [one, two] = self.note(at);
        let (mut longest, mut from) = (0, 0);
        for distance in [usize::from(self.composer.above[column]), self.last, self.stride, one, two] {
            if distance == 0 || distance > at || distance > WINDOW {
                continue;
            }
            // A longer one has to agree where the best one ends.
            if longest > 0 && data.get(at + longest).is_none_or(|byte| *byte != data[at + longest - distance]) {
                continue;
            }
            let length = common(data, at, distance);
            if length > longest {
                (longest, from) = (length, distance);
            }
        }
        if longest < if from > NEAR { SHORTEST_FAR } else { SHORTEST } {
            self.deflate.fresh(&data[at..=at]);
            self.at += 1;
            return;
        }
        for at in at + 1..(at + longest.min(NOTED)).min(data.len()) {
            self.note(at);
        }
        let end = (column + longest).min(self.stride);
        self.composer.above[column..end].fill(from as u16);
        self.repeat(longest, from);
    }
}

/// How many bytes from `at` on are those `distance` before, as many as deflate repeats at most.
fn common(data: &[u8], at: usize, distance: usize) -> usize {
    let most = LONGEST.min(data.len() - at);
    let (first, second) = (&data[at..at + most], &data[at - distance..at - distance + most]);
    let mut length = 0;
    for (one, other) in first.as_chunks::<8>().0.iter().zip(second.as_chunks::<8>().0) {
        let differ = u64::from_le_bytes(*one) ^ u64::from_le_bytes(*other);
        if differ != 0 {
            return length + (differ.trailing_zeros() / 8) as usize;
        }
        length += 8;
    }
    length + first[length..].iter().zip(&second[length..]).take_while(|(one, other)| one == other).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind::Cast;
    use crate::sheet::sheet;
    use crate::theme::Theme;

    /// What deflate makes of the canvas, and how long it is before that.
    fn round_trip(composer: &mut Composer, canvas: &Canvas) -> (Vec<u8>, usize) {
        let mut data = Vec::new();
        for row in canvas.pixels.chunks_exact(canvas.width) {
            data.push(0);
            data.extend_from_slice(row);
        }
        let mut deflate = Deflate::default();
        composer.compose(canvas, &data, &mut deflate);
        let mut file = Vec::new();
        deflate.finish(&mut file);
        let mut back = vec![0; data.len()];
        let length = libdeflater::Decompressor::new().deflate_decompress(&file, &mut back).expect("a deflate stream");
        assert!(length == data.len() && back == data, "other pixels came back");
        let pixels = back.chunks_exact(canvas.width + 1).flat_map(|row| &row[1..]).copied().collect();
        (pixels, file.len())
    }

    /// Numbers without order.
    fn numbers() -> impl Iterator<Item = usize> {
        let mut state = 1u64;
        std::iter::repeat_with(move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize
        })
    }

    #[test]
    fn every_pixel_comes_back_whatever_was_laid_over_the_places() {
        let mut composer = Composer::default();
        let mut numbers = numbers();
        let mut next = |most: usize| numbers.next().unwrap_or_default() % most;
        for (cast, double) in [(Cast::Two, false), (Cast::All, true), (Cast::Points, false)] {
            let sheet = sheet(Theme::default(), cast);
            let mut canvas = if double { Canvas::double(sheet) } else { Canvas::below(sheet, 17) };
            assert_eq!(round_trip(&mut composer, &canvas).0, canvas.pixels);
            for middle in &sheet.lattice.middles {
                let kind = sheet.kinds[next(sheet.kinds.len())];
                canvas.copy(kind, *middle, if double { crate::double::ORIGINS[1] } else { [0, 17] });
            }
            for _ in 0..4 {
                assert_eq!(round_trip(&mut composer, &canvas).0, canvas.pixels);
                for _ in 0..300 {
                    let (start, length, entry) = (next(canvas.pixels.len()), next(90), next(200) as u8);
                    canvas.pixels.iter_mut().skip(start).take(length).for_each(|pixel| *pixel = entry);
                }
                // What the canvas says of itself is not true any more, and of some places never was.
                for _ in 0..10 {
                    let place = next(canvas.places.len());
                    canvas.places[place].layer = next(sheet.kinds.len() + 3);
                    canvas.places[place].model = next(3);
                }
                canvas.places[0].at = [next(2000) as i32 - 500, next(2000) as i32 - 500];
                canvas.top = canvas.top.map(|top| top + next(3));
            }
        }
    }

    #[test]
    fn what_is_known_of_a_canvas_saves_bits() {
        let sheet = sheet(Theme::default(), Cast::Two);
        let mut canvas = Canvas::new(sheet);
        for (i, middle) in sheet.lattice.middles.iter().enumerate() {
            canvas.copy(sheet.kinds[i % 7 / 4], *middle, [0, 0]);
        }
        let (_, told) = round_trip(&mut Composer::default(), &canvas);
        canvas.places.clear();
        canvas.top = None;
        let (_, untold) = round_trip(&mut Composer::default(), &canvas);
        assert!(told * 16 < untold * 15, "{told} bytes, without knowing {untold}");
    }
}
