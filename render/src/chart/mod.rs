//! Plots, tables, brackets and strips of positions.

pub mod bracket;
mod figure;
mod marks;
pub mod plot;
pub mod strip;
pub mod table;
