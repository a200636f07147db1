//! Boards without rules: cells, points, directions, lines, and bitboards.

pub mod bitboard;
pub mod fanorona;
pub mod hex;
