//! Two hexagonal boards on one picture, corner to corner: so each is nearly as large as one alone, and the two free corners
//! have room for the two teams.

/// Width of the picture.
pub const WIDTH: usize = 1508;
/// Height of the picture, 4:3 as the others.
pub const HEIGHT: usize = 1132;
/// Where a picture of each board alone would begin: the second is one step further, over a side of the first.
pub const ORIGINS: [[i32; 2]; 2] = [[-79, -3], [562, 367]];
