//! Palette entries to a PNG file.

use std::cell::RefCell;

use libdeflater::{CompressionLvl, Compressor};

use crate::palette::Palette;

/// Deflate's level: the second fastest one. The fastest one takes 5 to 10 % less time and 4 % more bytes.
const LEVEL: i32 = 2;

/// What each thread that draws keeps for the next picture.
struct Desk {
    deflate: Compressor,
    /// The lines, each behind its filter.
    lines: Vec<u8>,
    /// What they become.
    body: Vec<u8>,
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::new(Desk {
        deflate: Compressor::new(CompressionLvl::new(LEVEL).expect("the level exists")),
        lines: Vec::new(),
        body: Vec::new(),
    });
}

/// The picture, of which each line has `width` pixels, as a file.
pub fn png(pixels: &[u8], width: usize, palette: &Palette) -> Vec<u8> {
    DESK.with_borrow_mut(|desk| write(desk, pixels, width, palette)).expect("writing to memory cannot fail")
}

fn write(desk: &mut Desk, pixels: &[u8], width: usize, palette: &Palette) -> Result<Vec<u8>, png::EncodingError> {
    desk.lines.clear();
    for row in pixels.chunks_exact(width) {
        // Filter 0: what repeats is found without, and numbers of a palette are no amounts of light.
        desk.lines.push(0);
        desk.lines.extend_from_slice(row);
    }
    desk.body.resize(desk.deflate.zlib_compress_bound(desk.lines.len()), 0);
    let length = desk.deflate.zlib_compress(&desk.lines, &mut desk.body).expect("there is room for whatever comes");
    let mut out = Vec::with_capacity(length + 1024);
    let mut head = png::Encoder::new(&mut out, width as u32, (pixels.len() / width) as u32);
    head.set_color(png::ColorType::Indexed);
    head.set_depth(png::BitDepth::Eight);
    head.set_palette(palette.colors.as_flattened());
    let mut writer = head.write_header()?;
    writer.write_chunk(png::chunk::IDAT, &desk.body[..length])?;
    // Dropping the writer ends the file.
    drop(writer);
    Ok(out)
}
