//! Ratings: results change them, challenges show what they would change, `/top` and `/profile` show them.

pub mod command;
pub mod definition;
pub mod service;
pub mod view;
