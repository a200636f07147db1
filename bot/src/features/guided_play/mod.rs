//! `/play`: a challenge that is put together with menus and buttons. What they choose are options of `/challenge` and `/seek`, which make it.

pub mod command;
pub mod definition;
pub mod form;
pub mod options;
pub mod press;
pub mod service;
pub mod view;
