//! The boards: cells, points, directions, lines, and bitboards. No rule.

pub(crate) mod bitboard;
pub mod fanorona;
pub mod hex;
