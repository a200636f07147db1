//! `/help`: how to play, in one message.

pub mod command;
pub mod definition;
