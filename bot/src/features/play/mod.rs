//! Making a move: typed, or chosen step by step in the menu *Move…*.

pub mod command;
pub mod definition;
pub mod move_menu;
pub mod press;
pub mod service;
