//! Text forms shared by several games: moves on hexagonal boards, position lines, setup lines.

pub mod moves;
pub mod position_line;
pub mod setup_line;

pub use moves::{MoveText, ParseMoveError};
pub use position_line::PositionError;
pub use setup_line::SetupError;
