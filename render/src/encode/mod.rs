//! File encoders: palette entries in, bytes out. Independent of boards.

mod gif;
mod png;

pub use gif::{Gif, Part};
pub use png::png;
