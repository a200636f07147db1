//! Files: palette entries in, bytes out. Knows no boards.

mod gif;
mod png;

pub use gif::{Gif, Part};
pub use png::png;
