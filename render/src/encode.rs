//! Palette entries to a PNG file.

use std::cell::RefCell;

use libdeflater::{CompressionLvl, Compressor, adler32};

use crate::canvas::Canvas;
use crate::compose::Composer;
use crate::deflate::Deflate;
use crate::palette::Palette;

/// Deflate's level for pages: the second fastest one. The fastest one takes 5 to 10 % less time and 4 % more bytes.
const LEVEL: i32 = 2;
/// How a zlib stream (RFC 1950) begins: deflate with the widest window, quickly.
const ZLIB: [u8; 2] = [0x78, 0x01];

/// What each thread that draws keeps for the next picture.
struct Desk {
    compressor: Compressor,
    composer: Composer,
    deflate: Deflate,
    /// The lines, each behind its filter.
    lines: Vec<u8>,
    /// What they become.
    body: Vec<u8>,
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::new(Desk {
        compressor: Compressor::new(CompressionLvl::new(LEVEL).expect("the level exists")),
        composer: Composer::default(),
        deflate: Deflate::default(),
        lines: Vec::new(),
        body: Vec::new(),
    });
}

/// The picture, of which each line has `width` pixels, as a file.
pub fn png(pixels: &[u8], width: usize, palette: &Palette) -> Vec<u8> {
    DESK.with_borrow_mut(|desk| {
        desk.take(pixels, width);
        desk.body.resize(desk.compressor.zlib_compress_bound(desk.lines.len()), 0);
        let length =
            desk.compressor.zlib_compress(&desk.lines, &mut desk.body).expect("there is room for whatever comes");
        file(&desk.body[..length], [width, pixels.len() / width], palette)
    })
}

/// The same of a board, in less time and fewer bytes, since it is known what it was put together from.
pub fn board(canvas: &Canvas) -> Vec<u8> {
    DESK.with_borrow_mut(|desk| {
        desk.take(&canvas.pixels, canvas.width);
        desk.body.clear();
        desk.body.extend_from_slice(&ZLIB);
        // A panic may have left half of another picture.
        desk.deflate.begin();
        desk.composer.compose(canvas, &desk.lines, &mut desk.deflate);
        desk.deflate.finish(&mut desk.body);
        desk.body.extend_from_slice(&adler32(&desk.lines).to_be_bytes());
        file(&desk.body, [canvas.width, canvas.height], &canvas.sheet.palette)
    })
}

impl Desk {
    /// Takes the lines, each behind filter 0: what repeats is found without, and numbers of a palette are no amounts of light.
    fn take(&mut self, pixels: &[u8], width: usize) {
        self.lines.clear();
        for row in pixels.chunks_exact(width) {
            self.lines.push(0);
            self.lines.extend_from_slice(row);
        }
    }
}

/// The file around compressed lines.
fn file(body: &[u8], size: [usize; 2], palette: &Palette) -> Vec<u8> {
    write(body, size.map(|side| side as u32), palette).expect("writing to memory cannot fail")
}

fn write(body: &[u8], [width, height]: [u32; 2], palette: &Palette) -> Result<Vec<u8>, png::EncodingError> {
    let mut out = Vec::with_capacity(body.len() + 1024);
    let mut head = png::Encoder::new(&mut out, width, height);
    head.set_color(png::ColorType::Indexed);
    head.set_depth(png::BitDepth::Eight);
    head.set_palette(palette.colors.as_flattened());
    let mut writer = head.write_header()?;
    writer.write_chunk(png::chunk::IDAT, body)?;
    // Dropping the writer ends the file.
    drop(writer);
    Ok(out)
}
