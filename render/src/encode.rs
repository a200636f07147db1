//! Palette entries to a PNG file.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use crate::palette::Palette;

/// Deflate's level: the fastest one that finds repeated marbles.
const LEVEL: u32 = 2;

/// Lines handed to deflate at a time.
const TOGETHER: usize = 64;

/// The picture, of which each line has `width` pixels, as a file.
pub fn png(pixels: &[u8], width: usize, palette: &Palette) -> Vec<u8> {
    write(pixels, width, palette).expect("writing to memory cannot fail")
}

fn write(pixels: &[u8], width: usize, palette: &Palette) -> Result<Vec<u8>, png::EncodingError> {
    let mut body = ZlibEncoder::new(Vec::with_capacity(1 << 17), Compression::new(LEVEL));
    // A few lines at a time, so that they are still near the processor when they are coded.
    let mut lines = Vec::with_capacity(TOGETHER * (width + 1));
    for rows in pixels.chunks(TOGETHER * width) {
        lines.clear();
        for row in rows.chunks_exact(width) {
            // Filter 0: in a palette neighbors in number are not neighbors in color.
            lines.push(0);
            lines.extend_from_slice(row);
        }
        body.write_all(&lines)?;
    }
    let body = body.finish()?;
    let mut out = Vec::with_capacity(body.len() + 1024);
    let mut head = png::Encoder::new(&mut out, width as u32, (pixels.len() / width) as u32);
    head.set_color(png::ColorType::Indexed);
    head.set_depth(png::BitDepth::Eight);
    head.set_palette(palette.colors.as_flattened());
    let mut writer = head.write_header()?;
    writer.write_chunk(png::chunk::IDAT, &body)?;
    // Dropping the writer ends the file.
    drop(writer);
    Ok(out)
}
