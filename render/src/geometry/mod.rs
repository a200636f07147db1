//! The geometry of boards and their places on a picture. All lengths are in pixels; the origin is the upper left
//! corner.

pub mod fanorona;
pub mod hex;

/// Width of a picture with one board.
pub const WIDTH: usize = 1024;
/// Height of a picture with one board: 4:3, the shape that chat clients show largest.
pub const HEIGHT: usize = 768;
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

/// Two hexagonal boards on one picture, corner to corner: each is nearly as large as one alone, and the two free
/// corners have room for the two teams.
pub mod two_boards {
    pub const WIDTH: usize = 1508;
    /// Height of the picture, 4:3 like the others.
    pub const HEIGHT: usize = 1132;
    /// The corner of each board's own picture. The second is one step along a side of the first.
    pub const ORIGINS: [[i32; 2]; 2] = [[-79, -3], [562, 367]];
}
