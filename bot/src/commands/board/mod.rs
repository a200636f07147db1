//! How a board is shown: as a picture, in words, as a text board.

pub mod description;
pub mod message;
pub mod pictures;
pub mod seats;
pub mod viewer;
