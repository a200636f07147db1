//! Plots, tables and strips of positions.

mod figure;
mod marks;
pub mod plot;
pub mod strip;
pub mod table;
