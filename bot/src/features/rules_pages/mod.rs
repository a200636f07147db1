//! `/rules`: the games and their options, taught with pictures.

pub mod command;
pub mod definition;
pub mod pages;
