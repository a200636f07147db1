//! The geometry of boards and their places on a picture. All lengths are in pixels; the origin is the upper left
//! corner.

pub mod fanorona;
pub mod hex;

/// Width of a picture with one board.
pub const WIDTH: usize = 1024;
/// Height of a picture with one board: 4:3, the shape that chat clients show largest.
pub const HEIGHT: usize = 768;
/// Height of the page between two boards, one below the other: the shadow of the upper one ends in it.
pub const BETWEEN: usize = 36;
/// The middle of the board on a picture with one board.
pub const CENTER: [f32; 2] = [512.0, 384.0];

/// The orientation of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Orientation {
    /// Row `a` and seat 0 below.
    #[default]
    BlackAtBottom,
    /// The last row and seat 1 below.
    WhiteAtBottom,
}
