//! GIF files that run forever.

use std::borrow::Cow;

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

/// The part of the picture that a frame changes.
pub struct Part {
    /// Its upper left corner.
    pub corner: [usize; 2],
    /// Its width and height.
    pub size: [usize; 2],
    /// Palette entries, row by row.
    pub pixels: Vec<u8>,
}

/// A file in progress.
pub struct Gif {
    encoder: Encoder<Vec<u8>>,
    transparent: u8,
}

impl Gif {
    /// Of frames with this width and height; the entry `transparent` leaves a pixel as it was.
    pub fn new([width, height]: [usize; 2], colors: &[[u8; 3]], transparent: u8) -> Result<Self, EncodingError> {
        let out = Vec::with_capacity(1 << 17);
        let mut encoder = Encoder::new(out, width as u16, height as u16, colors.as_flattened())?;
        encoder.set_repeat(Repeat::Infinite)?;
        Ok(Self { encoder, transparent })
    }

    /// Adds a frame that stays for so many hundredths of a second.
    pub fn add(&mut self, part: &Part, delay: u16) -> Result<(), EncodingError> {
        let ([left, top], [width, height]) = (part.corner, part.size);
        self.encoder.write_lzw_pre_encoded_frame(&Frame {
            // Discord's previews need both.
            dispose: DisposalMethod::Keep,
            transparent: Some(self.transparent),
            left: left as u16,
            top: top as u16,
            width: width as u16,
            height: height as u16,
            delay,
            buffer: Cow::Owned(compressed(&part.pixels)),
            ..Frame::default()
        })
    }

    /// The file.
    pub fn finish(self) -> Result<Vec<u8>, EncodingError> {
        self.encoder.into_inner()
    }
}

/// Bits of a pixel.
const BITS: u8 = 8;
/// The codes that begin anew and that end a frame.
const CLEAR: u16 = 1 << BITS;
const END: u16 = CLEAR + 1;
/// Codes that there are at most.
const MOST: u16 = 1 << 12;
/// Places of the table: a prime, so that codes spread.
const PLACES: usize = 9973;

/// Pixels as a frame stores them: the bits of a pixel, then LZW codes. Twice as fast as the one of the crate, which is most of what a
/// replay costs.
fn compressed(pixels: &[u8]) -> Vec<u8> {
    let mut out = Codes { bytes: vec![BITS], bits: 0, count: 0, width: u32::from(BITS) + 1 };
    // For a code and the pixel after it, the code of both.
    let mut table = vec![(u32::MAX, 0u16); PLACES];
    let mut next = END + 1;
    out.push(CLEAR);
    let mut pixels = pixels.iter();
    let mut prefix = u16::from(pixels.next().copied().unwrap_or_default());
    for pixel in pixels {
        let key = u32::from(prefix) << BITS | u32::from(*pixel);
        let mut place = key as usize % PLACES;
        while table[place].0 != key && table[place].0 != u32::MAX {
            place = if place + 1 == PLACES { 0 } else { place + 1 };
        }
        if table[place].0 == key {
            prefix = table[place].1;
            continue;
        }
        out.push(prefix);
        prefix = u16::from(*pixel);
        table[place] = (key, next);
        if next == 1 << out.width {
            out.width += 1;
        }
        next += 1;
        if next == MOST {
            out.push(CLEAR);
            table.fill((u32::MAX, 0));
            (next, out.width) = (END + 1, u32::from(BITS) + 1);
        }
    }
    out.push(prefix);
    // Whoever reads has one entry more now, which is not in our table, and may read a longer code next.
    if next == 1 << out.width {
        out.width += 1;
    }
    out.push(END);
    out.finish()
}

/// Codes in a row, the lowest bits first.
struct Codes {
    bytes: Vec<u8>,
    bits: u64,
    count: u32,
    /// Bits of a code.
    width: u32,
}

impl Codes {
    fn push(&mut self, code: u16) {
        self.bits |= u64::from(code) << self.count;
        self.count += self.width;
        while self.count >= 8 {
            self.bytes.push(self.bits as u8);
            self.bits >>= 8;
            self.count -= 8;
        }
    }

    fn finish(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.bytes.push(self.bits as u8);
        }
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rounds through all pixels with another odd step each: no pair of neighbors comes twice, so that each pixel is a code.
    #[test]
    fn frames_of_any_length_end_with_a_code_of_the_right_width() -> Result<(), Box<dyn std::error::Error>> {
        let colors: Vec<[u8; 3]> = (0..=255).map(|i| [i, i, i]).collect();
        let mut last = 0u8;
        let pixels: Vec<u8> = (0..4_200)
            .map(|i| {
                last = last.wrapping_add((i / 256 * 2 + 1) as u8);
                last
            })
            .collect();
        for count in (1..=3_000).chain(3_800..3_900) {
            let mut gif = Gif::new([count, 1], &colors, 255)?;
            gif.add(&Part { corner: [0, 0], size: [count, 1], pixels: pixels[..count].to_vec() }, 10)?;
            let file = gif.finish()?;
            let mut options = gif::DecodeOptions::new();
            options.check_lzw_end_code(true);
            let mut decoder = options.read_info(file.as_slice())?;
            let frame = decoder.read_next_frame().map_err(|problem| format!("{count} pixels: {problem}"))?;
            assert!(frame.ok_or("no frame")?.buffer[..] == pixels[..count], "{count} pixels");
        }
        Ok(())
    }

    #[test]
    fn what_is_compressed_is_read_again() -> Result<(), Box<dyn std::error::Error>> {
        let colors: Vec<[u8; 3]> = (0..=255).map(|i| [i, i, i]).collect();
        for pixels in [
            vec![255; 300 * 200],
            (0..300 * 200u64).map(|i| (i * i / 7 % 251) as u8).collect::<Vec<u8>>(),
            (0..300 * 200u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect(),
        ] {
            let mut gif = Gif::new([300, 200], &colors, 255)?;
            gif.add(&Part { corner: [0, 0], size: [300, 200], pixels: pixels.clone() }, 10)?;
            let file = gif.finish()?;
            let mut decoder = gif::DecodeOptions::new().read_info(file.as_slice())?;
            let frame = decoder.read_next_frame()?.ok_or("no frame")?;
            assert!(frame.buffer[..] == pixels[..]);
        }
        Ok(())
    }
}
