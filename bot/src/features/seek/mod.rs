//! Open challenges: posted for anybody, taken by the first who fits, or matched with an equal one.

pub mod command;
pub mod conditions;
pub mod definition;
pub mod service;
pub mod view;
