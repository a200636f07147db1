//! Plots, tables and strips of positions.

mod figure;
pub mod plot;
pub mod strip;
pub mod table;
