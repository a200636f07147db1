//! The layout of board pictures: boards, pieces, overlays, player cards, captions.

mod board;
mod duel;
mod fanorona_board;
mod hex_board;
mod labels;
mod picture;
mod player_bars;
mod player_cards;
mod replay;
mod two_boards;

pub use board::{board_alone, draw};
pub use fanorona_board::{THICK as FANORONA_LINE, strokes as fanorona_strokes};
pub use hex_board::{Coordinate, Hexagon, MoveMarks};
pub use picture::{Label, Marked, Picture, Scene, Target};
pub use replay::{Animation, Frame, MAX_FRAMES, Replay};
