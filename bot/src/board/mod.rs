//! Rendering a board: as a picture, in words, as a text board.

pub mod button;
pub mod description;
pub mod legal_steps;
pub mod message;
pub mod move_entry;
pub mod pictures;
pub mod position;
pub mod seats;
pub mod step_words;
pub mod steps;
pub mod text;
pub mod turn_button;
pub mod viewer;
pub mod words;
