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
    pub fn add(&mut self, part: Part, delay: u16) -> Result<(), EncodingError> {
        let ([left, top], [width, height]) = (part.corner, part.size);
        self.encoder.write_frame(&Frame {
            // Discord's previews need both.
            dispose: DisposalMethod::Keep,
            transparent: Some(self.transparent),
            left: left as u16,
            top: top as u16,
            width: width as u16,
            height: height as u16,
            delay,
            buffer: Cow::Owned(part.pixels),
            ..Frame::default()
        })
    }

    /// The file.
    pub fn finish(self) -> Result<Vec<u8>, EncodingError> {
        self.encoder.into_inner()
    }
}
