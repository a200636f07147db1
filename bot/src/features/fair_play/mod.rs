//! What organizers look at to judge fair play. The figures decide nothing: nobody is punished by the program.

pub mod command;
pub mod service;
pub mod view;
