//! `/organize`: what organizers of a server decide on its games.

pub mod button;
pub mod command;
pub mod definition;
pub mod permission;
pub mod press;
pub mod service;
pub mod view;
