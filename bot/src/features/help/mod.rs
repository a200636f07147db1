//! `/help`: what one can do now and here, in one short message with buttons.

pub mod command;
pub mod definition;
pub mod service;
pub mod view;
