//! The second half of deflate (RFC 1951): repetitions and bytes that were found elsewhere as bits, each block with codes of its
//! own. `libflate` could do the same, and takes 2 to 3 ms per megapixel for it, which is all the time that a picture has.

use std::sync::LazyLock;

/// Nothing from further back is repeated.
pub const WINDOW: usize = 32_768;
/// Nor anything longer.
pub const LONGEST: usize = 258;
/// Nor anything shorter.
pub const SHORTEST: usize = 3;

/// Repetitions and bytes in a block, at least.
const BLOCK: usize = 12_288;
/// Symbols: bytes, the end of a block, lengths.
const SYMBOLS: usize = 286;
/// Symbols of distances.
const DISTANCES: usize = 30;
/// The end of a block.
const END: usize = 256;
/// No code has more bits.
const DEEPEST: usize = 15;
/// Symbols of the lengths of codes, in the order in which a block tells them.
const ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
/// No code of those has more bits.
const SHALLOW: usize = 7;

/// What a block is made of.
#[derive(Clone, Copy)]
struct Token {
    /// 0 for a byte.
    length: u16,
    /// How far back, or the byte.
    what: u16,
}

/// What lengths or distances share a symbol.
#[derive(Clone, Copy, Default)]
struct Class {
    /// Counted from the first of its sort.
    symbol: u8,
    /// Bits behind the code, which tell how much more than the least it is.
    count: u8,
    least: u16,
}

/// The class of each length.
static LENGTHS: LazyLock<[Class; LONGEST + 1]> = LazyLock::new(|| {
    let mut classes = [Class::default(); LONGEST + 1];
    let mut least = SHORTEST;
    for symbol in 0..28u8 {
        let count = symbol.saturating_sub(4) / 4;
        for class in classes.iter_mut().skip(least).take(1 << count) {
            *class = Class { symbol, count, least: least as u16 };
        }
        least += 1 << count;
    }
    // The longest has a symbol of its own.
    classes[LONGEST] = Class { symbol: 28, count: 0, least: LONGEST as u16 };
    classes
});

/// The class of a distance.
const fn far(distance: u16) -> Class {
    let above = distance - 1;
    if above < 4 {
        return Class { symbol: above as u8, count: 0, least: distance };
    }
    let count = 14 - above.leading_zeros() as u8;
    let upper = above >> count & 1;
    Class { symbol: 2 * (count + 1) + upper as u8, count, least: ((2 + upper) << count) + 1 }
}

/// A deflate stream under work.
pub struct Deflate {
    out: Vec<u8>,
    /// Bits that are no whole byte yet, and how many.
    held: u64,
    count: u32,
    tokens: Vec<Token>,
    /// How often each symbol comes in the block.
    symbols: [u32; SYMBOLS],
    distances: [u32; DISTANCES],
}

impl Default for Deflate {
    fn default() -> Self {
        let (symbols, distances) = ([0; SYMBOLS], [0; DISTANCES]);
        Self { out: Vec::new(), held: 0, count: 0, tokens: Vec::new(), symbols, distances }
    }
}

impl Deflate {
    /// Begins a stream; what is left of one that was never finished is forgotten.
    pub fn begin(&mut self) {
        self.out.clear();
        (self.held, self.count) = (0, 0);
        self.forget();
    }

    fn forget(&mut self) {
        self.tokens.clear();
        self.symbols.fill(0);
        self.distances.fill(0);
    }

    /// Bytes as they are.
    pub fn fresh(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.symbols[usize::from(byte)] += 1;
        }
        self.tokens.extend(bytes.iter().map(|byte| Token { length: 0, what: u16::from(*byte) }));
    }

    /// So many bytes, [`SHORTEST`] to [`LONGEST`], as they were so far back, 1 to [`WINDOW`] bytes.
    pub fn repeat(&mut self, length: usize, distance: usize) {
        debug_assert!(
            (SHORTEST..=LONGEST).contains(&length) && (1..=WINDOW).contains(&distance),
            "{length}, {distance}"
        );
        let (length, what) = (length as u16, distance as u16);
        self.symbols[END + 1 + usize::from(LENGTHS[usize::from(length)].symbol)] += 1;
        self.distances[usize::from(far(what).symbol)] += 1;
        self.tokens.push(Token { length, what });
    }

    /// Here a block may end.
    pub fn pause(&mut self) {
        if self.tokens.len() >= BLOCK {
            self.block(false);
        }
    }

    /// Ends the stream and appends it to `file`. What comes then begins another one.
    pub fn finish(&mut self, file: &mut Vec<u8>) {
        self.block(true);
        file.append(&mut self.out);
        file.extend_from_slice(&self.held.to_le_bytes()[..self.count.div_ceil(8) as usize]);
        (self.held, self.count) = (0, 0);
    }

    /// Writes the low `count` bits, at most 48.
    fn put(&mut self, bits: u64, count: u8) {
        self.held |= bits << self.count;
        self.count += u32::from(count);
        // All eight are written, and those that are not whole yet are written over.
        let whole = (self.count / 8) as usize;
        self.out.extend_from_slice(&self.held.to_le_bytes());
        self.out.truncate(self.out.len() - 8 + whole);
        self.held = self.held.checked_shr(8 * whole as u32).unwrap_or_default();
        self.count %= 8;
    }

    /// Writes what came since the last block.
    fn block(&mut self, is_last: bool) {
        self.symbols[END] = 1;
        let (symbols, distances) = (depths(&self.symbols, DEEPEST), depths(&self.distances, DEEPEST));
        self.head(&symbols, &distances, is_last);
        let (symbols, distances) = (codes(&symbols), codes(&distances));
        let tokens = std::mem::take(&mut self.tokens);
        let lengths = &*LENGTHS;
        for Token { length, what } in &tokens {
            if *length == 0 {
                let code = symbols[usize::from(*what)];
                self.put(u64::from(code.bits), code.count);
                continue;
            }
            let (length, far) = ((lengths[usize::from(*length)], length), (far(*what), what));
            let code = symbols[END + 1 + usize::from(length.0.symbol)];
            let (mut bits, mut count) = (u64::from(code.bits), code.count);
            let code = distances[usize::from(far.0.symbol)];
            for (more, its) in [
                (length.1 - length.0.least, length.0.count),
                (code.bits, code.count),
                (far.1 - far.0.least, far.0.count),
            ] {
                bits |= u64::from(more) << count;
                count += its;
            }
            self.put(bits, count);
        }
        let end = symbols[END];
        self.put(u64::from(end.bits), end.count);
        // Its room serves the next block.
        self.tokens = tokens;
        self.forget();
    }

    /// Begins a block: how many bits each of its codes has, in a code in which repetitions have symbols of their own.
    fn head(&mut self, symbols: &[u8; SYMBOLS], distances: &[u8; DISTANCES], is_last: bool) {
        let used =
            |depths: &[u8], least: usize| depths.iter().rposition(|d| *d > 0).map_or(least, |i| least.max(i + 1));
        let (symbol_count, distance_count) = (used(symbols, END + 1), used(distances, 1));
        let all = [&symbols[..symbol_count], &distances[..distance_count]].concat();
        // Each symbol, what follows it, and in how many bits.
        let mut told: Vec<(usize, usize, u8)> = Vec::new();
        for run in all.chunk_by(|one, other| one == other) {
            let (depth, mut left) = (usize::from(run[0]), run.len());
            while left > 0 {
                let (taken, symbol) = match (depth, left) {
                    (0, 11..) => (left.min(138), (18, left.min(138) - 11, 7)),
                    (0, 3..) => (left, (17, left - 3, 3)),
                    (1.., 3..) if left < run.len() => (left.min(6), (16, left.min(6) - 3, 2)),
                    _ => (1, (depth, 0, 0)),
                };
                told.push(symbol);
                left -= taken;
            }
        }
        let mut often = [0; ORDER.len()];
        for (symbol, ..) in &told {
            often[*symbol] += 1;
        }
        let own = depths(&often, SHALLOW);
        let shown = ORDER.iter().rposition(|symbol| own[*symbol] > 0).map_or(4, |i| 4.max(i + 1));
        // 2: codes of its own.
        self.put(u64::from(is_last) | 2 << 1, 3);
        self.put((symbol_count - END - 1) as u64, 5);
        self.put(distance_count as u64 - 1, 5);
        self.put(shown as u64 - 4, 4);
        ORDER[..shown].iter().for_each(|symbol| self.put(u64::from(own[*symbol]), 3));
        let codes = codes(&own);
        for (symbol, more, count) in told {
            let code = codes[symbol];
            self.put(u64::from(code.bits) | (more as u64) << code.count, code.count + count);
        }
    }
}

/// A code, ready to be written from its last bit on.
#[derive(Clone, Copy, Default)]
struct Code {
    bits: u16,
    count: u8,
}

/// How many bits the code of each symbol has, for how often it comes (Huffman), none more than `most`; 0 for those that do not.
/// Codes that would be too long are cut, and others made longer until there is room, which costs next to nothing.
fn depths<const N: usize>(often: &[u32; N], most: usize) -> [u8; N] {
    let mut depths = [0; N];
    let mut used: Vec<usize> = (0..N).filter(|symbol| often[*symbol] > 0).collect();
    if let [only] = used[..] {
        // Even the only one has a bit.
        depths[only] = 1;
    }
    if used.len() < 2 {
        return depths;
    }
    used.sort_unstable_by_key(|symbol| often[*symbol]);
    // Two queues: leaves by weight, and joints, which come about by weight.
    let leaves = used.len();
    let mut weight: Vec<u64> = used.iter().map(|symbol| u64::from(often[*symbol])).collect();
    let mut parent = vec![0; 2 * leaves - 1];
    let (mut leaf, mut joint) = (0, leaves);
    for next in leaves..2 * leaves - 1 {
        let mut lightest = || {
            let queue =
                if leaf < leaves && (joint == next || weight[leaf] <= weight[joint]) { &mut leaf } else { &mut joint };
            parent[*queue] = next;
            *queue += 1;
            weight[*queue - 1]
        };
        let both = lightest() + lightest();
        weight.push(both);
    }
    let mut depth = vec![0; 2 * leaves - 1];
    for i in (0..2 * leaves - 2).rev() {
        depth[i] = depth[parent[i]] + 1;
    }
    let mut counts = vec![0; most + 1];
    depth[..leaves].iter().for_each(|depth| counts[most.min(*depth)] += 1);
    let room = 1usize << most;
    let mut taken: usize = counts.iter().enumerate().skip(1).map(|(depth, count)| count << (most - depth)).sum();
    while taken > room {
        counts[most] -= 1;
        let shorter = (1..most).rev().find(|depth| counts[*depth] > 0).unwrap_or(1);
        counts[shorter] -= 1;
        counts[shorter + 1] += 2;
        taken -= 1;
    }
    // The rarest get the longest.
    let mut used = used.into_iter();
    for (depth, count) in counts.into_iter().enumerate().skip(1).rev() {
        used.by_ref().take(count).for_each(|symbol| depths[symbol] = depth as u8);
    }
    depths
}

/// The codes of so many bits.
fn codes<const N: usize>(depths: &[u8; N]) -> [Code; N] {
    let mut codes = [Code::default(); N];
    let mut next = 0u16;
    for count in 1..=DEEPEST as u8 {
        for (code, _) in codes.iter_mut().zip(depths).filter(|(_, depth)| **depth == count) {
            *code = Code { bits: next.reverse_bits() >> (16 - count), count };
            next += 1;
        }
        next <<= 1;
    }
    codes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What comes out again.
    fn inflated(deflate: &mut Deflate, length: usize) -> Vec<u8> {
        let mut file = Vec::new();
        deflate.finish(&mut file);
        let mut bytes = vec![0; length + 1];
        let count = libdeflater::Decompressor::new().deflate_decompress(&file, &mut bytes).expect("a deflate stream");
        bytes.truncate(count);
        bytes
    }

    #[test]
    fn all_lengths_and_distances_come_back() {
        let mut deflate = Deflate::default();
        let mut bytes: Vec<u8> = (0..WINDOW).map(|i| (i * i / 7 % 251) as u8).collect();
        deflate.fresh(&bytes);
        let repeat = |deflate: &mut Deflate, bytes: &mut Vec<u8>, length: usize, distance: usize| {
            deflate.repeat(length, distance);
            (0..length).for_each(|_| bytes.push(bytes[bytes.len() - distance]));
        };
        for length in SHORTEST..=LONGEST {
            repeat(&mut deflate, &mut bytes, length, 1 + length * 97 % WINDOW);
            deflate.pause();
        }
        for distance in (1..=WINDOW).step_by(13).chain([2, 3, 4, 5, 6, 7, 8, 9, WINDOW - 1, WINDOW]) {
            repeat(&mut deflate, &mut bytes, 3 + distance % 5, distance);
            deflate.pause();
        }
        assert!(inflated(&mut deflate, bytes.len()) == bytes);
        // The next stream knows nothing of this one, nor of one that was given up.
        deflate.fresh(b"given up");
        deflate.begin();
        deflate.fresh(b"abc");
        assert_eq!(inflated(&mut deflate, 3), b"abc");
        assert_eq!(inflated(&mut deflate, 0), b"");
    }

    #[test]
    fn every_distance_is_its_class() {
        for distance in 1..=WINDOW as u16 {
            let Class { symbol, count, least } = far(distance);
            assert!(usize::from(symbol) < DISTANCES && distance - least < 1 << count, "{distance}");
        }
        for (length, class) in LENGTHS.iter().enumerate().skip(SHORTEST) {
            assert!(length as u16 - class.least < 1 << class.count, "{length}");
        }
    }

    #[test]
    fn no_code_is_too_long_and_all_are_told_apart() {
        // As rare as they can be, one behind the other: the codes would have forty bits.
        let mut often = [0u32; 45];
        (often[0], often[1]) = (1, 1);
        for i in 2..often.len() {
            often[i] = often[i - 1] + often[i - 2];
        }
        for most in [SHALLOW, DEEPEST] {
            let depths = depths(&often, most);
            assert!(depths.iter().all(|depth| (1..=most).contains(&usize::from(*depth))), "{depths:?}");
            let taken: usize = depths.iter().map(|depth| 1usize << (most - usize::from(*depth))).sum();
            assert_eq!(taken, 1 << most, "{depths:?}");
            assert!(depths.is_sorted_by(|rare, often| rare >= often), "{depths:?}");
        }
        let mut deflate = Deflate::default();
        let bytes: Vec<u8> = (0..24u8).flat_map(|i| std::iter::repeat_n(i, often[usize::from(i)] as usize)).collect();
        deflate.fresh(&bytes);
        assert!(inflated(&mut deflate, bytes.len()) == bytes);
    }
}
