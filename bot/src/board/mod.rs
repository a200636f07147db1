//! Rendering a board: as a picture, in words, as a text board.

pub mod button;
pub mod buttons;
pub mod description;
pub mod legal_steps;
pub mod message;
pub mod move_entry;
pub mod pictures;
pub mod position;
pub mod step_words;
pub mod text;
pub mod viewer;
pub mod words;
