//! Pixels: canvases, palettes, blending, text. Independent of boards and themes.

pub mod blocks;
pub mod canvas;
pub mod color;
pub mod coverage;
pub mod downscale;
pub mod mask;
pub mod page;
pub mod palette;
pub mod quantize;
pub mod shapes;
pub mod strokes;
pub mod text;
