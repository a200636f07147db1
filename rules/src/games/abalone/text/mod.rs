//! Text forms: moves as players write them, position lines, and another site's FEN.

pub mod fen;
pub(crate) mod moves;
pub(super) mod playstrategy;
pub(super) mod position_line;
