//! Time controls and paces.

pub mod control;
pub mod pace;
