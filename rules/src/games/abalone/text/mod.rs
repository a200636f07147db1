//! Text: moves as players write them, position lines, and the position of another site.

pub mod fen;
pub(crate) mod moves;
pub(super) mod playstrategy;
pub(super) mod position_line;
